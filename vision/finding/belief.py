"""How far what a stack may hold is to be believed, by how well it was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vision.counting.alternatives import Alternative, together
from vision.finding.search import Cylinder

_UNSEEN: Final = 0.95
"""How often a zone holds nothing but the stacks that were found, and where a chip could hide behind one."""
_MAY_HIDE: Final = 0.85


def believed(told: Sequence[Alternative], cylinder: Cylinder, touched: bool) -> tuple[Alternative, ...]:
    """Return what a stack may hold where it may also stand elsewhere, or be higher, than it was found."""
    trust = 0.5 if touched or not cylinder.footing else 0.97
    return tuple(replace(held, p=held.p * trust) for held in told)


def in_zone(stacks: Sequence[Sequence[Alternative]], hides: bool) -> tuple[Alternative, ...]:
    """Return what a zone may hold in which ``stacks`` stand; ``hides`` is whether a chip could lie behind them unseen.

    Nothing where of one of them nothing can be said.
    """
    if not all(stacks):
        return ()
    trust = _MAY_HIDE if hides else _UNSEEN
    return tuple(replace(held, p=held.p * trust) for held in together(stacks))
