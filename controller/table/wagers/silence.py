"""Reads wagers at a table where nobody keys words: a silent push may have come with any of them.

Less than the call is a call of which more may come, or which the dealer sees to. More than the call is a raise
to what lies there, or a call that wants change, and further motions count where the player said what he did.
Where two of these make sense the table follows both (``hypotheses/hypotheses.py``) until play tells.
"""

from __future__ import annotations

from typing import Final

from controller.table.betting.act import Act, Reading
from controller.table.betting.spot import Ruling, Spot

ODD: Final = 1
"""How surprising a raise is that chips alone do not show, or a call that wants change."""
SHORT: Final = 2
"""How surprising a call or a raise is that falls short, of a seat whose stack nobody knows: it may be all-in."""
WRONG: Final = 3
"""How surprising chips are that fit no words."""


def by_silence(act: Act, spot: Spot, strung: Ruling | None) -> Ruling:
    """Rule on silent chips as ``act`` is read; ``strung``: what its first motion alone would be, for a string."""
    if any(push.value is None for push in act.pushes):
        return spot.untold()
    reading = act.reading or readings(act, spot, strung)[0]
    if reading == "first" and strung is not None:
        return Ruling(strung.action, strung.to)
    total = _total(act, spot)
    to = spot.capped(total)
    if not spot.to_match:
        return Ruling("bet", _least(max(to, spot.capped(spot.min_bet)), spot))
    if reading == "call":
        return Ruling("call" if spot.facing else "check", spot.capped(spot.to_match))
    return Ruling("raise", _least(max(to, spot.capped(spot.min_to)), spot))


def readings(act: Act, spot: Spot, strung: Ruling | None) -> tuple[Reading, ...]:
    """Return what silent chips may have been said to be, the likeliest first."""
    total = _total(act, spot)
    if not spot.to_match:
        return ("all",) if strung is None else ("all", "first")
    if total in (spot.to_match, spot.cut_from):
        return ("call",) if spot.facing else ("all",)
    if total <= spot.to_match or not spot.may_raise or spot.max_to == spot.to_match:
        return ("call",) if spot.facing else ("all",)
    full = total >= spot.min_to or total >= spot.cap
    if strung is not None:
        return ("all", "first") if full else ("first", "all")
    if not spot.facing:
        return ("all",)
    if not full:
        return ("call", "all") if spot.may_be_all(total) else ("call",)
    return ("call", "all") if _wants_change(act, spot, total) else ("all",)


def strangeness(act: Act, spot: Spot, ruling: Ruling, strung: Ruling | None) -> int:
    """Return how surprising it is that silent chips were what they are ruled to be."""
    total = _total(act, spot)
    if ruling.action == "bet":
        return ODD if strung is not None else 0
    if total == spot.cut_from:
        return 0
    if total < spot.to_match and total < spot.cap:
        return SHORT if spot.may_be_all(total) else WRONG
    if total == ruling.to and spot.to_match < total < spot.min_to and spot.may_be_all(total):
        return SHORT
    if total <= spot.to_match or total == ruling.to:
        odd = total > spot.to_match and (strung is not None or _wants_change(act, spot, total))
        return ODD if odd else 0
    if strung is not None or _wants_change(act, spot, total):
        return ODD
    return WRONG


def _total(act: Act, spot: Spot) -> int:
    """Return the whole bet that the chips make which lie there."""
    return max(spot.bet, spot.lying) + act.pushed


def _wants_change(act: Act, spot: Spot, total: int) -> bool:
    """Whether every chip is needed for the call, as where it is one: without the smallest it falls short."""
    smallest = min((push.smallest for push in act.pushes if push.smallest), default=0)
    return total - smallest < spot.to_match


def _least(to: int, spot: Spot) -> int:
    """Return the wager as the game allows it."""
    if spot.fixed:
        return spot.capped(spot.min_to if spot.to_match else spot.min_bet)
    return to if spot.max_to is None else min(to, spot.max_to)
