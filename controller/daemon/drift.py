"""Notices a device's clock that moves in a way no crystal does: set once, or wrong all the time."""

from __future__ import annotations

from typing import Final

import structlog

from firmware_bridge.clock import DRIFT_PPM

log = structlog.get_logger()
OFTEN_S: Final = 60.0
"""Jumps closer together than this are no jumps but a drift, in seconds."""


class DriftWatch:
    """Names each jump of a device's clock, and a drift once, until it has been quiet for a while."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._since_s = self._last_s = float("-inf")
        self._sum_s, self._count = 0.0, 0

    def jumped(self, by_s: float, now: float) -> None:
        """Note that the clock moved by at least ``by_s``."""
        if now - self._last_s > OFTEN_S:
            self._since_s, self._sum_s, self._count = now, 0.0, 0
        self._last_s = now
        self._count += 1
        self._sum_s += by_s
        if self._count == 1:
            log.warning("device clock jumped", device=self._device, by_s=round(by_s, 3))
        elif self._count == 3:
            ppm = round(DRIFT_PPM + self._sum_s / max(now - self._since_s, 1e-3) * 1e6)
            log.warning("device clock drifts", device=self._device, ppm=ppm, allowed=DRIFT_PPM)
