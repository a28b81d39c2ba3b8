"""Weighs how likely a stack has each number of chips that fits, as a frequency.

The net of numbers has the last word: it has seen which edges are wrong. ``benchmarks.alternatives`` has the figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.counting.decoding import Way

ENOUGH: Final = 0.85
"""How likely what all witnesses agree on must be, for it to be told."""
CERTAIN: Final = 0.95
"""How likely it must be where a witness says too little."""
_EDGES_TELL: Final = 0.15
"""How much the edges' fit says of the number: neighbouring rows of a net's word are not independent."""
_FRONT_TELLS: Final = 1.0
"""How much the net of numbers does, of all numbers of a stack."""
_OUTLINE_OFF: Final = 0.8
_OUTLINE_ASTRAY: Final = 1e-4
"""How far, in chips, the outline's height usually is off, and how often it says nothing at all."""
_COUNTED: Final = (0.77, 0.85)
"""What speaks for a number, as log odds: by itself; what the net of numbers says of it. Fitted on tables that it never saw."""
_AMONG_OTHERS: Final = 0.5
"""How often what is not the likeliest is another one of those told."""


def likely_numbers(ways: Sequence[Way], outline: float) -> list[tuple[Way, float]]:
    """Return the numbers of chips, likeliest first, each with how likely it is; ``outline`` is the stack's height in chips."""
    fits = np.array([_EDGES_TELL * way.fits + _FRONT_TELLS * way.odds for way in ways])
    off = np.array([outline - way.count for way in ways])
    fits = fits + np.logaddexp(-((off / _OUTLINE_OFF) ** 2) / 2, np.log(_OUTLINE_ASTRAY))
    best, *others = (int(at) for at in np.argsort(-fits))
    first = counted(ways[best])
    shares = np.exp(fits[others] - fits[best])
    shares *= (1 - first) * _AMONG_OTHERS / max(shares.sum(), 1e-12)
    return [(ways[best], first), *((ways[at], float(p)) for at, p in zip(others, shares, strict=True))]


def counted(way: Way) -> float:
    """Return how likely a stack has as many chips as ``way`` says, and no chip went unseen."""
    return float(1 / (1 + np.exp(-np.dot(_COUNTED, (1.0, way.odds)))))
