"""Weighs how likely a stack holds what it seems to, and makes likelihoods into frequencies.

What edges and names say of themselves leaves out the chip that nobody sees: ``counted`` weighs that.
``benchmarks.alternatives`` has the figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.counting.alternatives import Alternative
from vision.counting.decoding import Decoded, Way

ENOUGH: Final = 0.8
"""How likely what all witnesses agree on must be, for it to be told."""
CERTAIN: Final = 0.95
"""How likely it must be where a witness says too little."""
_EDGES_TELL: Final = 0.6
"""How much the edges' fit says of the number: neighbouring rows of a net's word are not independent."""
_OUTLINE_OFF: Final = 0.8
_OUTLINE_ASTRAY: Final = 1e-4
"""How far, in chips, the outline's height usually is off, and how often it says nothing at all."""
_COUNTED: Final = (1.92, -2.77, 0.75, 0.38)
"""What speaks for a number with no chip unseen, as log odds: by itself; how many chips more the outline says than the edges;
the faintest edge; how whole the net of names finds the chips. Fitted on tables kept out of that net's training."""
_MOST_WHOLE: Final = 6.0
_MOST: Final = 0.998
_AMONG_OTHERS: Final = 0.5
"""How often what is not the likeliest is another one of those told."""


def likely_numbers(ways: Sequence[Way], outline: float) -> list[tuple[Way, float]]:
    """Return how likely each number of chips is by the edges and by the ``outline``'s height in chips."""
    by_edges = _EDGES_TELL * np.array([way.fits for way in ways])
    off = np.array([outline - way.count for way in ways])
    odds = by_edges + np.logaddexp(-((off / _OUTLINE_OFF) ** 2) / 2, np.log(_OUTLINE_ASTRAY))
    shares = np.exp(odds - odds.max())
    return list(zip(ways, (float(share) for share in shares / shares.sum()), strict=True))


def counted(held: Decoded, outline: float, whole: float) -> float:
    """Return how likely no chip went unseen: an edge is faint, the outline higher, a chip looks like a part of one or two.

    ``whole`` are the log odds, by the net of names, that each chip is one.
    """
    within = float(np.clip(whole, -_MOST_WHOLE, _MOST_WHOLE))
    speaks = (1.0, outline - held.count, held.weakest, within)
    return float(1 / (1 + np.exp(-np.dot(_COUNTED, speaks))))


def honest(told: Sequence[Alternative], number: float) -> tuple[Alternative, ...]:
    """Return ``told``, best first, with likelihoods as frequencies; ``number`` is how likely the best one's number is."""
    if not told:
        return ()
    best, *others = told
    first = min(best.p, _MOST) * number
    rest = sum(held.p for held in others) or 1.0
    left = min((1 - first) * _AMONG_OTHERS, rest)
    found = [replace(best, p=first), *(replace(held, p=held.p / rest * left) for held in others)]
    return tuple(sorted(found, key=lambda held: -held.p))
