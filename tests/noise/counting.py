"""What a camera over the betting zones adds to a hand: the count of each zone once it has settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from controller.table import events as ev

SETTLED_S: Final = 0.5
"""A zone is counted this long after the last chip came into it, where nothing moves there meanwhile."""


def with_counts(events: Iterable[ev.Event]) -> list[ev.Event]:
    """Return one hand's events with the counts that a camera makes of its betting zones, in order of time.

    The camera counts every zone empty when it comes up. It sees what really lies there: also blinds whose
    pushes no camera saw, and antes until they are swept in.
    """
    zones = Zones()
    told: list[ev.Event] = []
    due: dict[int, float] = {}
    for event in events:
        for seat, t in sorted(due.items(), key=lambda item: item[1]):
            if t <= event.t:
                told.append(zones.count(seat, t))
                del due[seat]
        told.append(event)
        if isinstance(event, ev.HandStarted):
            told += [zones.count(seat, event.t) for seat in zones.seats]
        for seat in zones.moved(event):
            due.pop(seat, None)
            if isinstance(event, ev.ChipsPushed):
                due[seat] = round(event.t + SETTLED_S, 6)
    return told


class Zones:
    """What lies in front of each seat."""

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.chips: dict[int, Counter[int]] = {}
        self.level = ev.LevelSet(t=0.0, small=0, big=1)
        self.blinds: dict[int, int] = {}
        """Blinds by seat that nobody was seen to post."""

    def count(self, seat: int, t: float) -> ev.ChipsCounted:
        return ev.ChipsCounted(t=t, seat=seat, chips=dict(sorted((+self.chips[seat]).items(), reverse=True)))

    def moved(self, event: ev.Event) -> list[int]:
        """Follow an event; return the seats in whose zones something moved."""
        if isinstance(event, ev.TableSet):
            self.seats = [seat for seat, setup in event.seats.items() if setup.state not in ("out", "empty")]
            self.chips = {seat: Counter() for seat in self.seats}
        elif isinstance(event, ev.LevelSet):
            self.level = event
        elif isinstance(event, ev.HandStarted):
            self.blinds = self._posted_unseen(event)
        elif isinstance(event, ev.CardDrawn) and self.blinds:
            for seat, blind in self.blinds.items():
                self.chips[seat][blind] += 1
            self.blinds = {}
        elif isinstance(event, ev.ChipsPushed | ev.ChipsPulled | ev.ChangeGiven):
            return self._handled(event)
        elif isinstance(event, ev.BetsSwept):
            for seat in event.seats or self.seats:
                self.chips[seat].clear()
            return event.seats or self.seats
        return []

    def _handled(self, event: ev.ChipsPushed | ev.ChipsPulled | ev.ChangeGiven) -> list[int]:
        chips = self.chips[event.seat]
        if isinstance(event, ev.ChangeGiven):
            chips.clear()
        if isinstance(event, ev.ChipsPulled):
            chips.subtract(event.chips)
        else:
            chips.update(event.chips or {})
        self.blinds = {} if isinstance(event, ev.ChipsPushed) else self.blinds
        return [event.seat]

    def _posted_unseen(self, event: ev.HandStarted) -> dict[int, int]:
        order = sorted(self.seats, key=lambda seat: (seat - event.button - 1) % 10)
        small, big = (order[-1], order[0]) if len(order) == 2 else (order[0], order[1])
        small = event.small_blind if isinstance(event.small_blind, int) else small
        big = event.big_blind if isinstance(event.big_blind, int) else big
        return {small: self.level.small, big: self.level.big}
