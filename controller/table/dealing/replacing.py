"""Takes a card that the floor lets the dealer replace from where it lies: the next one comes in its place."""

from __future__ import annotations

from typing import Final

from controller.table.deal.draw import Draw, seat_of
from controller.table.deal.streets import Streets
from controller.table.hand import Hand
from controller.table.outputs import Finding
from controller.table.wagers.standing import Standing

LAID_ASIDE: Final = "replace_card"
"""The card is laid aside and is nothing more; a shown one goes to the burns."""


def replace_card(hand: Hand, found: Finding, decision: str) -> None:
    """The card that ``found`` is about is none of its hand, of the board or of the burns any more."""
    draw = _draw_of(hand, found)
    if draw is None or draw.scrap or draw.n in hand.deal.taken_back:
        return
    draw.scrap = decision == LAID_ASIDE
    take_out(hand, draw)


def take_out(hand: Hand, draw: Draw) -> None:
    """A card that is replaced is none of the hand, of the board or of the burns any more where it lies."""
    place = draw.zone or draw.taken_at
    seat = seat_of(place)
    if seat is not None and draw in hand.deal.held.get(seat, ()):
        hand.deal.take_away(draw, seat, unread=False)
        hand.takes_away(seat, draw.tag)
    elif seat is not None and isinstance(hand.board, Streets) and draw.n in hand.board.places:
        off_the_street(hand, hand.board, draw)
    elif place is None:
        hand.deal.scraps += hand.dealing
    elif place == "burn":
        hand.board.burn_left()
    elif place == "board":
        hand.board.lacks(draw)


def is_owed(standing: Standing, draw: Draw) -> bool:
    """Whether a draw that no antenna placed is the card that a seat lacks: while somebody is to act no burn is due."""
    hand = standing.hand
    seat = hand.deal.lacks()
    lacks = seat is not None and seat in hand.players and hand.players[seat].live
    return draw.zone is None and lacks and not hand.street and standing.due() is not None


def off_the_street(hand: Hand, streets: Streets, draw: Draw) -> None:
    """A card that came to a seat on a street of stud goes back: another one comes for it."""
    seat, _ = streets.places[draw.n]
    hand.deal.taken_back.add(draw.n)
    hand.takes_away(seat, draw.tag)
    hand.later[seat] -= 1
    streets.goes_back(draw)


def _draw_of(hand: Hand, found: Finding) -> Draw | None:
    """Return the draw that a finding shows as its evidence."""
    return next((draw for draw in hand.draws if {*draw.lines} & {*found.evidence}), None)
