"""Rules wagers of a seat whose stack nobody knows: what lies there may be its last chips, and is not ruled to be more.

What the player says of it is taken at its word. Else a ruling that would be another one for last chips is not
made, as long as they may be that: the seat is taken to be all-in until it acts again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from controller.table.betting.act import Act
from controller.table.betting.spot import Ruling, Spot

By = Callable[[Act, Spot], Ruling]
RESTS_ON_AMOUNT: Final = ("bet.", "turn.nonstandard_fold")
"""Findings that a wager brings, or does not, by how much it is that is faced."""
OTHERWISE: Final = frozenset({"bet.undercall", "bet.tiny_chip", "bet.short_raise", "bet.underbet"})
"""Findings that last chips do not bring, or bring otherwise."""


def of_unknown(act: Act, spot: Spot, by: By, *, settled: bool) -> Ruling:
    """Rule on the act of a seat whose stack is unknown; ``by`` rules on a spot."""
    counted = bool(act.pushes) and all(push.value is not None for push in act.pushes)
    lies = spot.with_chips(act.pushed)
    if any(word.verb == "all_in" for word in act.words):
        if not counted:
            ruling = Ruling("raise" if spot.to_match else "bet", spot.min_to, open=True)  # others have to act
            ruling.last_chips = "maybe"
            return ruling
        ruling = by(act, _with_no_more(spot, lies))
        ruling.last_chips = "said"
        return ruling
    ruling = by(act, spot)
    kind = None if ruling.irregularity is None else ruling.irregularity.kind
    short = settled and ruling.irregularity is None and lies < ruling.to and not ruling.open
    if not counted or not (kind in OTHERWISE or short) or not spot.may_be_all(lies):
        return ruling
    ruling = by(act, _with_no_more(spot, lies))
    ruling.irregularity, ruling.last_chips = None, "maybe"
    return ruling


def _with_no_more(spot: Spot, lies: int) -> Spot:
    """Return the spot of a seat that has nothing behind what lies there."""
    return replace(spot, behind=max(0, lies - spot.bet))
