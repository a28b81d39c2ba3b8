"""Works out what a hand in play asks its dealer to see to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from controller.table.lasting import steps
from controller.table.screen.betting_notes import of_betting
from controller.table.screen.reminders import Reminders
from controller.table.view import Note

if TYPE_CHECKING:
    from controller.table.play import Play

LOOK_S: Final = 5.0
"""A player who looks at his cards has them down again within this time."""
LOOKS: Final = 120
"""So often a hand that stays in view is told with its seconds: for ten minutes."""


def of_hand(play: Play, reminders: Reminders) -> list[Note]:
    """Return the notes on the hand in play."""
    made = (*_cards(play, reminders), *_board(play, reminders), *of_betting(play, reminders))
    return [note for note in made if note is not None]


def _cards(play: Play, reminders: Reminders) -> Iterator[Note | None]:
    hand, dealing = play.hand, play.dealing
    if not hand.awards and hand.contested:
        for seat in hand.live:
            gone = dealing.hand.cards_gone(seat)
            if gone is not None and steps(gone, LOOK_S, hand.t, LOOKS):
                yield reminders.make("hand.in_view", "", seat, seconds=int(hand.t - gone))
    for seat, why in hand.deal.owed.items():
        if why == "exposed" and hand.deal.complete:
            yield reminders.make("deal.exposed_single", "", seat)
    for seat, cards in dealing.mixing.fouled_hands().items():
        known = hand.identifiable(seat)
        yield reminders.make("hand.fouled", "", seat, "floor", cards=cards, identifiable=known)


def _board(play: Play, reminders: Reminders) -> Iterator[Note | None]:
    hand = play.hand
    if hand.board.after:
        yield reminders.make("board.rabbit_hunt", cards=hand.board.after)
    if play.dealing.mixing.dead_drawn:
        yield reminders.make("deck.fouled", "dead_cards", None, "floor", cards=play.dealing.mixing.dead_drawn)
    if hand.all_in_down and play.showing.all_in_and_closed():
        yield reminders.make("level.hand_for_hand", "cards_down", None, "floor")
