"""Finds who has the first button: a card to each player, the highest has it."""

from __future__ import annotations

from typing import Literal

from controller.table.ranks import RANKS, SUITS


def highest(cards: dict[int, list[str]], how: Literal["suits", "redraw"]) -> list[int]:
    """Return the seats that hold the button by ``cards`` (each seat's in the order drawn): one, or a tie.

    ``how``: equal ranks are told apart by suit, or each seat of the tie gets another card.
    """
    best = [seat for seat, drawn in cards.items() if drawn]
    turn = 0
    while len(best) > 1 and all(len(cards[seat]) > turn for seat in best):
        worth = {seat: _worth(cards[seat][turn], how) for seat in best}
        best = [seat for seat in best if worth[seat] == max(worth.values())]
        turn += 1
    return sorted(best)


def _worth(card: str, how: str) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1]) if how == "suits" else 0
