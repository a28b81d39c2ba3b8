"""Enrols a deck card by card: one on the antenna, then none, then the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from controller.deck.file import DeckError
from firmware_bridge.readers.confirm import Confirm
from firmware_bridge.readers.look import COLLISION, SOUND, Look

EMPTY_LOOKS: Final = 2
"""Sound looks without a tag before the next card counts: two cards at once may read as a third."""

_TAG = re.compile(r"^[0-9A-Fa-f]{8,20}$")
_CARD = re.compile(r"^(?:[2-9TJQKA][cdhs]|Jk)$")


@dataclass(frozen=True, slots=True)
class Told:
    """What to tell whoever enrols. ``card`` is set where one has been taken in."""

    text: str
    card: str | None = None


class Enrolment:
    """Takes the looks of one antenna; ``cards`` maps tags to the cards taken in so far."""

    def __init__(self, order: Sequence[str], antenna: int) -> None:
        self._order, self._antenna = order, antenna
        self.cards: dict[str, str] = {}
        self._confirm = Confirm()
        self._empty = 0
        self._said = ""

    @property
    def wanted(self) -> str | None:
        """The card to put on the antenna now; None when all are there."""
        return self._order[len(self.cards)] if len(self.cards) < len(self._order) else None

    def looked(self, look: Look) -> Told | None:
        """Take one look; return what it changes."""
        if look.antenna != self._antenna or self.wanted is None:
            return None
        self._confirm.looked(look)
        if not look.tags and look.flags == SOUND:
            return self._nothing_there()
        if len(look.tags) > 1 or look.flags & COLLISION:
            return self._once("more than one tag answers: one card alone, please")
        if look.flags != SOUND or not self._confirm.places(look.tags[0]):
            return None
        return self._one(look.tags[0])

    def _nothing_there(self) -> Told | None:
        self._empty += 1
        if self._empty < EMPTY_LOOKS:
            return None
        self._confirm = Confirm()
        return self._once(f"{self.wanted}, please")

    def _one(self, tag: str) -> Told | None:
        card = self.wanted
        if self._empty < EMPTY_LOOKS:
            return self._once("take the card away first") if tag not in self.cards else None
        if tag in self.cards:
            return self._once(f"that is {self.cards[tag]} again")
        assert card is not None
        self.cards[tag] = card
        self._empty = 0
        return Told(f"{card}  {tag}; take it away", card)

    def _once(self, text: str) -> Told | None:
        if text == self._said:
            return None
        self._said = text
        return Told(text)


def tags_of(lines: Iterable[str]) -> list[tuple[str, str | None]]:
    """Return the tags of a list, one a line, with the card beside it where there is one. Raise DeckError.

    ``E004015012345678 As``, ``As,E004015012345678`` and a tag alone are all right; ``#`` begins a remark.
    """
    found: list[tuple[str, str | None]] = []
    for number, line in enumerate(lines, 1):
        words = re.split(r"[\s,;=]+", line.partition("#")[0].replace('"', "").strip())
        if words == [""]:
            continue
        tags = [word.upper() for word in words if _TAG.match(word)]
        cards = [word for word in words if _CARD.match(word)]
        if len(tags) != 1 or len(cards) > 1 or len(tags) + len(cards) != len(words):
            raise DeckError(f"line {number}: a tag, and a card if it is known, such as E004015012345678 As")
        found.append((tags[0], cards[0] if cards else None))
    return found


def cards_of(tags: Sequence[tuple[str, str | None]], order: Sequence[str]) -> dict[str, str]:
    """Return which tag is which card; a list without cards is in ``order``. Raise DeckError."""
    if any(card for _, card in tags) and not all(card for _, card in tags):
        raise DeckError("either every line names its card, or none does")
    if not any(card for _, card in tags) and len(tags) != len(order):
        raise DeckError(f"{len(tags)} tags for {len(order)} cards")
    named = [(tag, card or order[index]) for index, (tag, card) in enumerate(tags)]
    again = sorted({tag for tag, _ in named if [one for one, _ in named].count(tag) > 1})
    if again:
        raise DeckError(f"listed more than once: {', '.join(again)}")
    return dict(named)
