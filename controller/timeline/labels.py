"""Finds room for the words beside marks: no two stand on one another, and what has no room is left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from controller.ruling_cards.words import letters

LETTER: Final = 0.58
BOLD: Final = 0.63
"""How wide a letter is on average for its height; generous, so that nothing touches."""
APART_PX: Final = 4.0
SAME_PX: Final = 6.0
"""Marks so near to one another stand at one place."""


class Labels:
    """The places that are taken, by lane and row, above and below the lane's line."""

    def __init__(self, left: float, right: float, size: float) -> None:
        self._left, self._right, self._size = left - 12, right, size
        self._taken: defaultdict[tuple[str, int, bool], list[tuple[float, float]]] = defaultdict(list)
        self._said: dict[tuple[str, int, str], float] = {}

    def find(
        self, lane: str, row: int, x: float, texts: Sequence[str], *, bold: bool = False
    ) -> tuple[str, bool, float] | None:
        """Return the first of ``texts`` that has room, whether it stands below, and the x of its middle.

        What was said of the same place already is not said again.
        """
        for text in texts:
            if not text:
                continue
            if abs(self._said.get((lane, row, text), -SAME_PX) - x) < SAME_PX:
                return None
            half = letters(text) * (BOLD if bold else LETTER) * self._size / 2
            at = min(max(x, self._left + half), self._right - half)
            for below in (False, True):
                if self._take((lane, row, below), at - half, at + half):
                    self._said[lane, row, text] = x
                    return text, below, at
        return None

    def free(self, lane: str, row: int, x: float, text: str, apart: float) -> bool:
        """Whether ``text`` has room to the right of ``x``, and take it."""
        return self._take((lane, row, False), x, x + letters(text) * LETTER * self._size + apart)

    def _take(self, place: tuple[str, int, bool], start: float, end: float) -> bool:
        taken = self._taken[place]
        if any(start < other_end + APART_PX and end + APART_PX > other for other, other_end in taken):
            return False
        taken.append((start, end))
        return True
