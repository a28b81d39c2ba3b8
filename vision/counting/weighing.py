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
_OUTLINE_OFF: Final = 1.0
_OUTLINE_ASTRAY: Final = 1e-4
"""How far, in chips, the outline's height usually is off, and how often it says nothing at all."""
_COUNTED: Final = (0.77, 0.85)
"""What speaks for a number, as log odds: by itself; what the net of numbers says of it. Fitted on tables that it never saw."""
_TEMPER: Final = 0.6
_NONE_OF_THESE: Final = -4.0
"""How much of all this is believed, and what speaks for a number that no edges were found for. Fitted likewise."""


def likely_numbers(ways: Sequence[Way], outline: float) -> list[tuple[Way, float]]:
    """Return the numbers of chips, likeliest first, each with how likely it is; ``outline`` is the stack's height in chips.

    A number is the less likely the more speaks for another one. What is missing to 1 is a number that is none of these.
    """
    fits = np.array([_EDGES_TELL * way.fits + _FRONT_TELLS * way.odds for way in ways])
    off = np.array([outline - way.count for way in ways])
    fits = fits + np.logaddexp(-((off / _OUTLINE_OFF) ** 2) / 2, np.log(_OUTLINE_ASTRAY))
    said = _TEMPER * np.append(fits, _NONE_OF_THESE)
    shares = np.exp(said - said.max())
    shares /= shares.sum()
    return [(ways[at], float(shares[at])) for at in np.argsort(-fits)]


def counted(way: Way) -> float:
    """Return how likely a stack has as many chips as ``way`` says, and no chip went unseen."""
    return float(1 / (1 + np.exp(-np.dot(_COUNTED, (1.0, way.odds)))))
