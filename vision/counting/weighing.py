"""Weighs how likely a stack holds what it seems to, and makes likelihoods into frequencies.

What a net and colours say is too sure of itself. ``honest`` was fitted on six messy tables of one seed and checked on six
of another (``benchmarks.alternatives`` has the figures).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.counting.alternatives import Alternative
from vision.counting.decoding import Way

ENOUGH: Final = 0.8
"""How likely what all witnesses agree on must be, for it to be told."""
CERTAIN: Final = 0.95
"""How likely it must be where a witness says too little."""
_EDGES_TELL: Final = 0.6
"""How much the edges' fit says of the number: neighbouring rows of a net's word are not independent."""
_OUTLINE_OFF: Final = 0.8
_OUTLINE_ASTRAY: Final = 1e-4
"""How far, in chips, the outline's height usually is off, and how often it says nothing at all."""
_FITTED: Final = (0.28, 0.91, -0.31, -0.55)
"""What speaks for the likeliest, as log odds: by itself; its own log odds; how many chips the outline is off; how badly
its worst chip fits."""
_LEAST, _MOST = 0.02, 0.998
_AMONG_OTHERS: Final = 0.5
"""How often what is not the likeliest is another one of those told."""


def likely_numbers(ways: Sequence[Way], outline: float) -> list[tuple[Way, float]]:
    """Return how likely each number of chips is by the edges and by the ``outline``'s height in chips."""
    by_edges = _EDGES_TELL * np.array([way.fits for way in ways])
    off = np.array([outline - way.count for way in ways])
    odds = by_edges + np.logaddexp(-((off / _OUTLINE_OFF) ** 2) / 2, np.log(_OUTLINE_ASTRAY))
    shares = np.exp(odds - odds.max())
    return list(zip(ways, (float(share) for share in shares / shares.sum()), strict=True))


def honest(told: Sequence[Alternative], outline: float, misfit: float) -> tuple[Alternative, ...]:
    """Return ``told``, best first, with likelihoods as frequencies; ``misfit`` is that of the worst chip."""
    if not told:
        return ()
    best, *others = told
    p = min(max(best.p, _LEAST), _MOST)
    speaks = (1.0, np.log(p / (1 - p)), abs(outline - sum(best.chips.values())), max(misfit, 0.0))
    first = float(1 / (1 + np.exp(-np.dot(_FITTED, speaks))))
    rest = sum(held.p for held in others) or 1.0
    left = min((1 - first) * _AMONG_OTHERS, rest)
    found = [replace(best, p=first), *(replace(held, p=held.p / rest * left) for held in others)]
    return tuple(sorted(found, key=lambda held: -held.p))
