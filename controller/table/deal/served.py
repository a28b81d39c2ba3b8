"""Tells whether a card of the deal was read at a seat."""

from __future__ import annotations

from controller.table.deal.deal import Deal
from controller.table.deal.draw import seat_of


def was_served(deal: Deal, seat: int) -> bool:
    """Whether an antenna read a card of the deal at ``seat``; a card that the order puts there is no proof."""
    return any(seat_of(draw.zone) == seat and not draw.scrap for draw in deal.held.get(seat, ()))
