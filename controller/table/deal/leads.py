"""Says who brings it in by the door cards at stud, and who acts first by the boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from controller.table.ranks import RANKS, SUITS

_HIGH: Final = {rank: value for value, rank in enumerate(RANKS, 2)}
_LOW: Final = {**_HIGH, "A": 1}


def brings_in(doors: Mapping[int, str], *, razz: bool) -> int:
    """Return the seat that must bring it in: with the lowest door card, at razz the highest, where aces are low."""
    ranks = _LOW if razz else _HIGH
    seats = sorted(doors, key=lambda seat: (ranks[doors[seat][0]], SUITS.index(doors[seat][1])))
    return seats[-1] if razz else seats[0]


def first_by_board(
    boards: Mapping[int, Sequence[str]], order: Sequence[int], *, street: int, razz: bool, by_suit: bool
) -> int | None:
    """Return the seat that acts first on a later street; None where a card of a board was not read."""
    short = any(not all(names) or len(names) < min(street, 3) + 1 for names in boards.values())
    return None if short or not boards else leads(boards, order, razz=razz, by_suit=by_suit)


def leads(boards: Mapping[int, Sequence[str]], order: Sequence[int], *, razz: bool, by_suit: bool) -> int:
    """Return the seat that acts first: with the highest board, at razz the lowest.

    Of equal boards it is the one with the highest card by suit where ``by_suit`` says so, else the first in ``order``.
    """
    seats = [seat for seat in order if seat in boards]
    best = max(_height(boards[seat], razz=razz) for seat in seats)
    equal = [seat for seat in seats if _height(boards[seat], razz=razz) == best]
    return max(equal, key=lambda seat: _suit(boards[seat], razz=razz)) if by_suit else equal[0]


def _height(board: Sequence[str], *, razz: bool) -> tuple[int, ...]:
    """Return what is compared of a board: pairs first, then ranks; greater acts first."""
    ranks = [(_LOW if razz else _HIGH)[card[0]] for card in board]
    ordered = sorted(Counter(ranks).items(), key=lambda each: (each[1], each[0]), reverse=True)
    counts, values = [count for _, count in ordered], [rank for rank, _ in ordered]
    padded = [*counts, *[0] * (4 - len(counts)), *values, *[0] * (4 - len(values))]
    return tuple(-each for each in padded) if razz else tuple(padded)


def _suit(board: Sequence[str], *, razz: bool) -> int:
    """Return the highest suit among the cards of the rank that a board is first compared by."""
    ranks = _LOW if razz else _HIGH
    count = Counter(card[0] for card in board)
    top = max(board, key=lambda card: (count[card[0]], ranks[card[0]]))[0]
    return max(SUITS.index(card[1]) for card in board if card[0] == top)
