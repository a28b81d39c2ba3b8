"""Judges a joker that the shoe did not read where it is seen to lie."""

from __future__ import annotations

from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.wagers.acting import Acting


def late_joker(hand: Hand, acting: Acting, irregularity: Irregularity, seat: int | None) -> None:
    """A joker that the shoe did not read is seen where it lies: its holder may have acted on it."""
    acted = seat is not None and hand.round is not None and (hand.street > 0 or seat in hand.round.acted)
    irregularity.cases = ("acted",) if acted else ()
    found = hand.tell(irregularity)
    if seat is not None and found.remedy == "kill_hand":
        acting.kill(seat, found.cites)
    elif seat is not None and found.remedy == "replace_card":
        hand.deal.owed[seat] = "joker"
