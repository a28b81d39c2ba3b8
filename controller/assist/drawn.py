"""Orders cards that were drawn for rank: highest first, suits where ranks are equal."""

from __future__ import annotations

from collections.abc import Iterable

from controller.assist.answer import AssistError
from controller.table.ranks import FULL_DECK, RANKS, SUITS


def height(card: str) -> tuple[int, int]:
    """Return how high ``card`` is: by rank, then suit.

    Clubs lowest, spades highest: no house's book here says so for races and seats; it is our reading.
    """
    return RANKS.index(card[0]), SUITS.index(card[1])


def check_cards(cards: Iterable[str]) -> None:
    """Raise AssistError for a card that no deck holds, or holds only once."""
    seen: set[str] = set()
    for card in cards:
        if card not in FULL_DECK:
            raise AssistError(f"{card!r} is no card; write rank and suit, as in Kd or Ts")
        if card in seen:
            raise AssistError(f"{card} was dealt twice")
        seen.add(card)
