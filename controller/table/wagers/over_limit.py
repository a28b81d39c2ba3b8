"""Holds a wager to what the game allows at most, and a bet of the pot to the pot that lies there."""

from __future__ import annotations

from controller.table.betting.act import Act
from controller.table.betting.spot import Ruling, Spot
from controller.table.irregularities import Irregularity


def held(ruling: Ruling, act: Act, spot: Spot) -> Ruling:
    """Hold a wager to what the game allows, and a bet of the pot to the pot that lies there."""
    if spot.max_to is None or ruling.action not in ("bet", "raise"):
        return ruling
    if ruling.to <= spot.max_to:
        return _miscounted(ruling, spot, spot.max_to)
    if spot.max_to == spot.to_match:
        to = spot.capped(spot.to_match)
        irregularity = Irregularity(
            "bet.over_limit", cases=("cap",), facts=spot.figures(ruling.to) | {"to": to}
        )
        return Ruling("call", to, irregularity, lies=ruling.to)
    if spot.fixed:
        return _over_the_bet(ruling, act, spot, spot.max_to)
    case = "preflop" if spot.preflop else "postflop"
    facts = spot.figures(ruling.to) | {"to": spot.max_to}
    if spot.quoted_to is not None and spot.quoted_to != spot.max_to:
        facts["quoted"] = spot.quoted_to
    irregularity = Irregularity("bet.over_limit", cases=(case,), facts=facts)
    return Ruling(ruling.action, spot.max_to, irregularity, lies=ruling.to)


def _over_the_bet(ruling: Ruling, act: Act, spot: Spot, to: int) -> Ruling:
    """At limit one chip too large is the bet, with change; any other amount over it was meant as more."""
    if not act.words and len(act.pushes) == 1 and act.pushes[0].count == 1:
        return Ruling(ruling.action, to)
    irregularity = Irregularity(
        "bet.over_limit", cases=("limit",), facts=spot.figures(ruling.to) | {"to": to}
    )
    return Ruling(ruling.action, to, irregularity, lies=ruling.to)


def _miscounted(ruling: Ruling, spot: Spot, to: int) -> Ruling:
    """A bet of the pot on a count that was too low."""
    if (
        spot.quoted_to is None
        or not spot.quoted_to == ruling.to < spot.capped(to)
        or ruling.irregularity is not None
    ):
        return ruling
    facts = spot.figures(ruling.to) | {"to": spot.capped(to), "quoted": spot.quoted_to}
    irregularity = Irregularity("bet.underbet", cases=("pot_low",), facts=facts)
    return Ruling(ruling.action, spot.capped(to), irregularity, lies=ruling.to)
