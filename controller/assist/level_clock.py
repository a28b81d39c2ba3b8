"""The level clock: which level holds, when the next is due, and what dealers do around it.

Pure: whoever runs it says how much time has gone. A level comes with its announcement, never before the
clock is at zero, and holds from the next hand on; a table learns of it by its ``level`` event.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from controller.table.rulebook import LevelRules


class LevelStep(Struct, frozen=True, kw_only=True):
    """One level of a schedule; ``seconds`` is how long it lasts."""

    small: int
    big: int
    seconds: float
    ante: int = 0
    big_blind_ante: int = 0


@dataclass(slots=True)
class LevelClock:
    """The clock of one event. ``left`` is the seconds that the level still has."""

    rules: LevelRules
    schedule: list[LevelStep]
    level: int = 0
    left: float = field(init=False)

    def __post_init__(self) -> None:
        if not self.schedule:
            raise ValueError("a schedule needs a level")
        self.left = self.now.seconds

    @property
    def now(self) -> LevelStep:
        """The level that was announced last."""
        return self.schedule[self.level]

    @property
    def next(self) -> LevelStep | None:
        """The level that comes next; None after the last one."""
        return self.schedule[self.level + 1] if self.level + 1 < len(self.schedule) else None

    def run(self, seconds: float) -> None:
        """Let time go; at zero the clock waits for the announcement."""
        self.left = max(0.0, self.left - seconds)

    @property
    def due(self) -> bool:
        """Whether the next level may be announced."""
        return self.left == 0 and self.next is not None

    def announce(self) -> LevelStep:
        """Announce the next level and return it. Raise ValueError while the clock runs, or after the last."""
        if not self.due:
            raise ValueError("no level is announced before the clock is at zero")
        self.level += 1
        self.left = self.now.seconds
        return self.now

    def hand_for_hand(self) -> bool:
        """One hand was played hand for hand: its fixed time goes off. Return whether a new level has come."""
        off = self.rules.hand_for_hand_s or 0
        if self.left > off or self.next is None:
            self.run(off)
            return False
        over = off - self.left
        self.left = 0.0
        self.announce()
        self.run(over)
        return True

    def holds_push(self, until_break: float | None = None) -> bool:
        """Whether dealers wait with their push: the level, or a break in so many seconds, is too near."""
        limit = self.rules.hold_push_s
        near = self.left if until_break is None else min(self.left, until_break)
        return limit is not None and 0 < near <= limit

    def prepares_decks(self, until_start: float, seated: int) -> bool:
        """Whether a dealer with ``seated`` players makes the deck ready: play starts in so many seconds."""
        limit = self.rules.prepare_deck_s
        return limit is not None and seated >= 2 and 0 < until_start <= limit
