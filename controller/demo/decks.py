"""The decks of the virtual table, by the names that hands and lessons give their cards, and the tag that is in each."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from controller.deck import DeckFile
from controller.table.ranks import NEW_DECK_ORDER

JOKER: Final = "Jk"
"""What the course has among the first deck's cards besides."""
FOREIGN: Final = "X1"
"""A card of no deck."""
SECOND: Final = {f"blue:{card}": card for card in NEW_DECK_ORDER}
"""The cards of the course's second deck; those of the first are called as they are."""

PLAIN: Final = (DeckFile(id="virtual", cards={card: card for card in NEW_DECK_ORDER}),)
"""What the shoe of the demo holds."""
COURSE: Final = (
    DeckFile(id="virtual", back="red", cards={card: card for card in (*NEW_DECK_ORDER, JOKER)}),
    DeckFile(id="virtual-blue", back="blue", cards=SECOND),
)
"""What lies at the table of the course; the shoe holds one of them at a time."""

TAGS: Final = {
    name: "E00401" + blake2b(name.encode(), digest_size=5).hexdigest().upper()
    for name in (*NEW_DECK_ORDER, JOKER, FOREIGN, *SECOND)
}
"""The tag that is in each card. As with bought ones, no two read at once give a third."""


def tagged(deck: DeckFile) -> DeckFile:
    """Return a deck as it is enrolled: by its tags."""
    return DeckFile(id=deck.id, back=deck.back, cards={TAGS[name]: card for name, card in deck.cards.items()})
