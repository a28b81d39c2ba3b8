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


def uncounted(hand: Hand, by_tag: dict[str, Draw], move: Move, placed: int, due: str | None) -> Draw | None:
    """Count a card that lies where the next one is ``due`` and was not counted; ``placed`` draws are before it."""
    counted_since = any(draw.t <= move.t for draw in hand.draws[placed:])
    if not placed or counted_since or move.zone != due or not _from_the_shoe(hand, move.tag):
        return None
    return _count(hand, by_tag, move, placed)


def first_uncounted(hand: Hand, by_tag: dict[str, Draw], draw: Draw) -> Draw | None:
    """Count the first card of the deal, which lies at the first seat, where ``draw``, counted first, lies at the second."""
    deal, tracker = hand.deal, hand.tracker
    if deal.closed or deal.reads or len(deal.order) < 2 or seat_of(draw.zone) != deal.order[1]:
        return None
    zone = f"seat:{deal.order[0]}"
    for tag, move in tracker.moved.items():
        if tag not in by_tag and tracker.lies_alone(tag) == zone and _from_the_shoe(hand, tag):
            return _count(hand, by_tag, move, draw.n - 1)
    return None


def _from_the_shoe(hand: Hand, tag: str) -> bool:
    """Whether a card of this deck that lies where one was due must have left the shoe, which counts."""
    stopped = hand.void or bool(hand.judge.open_misdeals)
    return hand.kit.shoe and not stopped and (not hand.deck.cards or tag in hand.deck.cards)


def _count(hand: Hand, by_tag: dict[str, Draw], move: Move, placed: int) -> Draw:
    """Count a card behind the ``placed`` draws before it."""
    draw = Draw(placed + 1, move.tag, move.t, move.line)
    draw.counted = False
    for other in hand.draws[placed:]:
        other.n += 1
    hand.draws.insert(placed, draw)
    draw.zone, draw.zone_line, draw.zone_t = move.zone, move.line, move.t
    by_tag[move.tag] = draw
    return draw


def awaits_count(draw: Draw | None, now: float) -> bool:
    """Whether a card that the shoe counts now was seen to lie just before, and has its draw already."""
    return draw is not None and not (draw.counted or lasted(draw.t, SEEN_EARLY_S, now))
