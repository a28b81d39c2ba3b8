"""Tells whether a hand is over, so that only its pot and its cards are still to be gathered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.table.lasting import lasted
from controller.table.showdown.in_vain import dealt_in_vain
from controller.table.wagers.all_in_uncounted import may_be_a_call
from controller.table.wagers.passing import passed

GATHERED_S: Final = 2.0
"""Cards that no antenna has seen for this long were gathered, once the pot is gone."""

if TYPE_CHECKING:
    from controller.table.hand import Hand
    from controller.table.play import Play


def why_over(play: Play) -> str | None:
    """Return why nothing more can be played of the hand, in plain words; None while something can."""
    hand = play.hand
    if hand.void:
        return "the hand is void"
    if hand.awards:
        return "its pot was pushed"
    if hand.judge.misdeal == "open" and hand.draws and not _lies_at_seats(hand):
        return "a misdeal was open and its cards were gathered"
    if dealt_in_vain(play.acting):
        return "nobody had acted and its cards were gathered"
    if hand.round is None or hand.dealing:
        return None
    if play.standing.after().count_live() <= 1:
        return "one hand was left"
    if hand.all_dealt and _betting_over(play):
        return "all its cards were dealt and its betting over"
    return None


def _betting_over(play: Play) -> bool:
    """Whether nobody is to act, but for seats that may have done so unseen."""
    due, kit = play.standing.due(), play.hand.kit
    if due is None or not kit.antennas or passed(kit, play.standing.facing(due)) is not None:
        return True
    return may_be_a_call(play.standing)


def gathered(play: Play, t: float) -> bool:
    """Whether the pot of a hand is gone, and its cards have left the seats and the board for a while."""
    hand, tracker = play.hand, play.hand.tracker
    if not hand.kit.antennas or hand.dealing:
        return False
    live = play.standing.after().live
    if len(live) > 1 and not hand.awards:
        return False
    winners = [tag for seat in live for tag in hand.cards[seat]]
    if not winners or any(tag not in tracker.place for tag in winners):
        return False
    cards = [tag for held in hand.cards.values() for tag in held if tag in tracker.place]
    cards += [draw.tag for draw in hand.board.cards if draw.tag in tracker.place]
    lying = (tag for tag in cards if tracker.place[tag] == "board" or tracker.place[tag].startswith("seat:"))
    return all(tag in tracker.gone_at and lasted(tracker.gone_at[tag], GATHERED_S, t) for tag in lying)


def _lies_at_seats(hand: Hand) -> bool:
    """Whether a card of the deal lies at a seat, or nothing would show that it does not."""
    tracker = hand.tracker
    cards = [tag for held in hand.cards.values() for tag in held]
    lies = (str(tracker.place.get(tag)).startswith("seat:") and tag not in tracker.gone_at for tag in cards)
    return not hand.kit.antennas or not cards or any(lies)
