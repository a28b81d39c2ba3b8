"""A hand from PokerKit as the table's sensors tell it, with marks at the moments where it is held against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import msgspec

from controller.table import events as ev
from tests.oracle.dealt import Dealt
from tests.oracle.hand import Played
from tests.real_hands.course import Course, Turn
from tests.real_hands.manner import manner_of
from tests.real_hands.sense import HandSensor, Night, seats_of

READS_LAST_S = 0.6
"""After this time every read is believed, cards in the muck too."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Before turn number ``turn`` somebody looks at the table; None: the street's betting is closed."""

    turn: int | None


Told = ev.Event | Mark


class MarkedSensor(HandSensor):
    """Senses a hand and marks every turn."""

    def __init__(self, course: Course) -> None:
        rng = Random(course.history.name)
        manner = manner_of(rng, simple=False)
        super().__init__(Night(), course, rng, seats_of(course), manner)

    def told(self) -> Iterator[Told]:
        """Yield the hand's events and marks."""
        yield from self.sense()  # type: ignore[misc]

    def _turn(self, turn: Turn) -> Iterator[Told]:  # type: ignore[override]
        yield ev.Tick(t=self._later(READS_LAST_S))
        yield Mark(next(n for n, other in enumerate(self.course.turns) if other is turn))
        yield from super()._turn(turn)

    def _betting_closed(self, street: str) -> Iterator[Told]:  # type: ignore[override]
        yield ev.Tick(t=self._later(READS_LAST_S))
        yield Mark(None)
        yield from super()._betting_closed(street)


class PlayedSensor(MarkedSensor):
    """Senses a hand that was played by chance: short posts, any game, short all-ins said aloud."""

    def __init__(self, played: Played) -> None:
        super().__init__(played.course)
        self.dealt: Dealt = played.dealt
        self.denominations = list(played.dealt.chips)
        self._short = [turn for turn, short in zip(played.course.turns, played.short, strict=True) if short]

    def _seats(self) -> Iterator[ev.Event]:
        dealt = self.dealt
        for event in super()._seats():
            if isinstance(event, ev.LevelSet):
                event = msgspec.structs.replace(event, ante=dealt.ante, big_blind_ante=dealt.table_ante)
            yield event

    def _start(self) -> Iterator[ev.Event]:
        dealt, seats = self.dealt, self.seats
        named = {"small_blind": seats[dealt.small_blind], "big_blind": seats[dealt.big_blind]}
        yield ev.HandStarted(
            t=self._later(3, 6), button=seats[-1], **(named if self.manner.names_blinds else {})
        )
        for player, blind in enumerate(dealt.posted):
            self.zones[player].update(self._chips(blind))
        if not self.manner.posts_sensed:
            return
        for player, blind in enumerate(dealt.posted):
            chips = Counter(self._chips(dealt.antes[player])) + Counter(self._chips(blind))
            if chips:
                yield self._motion(player, dict(chips), 0.3)

    def _wager(self, turn: Turn) -> Iterator[ev.Event]:
        """Last chips that are no full raise are said to be all-in: pushed in silence they may be a call."""
        if not any(turn is short for short in self._short):
            yield from super()._wager(turn)
            return
        self.zones[turn.player].update(self._chips(turn.added))
        yield ev.Declared(t=self._later(0.3), seat=self.seats[turn.player], action="all_in")
        self._later(0.7, 2)
        yield self._motion(turn.player, self._chips(turn.added), 0.9)


def events_of(played: Played) -> list[ev.Event]:
    """Return the hand's events alone."""
    return [event for event in PlayedSensor(played).told() if not isinstance(event, Mark)]
