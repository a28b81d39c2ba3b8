"""Ranks, suits and the cards of a deck, as logs write them."""

from __future__ import annotations

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
"""From the lowest to the highest, where suits tell equal ranks apart."""

FULL_DECK: Final = frozenset(rank + suit for rank in RANKS for suit in SUITS)
"""The cards of a hold'em deck; a tag that is named like one is that card where no map says otherwise."""

NEW_DECK_ORDER: Final = tuple(rank + suit for suit in "shdc" for rank in "A" + RANKS[:-1])
"""Cards in the order of a new deck, in which one is enrolled unless somebody says otherwise."""
