"""A call at a moment to come, which can be moved and cancelled."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


class Alarm:
    """Rings once, inside the event loop. Moments are seconds of ``time.monotonic``."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is going to ring."""
        return self._timer is not None

    def set(self, at_s: float | None) -> None:
        """Ring at ``at_s`` and at no other moment, at once where that is past; None: not at all."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if at_s is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, at_s - time.monotonic()), self._rung)

    def _rung(self) -> None:
        self._timer = None
        self._ring()
