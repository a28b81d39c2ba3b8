"""Rules chips pushed silently on top of an earlier bet that still lies there, facing a raise.

Whether that is a call or a raise is told apart by what the old chips cover and how far they were pulled
back (the TDA's rule on prior chips, 46 in the 2024 edition). A house without a formula leaves it to the
floor; then the chips count as a call until it rules.
"""

from __future__ import annotations

from controller.table.betting.act import Push
from controller.table.betting.spot import Ruling, Spot
from controller.table.irregularities import Irregularity


def on_prior_chips(spot: Spot, first: Push) -> Ruling | None:
    """Rule on a silent push on top of old chips; None where there is nothing to tell apart."""
    total = spot.lying + (first.value or 0)
    if spot.change_due and spot.with_chips(first.value or 0) == spot.capped(spot.to_match):
        return Ruling("call", spot.capped(spot.to_match))  # his change was given, though nobody saw it
    if not spot.faces_raise or total < spot.to_match:
        return None
    if total == spot.to_match:
        return Ruling("call", total) if spot.change_due else None
    if "bet.prior_chips" not in spot.kinds:
        return None if spot.with_chips(first.value or 0) >= spot.to_match else _open(spot, first)
    to = spot.capped(total)
    case, raises = _case(spot, first, to)
    full = to >= spot.min_to
    stands = to if raises and full else spot.capped(spot.min_to if raises else spot.to_match)
    facts: dict[str, object] = {
        **spot.figures(to),
        "pushed": first.value or 0,
        "lying": spot.lying,
        "drawn_back": spot.drawn_back,
        "to": stands,
    }
    if case == "short_needed" and _reaches(spot, to):
        facts["other"] = {"to": to if full else spot.capped(spot.min_to)}
    remedy = ("raise" if full else "min_raise") if raises else "call"
    irregularity = Irregularity("bet.prior_chips", cases=(case,), facts=facts, remedy=remedy)
    return Ruling("raise" if raises else "call", stands, irregularity, cases=(case,), lies=to)


def _open(spot: Spot, first: Push) -> Ruling:
    """Enough only with the change of an old chip, and the house has no word on it: a call until the floor rules."""
    to = spot.capped(spot.lying + (first.value or 0))
    facts = {
        **spot.figures(to),
        "pushed": first.value or 0,
        "lying": spot.lying,
        "drawn_back": spot.drawn_back,
        "to": spot.to_match,
    }
    return Ruling("call", spot.to_match, Irregularity("bet.prior_chips", facts=facts), lies=to)


def _reaches(spot: Spot, to: int) -> bool:
    return (to - spot.to_match) * 100 >= spot.full_raise * spot.rules.raise_percent


def _case(spot: Spot, first: Push, to: int) -> tuple[str, bool]:
    """Return the case and whether the chips are a raise in it."""
    enough = _reaches(spot, to)
    covers = spot.lying + spot.drawn_back >= spot.to_match
    partly = spot.drawn_back > 0 and spot.lying > 0
    if covers or partly:
        return ("combined_reaches", True) if enough else ("combined_below", False)
    if first.count == 1:
        return "overchip", False
    if spot.rules.prior_chips_needed == "call" and to - first.smallest < spot.to_match:
        return "short_needed", False
    return ("short_reaches", True) if enough else ("short_below", False)
