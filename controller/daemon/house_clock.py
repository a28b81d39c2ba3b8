"""Runs the level schedule by the table's clock, through stops and restarts.

It stands still until the first hand, or until the floor starts it. What was announced, and what the floor did,
is kept as the step, the seconds left and the ``t`` at which that was so: a restart goes on as if it had never
stopped, for the room did not stop either.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Final

from controller.assist.level_clock import LevelClock, LevelStep, Step
from controller.config import ClockConfig
from controller.table.chips import bets_of
from controller.table.rulebook import LevelRules
from controller.table.view import TableView
from controller.table_api import BadKey, BlindsView, LevelsView

STEERING: Final = ("go", "pause", "next", "back", "add", "take")
MINUTE_S: Final = 60.0


class HouseClock:
    """The clock of one table. ``t`` is the log's, in seconds."""

    def __init__(self, steps: Sequence[Step], rules: LevelRules, config: ClockConfig, t: float) -> None:
        self._clock = LevelClock(rules, steps, paused=True)
        self._config = config
        self._t = t
        self.started = False
        self._by_hand: int | None = None
        """Hand for hand: the last hand whose fixed time went off; None where time goes by itself."""

    def resume(self, kept: dict[str, Any], t: float) -> list[Step]:
        """Go on from what ``state`` returned before a restart; return what fell due meanwhile."""
        clock = self._clock
        clock.step = min(int(kept["step"]), len(clock.schedule) - 1)
        clock.left, clock.paused = float(kept["left"]), bool(kept["paused"])
        self.started, self._t = bool(kept["started"]), float(kept["t"])
        self._by_hand = kept.get("by_hand")
        return self.run(t)

    def state(self) -> dict[str, Any]:
        """Return what ``resume`` needs."""
        clock = self._clock
        return {
            "step": clock.step, "left": round(clock.left, 3), "paused": clock.paused,
            "started": self.started, "t": self._t, "by_hand": self._by_hand,
        }  # fmt: skip

    def run(self, t: float, *, in_hand: bool = False) -> list[Step]:
        """Let the time until ``t`` go; return the levels and breaks that began."""
        gone, self._t = max(0.0, t - self._t), max(self._t, t)
        begun = self._clock.advance(gone) if self._by_hand is None else []
        if in_hand and not self.started and self._config.starts == "hand":
            self._clock.paused, self.started = False, True
        return begun

    def play(self, over: int, *, hand_for_hand: bool) -> list[Step] | None:
        """Follow play hand for hand, where the house has a time for it: each hand takes that off, however long it was.

        ``over`` is the number of the last hand that is over. Return what began; None where nothing has changed.
        """
        if not hand_for_hand or self._clock.rules.hand_for_hand_s is None:
            changed, self._by_hand = self._by_hand is not None, None
            return [] if changed else None
        if self._by_hand is None:
            self._by_hand = over
            return []
        if over <= self._by_hand:
            return None
        hands, self._by_hand = over - self._by_hand, over
        return [step for _ in range(hands) for step in self._clock.hand_for_hand()]

    @property
    def next_s(self) -> float | None:
        """Seconds until something begins; None while nothing will."""
        clock = self._clock
        stands = clock.paused or self._by_hand is not None or clock.step + 1 == len(clock.schedule)
        return None if stands else clock.left

    @property
    def level(self) -> LevelStep:
        """The level that holds from the next hand on."""
        return self._clock.now

    @property
    def dealers(self) -> bool:
        """Whether the dealer's display may steer it."""
        return self._config.dealer

    def steer(self, do: str, t: float) -> list[Step]:
        """Do what the floor wants of the clock; return what began. Raise BadKey where that cannot be."""
        begun = self.run(t)
        clock = self._clock
        if do == "go":
            clock.paused, self.started = False, True
        elif do == "pause":
            clock.paused = True
        elif do == "add":
            clock.left += MINUTE_S
        elif do == "take":
            clock.run(MINUTE_S)
        elif do in ("next", "back"):
            begun.append(self._turn(1 if do == "next" else -1))
        else:
            raise BadKey(f"do: one of {', '.join(STEERING)} is meant, not {do[:20]!r}")
        return begun

    def _turn(self, by: int) -> Step:
        try:
            return self._clock.turn(by)
        except ValueError as error:
            raise BadKey.because("do", "last_level" if by > 0 else "first_level") from error

    def view(self, t: float, *, played: BlindsView | None) -> LevelsView:
        """Return the clock as it stands at ``t``. ``played``: the blinds of the hand that is on, if one is."""
        clock = self._clock
        gone = 0.0 if clock.paused or self._by_hand is not None else max(0.0, t - self._t)
        left = ceil(max(0.0, clock.left - gone) - 0.001)
        rest = clock.resting
        ahead = clock.step + 1 < len(clock.schedule)
        return LevelsView(
            level=clock.level + 1,
            of=clock.levels,
            left=left,
            paused=clock.paused,
            started=self.started,
            rest=None if rest is None else rest.name,
            now=blinds_of(clock.now),
            next=None if clock.next is None else blinds_of(clock.next),
            next_rest=clock.until_break is not None,
            soon=ahead and self.started and left <= self._config.announce_s,
            first=clock.step == 0,
            last=not ahead,
            waits=played not in (None, blinds_of(clock.now)),
            dealer=self._config.dealer,
        )


def blinds_of(level: LevelStep | TableView) -> BlindsView:
    """Return what is posted in a level, be it the schedule's or that of the hand in play."""
    return BlindsView(
        small=level.small, big=level.big, ante=level.ante, big_blind_ante=level.big_blind_ante,
        **bets_of(level.big, level.small_bet, level.big_bet, level.bring_in),
    )  # fmt: skip


def level_event(level: LevelStep) -> dict[str, Any]:
    """Return the event that tells the table of a level; the schedule's, so nobody keyed it."""
    event: dict[str, Any] = {
        "type": "level", "small": level.small, "big": level.big, "ante": level.ante,
        "big_blind_ante": level.big_blind_ante, "by": "table", "why": "the level schedule",
    }  # fmt: skip
    bets = {"bring_in": level.bring_in, "small_bet": level.small_bet, "big_bet": level.big_bet}
    event |= {name: amount for name, amount in bets.items() if amount is not None}
    if level.denominations is not None:
        event["denominations"] = list(level.denominations)
    return event
