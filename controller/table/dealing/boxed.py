"""Takes a boxed card that the dealer lays aside unasked out of its hand: its seat is owed another."""

from __future__ import annotations

from controller.table.deal.draw import Draw, seat_of
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity


def tell_boxed(hand: Hand, draw: Draw, due: int | None, *, initial: bool) -> None:
    """Tell a boxed card; ``initial``: one of the deal, which is ``due`` to a seat."""
    if not initial:
        hand.tell(Irregularity("deal.boxed_card", None, facts={"draw": draw.n}, lines=[draw.line]))
    elif (irregularity := hand.deal.boxed_card(draw)) is not None:
        irregularity.seat = due
        hand.tell(irregularity)


def laid_aside(hand: Hand, draw: Draw) -> bool:
    """Whether a boxed card of the deal came to lie with no hand, or nowhere while its seat got the next card."""
    deal, draws = hand.deal, hand.draws
    if not draw.boxed or draw.scrap or deal.expected() is None:
        return False
    if draw.zone is not None:
        return seat_of(draw.zone) is None and draw.zone != "board"
    return draw.n < len(draws) and seat_of(draws[draw.n].zone) == deal.expected()


def taken_away(hand: Hand, draw: Draw | None, seat: int) -> bool:
    """Take a boxed card that leaves its seat while the deal is on out of the hand; return whether it was one."""
    if draw is None or not draw.boxed or draw.tag is None or not hand.dealing or hand.judge.open_misdeals:
        return False
    hand.deal.take_away(draw, seat, unread=False)
    hand.takes_away(seat, draw.tag)
    return True


def replaced(hand: Hand, draw: Draw) -> None:
    """See whether ``draw`` takes the place of a boxed card: one that no antenna saw, and that was taken to lie there, or
    one that was lifted from there and seen nowhere since."""
    seat = seat_of(draw.zone)
    if seat is None:
        return
    before = hand.draws[draw.n - 2] if draw.n > 1 else None
    if before is not None and before.boxed and not before.scrap and before.taken_at == draw.zone:
        before.taken_at = None
        hand.deal.take_away(before, seat, unread=True)
        hand.takes_away(seat, before.tag)
    elif seat != hand.deal.expected():
        for lifted in hand.deal.held.get(seat, ()):
            if lifted.tag in hand.tracker.gone_at and lifted.n not in hand.deal.taken_back:
                taken_away(hand, lifted, seat)
