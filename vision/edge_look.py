"""What a chip's edge looks like: its body, its spots and how many, from the unrolled side of a stack of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Array
from vision.chip_set import Colour
from vision.unwrap import COLUMNS, HALF_ANGLE_DEG, Strip

MIDDLE: Final = (0.3, 0.7)
"""The part of a chip's height that is looked at: its rims are dark or shine."""
LEAST_SPOTS: Final = 2
MOST_SPOTS: Final = 16
_ANOTHER_COLOUR: Final = 40.0
"""Levels, of 255, by which spots differ from the body at least."""
_FEWEST_SPOTTED: Final = 0.06
_SHARES: Final = (0.15, 0.25, 0.35, 0.45, 0.55)
_TURNS: Final = 32
_EXPLAINS: Final = 0.5


@dataclass(frozen=True)
class Look:
    """The colours of an edge and its spots; ``spot_count`` is None where it cannot be told."""

    body: Colour
    spots: Colour
    spot_count: int | None


def look_of(strip: Strip, count: int) -> Look:
    """Return how the ``count`` equal chips of ``strip``, which begins at the felt, look."""
    rows = _middles(strip, count)
    pixels = rows.reshape(-1, 3).astype(np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.5)
    cv2.setRNGSeed(1)
    _, labels, _ = cv2.kmeans(pixels, 2, np.zeros((len(pixels), 1), np.int32), stop, 3, cv2.KMEANS_PP_CENTERS)
    second = np.asarray(labels).ravel() == 1
    if second.mean() > 0.5:
        second = ~second
    everything = _colour(pixels)
    if second.mean() < _FEWEST_SPOTTED:
        return Look(everything, everything, 0)
    body, spots = _colour(pixels[~second]), _colour(pixels[second])
    if max(abs(one - other) for one, other in zip(body, spots, strict=True)) < _ANOTHER_COLOUR:
        return Look(everything, everything, 0)
    return Look(body, spots, _spot_count(second.reshape(count, COLUMNS)))


def _middles(strip: Strip, count: int) -> npt.NDArray[np.float32]:
    """Return a row of colours for each chip: the median over the middle of its height."""
    thickness = (strip.top_mm - strip.height_of(len(strip.picture) - 0.5)) / count
    rows = []
    for number in range(count):
        low, high = (round(strip.row_of((number + part) * thickness)) for part in MIDDLE)
        rows.append(np.median(strip.picture[high : low + 1], axis=0))
    return np.stack(rows).astype(np.float32)


def _spot_count(spotted: npt.NDArray[np.bool_]) -> int | None:
    """Return how many spots go round, by the pattern that explains the chips' rows best."""
    step = 2 * HALF_ANGLE_DEG / COLUMNS
    rounds = (-HALF_ANGLE_DEG + (np.arange(COLUMNS) + 0.5) * step) / 360
    signal = spotted.astype(float)
    signal -= signal.mean()
    explained = {count: _explained(signal, rounds, count) for count in range(LEAST_SPOTS, MOST_SPOTS + 1)}
    best = max(explained, key=lambda count: explained[count])
    return best if explained[best] >= _EXPLAINS else None


def _explained(signal: Array, rounds: Array, count: int) -> float:
    """Return the share of ``signal`` that ``count`` equal spots explain, each chip turned as fits it best."""
    turns = np.arange(_TURNS)[:, None] / _TURNS
    best = 0.0
    for share in _SHARES:
        pattern = (np.mod(rounds[None] * count + turns, 1.0) < share).astype(float)
        pattern -= pattern.mean(axis=1, keepdims=True)
        likeness = signal @ pattern.T
        sizes = np.linalg.norm(signal, axis=1)[:, None] * np.linalg.norm(pattern, axis=1)[None]
        best = max(best, float((likeness / np.maximum(sizes, 1e-9)).max(axis=1).mean()))
    return best


def _colour(pixels: npt.NDArray[np.float32]) -> Colour:
    blue, green, red = (round(float(level)) for level in np.median(pixels, axis=0))
    return red, green, blue
