"""Waits so that a replay's ``t`` passes at a chosen speed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SLOWEST: Final = 0.001
"""Slower than this nobody looks on."""
_LONGEST_WAIT_S: Final = 1e9
"""More than a clock may be asked to wait is not waited for at once."""


class Pace:
    """Waits until the moment of each ``t``; ``speed`` 1 is as it was played, 2 twice as fast, None flat out."""

    def __init__(
        self,
        speed: float | None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._speed = speed
        self._clock = clock
        self._sleep = sleep
        self._zero: float | None = None

    @property
    def paced(self) -> bool:
        """Return whether there is any waiting at all."""
        return self._speed is not None

    def restart(self) -> None:
        """Begin a new log: its first ``t`` is now."""
        self._zero = None

    def wait(self, t: float) -> None:
        """Wait until ``t`` (seconds) has come, counted from the first ``t`` after the start."""
        if self._speed is None:
            return
        now = self._clock()
        if self._zero is None:
            self._zero = now - t / self._speed
        remaining = self._zero + t / self._speed - now
        if remaining > 0:
            self._sleep(min(remaining, _LONGEST_WAIT_S))
