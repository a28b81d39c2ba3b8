"""Holds what the daemon has of its own beside the referee: the house's clock, and seats that wait for a hand's end.

Both are kept in the journal whenever they change, after the events that they made: a restart in between makes
those events once more, and the same ones.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import structlog

from controller.assist.level_clock import LevelStep, Step
from controller.daemon.core import TableCore
from controller.daemon.house_clock import HouseClock, blinds_of, level_event
from controller.daemon.seat_changes import SeatChanges
from controller.daemon.unsafe import Safe
from controller.table_api import BadKey, LevelsView

_LOOK_S: Final = 0.25
"""How often it is looked whether a hand began or ended that the clock, or a seat, waits for."""
WHY: Final = "seats change before the next hand"

log = structlog.get_logger()


class House:
    """One table's clock and waiting seats. ``clock`` is None where the table has no schedule."""

    def __init__(self, core: TableCore, clock: HouseClock | None, kept: dict[str, Any]) -> None:
        """``kept`` is what the journal has of it; empty in a new log."""
        self._core = core
        self.clock = clock
        self.seats = SeatChanges(core.live, kept.get("waiting", []))
        self._kept_clock = kept.get("clock")

    def start(self) -> None:
        """Go on from where the last run stopped; the journal takes records now."""
        if self.clock is not None and self._kept_clock is not None:
            self._began(self.clock.resume(self._kept_clock, self._core.clock.now()))

    async def run(self) -> None:
        """Announce what falls due and set what waited, until cancelled."""
        while True:
            self.look()
            next_s = None if self.clock is None else self.clock.next_s
            await asyncio.sleep(_LOOK_S if next_s is None else min(_LOOK_S, next_s + 0.001))

    def crashed(self, error: BaseException) -> None:
        """Say that the clock broke; it is started again."""
        log.error("the house's clock broke", error=type(error).__name__)

    def look(self) -> None:
        """Do what is due now."""
        if self.clock is not None:
            started = self.clock.started
            begun = self.clock.run(self._core.clock.now(), in_hand=self._core.live.in_hand)
            self._began(begun)
            if self.clock.started != started and not begun:
                self.keep()
            live = self._core.live
            if (hands := self.clock.play(live.hands_over, hand_for_hand=live.hand_for_hand)) is not None:
                self._began(hands)
                self.keep()
        if self.seats.due:
            if self._core.live.in_hand:  # over, and nobody signals its end
                self._core.key({"type": "hand.end", "why": WHY})
            for event in self.seats.take():
                self._core.key(event)
            self.keep()

    def before_hand(self, t: float) -> None:
        """Set what waits before a new hand goes on record at ``t``."""
        if not self.seats.views():
            return
        if self._core.live.in_hand:
            self._core.set_at(t, {"type": "hand.end", "why": WHY})
        for event in self.seats.take():
            self._core.set_at(t, event)
        self.keep()

    def _began(self, begun: list[Step]) -> None:
        """Tell the table of the level that has begun, and keep where the clock stands."""
        levels = [step for step in begun if isinstance(step, LevelStep)]
        if levels:
            self._core.key(level_event(levels[-1]))
            log.info("level", small=levels[-1].small, big=levels[-1].big)
        if begun:
            self.keep()

    def keep(self, safe: Safe | None = None, **done: str) -> None:
        """Record where the clock stands and what waits, with what was ``done`` to it by whom."""
        clock = None if self.clock is None else self.clock.state()
        self._core.keep_house({"clock": clock, "waiting": self.seats.state(), **done}, safe)
        self._core.owner.changed()

    def set_table(self, seats: dict[str, Any], safe: Safe) -> bool:
        """Set the whole table, or have it wait while a hand is on; return whether it waits."""
        fields = {"type": "table", "seats": seats, "denominations": list(self._core.live.denominations)}
        if not self._core.live.in_hand:
            self.seats.drop()
            self._core.key(fields, safe)
            return False
        self.seats.hold({"what": "table", "fields": fields})
        self.keep(safe)
        return True

    def move(self, here: int, there: int, safe: Safe) -> bool:
        """Move a player to an empty seat, or have it wait; return whether it waits. Raise BadKey."""
        self.seats.hold(self.seats.move(here, there))
        now = not self._core.live.in_hand
        if now:
            for event in self.seats.take():
                self._core.key(event)
        self.keep(safe)
        return not now

    def drop(self, safe: Safe) -> None:
        """Forget what waits."""
        self.seats.drop()
        self.keep(safe)

    def steer(self, do: str, by: str, at: str, safe: Safe) -> None:
        """Do what floor or dealer want of the clock. Raise BadKey where there is none, or the house does not let."""
        if self.clock is None:
            raise BadKey.because("do", "no_schedule")
        if at == "dealer" and not self.clock.dealers:
            raise BadKey.because("at", "floor_steers")
        log.info("clock steered", do=do, by=by)
        self._began(self.clock.steer(do, self._core.clock.now()))
        self.keep(safe, do=do, by=by)

    def levels(self) -> LevelsView | None:
        """Return the clock as the pages show it."""
        if self.clock is None:
            return None
        view = self._core.live.view()
        played = None if view.street == "between" else blinds_of(view)
        return self.clock.view(self._core.clock.now(), played=played)
