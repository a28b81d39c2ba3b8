"""Counts a card that left the shoe with another one, so that its throat counted both as one: an antenna sees it lie.

Only where it lies just where the order has the next card; elsewhere a card that was never drawn says nothing.
"""

from __future__ import annotations

from typing import Final

from controller.table.deal.cards import Move
from controller.table.deal.draw import Draw, seat_of
from controller.table.hand import Hand
from controller.table.lasting import lasted

SEEN_EARLY_S: Final = 0.5
"""The clocks of shoe and antennas may differ: a card that is seen may be counted by the shoe this much later."""


def uncounted(hand: Hand, by_tag: dict[str, Draw], move: Move, placed: int, *, on_board: bool) -> Draw | None:
    """Count a card that lies where the next one is due and was not counted; ``placed`` draws are before it.

    ``on_board``: the next card is due there.
    """
    tag, later = move.tag, hand.draws[placed:]
    if not placed or any(draw.t <= move.t for draw in later) or not hand.kit.shoe or hand.form.stud:
        return None
    if hand.void or hand.judge.open_misdeals or (hand.deck.cards and tag not in hand.deck.cards):
        return None
    seat, closed = seat_of(move.zone), hand.deal.closed
    if not (
        move.zone == "board" and on_board if closed else seat is not None and seat == hand.deal.expected()
    ):
        return None
    draw = Draw(placed + 1, tag, move.t, move.line)
    draw.counted = False
    hand.draws.insert(placed, draw)
    for other in later:
        other.n += 1
    by_tag[tag] = draw
    return draw


def awaits_count(draw: Draw | None, now: float) -> bool:
    """Whether a card that the shoe counts now was seen to lie just before, and has its draw already."""
    return draw is not None and not (draw.counted or lasted(draw.t, SEEN_EARLY_S, now))
