"""Keeps what no sensor saw at some moment: kinds of device with the zones where they were away.

A camera that is down at seats 8 to 10 says nothing of seat 2: no ruling is doubted that rests on zones which
were seen all along.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from controller.table.events import ZONES, DeviceChanged
from controller.table.kinds.sensors import kind_of, needs

_SEATS: Final = frozenset(zone for zone in ZONES if zone.startswith("seat:"))
_BETS: Final = frozenset(zone for zone in ZONES if zone.startswith("bet:"))
_OF_ONE_SEAT: Final = frozenset({"bet", "turn", "blind", "hand", "chips", "showdown"})
"""Families whose findings rest on the seats that they name; a deal, a board or a pot rests on all."""
_TURNED: Final = frozenset({"deal", "misdeal"})
"""What a camera adds to these is that a card was turned, before the seat that they name."""


class Unseen:
    """Device kinds with the zones that they did not see, None for all of them."""

    def __init__(self) -> None:
        self.by_kind: dict[str, set[str] | None] = {}

    def __bool__(self) -> bool:
        return bool(self.by_kind)

    def add(self, kind: str, zones: Iterable[str] | None = None) -> None:
        """Note that devices of ``kind`` were away over ``zones``; None: over every zone of theirs."""
        if zones is None:
            self.by_kind[kind] = None
            return
        there = {_watched(kind, zone) for zone in zones}
        known = self.by_kind.get(kind, set())
        if there and known is not None:
            self.by_kind[kind] = known | there

    def note(self, event: DeviceChanged) -> None:
        """Note what a device says that it does not see, or has lost; a kind that nobody knows hinders nothing."""
        kind = kind_of(event.kind or event.device) or event.kind
        if kind and (is_away(event) or event.lost):
            self.add(kind, event.zones)

    def join(self, other: Unseen) -> None:
        """Note what another one has, too."""
        for kind, zones in other.by_kind.items():
            self.add(kind, zones)

    def at(self, kind: str, zone: str) -> bool:
        """Whether devices of ``kind`` did not see ``zone``."""
        zones = self.by_kind.get(kind, set())
        return zones is None or _watched(kind, zone) in zones

    def hides(self, finding: str, seats: Collection[int] = ()) -> list[str]:
        """Return the device kinds that were away where a finding of this kind, about ``seats``, rests on them."""
        return sorted(
            kind
            for kind in needs(finding).intersection(self.by_kind)
            if (zones := self.by_kind[kind]) is None or zones & _where(finding, kind, seats)
        )

    def kinds_hidden(self, findings: Iterable[str], seats: Iterable[int]) -> set[str]:
        """Return those kinds of finding that cannot be judged at any of ``seats``."""
        there = list(seats)
        return {
            finding
            for finding in (findings if self else ())
            if (all(self.hides(finding, [seat]) for seat in there) if there else self.hides(finding))
        }

    def view(self) -> dict[str, list[str]]:
        """Return it for a screen: the zones by device kind, none where it is every zone of the kind."""
        return {kind: sorted(zones or ()) for kind, zones in sorted(self.by_kind.items())}


def is_away(event: DeviceChanged) -> bool:
    """Whether a device is down, or dead over the zones that it names."""
    return event.state == "down" or (event.state == "degraded" and bool(event.zones) and not event.lost)


def _where(finding: str, kind: str, seats: Collection[int]) -> frozenset[str]:
    """Return the zones on which a finding of this kind rests, as far as devices of ``kind`` see them."""
    family = finding.partition(".")[0]
    if kind == "antennas":
        if family == "board":
            return frozenset({"board", "burn"})
        if family in _OF_ONE_SEAT and seats:
            return frozenset(
                {f"seat:{seat}" for seat in seats} | ({"muck"} if finding == "hand.mucked_live" else set())
            )
        return _SEATS if family in ("misdeal", "deal", "seat") else frozenset(ZONES)
    if family in _OF_ONE_SEAT | _TURNED and seats:
        return frozenset(f"bet:{seat}" for seat in seats)
    return _BETS if family in _TURNED | {"board"} else frozenset(ZONES)


def _watched(kind: str, zone: str) -> str:
    """Return the zone by the name of what a camera counts there: a seat's chips lie in its betting zone."""
    return zone.replace("seat:", "bet:") if kind == "chips" else zone
