"""Keeps which messages of a table were heard: the highest number, and the gaps below it."""

from __future__ import annotations

from typing import Final

MOST_AT_FIRST: Final = 2_000
"""How many old messages are asked for of a table that was never heard before."""


class Numbers:
    """The numbers of one table's messages. ``missing`` are ranges, both ends in them, the lowest first."""

    def __init__(self, high: int = 0, missing: list[tuple[int, int]] | None = None) -> None:
        self.high = high
        self.missing = missing or []

    @property
    def gap(self) -> int:
        """How many messages are missing."""
        return sum(last - first + 1 for first, last in self.missing)

    def heard(self, n: int) -> bool:
        """Note message ``n``; return whether it is new."""
        if n > self.high:
            self.told(n - 1)
            self.high = n
            return True
        for place, (first, last) in enumerate(self.missing):
            if first <= n <= last:
                self.missing[place : place + 1] = [
                    part for part in ((first, n - 1), (n + 1, last)) if part[0] <= part[1]
                ]
                return True
        return False

    def told(self, high: int) -> None:
        """Note that there are messages up to ``high``: those that were not heard are missing."""
        if high > self.high:
            first = self.high + 1 if self.high else max(1, high - MOST_AT_FIRST + 1)
            self.missing.append((first, high))
            self.high = high
