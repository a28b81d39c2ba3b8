"""A shadow at a stack's foot that looks like one chip more: felt with less light on it, as high as a chip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array
from vision.geometry.unwrap import COLUMNS, HALF_ANGLE_DEG, Strip

_PARTS: Final = 16
_FRONT_DEG: Final = 50.0
_INNER: Final = (0.25, 0.75)
"""Where in its height a chip is looked at, and the felt before it."""
_SAME_HUE: Final = 1.2
"""How many times more of one colour than of another felt in shadow may lose."""
_DARKEST, _LIGHTEST = 0.3, 1.08
"""Which shares of its light felt in shadow has."""
_SHARE: Final = 0.85
"""In so much of its width a chip must look like felt."""
_FEWEST: Final = 5
_GREY: Final = 3.0
"""Levels added to each colour: what is nearly black has no hue."""

_ANGLES: Final = (np.arange(_PARTS) + 0.5) * (2 * HALF_ANGLE_DEG / _PARTS) - HALF_ANGLE_DEG


def lowest_may_be_shadow(strip: Strip, edges: Sequence[float]) -> bool:
    """Whether the lowest chip of ``strip`` looks like the felt before it in shadow, and the next one does not.

    ``edges`` are the rows at which chips begin and end, the felt line's first.
    """
    chip = (edges[0] - edges[-1]) / (len(edges) - 1)
    felt, seen = _colours(strip, edges[0] + chip, edges[0])
    lowest, shown = _colours(strip, edges[0], edges[1])
    if not _like_felt(lowest, felt, seen & shown):
        return False
    if len(edges) < 3:
        return True
    upper, over = _colours(strip, edges[1], edges[2])
    return not _like_felt(upper, felt, seen & over)


def _colours(strip: Strip, low: float, high: float) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the colours round the stack between two rows, (parts, 3), and which of them are seen."""
    first, last = (round(low + (high - low) * share) for share in reversed(_INNER))
    first, last = max(first, 0), min(max(last, first + 1), len(strip.picture))
    if first >= last:
        return np.zeros((_PARTS, 3)), np.zeros(_PARTS, bool)
    rows = strip.picture[first:last].astype(np.float64).mean(axis=0)
    shows = strip.shows[first:last].all(axis=0).reshape(_PARTS, COLUMNS // _PARTS).all(axis=1)
    return rows.reshape(_PARTS, -1, 3).mean(axis=1), shows & (np.abs(_ANGLES) <= _FRONT_DEG)


def _like_felt(colours: Array, felt: Array, seen: npt.NDArray[np.bool_]) -> bool:
    if seen.sum() < _FEWEST:
        return False
    shares = (colours[seen] + _GREY) / (felt[seen] + _GREY)
    hue = shares.max(axis=1) / shares.min(axis=1)
    level = shares.mean(axis=1)
    alike = (hue < _SAME_HUE) & (level > _DARKEST) & (level < _LIGHTEST)
    return float(alike.mean()) >= _SHARE
