"""Says what words mean for a wager: a number that can mean several amounts, and chips that do not fit."""

from __future__ import annotations

from typing import Final

from controller.table.betting.act import Act
from controller.table.betting.spot import Ruling, Spot
from controller.table.figures import Look
from controller.table.irregularities import Irregularity
from controller.table.lasting import lasted

MADE_UP_S: Final = 5.0
"""A player who said "call" and put out too little has made it up by then, if he knows what he called."""

UNIT_CHIPS_TRIED: Final = 8
"""How many powers of ten a spoken number may stand for: "five" up to 500 million."""


def meaning(said: int, spot: Spot, pot: int, unit: int) -> int:
    """Return the amount that an unclear number stands for, by the house's rule.

    Meanings that are no legal wager drop out first; where none is left the smallest legal one counts.
    """
    meanings = [said * int(10**power) for power in range(UNIT_CHIPS_TRIED)]
    legal = [amount for amount in meanings if amount >= spot.min_to and amount % unit == 0]
    if not legal:
        return spot.min_to
    if spot.rules.unclear == "lesser" or spot.rules.unclear is None:
        return legal[0]
    top = pot if spot.rules.unclear == "highest_not_above_pot" else pot - 1
    return max((amount for amount in legal if amount <= top), default=legal[0])


def _misunderstood(act: Act, total: int, spot: Spot, now: float) -> bool:
    """Whether a call of so little, not made up in time, may come from not knowing by far what was wagered."""
    below = spot.rules.misunderstood_below
    if below is None or act.verb() != "call" or spot.may_be_all(total):
        return False
    little = total < spot.cap and total * 100 < spot.to_match * below
    return little and lasted(act.last_t, MADE_UP_S, now)


def unfitting(act: Act, spot: Spot, ruling: Ruling, *, final: bool, now: float) -> Irregularity | None:
    """Return the irregularity of chips that do not fit an amount said before or with them, or after.

    Chips that only need change fit: taking any one of them away would leave less than was said. Who counts chips for
    the table without saying which they are knows whether they do. ``final``: somebody acts behind it; until then
    a player who named an amount may put it out as slowly as he likes.
    Where a camera counts, a "call" with one chip too many asks for a look: here or in the bet that is faced a
    chip was counted wrong.
    """
    amount = act.amount()
    if not act.pushes or not act.words or any(push.value is None for push in act.pushes):
        return None
    total = spot.lying + act.pushed
    facts: dict[str, object] = spot.figures(total) | {"said": amount, "pushed": act.pushed, "to": ruling.to}
    if act.verb() == "check":
        return _after_check(act, spot, ruling, facts)
    if spot.change_due and spot.stays + act.pushed == ruling.to:
        return None  # they agree once the change of his earlier bet was given, though nobody saw it
    if not act.words_first():
        first = spot.lying + (act.pushes[0].value or 0)
        if amount is None or amount == first or act.verb() == "call":
            return None
        return Irregularity("bet.verbal_vs_chips", cases=("chips_first",), facts=facts, remedy="chips_stand")
    if act.verb() == "all_in" or (amount is None and act.verb() != "call"):
        return None
    if not final and _misunderstood(act, total, spot, now):
        return Irregularity(
            "bet.verbal_vs_chips", cases=("misunderstood",), facts=facts, remedy="verbal_stands"
        )
    if total == amount or (act.verb() == "call" and total == spot.cut_from):
        return None  # words and chips agree: where it is more than the seat was taken to have, that was wrong
    over = total - spot.capped(ruling.to if amount is None else amount)
    told = all(push.chips for push in act.pushes)
    spare = told and over > 0 and over >= min(push.smallest for push in act.pushes)
    short = final and over < 0 and amount is not None and total < spot.cap
    if not spare and not short:
        return None
    if amount is None and over in spot.doubt:
        return spot.faces_doubt()
    if spot.zones_counted and amount is None and any(over in push.chips for push in act.pushes):
        doubt = Look(look=f"bet:{act.seat}", about="chips")
        return Irregularity("sensing.gap", facts=doubt, remedy="look")
    cases: tuple[str, ...] = ("together", "words_first") if act.together() else ("words_first",)
    if act.together() and amount is not None and _contradicts(total, amount, spot):
        if not final:
            return None
        cases = ("contradictory", *cases)
    return Irregularity("bet.verbal_vs_chips", cases=cases, facts=facts, remedy="verbal_stands")


def _after_check(act: Act, spot: Spot, ruling: Ruling, facts: dict[str, object]) -> Irregularity | None:
    """Chips that a seat puts out behind its own check, with no bet to face, are none of its action and go back."""
    if (
        not act.words_first()
        or ruling.action != "check"
        or spot.facing
        or spot.lying + act.pushed <= ruling.to
    ):
        return None
    said = facts | {"said": "check"}
    cases: tuple[str, ...] = ("together", "words_first") if act.together() else ("words_first",)
    return Irregularity("bet.verbal_vs_chips", cases=cases, facts=said, remedy="verbal_stands")


def _contradicts(total: int, said: int, spot: Spot) -> bool:
    """Whether chips are so far from what was said with them that they say something else."""
    below = spot.rules.contradicts_below
    return below is not None and total < spot.cap and total * 100 < said * below
