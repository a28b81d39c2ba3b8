"""Tells which chips the blinds and antes of a level do not need any more."""

from __future__ import annotations

from collections.abc import Iterable

from controller.table.events import LevelSet


def amounts(level: LevelSet) -> list[int]:
    """Return what is posted at ``level``."""
    return [amount for amount in (level.small, level.big, level.ante, level.big_blind_ante) if amount]


def not_needed(denominations: Iterable[int], posted: Iterable[int]) -> list[int]:
    """Return the lowest ``denominations`` that nothing of ``posted`` needs, lowest first; one always stays."""
    chips, posted = sorted(set(denominations)), list(posted)
    spare = 0
    while spare + 1 < len(chips) and all(amount % chips[spare + 1] == 0 for amount in posted):
        spare += 1
    return chips[:spare]
