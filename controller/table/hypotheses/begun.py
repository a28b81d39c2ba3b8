"""Keeps how a hand began, so that it can be told once more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.table.deal.deck import Deck
from controller.table.earlier import Earlier
from controller.table.hypotheses.less import sees_less
from controller.table.kinds.unseen import Unseen
from controller.table.play import Play
from controller.table.seating.opening import Opened, Opening


@dataclass(slots=True)
class Begun:
    """The beginning of one hand: what it took over from the table and from the hands before."""

    opening: Opening
    opened: Opened
    deck: Deck
    denominations: Sequence[int]
    earlier: Earlier
    unseen: Unseen
    """Where sensors were away."""
    counts: bool
    """A camera had counted betting zones."""

    def begins(self, opened: Opened) -> None:
        """The hand began as ``opened`` says: other seats are in it."""
        opened.others = [other for other in (self.opened, *self.opened.others) if other is not opened]
        self.opened = opened
        self.opening.dealt_in(opened)

    def play(self) -> Play:
        """Return the hand as it began, and keep what it goes on from as it was."""
        deck, earlier = self.deck, self.earlier
        self.deck = Deck(deck.id, deck.back, deck.cards, deck.backs)
        self.earlier = Earlier(earlier.n, earlier.lost, dict(earlier.asked), earlier.since, earlier.over_at)
        hand = self.opening.hand(self.opened)
        hand.judge.unseen.join(self.unseen)
        sees_less(hand)
        hand.now_is(zones_counted=self.counts)
        return Play(hand, deck, self.denominations, earlier)
