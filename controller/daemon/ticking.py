"""Has a tick recorded when the table wants to hear of the time.

What rests on silence (a short push that nobody adds to, cards gone and seen nowhere, a player's clock) is
proved by time alone, and time in a log is an event like any other. A tick costs a line, so the table is asked
when it wants one; it is asked once things have been quiet for a moment, since events bring the time themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from controller.daemon.alarm import Alarm

QUIET_S: Final = 0.1
"""Shorter than anything that a table waits for."""


class Ticking:
    """``wake`` returns when the table wants a tick, in seconds of ``time.monotonic``, and ``tick`` has it recorded."""

    def __init__(self, wake: Callable[[], float | None], tick: Callable[[], None]) -> None:
        self._wake = wake
        self._heard_s = 0.0
        self._asking, self._ticking = Alarm(self._ask), Alarm(tick)

    def heard(self) -> None:
        """Note that something has happened: the table is asked anew once it is quiet."""
        self._heard_s = time.monotonic()
        self._ticking.set(None)
        if not self._asking.is_set:
            self._asking.set(self._heard_s + QUIET_S)

    def stop(self) -> None:
        """Record no more ticks."""
        self._asking.set(None)
        self._ticking.set(None)

    def _ask(self) -> None:
        quiet_at = self._heard_s + QUIET_S
        if quiet_at > time.monotonic():
            self._asking.set(quiet_at)
        else:
            self._ticking.set(self._wake())
