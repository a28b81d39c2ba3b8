"""Tells which card lies on which by what shows between them: a face's white rim, or the back's picture in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.cards.exact import beyond
from vision.cards.fitting import Lies, Mask, Size
from vision.cards.lying import PX_PER_MM
from vision.cards.sides import LEAST_MM2, Evidence, Side

_EDGE_MM: Final = 1.2
"""So near an edge two cards are mixed in the picture."""
_PRINT: Final = 0.5
"""What a face shows is as unlike the back as half of what paper would be, for all that is known."""
_RIM: Final = 2.0
"""How much worse a face is explained whose rim is not white."""
_CLEARLY_MM2: Final = 150.0
"""By so much less the right order leaves unexplained than any that would make other sides of the cards."""
_PLACE_MM2: Final = 4.0

Order = tuple[int, ...]
"""Numbers of cards, the lowest first."""


@dataclass(frozen=True)
class Spot:
    """A card's place: what speaks for its sides there, and ``grid``, where its places lie, in pixels."""

    card: Lies
    evidence: Evidence
    grid: npt.NDArray[np.float64]


def order_of(spots: Sequence[Spot], size: Size) -> Order | None:
    """Return which card lies on which, None where another order with other sides explains what shows nearly as well.

    Where all are backs another order may hide some, if no face shows in it: a back without a border has no seams.
    """
    heap = _Heap(spots, size)
    told = sorted((heap.unexplained(order), order) for order in permutations(range(len(spots))))
    least, best = told[0]
    likely = [order for mm2, order in told if mm2 < least + _CLEARLY_MM2]
    backs = heap.number(best, "down")
    if backs == len(spots):
        return None if any(heap.number(order, "up") for order in likely) else best
    return best if all(heap.number(order, "down") == backs for order in likely) else None


class _Heap:
    """Cards that lie on each other in an order that is not known."""

    def __init__(self, spots: Sequence[Spot], size: Size) -> None:
        self._spots, self._size = spots, size
        self._seen: dict[tuple[int, frozenset[int]], tuple[float, Side | None]] = {}

    def unexplained(self, order: Order) -> float:
        """Return how much of what shows is not explained by faces and backs that lie in ``order``, in mm2."""
        return sum(self._judged(card, order[at + 1 :])[0] for at, card in enumerate(order))

    def number(self, order: Order, side: Side) -> int:
        """Return how many of the cards would show ``side`` in ``order``."""
        return sum(self._judged(card, order[at + 1 :])[1] == side for at, card in enumerate(order))

    def _judged(self, number: int, above: Sequence[int]) -> tuple[float, Side | None]:
        """Return how much of a card is not explained where ``above`` lie on it, and its side, None where too little shows."""
        key = number, frozenset(above)
        if key not in self._seen:
            shows = self._within[number].copy()
            for other in above:
                shows &= self._clear_of[number][other]
            self._seen[key] = self._weighed(self._spots[number].evidence, shows)
        return self._seen[key]

    def _weighed(self, evidence: Evidence, shows: Mask) -> tuple[float, Side | None]:
        places = int(shows.sum())
        if not places:
            return 0.0, None
        back = evidence.unlike_back(shows)
        face = _PRINT + _RIM * evidence.coloured_rim(shows)
        mm2 = places * _PLACE_MM2
        side: Side = "down" if back < face else "up"
        return min(back, face) * mm2, side if mm2 >= LEAST_MM2 else None

    @cached_property
    def _within(self) -> list[Mask]:
        return [self._apart(spot, spot.card) < -_EDGE_MM * PX_PER_MM for spot in self._spots]

    @cached_property
    def _clear_of(self) -> list[list[Mask]]:
        """Where of each card each other would not cover it."""
        return [
            [self._apart(spot, other.card) > _EDGE_MM * PX_PER_MM for other in self._spots]
            for spot in self._spots
        ]

    def _apart(self, spot: Spot, card: Lies) -> npt.NDArray[np.float64]:
        return beyond(spot.grid.reshape(-1, 2), card, self._size).reshape(spot.grid.shape[:2])
