"""Notices cards that got among others: a hand's among another hand's, the stub's among the muck."""

from __future__ import annotations

from typing import Final

from controller.table.deal.cards import Move
from controller.table.deal.draw import seat_of
from controller.table.irregularities import Irregularity
from controller.table.lasting import lasted
from controller.table.stopping import comes_back
from controller.table.wagers.standing import Standing

MIXED_S: Final = 2.0
"""A hand whose cards lie at another seat for so long was thrown there."""

FELL_S: Final = 0.5
"""The cards of a stub that fell have all been read this long after the last of them."""

FELL: Final = 3
"""Cards of the stub in the muck, from which on it fell: fewer may be a read from the dealer's hand."""


class Mixing:
    """The cards of one hand that lie where they do not belong."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.hand = standing.hand
        self.strays: dict[str, Move] = {}
        """Hole cards that lie at another seat than their own, and how they came there."""
        self.fallen: list[Move] = []
        """Cards that were never drawn and lie in the muck, not told yet."""
        self.dead: set[str] = set()
        """Mucked cards that no antenna saw when the stub was shuffled."""
        self.dead_drawn = 0
        """Mucked cards that came out of the shoe again, though the stub had not fallen among them."""
        self.fell = False
        """The stub was dropped: mucked and burned cards may have been shuffled into it."""
        self.told = False
        """It was told that the stub fell, and nobody has shuffled it since."""

    def shuffled(self) -> None:
        """The stub was shuffled; where it had fallen into the muck, cards of that belong to it now."""
        tracker = self.hand.tracker
        self.told = False
        if not self.fell:
            self.dead |= {tag for tag in tracker.gone_at if tracker.place.get(tag) == "muck"}

    def dead_drawn_again(self, tag: str) -> None:
        """One of the ``dead`` left the shoe."""
        self.dead.remove(tag)
        self.dead_drawn += 1

    def moved(self, move: Move, *, drawn: bool) -> None:
        """A card came to lie somewhere; ``drawn``: it left the shoe in this hand."""
        hand = self.hand
        owner = hand.owner.get(move.tag)
        seat = None if owner is None else seat_of(move.zone)
        if seat is not None and seat != owner and seat in hand.players:
            self.strays[move.tag] = move
        elif self.strays:
            self.strays.pop(move.tag, None)
        if not drawn and move.zone == "muck" and hand.contested and not hand.awards:
            self.fallen.append(move)

    def over(self) -> bool:
        """Whether nothing comes from the stub any more: the pot is pushed, or one hand is left."""
        hand = self.hand
        return bool(hand.awards) or (hand.round is not None and not self.standing.after().contested)

    def dropped(self, line: int) -> None:
        """The dealer says that the stub fell; where its cards were read in the muck, that is told with their number."""
        self._tell_fallen()
        if not (self.told or self.over() or comes_back(self.hand)):
            self.hand.tell(Irregularity("deck.stub_fouled", lines=[line]))
            self.told = True
        self.fell = True

    def look(self, t: float) -> None:
        """Tell, once they have all been read, that cards of the stub lie in the muck."""
        if self.fallen and lasted(self.fallen[-1].t, FELL_S, t):
            self._tell_fallen()

    def _tell_fallen(self) -> None:
        """Tell how many cards of the stub lie in the muck; where a draw was never read one there may be that one."""
        fallen, hand = self.fallen, self.hand
        self.fallen = []
        unread = any(draw.tag is None for draw in hand.draws)
        if len(fallen) < FELL or unread or comes_back(hand) or self.over():
            return
        in_muck = sum(place == "muck" for place in hand.tracker.place.values())
        facts = {"stub": len(fallen), "dead": in_muck - len(fallen)}
        replaces = "deck.stub_fouled" if self.told else None
        lines = [move.line for move in fallen]
        hand.tell(Irregularity("deck.stub_fouled", facts=facts, lines=lines, replaces=replaces))
        self.told = self.fell = True

    def thrown_into(self) -> list[tuple[int, int]]:
        """Return the live hands all of whose cards lie among another's, with the line that shows it."""
        hand, thrown = self.hand, []
        for seat in hand.live:
            moves = [self.strays.get(tag) for tag in hand.cards[seat]]
            lying = [move for move in moves if move is not None and self._lies(move)]
            if lying and len(lying) == len(moves):
                thrown.append((seat, max(move.line for move in lying)))
        return thrown

    def _lies(self, move: Move) -> bool:
        """Whether a card still lies where it went, and has for a while."""
        alone = self.hand.tracker.lies_alone(move.tag) == move.zone
        return alone and lasted(move.t, MIXED_S, self.hand.t)

    def fouled_hands(self) -> dict[int, int]:
        """Return the live hands among which cards of another hand lie, and how many."""
        lying: dict[int, int] = {}
        for tag, move in self.strays.items():
            seat = seat_of(move.zone)
            alone = self.hand.tracker.lies_alone(tag) == move.zone
            if seat is not None and alone and self.hand.players[seat].live:
                lying[seat] = lying.get(seat, 0) + 1
        return lying
