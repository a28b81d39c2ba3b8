"""Follows a table's settled events and keeps the marks of the hand in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.table import events as ev
from controller.table.chips import value_of
from controller.timeline.strip import Blind, Mark, Strip

_ZONE_LANES: Final = {"shoe": "shoe", "board": "board", "burn": "burn", "muck": "muck", "stub": "muck"}
_SERVES: Final = {
    "shoe": ("shoe",),
    "antennas": ("seats", "board", "burn", "muck"),
    "chips": ("chips",),
    "panel": ("keys",),
}
"""Kind of device -> the lanes that it senses for."""


class Follower:
    """Takes events in the order in which they settled. ``pots``: amounts that tell a pot may be kept."""

    def __init__(self, *, pots: bool) -> None:
        self._pots = pots
        self._marks: list[Mark] = []
        self._gaps: list[Blind] = []
        self._down: dict[str, list[Blind]] = {}
        self._front: dict[int, int | None] = {}
        self._streets: list[tuple[float, str]] = []
        self._since = 0.0

    def take(self, line: int, event: ev.AnyEvent) -> None:
        """Take in one event; the start of a hand begins the strip anew."""
        if isinstance(event, ev.HandStarted):
            self._begin(event.t)
        if isinstance(event, ev.DeviceChanged):
            self._device(line, event)
            return
        told = _TELLS.get(type(event))
        if told is not None:
            mark = told(self, line, event)
            if mark is not None:
                self._marks.append(mark)

    def street(self, t: float, name: str) -> None:
        """Note that a street began at ``t``."""
        self._streets.append((t, name))

    def ruled(self, mark: Mark) -> None:
        """Note what the referee made of an act."""
        self._marks.append(mark)

    def strip(self) -> Strip:
        """Return what there is of the hand so far."""
        lasting = [gap for gaps in self._down.values() for gap in gaps]
        return Strip(
            marks=sorted(self._marks, key=lambda mark: (mark.t, mark.line)),
            blind=[*self._gaps, *lasting],
            since=self._since,
            until=max((mark.t for mark in self._marks), default=self._since),
            streets=list(self._streets),
        )

    def _begin(self, t: float) -> None:
        self._marks, self._gaps, self._streets, self._front = [], [], [], {}
        self._since = t

    def _device(self, line: int, event: ev.DeviceChanged) -> None:
        """A device's health: lanes go blind, and see again."""
        was = self._down.pop(event.device, [])
        if event.state in ev.SENSES_NOTHING:
            since = was[0].since if was else event.t
            self._down[event.device] = [
                Blind(lane=lane, device=event.device, since=since) for lane in _lanes_of(event)
            ]
        else:
            self._gaps += [replace(gap, until=event.t) for gap in was]
        self._marks.append(
            Mark(
                line=line, t=event.t, lane="devices", what=event.state, amount=event.lost, detail=event.device
            )
        )

    # Cards -----------------------------------------------------------------------------------------

    def _drawn(self, line: int, event: ev.CardDrawn) -> Mark:
        what = "boxed" if event.face == "up" else "unread" if event.tag is None else "draw"
        return Mark(line=line, t=event.t, lane="shoe", what=what)

    def _seen(self, line: int, event: ev.CardSeen) -> Mark:
        tabled = event.face == "up" and event.zone in ev.SEAT_ZONES
        return self._card(line, event.t, event.zone, "tabled" if tabled else "card")

    def _gone(self, line: int, event: ev.CardGone) -> Mark:
        return self._card(line, event.t, event.zone, "gone")

    def _turned(self, line: int, event: ev.CardFace) -> Mark:
        return self._card(line, event.t, event.zone, "face_up" if event.face == "up" else "face_down")

    @staticmethod
    def _card(line: int, t: float, zone: str, what: str) -> Mark:
        name, _, seat = zone.partition(":")
        lane = _ZONE_LANES.get(name, "seats")
        return Mark(line=line, t=t, lane=lane, what=what, seat=int(seat) if seat else None)

    # Chips -----------------------------------------------------------------------------------------

    def _pushed(self, line: int, event: ev.ChipsPushed) -> Mark:
        amount = None if event.chips is None else value_of(event.chips)
        return self._moved(line, event, "push", amount, 1, event.started)

    def _pulled(self, line: int, event: ev.ChipsPulled) -> Mark:
        return self._moved(line, event, "pull", value_of(event.chips), -1)

    def _moved(
        self, line: int, event: ev.ChipsPushed | ev.ChipsPulled, what: str, amount: int | None, sign: int,
        started: float | None = None,
    ) -> Mark:  # fmt: skip
        before = self._front.get(event.seat, 0)
        after = None if before is None or amount is None else max(before + sign * amount, 0)
        self._front[event.seat] = after
        return Mark(
            line=line, t=event.t, lane="chips", what=what, seat=event.seat, amount=amount,
            before=before, after=after, started=started,
        )  # fmt: skip

    def _counted(self, line: int, event: ev.ChipsCounted) -> Mark:
        """What lies there as counted; a camera that was not sure leaves what is known of it as it was."""
        amount = event.amount
        if amount is None and event.chips is not None:
            amount = value_of(event.chips)
        before = self._front.get(event.seat, 0)
        self._front[event.seat] = after = amount if event.told else before
        what = "keyed" if event.by == "dealer" else "count"
        return Mark(
            line=line, t=event.t, lane="chips", what=what, seat=event.seat, amount=amount, before=before, after=after
        )  # fmt: skip

    def _changed(self, line: int, event: ev.ChangeGiven) -> Mark:
        amount, before = value_of(event.chips), self._front.get(event.seat, 0)
        self._front[event.seat] = amount
        return Mark(
            line=line, t=event.t, lane="chips", what="change", seat=event.seat, amount=amount, before=before, after=amount
        )  # fmt: skip

    def _swept(self, line: int, event: ev.BetsSwept) -> Mark:
        for seat in event.seats if event.seats is not None else list(self._front):
            self._front.pop(seat, None)
        return Mark(line=line, t=event.t, lane="chips", what="swept")

    def _awarded(self, line: int, event: ev.PotAwarded) -> Mark:
        amount = event.amount if self._pots else None
        return Mark(line=line, t=event.t, lane="chips", what="award", seat=event.seat, amount=amount)

    def _found(self, line: int, event: ev.ChipsFound) -> Mark:
        return Mark(
            line=line, t=event.t, lane="chips", what="found", seat=event.seat, amount=value_of(event.chips)
        )

    # Keys ------------------------------------------------------------------------------------------

    def _declared(self, line: int, event: ev.Declared) -> Mark:
        said = [
            *([event.order] if event.order else []),
            *(["unclear"] if event.unclear else []),
            *(["conditional"] if event.conditional else []),
        ]
        return Mark(
            line=line, t=event.t, lane="keys", what=event.action, seat=event.seat, amount=event.amount,
            detail=" ".join(said),
        )  # fmt: skip

    def _quoted(self, line: int, event: ev.PotQuoted) -> Mark:
        return Mark(
            line=line,
            t=event.t,
            lane="keys",
            what="pot_quoted",
            amount=event.amount if self._pots else None,
        )

    def _ruling(self, line: int, event: ev.Ruled) -> Mark:
        return Mark(
            line=line, t=event.t, lane="ruled", what="ruling", seat=event.seat, amount=event.amount,
            detail=event.decision,
        )  # fmt: skip

    def _asked(self, line: int, event: ev.PlayerAsked) -> Mark:
        return Mark(line=line, t=event.t, lane="keys", what=f"asks_{event.what}", seat=event.seat)

    def _stub(self, line: int, event: ev.StubDisturbed) -> Mark:
        return Mark(line=line, t=event.t, lane="keys", what=f"stub_{event.state}")

    @staticmethod
    def _plain(lane: str, what: str) -> Callable[[Follower, int, Any], Mark]:
        def tell(_self: Follower, line: int, event: Any) -> Mark:
            seat = getattr(event, "seat", None)
            return Mark(line=line, t=event.t, lane=lane, what=what, seat=seat)

        return tell


