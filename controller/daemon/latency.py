"""Measures how long an event takes from its reading to the first page's having it, and what of that was waiting.

Linux says how long a thread was ready to run and did not: the run queue's share is a machine that is busy
with other things, the rest is the daemon's own.
"""

from __future__ import annotations

import bisect
import threading
import time
from pathlib import Path
from typing import Final

BOUNDS_S: Final = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)
"""The upper bounds of a histogram's buckets, in seconds."""


class Histogram:
    """Counts durations by size."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_S) + 1)
        self.sum_s = 0.0

    def observe(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect.bisect_left(BOUNDS_S, seconds)] += 1
        self.sum_s += seconds

    def cumulative(self) -> list[tuple[str, float]]:
        """Return for each bound how many were no longer, the last without bound."""
        names = [*map(str, BOUNDS_S), "+Inf"]
        return [(name, float(sum(self.counts[: place + 1]))) for place, name in enumerate(names)]


class Latency:
    """Follows the oldest event that no page has yet. Belongs to one thread, whose run queue it reads."""

    def __init__(self) -> None:
        self.own, self.queued = Histogram(), Histogram()
        self._since: tuple[float, float] | None = None
        self._schedstat = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")

    def came(self) -> None:
        """An event was read; the first one that no page has is the one that counts."""
        if self._since is None:
            self._since = (time.monotonic(), self._queued_s())

    def told(self) -> None:
        """A page has all that came."""
        if self._since is not None:
            (came, queued), self._since = self._since, None
            waited = max(0.0, self._queued_s() - queued)
            self.queued.observe(waited)
            self.own.observe(max(0.0, time.monotonic() - came - waited))

    def forget(self) -> None:
        """Nobody watches: there is nothing to be told."""
        self._since = None

    def _queued_s(self) -> float:
        """Return how long this thread was ready and did not run, in seconds; 0 where the kernel does not say."""
        try:
            return int(self._schedstat.read_bytes().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0
