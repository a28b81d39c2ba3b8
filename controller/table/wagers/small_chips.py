"""Says which chips are too small to play, where the house has such a rule, and which amounts no such chip makes."""

from __future__ import annotations

import msgspec

from controller.table.chips import value_of
from controller.table.events import ChipsPushed
from controller.table.hand import Hand


def smallest(hand: Hand) -> int:
    """Return the smallest chip that plays; 1 where every chip does."""
    match hand.book.bets.smallest_chip:
        case "any":
            return 1
        case "in_play":
            return hand.unit
        case "bring_in":
            least = hand.betting.terms.least_bet
            return max((chip for chip in hand.denominations if least % chip == 0), default=1)


def that_play(event: ChipsPushed, hand: Hand) -> ChipsPushed:
    """Return the push with the chips that play; smaller ones play in quantity where the house lets them."""
    least = smallest(hand)
    if event.chips is None or least == 1:
        return event
    chips = {chip: count for chip, count in event.chips.items() if chip >= least and count}
    if hand.book.bets.smallest_chip == "bring_in":
        in_quantity = (value_of(event.chips) - value_of(chips)) // least
        if in_quantity:
            chips[least] = chips.get(least, 0) + in_quantity
    return msgspec.structs.replace(event, chips=chips)


def rounded(amount: int, hand: Hand) -> int:
    """Return the nearest amount that chips which play can make."""
    least = smallest(hand)
    return (amount + least // 2) // least * least
