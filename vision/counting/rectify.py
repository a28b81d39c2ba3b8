"""Sets an unrolled stack straight: its edges rise to one side where it stands beside where it was thought to.

By how much is seen in the strip itself: what changes from row to row adds up over the columns where they are level.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.unwrap import COLUMNS, HALF_ANGLE_DEG, Strip

_ANGLES: Final = np.radians((np.arange(COLUMNS) + 0.5) * (2 * HALF_ANGLE_DEG / COLUMNS) - HALF_ANGLE_DEG)
_RISE: Final = np.tan(_ANGLES)
"""How much lower edges appear, column by column, where the stack stands to the right: one at 45 degrees."""
_LOOKED_AT: Final = slice(8, 56)
_TILTS: Final = np.arange(-5.25, 5.3, 0.75)
_USUAL: Final = 6.0
"""Tilts tried, in rows at 45 degrees, and beyond which they are less likely."""
_DARKEST: Final = 12.0
_STEEPEST: Final = 0.6
"""A spot's or a highlight's end says no more than an edge: steps of brightness, as logarithms, count up to this."""


def straightened(strip: Strip) -> Strip:
    """Return ``strip`` with its edges level."""
    tilt = _tilt(strip)
    rows = np.arange(len(strip.picture))[:, None] + tilt * _RISE[None]
    down = rows.astype(np.float32)
    across = np.broadcast_to(np.arange(COLUMNS, dtype=np.float32), down.shape).copy()
    moved = cv2.remap(strip.picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shows = cv2.remap(strip.shows.astype(np.uint8), across, down, cv2.INTER_NEAREST)
    return replace(
        strip, picture=np.asarray(moved, np.uint8), shows=np.asarray(shows > 0), tilt=tilt * strip.mm_per_row
    )


def _tilt(strip: Strip) -> float:
    """Return by how many rows edges are lower at 45 degrees to the right than in the middle."""
    steps, rise = _steps(strip), _RISE[_LOOKED_AT].reshape(-1, 2).mean(axis=1)
    rows = np.arange(len(steps), dtype=np.float32)[:, None]
    across = np.broadcast_to(np.arange(len(rise), dtype=np.float32), steps.shape[:2]).copy()
    level = np.empty(len(_TILTS))
    for number, tilt in enumerate(_TILTS):
        down = (rows + tilt * rise).astype(np.float32)
        moved = cv2.remap(steps, across, down, cv2.INTER_LINEAR)
        level[number] = cv2.norm(cv2.reduce(moved, 1, cv2.REDUCE_AVG), cv2.NORM_L2SQR)
    level *= np.exp(-((_TILTS / _USUAL) ** 2) / 2)
    best = int(np.argmax(level))
    if not 0 < best < len(_TILTS) - 1:
        return float(_TILTS[best])
    low, most, high = level[best - 1 : best + 2]
    bend = low - 2 * most + high
    aside = (low - high) / (2 * bend) if bend < 0 else 0.0
    return float(_TILTS[best] + aside * (_TILTS[1] - _TILTS[0]))


def _steps(strip: Strip) -> npt.NDArray[np.float32]:
    """Return how light changes from row to row, (rows, pairs of columns, 3), nothing where the stack is hidden."""
    soft = np.log(cv2.GaussianBlur(strip.picture, (3, 3), 0).astype(np.float32) + _DARKEST)
    both = strip.shows[2:] & strip.shows[:-2]
    steps = ((soft[2:] - soft[:-2]) * both[..., None])[:, _LOOKED_AT]
    pairs = (steps[:, ::2] + steps[:, 1::2]) / 2
    return np.asarray(np.clip(pairs, -_STEEPEST, _STEEPEST), np.float32)
