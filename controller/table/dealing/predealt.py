"""Tells the card that a dealer may burn before the deal, where the house has it so, from the first card of the deal."""

from __future__ import annotations

from controller.table.deal.draw import Draw, seat_of
from controller.table.hand import Hand


def burned_first(hand: Hand, draw: Draw) -> bool:
    """Whether a draw was seen to be burned before the first card: it belongs to no hand.

    Where the house has it so it is no street's burn either; elsewhere it is one too many once the flop's is burned.
    """
    if draw.n > 1 or draw.zone != "burn":
        return False
    hand.deal.predealt = 1
    if not hand.deal.rules.predeal_burn:
        hand.board.burn(draw.lies_since, draw.line)
    return True


def shown_to_be_dealt(hand: Hand, draw: Draw) -> list[Draw]:
    """Return the draws to be placed anew, as ``draw`` shows that the first one of the hand was burned.

    No antenna saw any of those before it, and it lies one seat before the one that is due: all are a card further back.
    """
    deal, before, seat = hand.deal, hand.draws[: draw.n - 1], seat_of(draw.zone)
    if not before or not deal.rules.predeal_burn or deal.predealt or seat in (None, deal.expected()):
        return []
    sure = any(other.zone is not None or other.scrap or other.boxed for other in before) or deal.exposed
    if sure or seat != deal.order[(draw.n - 2) % len(deal.order)]:
        return []
    for other in before:
        lay, other.taken_at = seat_of(other.taken_at), None
        if lay is not None:
            hand.takes_away(lay, other.tag)
    deal.held.clear()
    deal.reads.clear()
    deal.pointer = deal.unread = 0
    deal.predealt, before[0].taken_at = 1, "burn"
    return before[1:]
