"""Tells whether a hand is the one best that the board allows."""

from __future__ import annotations

from itertools import combinations

from controller.table.pots.ranking import Rank
from controller.table.ranks import FULL_DECK


def exclusive_nuts(hole: list[str], board: list[str], rank: Rank) -> bool:
    """Whether no two other cards make a hand with ``board`` that ties or beats ``hole``, at hold'em."""
    mine = rank([*hole, *board])
    rest = [card for card in FULL_DECK if card not in hole and card not in board]
    return all(rank([*others, *board]) > mine for others in combinations(rest, 2))
