"""Says where a moment stands: rows of time from left to right, in which long rests are folded."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from msgspec import Struct

REST_S = 6.0
"""A rest longer than this is folded..."""
FOLDED_S = 1.6
"""...to the width of so many seconds."""
STEPS = (0.2, 0.5, 1, 2, 5, 10, 20, 60, 120, 300, 600)
"""Seconds between two lines of the grid."""
EDGE_S = 0.3
"""So much of a folded rest is still drawn on either side, as far as the grid goes."""
LABEL = 4.2
"""Room for a label of the grid, in heights of its letters."""


class Fold(Struct, frozen=True):
    """A rest that is folded: from ``since`` to ``until``, in the log's seconds."""

    since: float
    until: float


class Axis:
    """Maps the log's seconds to a row and an x; ``px_per_s`` None fits everything into one row."""

    def __init__(
        self, since: float, until: float, busy: Iterable[float], left: float, right: float, px_per_s: float | None, size: float,
    ) -> None:  # fmt: skip
        self.since, self.until = since, max(until, since + 0.5)
        self.left, self.right, self._size = left, right, size
        self.folds = self._rests(sorted({since, *(t for t in busy if since <= t <= until), until}))
        length = self._length(self.until)
        wanted = 1.0 if px_per_s is None else length * px_per_s / (right - left)
        self.rows = max(1, math.ceil(wanted))
        self._scale = (right - left) * self.rows / length

    def place(self, t: float) -> tuple[int, float]:
        """Return the row of ``t`` and its x there."""
        along = self._length(min(max(t, self.since), self.until)) * self._scale
        row = min(int(along // (self.right - self.left)), self.rows - 1)
        return row, self.left + along - row * (self.right - self.left)

    def grid(self, zero: float) -> list[float]:
        """Return the moments that have a line of the grid, whole steps away from ``zero``."""
        px = self._scale
        step = next((step for step in STEPS if step * px >= LABEL * self._size), STEPS[-1])
        starts = [self.since, *(fold.until - EDGE_S for fold in self.folds)]
        ends = [*(fold.since + EDGE_S for fold in self.folds), self.until]
        return [
            zero + number * step
            for start, end in zip(starts, ends, strict=True)
            for number in range(math.ceil((start - zero) / step), math.floor((end - zero) / step) + 1)
        ]

    @staticmethod
    def _rests(busy: list[float]) -> list[Fold]:
        return [
            Fold(before + 1.0, after - 1.0)
            for before, after in itertools.pairwise(busy)
            if after - before > REST_S
        ]

    def _length(self, t: float) -> float:
        """Return the seconds that are drawn up to ``t``."""
        drawn = t - self.since
        for fold in self.folds:
            gone = min(max(t - fold.since, 0.0), fold.until - fold.since)
            drawn -= gone * (1 - FOLDED_S / (fold.until - fold.since))
        return drawn
