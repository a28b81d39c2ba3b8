"""Describes what a chip's edge looks like: its body, its spots and how many, from the unrolled side of a stack."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array
from vision.geometry.unwrap import COLUMNS, HALF_ANGLE_DEG, Strip
from vision.settings import Colour

MIDDLE: Final = (0.3, 0.7)
"""The part of a chip's height that is looked at: its rims are dark or shine."""
LEAST_SPOTS: Final = 2
MOST_SPOTS: Final = 16
_ANOTHER_COLOUR: Final = 0.15
"""How far spots differ from the body at least, as a share of the light on the edge."""
_EXPLAINS: Final = 0.6
_CLEARLY: Final = (0.5, 4.0)
"""Two spots are a bright and a dark side as well: they must differ by this, and by so many times the spread. Spots that
no number explains must differ by the one or by the other."""
_LEAST_SHARE: Final = 0.08
"""What of the edge spots take at least: less may be where light is thrown back."""
_SHARES: Final = (0.15, 0.25, 0.35, 0.45, 0.55)
_WITHIN: Final = (1 / 3, 0.6)
"""How much of a split spot, or of a pair of bars, has the body's colour in its middle; so wide that the next is farther."""
_PATTERNS: Final = (*product(_SHARES, (0.0,)), *product(_SHARES[:-1], _WITHIN))
"""Spots, whole and split: what of a spot's part of the round it takes, and how much of it has the body's colour."""
_TURNS: Final = 32
_DIFFERENCE: Final = np.array(((0.2, 0.2, 0.2), (0.5, -0.5, 0.0), (0.25, 0.25, -0.5)))
"""Blue, green and red to what tells colours apart: brightness a little, two hues."""


@dataclass(frozen=True)
class Look:
    """The colours of an edge and its spots; ``spot_count`` is None where it cannot be told."""

    body: Colour
    spots: Colour
    spot_count: int | None


def look_of(strip: Strip, count: int) -> Look:
    """Return how the ``count`` equal chips of ``strip``, which begins at the felt, look."""
    rows = _middles(strip, count).astype(np.float64)
    light = _light(rows)
    flat = rows / light[..., None]
    second, apart, spread = _two_colours(flat)
    whole = _colour(flat, light)
    if apart < _ANOTHER_COLOUR:
        return Look(whole, whole, 0)
    body, spots = _colour(flat[~second], light), _colour(flat[second], light)
    found, explained = _spot_count(second)
    if explained < _EXPLAINS or (
        found == LEAST_SPOTS and (apart < _CLEARLY[0] or apart < _CLEARLY[1] * spread)
    ):
        two = apart >= _CLEARLY[0] or (apart >= _CLEARLY[1] * spread and second.mean() >= _LEAST_SHARE)
        return Look(body, spots, None) if two else Look(whole, whole, 0)
    return Look(body, spots, found)


def _light(rows: Array) -> Array:
    """Return the light on ``rows``, (chips, columns): what changes smoothly up and round the stack."""
    bright = np.maximum(rows.mean(axis=-1), 1.0)
    up, round_it = np.arange(len(rows)), np.linspace(-1, 1, COLUMNS)
    risen = np.polyval(np.polyfit(up, np.log(np.median(bright, axis=1)), min(2, len(rows) - 1)), up)
    bent = np.log(np.median(bright / np.exp(risen)[:, None], axis=0))
    return np.asarray(np.exp(risen[:, None] + np.polyval(np.polyfit(round_it, bent, 2), round_it)[None]))


def _two_colours(flat: Array) -> tuple[npt.NDArray[np.bool_], float, float]:
    """Return which pixels have the rarer of two colours, how far these are apart, and how far pixels spread."""
    seen = (flat @ _DIFFERENCE.T).reshape(-1, 3).astype(np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 1e-4)
    cv2.setRNGSeed(1)
    _, labels, middles = cv2.kmeans(
        seen, 2, np.zeros((len(seen), 1), np.int32), stop, 3, cv2.KMEANS_PP_CENTERS
    )
    label = np.asarray(labels).ravel()
    second = label == 1
    if second.mean() > 0.5:
        second = ~second
    middle = np.asarray(middles)
    spread = np.sqrt(((seen - middle[label]) ** 2).sum(axis=1).mean())
    return second.reshape(flat.shape[:2]), float(np.linalg.norm(middle[0] - middle[1])), float(spread)


def _middles(strip: Strip, count: int) -> npt.NDArray[np.float32]:
    """Return a row of colours for each chip: the median over the middle of its height."""
    thickness = (strip.top_mm - strip.height_of(len(strip.picture) - 0.5)) / count
    rows = []
    for number in range(count):
        low, high = (round(strip.row_of((number + part) * thickness)) for part in MIDDLE)
        rows.append(np.median(strip.picture[high : low + 1], axis=0))
    return np.stack(rows).astype(np.float32)


def _spot_count(spotted: npt.NDArray[np.bool_]) -> tuple[int, float]:
    """Return how many spots go round, by the pattern that explains the chips' rows best, and how well it does."""
    step = 2 * HALF_ANGLE_DEG / COLUMNS
    rounds = (-HALF_ANGLE_DEG + (np.arange(COLUMNS) + 0.5) * step) / 360
    signal = spotted.astype(float)
    signal -= signal.mean()
    explained = {count: _explained(signal, rounds, count) for count in range(LEAST_SPOTS, MOST_SPOTS + 1)}
    best = max(explained, key=lambda count: explained[count])
    return best, explained[best]


def _explained(signal: Array, rounds: Array, count: int) -> float:
    """Return the share of ``signal`` that ``count`` equal spots explain, whole or split, each chip turned as fits it best."""
    turns = np.arange(_TURNS)[:, None] / _TURNS
    best = 0.0
    part = np.mod(rounds[None] * count + turns, 1.0)
    for share, within in _PATTERNS:
        pattern = ((part < share) & (abs(part - share / 2) >= share * within / 2)).astype(float)
        pattern -= pattern.mean(axis=1, keepdims=True)
        likeness = signal @ pattern.T
        sizes = np.linalg.norm(signal, axis=1)[:, None] * np.linalg.norm(pattern, axis=1)[None]
        best = max(best, float((likeness / np.maximum(sizes, 1e-9)).max(axis=1).mean()))
    return best


def _colour(flat: Array, light: Array) -> Colour:
    """Return the colour of evenly lit pixels in the stack's usual light."""
    usual = np.median(flat.reshape(-1, 3), axis=0) * np.median(light)
    blue, green, red = (round(float(np.clip(level, 0, 255))) for level in usual)
    return red, green, blue
