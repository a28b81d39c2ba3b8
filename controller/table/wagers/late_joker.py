"""A joker that the shoe did not read is seen where it lies."""

from __future__ import annotations

from controller.table.claims import Claim
from controller.table.hand import Hand
from controller.table.wagers.acting import Acting


def late_joker(hand: Hand, acting: Acting, claim: Claim, seat: int | None) -> None:
    """A joker that the shoe did not read is seen where it lies: its holder may have acted on it."""
    acted = seat is not None and hand.round is not None and (hand.street > 0 or seat in hand.round.acted)
    claim.cases = ("acted",) if acted else ()
    found = hand.tell(claim)
    if seat is not None and found.remedy == "kill_hand":
        acting.kill(seat, found.cites)
    elif seat is not None and found.remedy == "replace_card":
        hand.deal.owed[seat] = "joker"
