"""Counts a deck: what was read against what was enrolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from controller.deck.file import DeckFile
from firmware_bridge.readers.confirm import is_or_of_two


@dataclass(frozen=True, slots=True)
class Count:
    """``missing`` and ``twice`` are cards, ``foreign`` and ``phantoms`` tags of no card of the deck."""

    found: int
    of: int
    missing: list[str]
    twice: list[str]
    foreign: list[str]
    phantoms: list[str]

    @property
    def whole(self) -> bool:
        """Whether exactly the enrolled cards are there."""
        return not (self.missing or self.twice or self.foreign or self.phantoms)


def count(deck: DeckFile, tags: Iterable[str]) -> Count:
    """Count a deck by the tags that were read, each as often as it was told apart."""
    times = Counter(iter(tags))
    cards = Counter({tag: n for tag, n in times.items() if tag in deck.cards})
    held = Counter(deck.cards[tag] for tag in cards)
    strange = [tag for tag in times if tag not in deck.cards]
    phantoms = [tag for tag in strange if is_or_of_two(tag, set(deck.cards))]
    return Count(
        found=len(cards),
        of=len(deck.cards),
        missing=[card for tag, card in deck.cards.items() if tag not in cards],
        twice=sorted(
            {deck.cards[tag] for tag, n in cards.items() if n > 1}
            | {card for card, n in held.items() if n > 1}
        ),
        foreign=[tag for tag in strange if tag not in phantoms],
        phantoms=phantoms,
    )
