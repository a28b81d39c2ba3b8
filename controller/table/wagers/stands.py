"""Chooses which ruling stands: with the remedy ``floor`` play goes on with what lies there."""

from __future__ import annotations

from typing import Final

from controller.table.betting.spot import Ruling, Spot
from controller.table.betting.turn import Turn

SHORT_CALLS: Final = ("bet.undercall", "bet.tiny_chip")
"""Less than the call, where the floor decides: what lies there stays until it does."""


def what_stands(turn: Turn, spot: Spot, ruling: Ruling) -> Ruling:
    """Return the ruling that stands for what was told of ``turn``, which faced ``spot``."""
    irregularity, finding = ruling.irregularity, turn.finding
    if turn.act.ruled_to is not None and finding is not None:
        ruling.cites = finding.cites
    elif finding is not None and finding.kind == "bet.verbal_vs_chips" and finding.remedy == "floor":
        return _lies_there(turn, spot, ruling)
    if irregularity is None or not turn.reported:
        return ruling
    decided = finding is not None and finding.remedy not in ("floor", "back_up")
    if irregularity.kind in SHORT_CALLS and not decided:
        ruling.to = _made_good(turn, spot, ruling, spot.to_match)
        ruling.short = ruling.to < spot.capped(spot.to_match)
    elif irregularity.kind == "bet.underbet" and not decided:
        ruling.to = _made_good(turn, spot, ruling, ruling.to)
    elif irregularity.kind == "bet.over_limit" and not decided:
        ruling.to = ruling.lies
    elif irregularity.kind == "bet.not_reopened" and not decided:
        ruling.action, ruling.to = "raise", ruling.lies
    ruling.cites = [] if finding is None or irregularity.level == "info" else finding.cites
    return ruling


def _lies_there(turn: Turn, spot: Spot, ruling: Ruling) -> Ruling:
    """Words and chips contradict each other, and the floor decides: until then what lies there counts."""
    lies = spot.capped(spot.stays + turn.act.pushed)
    if spot.to_match < lies < ruling.to:
        ruling.to = lies
    return ruling


def _made_good(turn: Turn, spot: Spot, ruling: Ruling, good: int) -> int:
    """Return what lies there of a wager that was put out too small, with what was added up to ``good``."""
    return min(spot.capped(good), max(ruling.lies, spot.stays + turn.act.pushed))
