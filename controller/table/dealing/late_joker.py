"""Judges a joker that the shoe did not read where it is seen to lie."""

from __future__ import annotations

from controller.table.dealing.dealing import Dealing
from controller.table.irregularities import Irregularity


def late_joker(dealing: Dealing, irregularity: Irregularity, tag: str, seat: int | None) -> None:
    """A joker that the shoe did not read is seen where it lies: its holder may have acted on it.

    One that the house replaces belongs to no hand, whichever draw it turns out to be.
    """
    hand = dealing.hand
    acted = seat is not None and hand.round is not None and (hand.street > 0 or seat in hand.round.acted)
    irregularity.cases = ("acted",) if acted else ()
    found = hand.tell(irregularity)
    if found.remedy == "replace_card":
        dealing.scraps.add(tag)
    elif seat is not None and found.remedy == "kill_hand":
        dealing.wagering.acting.kill(seat, found.cites)
