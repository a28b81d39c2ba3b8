"""Ties tags to cards, says whether a deck may be used, and whether it is whole.

A deck is a TOML file: ``id``, ``back`` and a table ``[cards]`` of tags and the cards that they sit in.
"""

from controller.deck.count import Count, count
from controller.deck.doctor import Trouble, troubles
from controller.deck.file import DeckError, DeckFile, load_deck, save_deck

__all__ = [
    "Count",
    "DeckError",
    "DeckFile",
    "Trouble",
    "count",
    "load_deck",
    "save_deck",
    "troubles",
]