def _lanes_of(event: ev.DeviceChanged) -> list[str]:
    """Return the lanes that a device senses for; with ``zones`` those that it alone covers."""
    kind = event.kind or next((kind for kind in _SERVES if event.device.startswith(kind)), "")
    lanes = list(_SERVES.get(kind, ()))
    if event.zones is None or kind != "antennas":
        return lanes if event.zones != [] else []
    zones = {_ZONE_LANES.get(zone.partition(":")[0], "seats") for zone in event.zones}
    return [lane for lane in lanes if lane in zones]


_plain = Follower._plain
_TELLS: Final[dict[type, Callable[[Follower, int, Any], Mark | None]]] = {
    ev.CardDrawn: Follower._drawn,
    ev.CardSeen: Follower._seen,
    ev.CardGone: Follower._gone,
    ev.CardFace: Follower._turned,
    ev.ChipsPushed: Follower._pushed,
    ev.ChipsPulled: Follower._pulled,
    ev.ChipsCounted: Follower._counted,
    ev.ChangeGiven: Follower._changed,
    ev.BetsSwept: Follower._swept,
    ev.PotAwarded: Follower._awarded,
    ev.ChipsFound: Follower._found,
    ev.ChipsSplashed: _plain("chips", "splashed"),
    ev.StrangeThing: _plain("chips", "strange"),
    ev.Declared: Follower._declared,
    ev.DeclareCancelled: _plain("keys", "cancel"),
    ev.Tapped: _plain("keys", "tap"),
    ev.SeatSpoke: _plain("keys", "speaks"),
    ev.FloorCalled: _plain("keys", "floor_call"),
    ev.PotQuoted: Follower._quoted,
    ev.PlayerAsked: Follower._asked,
    ev.StubDisturbed: Follower._stub,
    ev.ClockAsked: _plain("keys", "clock_asked"),
    ev.ClockCalled: _plain("keys", "clock"),
    ev.ClockCancelled: _plain("keys", "clock_off"),
    ev.ButtonMoved: _plain("seats", "button"),
    ev.HandStarted: _plain("keys", "hand_start"),
    ev.DealEnded: _plain("keys", "deal_end"),
    ev.HandEnded: _plain("keys", "hand_end"),
    ev.Ruled: Follower._ruling,
}
"""Event -> what it leaves in its lane. Seats, stacks, levels and decks leave nothing."""
