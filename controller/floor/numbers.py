"""Keeps which messages of a table were heard: the highest number, and the gaps below it."""

from __future__ import annotations

from typing import Final

MOST_AT_FIRST: Final = 2_000
"""How many old messages are asked for of a table that was never heard before."""

MOST_UNREAD: Final = 1_000
"""How many messages that nobody could read are known."""


class Numbers:
    """The numbers of one table's messages. ``missing`` are ranges, both ends in them, the lowest first."""

    def __init__(self, high: int = 0, missing: list[tuple[int, int]] | None = None) -> None:
        self.high = high
        self.missing = missing or []
        self._unread: set[int] = set()

    @property
    def gap(self) -> int:
        """How many messages are missing."""
        return sum(last - first + 1 for first, last in self.lacking())

    def lacking(self) -> list[tuple[int, int]]:
        """Return the gaps without what came and could not be read."""
        found = []
        for first, last in self.missing:
            for n in sorted(n for n in self._unread if first <= n <= last):
                found.append((first, n - 1))
                first = n + 1
            found.append((first, last))
        return [(first, last) for first, last in found if first <= last]

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

    def unread(self, n: object) -> None:
        """Note that nobody could read message ``n``: it would be the same again, and one that can be read still counts."""
        if type(n) is int and len(self._unread) < MOST_UNREAD:
            self._unread.add(n)

    def told(self, high: int) -> None:
        """Note that there are messages up to ``high``: those that were not heard are missing."""
        if high > self.high:
            first = self.high + 1 if self.high else max(1, high - MOST_AT_FIRST + 1)
            self.missing.append((first, high))
            self.high = high
