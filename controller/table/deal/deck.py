"""Knows the deck in the shoe: which tag is which card, and cards that should not be there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from controller.table.events import CardDrawn, DeckLoaded
from controller.table.irregularities import Irregularity
from controller.table.ranks import FULL_DECK

NOT_IN_PLAY: Final = ("shoe", "stub")
"""Zones of cards that are in nobody's hand, nor on the board."""

MOST: Final = 2
"""Cards of a kind that do not belong to the deck, told one by one in a hand."""


@dataclass(slots=True)
class Deck:
    """Tags of the deck in play. Without a map a tag is its card's own name."""

    id: str = ""
    back: str = ""
    cards: dict[str, str] = field(default_factory=dict)
    backs: dict[str, str] = field(default_factory=dict)
    """The back of every tag of the decks that were in the shoe before."""
    _dealt: dict[str, str] = field(default_factory=dict)
    """Cards that were dealt in this hand from the deck before, if the deck was changed in it."""
    _places: dict[str, set[str]] = field(default_factory=dict)
    _told: list[str] = field(default_factory=list)

    @classmethod
    def loaded(cls, event: DeckLoaded, before: Deck | None = None) -> Deck:
        """Return the deck that a ``deck`` event names; cards of the one ``before`` that lie there stay known."""
        deck = cls(event.id, event.back, dict(event.cards))
        if before is not None:
            deck.backs = before.backs | dict.fromkeys(before.cards, before.back)
            out = {tag for tags in before._places.values() for tag in tags}
            deck._dealt = {tag: before.card(tag) for tag in out}
            deck._told = before._told
        return deck

    def card(self, tag: str) -> str:
        """Return the card of a tag, the tag itself where nothing is known of it."""
        return self.cards.get(tag) or self._dealt.get(tag, tag)

    def missing(self) -> int:
        """Return how many cards the map lacks of a full deck; 0 where there is no map."""
        return len(FULL_DECK - set(self.cards.values())) if self.cards else 0

    def new_hand(self) -> None:
        """Forget what was seen in the last hand."""
        self._places.clear()
        self._dealt.clear()
        self._told.clear()

    def back_in_stub(self, tag: str) -> None:
        """A card went back and may come again."""
        self._places.get(self.card(tag), set()).discard(tag)

    def drawn(self, event: CardDrawn, line: int, *, still_out: bool) -> list[Irregularity]:
        """A card left the shoe; ``still_out``: the same tag already lies on the table."""
        irregularities: list[Irregularity] = []
        tag, back = event.tag, event.back
        if back is not None and self.back and back != self.back:
            facts = {"zone": "shoe", "back": back}
            irregularities += self._once(
                Irregularity("deck.foreign_back", facts=facts, lines=[line]), str(tag)
            )
        if tag is None:
            return irregularities
        irregularities += self.seen(tag, "shoe", line, drawn=True)
        if still_out and not self.cards and tag in FULL_DECK:
            irregularities += self._once(
                Irregularity("deck.duplicate", facts={"zone": "shoe"}, lines=[line]), tag
            )
        return irregularities

    def seen(self, tag: str, zone: str, line: int, *, drawn: bool = False) -> list[Irregularity]:
        """A tag was read somewhere; in the stub, or in the shoe before it is ``drawn``, it is not in play."""
        if tag in self._dealt:
            return []
        card = self.cards.get(tag)
        if card is None:
            if self.cards:
                return self._foreign(tag, zone, line, in_play=drawn or zone not in NOT_IN_PLAY)
            return self._joker(tag, zone, line) if tag == "Jk" else []
        if card == "Jk":
            return self._joker(tag, zone, line)
        tags = self._places.get(card)
        if tags is None:
            self._places[card] = {tag}
            return []
        tags.add(tag)
        if len(tags) == 1:
            return []
        cases = () if drawn or zone not in NOT_IN_PLAY else ("stub",)
        return self._once(Irregularity("deck.duplicate", None, cases, {"zone": zone}, [line]), card)

    def _foreign(self, tag: str, zone: str, line: int, *, in_play: bool) -> list[Irregularity]:
        """A tag of no deck in play; in the stub a card of an earlier deck tells its other back."""
        back = self.backs.get(tag, self.back)
        irregularity = Irregularity("deck.foreign_tag", None, (), {"zone": zone}, [line])
        if not in_play and back != self.back:
            irregularity = Irregularity(
                "deck.foreign_back", None, ("stub",), {"zone": zone, "back": back}, [line]
            )
        return self._once(irregularity, tag)

    def _joker(self, tag: str, zone: str, line: int) -> list[Irregularity]:
        return self._once(Irregularity("deck.joker", facts={"zone": zone}, lines=[line]), tag)

    def _once(self, irregularity: Irregularity, key: str) -> list[Irregularity]:
        """Tell a card once, and no more than ``MOST`` of a kind: beyond that another deck is in the shoe."""
        before = [told for told in self._told if told.startswith(irregularity.kind + " ")]
        if f"{irregularity.kind} {key}" in before or len(before) >= MOST:
            return []
        self._told.append(f"{irregularity.kind} {key}")
        return [irregularity]
