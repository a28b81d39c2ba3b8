"""Tells by the cards who is in the hand: a seat that may have lost its last chips is dealt in, or passed over."""

from __future__ import annotations

from collections.abc import Mapping

from controller.table.deal import fit
from controller.table.deal.deal import Deal
from controller.table.deal.served import was_served
from controller.table.hypotheses.posted import posts_fit
from controller.table.seating.opening import Opened
from controller.table.seating.players import clockwise


def begun_otherwise(opened: Opened, deal: Deal, lies: Mapping[int, int]) -> Opened | None:
    """Return how the hand began by its deal so far, of the ways it may have; None where that is how it was taken.

    Where nobody read the cards, what ``lies`` posted says which seats they were dealt to.
    """
    seats = {*deal.order} - _passed_over(opened, deal) | _served(opened, deal)
    if seats != {*deal.order}:
        return next((other for other in opened.others if {*other.order} == seats), None)
    if deal.closed and deal.unread and not _clean(deal.order, deal):
        clean = [other for other in opened.others if _clean(_turned(other), deal)]
        return next((other for other in clean if posts_fit(other, lies)), clean[0] if clean else None)
    return None


def _served(opened: Opened, deal: Deal) -> set[int]:
    """Return the doubtful seats where a card was read."""
    return {seat for seat in opened.doubtful if was_served(deal, seat)}


def _passed_over(opened: Opened, deal: Deal) -> set[int]:
    """Return the doubtful seats that were passed over; a button may still get its cards last."""
    if deal.unread:
        return set()
    waits = deal.order[-1] if deal.rules.button_consecutive and not deal.closed else None
    return {
        seat for seat in opened.doubtful.intersection(deal.passed) if seat != waits and not deal.count(seat)
    }


def _turned(opened: Opened) -> list[int]:
    """Return the seats in the order of the deal."""
    return clockwise(opened.order, opened.button)


def _clean(order: list[int], deal: Deal) -> bool:
    return fit.clean(order, deal.per_seat, deal.reads, button_consecutive=deal.rules.button_consecutive)
