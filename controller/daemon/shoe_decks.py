"""Tells which of the table's enrolled decks the shoe holds, by the first tag of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from controller.deck import DeckFile
from controller.table.events import AnyEvent, CardDrawn, CardSeen, DeckLoaded, HandStarted

_READS = ("card.draw", "card.seen")


class ShoeDecks:
    """Follows the deck in the shoe.

    A deck is changed between hands only. The first tag of a hand that is read says which deck is dealt; a tag
    of another deck later in the hand is a foreign card, and no change.
    """

    def __init__(self, decks: Sequence[DeckFile] = ()) -> None:
        self._decks = decks
        self._held: frozenset[str] = frozenset()
        self._open = True

    def restore(self, held: Iterable[str]) -> None:
        """Go on between two hands with these tags in the shoe."""
        self._held, self._open = frozenset(held), True

    def heard(self, event: AnyEvent) -> None:
        """Take in an event that has its place in the log."""
        match event:
            case DeckLoaded():
                self._held, self._open = frozenset(event.cards), False
            case HandStarted():
                self._open = True
            case CardDrawn() | CardSeen() if event.tag in self._held:
                self._open = False

    def before(self, fields: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the ``deck`` event that has to stand before an event, None where none has to."""
        tag = fields.get("tag")
        if not self._open or fields.get("type") not in _READS or tag in self._held:
            return None
        for deck in self._decks:
            if tag in deck.cards:
                return {"type": "deck", "id": deck.id, "back": deck.back, "cards": deck.cards}
        return None
