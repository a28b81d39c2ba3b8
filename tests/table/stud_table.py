"""A stud table for tests: who holds what, dealt street by street, told as a dealer would."""

from __future__ import annotations

from collections.abc import Iterable

from controller.testkit.scene import Scene

Hands = dict[int, list[str]]
"""The cards of each seat in the order in which they come: two down, four up, one down."""


class Stud(Scene):
    """Stud limit 100-200 with an ante of 10 and a bring-in of 20; seats 1, 2 and 3 with 10,000 each.

    The cards not named in ``hands`` are any that nobody else has. ``big`` is the level's big blind, which stud has none of.
    """

    def __init__(
        self, book: str, hands: Hands, *, game: str = "stud", seats: int = 3, big: int = 100, **table: object
    ) -> None:
        table.setdefault("ante", 10)
        super().__init__(book, seats=seats, game=game, start=False, **table)  # type: ignore[arg-type]
        self.button = 10
        self.event("level", small=0, big=big, ante=self.ante, bring_in=20, small_bet=100, big_bet=200)
        named = {card for cards in hands.values() for card in cards}
        self.named = {seat: list(cards) for seat, cards in hands.items()}
        self.cards = [card for card in self.cards if card not in named]
        self.event("hand.start", after=5, button=None)

    def comes(self, seat: int) -> str:
        """Return the next card of ``seat``."""
        cards = self.named.get(seat)
        return cards.pop(0) if cards else self.cards.pop()

    def third(self, *, shown: Iterable[tuple[int, int]] = ()) -> Stud:
        """Deal two down and one up; ``shown`` are (seat, card from 1) that the dealer shows."""
        for number in (1, 2, 3):
            for seat in self.entitled():
                self.card(f"seat:{seat}", tag=self.comes(seat))
                if (seat, number) in shown:
                    self.event("card.face", after=0.05, zone=f"seat:{seat}", face="up", by="dealer", count=1)
        return self

    def deals(self, *seats: int, burn: bool = True) -> Stud:
        """Burn, and one card to each of ``seats``."""
        if burn:
            self.burn()
        for seat in seats:
            self.card(f"seat:{seat}", tag=self.comes(seat))
        return self

    def tabled(self, *seats: int) -> Stud:
        """Hands are turned up."""
        for seat in seats:
            self.tables(seat)
        return self
