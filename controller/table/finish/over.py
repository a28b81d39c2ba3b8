"""Whether a hand is over, so that only its pot and its cards are still to be gathered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.table.pitch.board import CARDS_AT

if TYPE_CHECKING:
    from controller.table.play import Play


def why_over(play: Play) -> str | None:
    """Return why nothing more can be played of the hand, in plain words; None while something can."""
    hand = play.hand
    if hand.void:
        return "the hand is void"
    if hand.awards:
        return "its pot was pushed"
    if hand.round is None or hand.dealing:
        return None
    with play.betting.tried(play.betting.provisional()):
        left = hand.count_live()
    if left <= 1:
        return "one hand was left"
    if len(hand.board.cards) >= CARDS_AT[3] and play.betting.due() is None:
        return "its board was whole and its betting over"
    return None
