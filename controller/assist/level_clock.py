"""Tells which level holds, when the next is due, and what dealers do around it.

Pure: whoever runs it says how much time has gone. A level comes with its announcement, never before the
clock is at zero, and holds from the next hand on; a table learns of it by its ``level`` event. The floor may
stop the clock, and put it on or back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from controller.table.rulebook import LevelRules


class LevelStep(Struct, frozen=True, kw_only=True):
    """One level of a schedule; ``seconds`` is how long it lasts.

    Bring-in and bets are stud's, the bets limit's too; None where they follow from the blinds. ``denominations`` are
    the chips in play from it on, None where they stay what they were.
    """

    small: int
    big: int
    seconds: float
    ante: int = 0
    big_blind_ante: int = 0
    bring_in: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None
    denominations: tuple[int, ...] | None = None


class Break(Struct, frozen=True, kw_only=True):
    """A break between two levels, and how long it lasts; ``name`` may be empty."""

    seconds: float
    name: str = ""


Step = LevelStep | Break


@dataclass(slots=True)
class LevelClock:
    """The clock of one event. ``left`` is the seconds that the level or the break still has."""

    rules: LevelRules
    schedule: Sequence[Step]
    step: int = 0
    paused: bool = False
    left: float = field(init=False)

    def __post_init__(self) -> None:
        if not self.schedule:
            raise ValueError("a schedule needs a level")
        if isinstance(self.schedule[0], Break):
            raise ValueError("a schedule begins with a level")
        self.left = self.schedule[self.step].seconds

    @property
    def now(self) -> LevelStep:
        """The level that was announced last; in a break the one before it."""
        return next(step for step in self.schedule[self.step :: -1] if isinstance(step, LevelStep))

    @property
    def next(self) -> LevelStep | None:
        """The level that comes next; None after the last one."""
        later = self.schedule[self.step + 1 :]
        return next((step for step in later if isinstance(step, LevelStep)), None)

    @property
    def level(self) -> int:
        """The place of ``now`` among the levels, from 0."""
        return sum(isinstance(step, LevelStep) for step in self.schedule[: self.step + 1]) - 1

    @property
    def levels(self) -> int:
        """How many levels the schedule has."""
        return sum(isinstance(step, LevelStep) for step in self.schedule)

    @property
    def resting(self) -> Break | None:
        """The break that is on."""
        step = self.schedule[self.step]
        return step if isinstance(step, Break) else None

    @property
    def until_break(self) -> float | None:
        """Seconds until the break that comes before the next level; None where none does."""
        later = self.schedule[self.step + 1 : self.step + 2]
        return self.left if self.resting is None and later and isinstance(later[0], Break) else None

    def run(self, seconds: float) -> None:
        """Let time go; at zero the clock waits for the announcement."""
        self.left = max(0.0, self.left - seconds)

    @property
    def due(self) -> bool:
        """Whether the next level, or a break, may be announced."""
        return self.left == 0 and self.step + 1 < len(self.schedule)

    def announce(self) -> Step:
        """Announce what comes next and return it. Raise ValueError while the clock runs, or after the last."""
        if not self.due:
            raise ValueError("no level is announced before the clock is at zero")
        return self.turn(1)

    def turn(self, by: int) -> Step:
        """Put the clock on, or back, to the start of another step; return that. Raise ValueError at an end."""
        if not 0 <= self.step + by < len(self.schedule):
            raise ValueError("the schedule has nothing there")
        self.step += by
        self.left = self.schedule[self.step].seconds
        return self.schedule[self.step]

    def advance(self, seconds: float) -> list[Step]:
        """Let time go and announce on time whatever falls due; return it. A clock that is stopped stays."""
        begun: list[Step] = []
        if self.paused:
            return begun
        while seconds >= self.left and self.step + 1 < len(self.schedule):
            seconds -= self.left
            self.left = 0.0
            begun.append(self.announce())
        self.run(seconds)
        return begun

    def hand_for_hand(self) -> list[Step]:
        """One hand was played hand for hand: its fixed time goes off. Return what began."""
        return self.advance(self.rules.hand_for_hand_s or 0)

    def holds_push(self, until_break: float | None = None) -> bool:
        """Whether dealers wait with their push: the level, or a break in so many seconds, is too near."""
        limit = self.rules.hold_push_s
        near = self.left if until_break is None else min(self.left, until_break)
        return limit is not None and 0 < near <= limit

    def prepares_decks(self, until_start: float, seated: int) -> bool:
        """Whether a dealer with ``seated`` players makes the deck ready: play starts in so many seconds."""
        limit = self.rules.prepare_deck_s
        return limit is not None and seated >= 2 and 0 < until_start <= limit
