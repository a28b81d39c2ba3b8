"""Tells by the cards who is in the hand: a seat that may have lost its last chips is dealt in, or passed over."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from controller.table.deal import fit
from controller.table.deal.deal import Deal
from controller.table.deal.served import was_served
from controller.table.hypotheses.posted import posts_fit
from controller.table.players.players import clockwise
from controller.table.seating.opening import Opened


def begun_otherwise(
    opened: Opened, deal: Deal, lies: Mapping[int, int], bets: AbstractSet[int]
) -> Opened | None:
    """Return how the hand began by its deal so far, of the ways it may have; None where that is how it was taken.

    Where nobody read the cards, what ``lies`` posted, and who ``bets``, says which seats they were dealt to.
    """
    if not deal.unread and not _so_far(opened, deal):
        fits = next((other for other in opened.others if _so_far(other, deal)), None)
        if fits is not None:
            return fits
    seats = {*deal.order} - _passed_over(opened, deal) | _served(opened, deal)
    if seats != {*deal.order}:
        return next((other for other in opened.others if {*other.order} == seats), None)
    betting_elsewhere = not bets <= {*opened.order}
    if deal.closed and deal.unread and (betting_elsewhere or not _clean(deal.order, deal)):
        return _by_count(opened, deal, lies, bets)
    return None


def _by_count(opened: Opened, deal: Deal, lies: Mapping[int, int], bets: AbstractSet[int]) -> Opened | None:
    """Return the way the hand began that goes with the number of its cards, and with as much as can be of the rest."""
    clean = [other for other in opened.others if _clean(_turned(other), deal)]
    betting = [other for other in clean if bets <= {*other.order}]
    best = betting or ([] if _clean(deal.order, deal) else clean)
    return next((other for other in best if posts_fit(other, lies)), best[0] if best else None)


def _so_far(opened: Opened, deal: Deal) -> bool:
    """Whether the deal, each card of it read, is a clean one so far, or as a whole, of a hand that began so."""
    order, button_last = _turned(opened), deal.rules.button_consecutive
    if deal.closed:
        return _clean(order, deal)
    return fit.clean_so_far(order, deal.per_seat, deal.reads, button_consecutive=button_last)


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
