"""Says which device senses which zone, as the configuration has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from controller.config import DeviceConfig
from controller.table.events import ZONES

_BETS: Final = tuple(zone for zone in ZONES if zone.startswith("bet:"))
_SENSED_BY: Final[dict[str, tuple[str, ...]]] = {
    "antennas": tuple(zone for zone in ZONES if zone not in ("shoe", "pot")),
    "chips": (*_BETS, "board", "pot"),
}


_SEEN_TWICE: Final = (
    "chips.push", "chips.pull", "chips.bet", "chips.change", "chips.swept", "chips.award",
)  # fmt: skip
"""What two cameras may both tell of one zone."""


class Coverage:
    """The zones of each antenna board and each camera.

    A device that lists none has those that no other of its kind lists, all of them where it is alone. What a
    camera sees of a seat is called by its betting zone.
    """

    def __init__(self, devices: Sequence[DeviceConfig] = ()) -> None:
        self._kinds = {device.label: device.kind for device in devices}
        self._listed = {device.label: frozenset(map(_at(device.kind), device.zones)) for device in devices}
        self._zones = {name: self._of(name) for name in self._kinds}

    def _of(self, name: str) -> frozenset[str]:
        if own := self._listed[name]:
            return own
        kind = self._kinds[name]
        others = [self._listed[other] for other in self._alike(name)]
        return frozenset(_SENSED_BY.get(kind, ())).difference(*others)

    def _alike(self, name: str) -> list[str]:
        return [other for other, kind in self._kinds.items() if kind == self._kinds[name] and other != name]

    def alone(self, name: str, up: Callable[[str], bool]) -> list[str] | None:
        """Return the zones that nobody senses while ``name`` is away; None for every zone of its kind.

        ``up`` says which devices can be believed.
        """
        others = self._alike(name)
        if not others and not self._listed[name]:
            return None
        return sorted(self._zones[name].difference(*(self._zones[other] for other in others if up(other))))

    def zones(self, name: str) -> frozenset[str]:
        """Return the zones that a device senses."""
        return self._zones.get(name, frozenset())

    def stray(self, name: str, fields: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return the zone of an event that its sender does not sense, and who does; None where all is well."""
        if not self._alike(name) and not self._listed[name]:
            return None
        at = _at(self._kinds[name])
        for zones in _about(fields):
            if self._zones[name].isdisjoint(map(at, zones)):
                whose = [
                    other for other in self._alike(name) if not self._zones[other].isdisjoint(map(at, zones))
                ]
                return zones[0], " and ".join(whose) or "nobody"
        return None

    def uncovered(self, kind: str, zones: Sequence[str]) -> list[str]:
        """Return those of ``zones`` that no device of ``kind`` senses; none where there is no such device."""
        there = [self._zones[name] for name, other in self._kinds.items() if other == kind]
        at = _at(kind)
        return [zone for zone in zones if there and not any(at(zone) in one for one in there)]

    def witnesses(self, name: str, fields: Mapping[str, Any]) -> list[str]:
        """Return the other cameras that see what an event is about, all of it."""
        if self._kinds.get(name) != "chips" or fields.get("type") not in _SEEN_TWICE:
            return []
        about = [set(zones) for zones in _about(fields)]
        return [
            other
            for other in self._alike(name)
            if about and all(not self._zones[other].isdisjoint(zones) for zones in about)
        ]


def _at(kind: str) -> Callable[[str], str]:
    """Return what names a zone as devices of ``kind`` sense it."""
    return (lambda zone: zone.replace("seat:", "bet:")) if kind == "chips" else (lambda zone: zone)


def about(fields: Mapping[str, Any]) -> list[str]:
    """Return the zones that an event is about."""
    return [zones[0] for zones in _about(fields)]


def _about(fields: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the zones that an event is about, each by every name that it can have."""
    kind, zone, seat = fields.get("type"), fields.get("zone"), fields.get("seat")
    if kind in ("card.seen", "card.gone", "card.face"):
        return [(zone,)] if zone in ZONES else []
    if kind == "chips.award":
        return [("pot",)]
    if kind == "chips.swept":
        seats = fields.get("seats")
        return [_before(one) for one in seats if _is_seat(one)] if isinstance(seats, list) else []
    if kind == "button.moved" or str(kind).startswith("chips."):
        return [_before(seat)] if _is_seat(seat) else []
    return []


def _is_seat(seat: object) -> bool:
    return f"seat:{seat}" in ZONES


def _before(seat: object) -> tuple[str, ...]:
    return (f"bet:{seat}", f"seat:{seat}")
