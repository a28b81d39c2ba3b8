"""The deck in the shoe: which tag is which card, and cards that should not be there."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.table.claims import Claim
from controller.table.events import CardDrawn, DeckLoaded

FULL_DECK = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
"""The cards of a hold'em deck; a tag that is named like one is that card where no map says otherwise."""


@dataclass(slots=True)
class Deck:
    """Tags of the deck in play. Without a map a tag is its card's own name."""

    id: str = ""
    back: str = ""
    cards: dict[str, str] = field(default_factory=dict)
    _places: dict[str, set[str]] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)

    @classmethod
    def loaded(cls, event: DeckLoaded) -> Deck:
        """Return the deck that a ``deck`` event names."""
        return cls(event.id, event.back, dict(event.cards))

    def card(self, tag: str) -> str:
        """Return the card of a tag, the tag itself where nothing is known of it."""
        return self.cards.get(tag, tag)

    def missing(self) -> int:
        """Return how many cards the map lacks of a full deck; 0 where there is no map."""
        return len(FULL_DECK - set(self.cards.values())) if self.cards else 0

    def new_hand(self) -> None:
        """Forget what was seen in the last hand."""
        self._places.clear()
        self._told.clear()

    def back_in_stub(self, tag: str) -> None:
        """A card went back and may come again."""
        self._places.get(self.card(tag), set()).discard(tag)

    def drawn(self, event: CardDrawn, line: int, *, still_out: bool) -> list[Claim]:
        """A card left the shoe; ``still_out``: the same tag already lies on the table."""
        claims: list[Claim] = []
        if event.back is not None and self.back and event.back != self.back:
            facts = {"zone": "shoe", "back": event.back}
            claims += self._once(Claim("deck.foreign_back", facts=facts, lines=[line]), str(event.tag))
        if event.tag is None:
            return claims
        claims += self._read(event.tag, "shoe", line, in_play=True)
        if still_out and not self.cards and event.tag in FULL_DECK:
            claims += self._once(Claim("deck.duplicate", facts={"zone": "shoe"}, lines=[line]), event.tag)
        return claims

    def seen(self, tag: str, zone: str, line: int) -> list[Claim]:
        """A tag was read somewhere; in the stub it is not in play."""
        return self._read(tag, zone, line, in_play=zone not in ("shoe", "stub"))

    def _read(self, tag: str, zone: str, line: int, *, in_play: bool) -> list[Claim]:
        card = self.cards.get(tag)
        if card is None:
            if self.cards:
                return self._once(Claim("deck.foreign_tag", facts={"zone": zone}, lines=[line]), tag)
            return self._joker(tag, zone, line) if tag == "Jk" else []
        if card == "Jk":
            return self._joker(tag, zone, line)
        tags = self._places.setdefault(card, set())
        tags.add(tag)
        if len(tags) == 1:
            return []
        cases = () if in_play else ("stub",)
        return self._once(Claim("deck.duplicate", None, cases, {"zone": zone}, [line]), card)

    def _joker(self, tag: str, zone: str, line: int) -> list[Claim]:
        return self._once(Claim("deck.joker", facts={"zone": zone}, lines=[line]), tag)

    def _once(self, claim: Claim, key: str) -> list[Claim]:
        if claim.kind + key in self._told:
            return []
        self._told.add(claim.kind + key)
        return [claim]
