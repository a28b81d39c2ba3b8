"""Says when the log needs a tick: soon after things fall quiet in a hand, and rarely after that.

Findings that rest on silence (a short push that nobody adds to, cards gone and seen nowhere, a player's
clock) are proved by time alone, and time in a log is an event like any other. A tick costs a line, so
there are few: one when an antenna's reading has stood long enough to be believed, one when a silence has
lasted long enough to mean something, then one a second while a clock runs and one in five seconds otherwise;
none between hands.
"""

from __future__ import annotations

from typing import Final

from controller.table.events import (
    AnyEvent,
    CardGone,
    CardSeen,
    ClockCalled,
    ClockCancelled,
    HandEnded,
    HandStarted,
    Ruled,
    Tick,
)

BELIEVED_S: Final = 0.155
"""How long a reading must stand before the engine believes it, and a little."""
_SILENCE_S: Final = 2.05
_CLOCK_STEP_S: Final = 1.0
_IDLE_STEP_S: Final = 5.0
_LONGEST_S: Final = 600.0


class Ticking:
    """Says when the next tick is due. Events come in any order; times are the log's ``t``."""

    def __init__(self) -> None:
        self._quiet_since: float | None = None
        self._last = 0.0
        self._clock_runs = False
        self._sighting = False

    def heard(self, event: AnyEvent) -> None:
        """Note an event."""
        if isinstance(event, HandStarted):
            self._clock_runs = False
        if isinstance(event, HandEnded):
            self._quiet_since = None
            return
        if isinstance(event, ClockCalled):
            self._clock_runs = True
        elif isinstance(event, ClockCancelled | Ruled):
            self._clock_runs = False
        if isinstance(event, Tick):
            self._last = max(self._last, event.t)
        else:
            self._quiet_since = self._last = max(self._last, event.t)
            self._sighting = isinstance(event, CardSeen | CardGone)

    def next(self, *, in_hand: bool) -> float | None:
        """Return the ``t`` of the next tick, None where none is needed until something happens."""
        if not in_hand or self._quiet_since is None:
            return None
        quiet = self._last - self._quiet_since
        for after in (BELIEVED_S, _SILENCE_S) if self._sighting else (_SILENCE_S,):
            if quiet < after - 0.001:
                return self._quiet_since + after
        if quiet > _LONGEST_S:
            return None
        return self._last + (_CLOCK_STEP_S if self._clock_runs else _IDLE_STEP_S)
