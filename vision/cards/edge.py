"""Finds to a fraction of a pixel where the felt ends at what lies on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.fitting import Mask
from vision.cards.lying import PX_PER_MM
from vision.geometry.camera import Array

_INSIDE_MM: Final = 4.2
"""So far within a thing it is looked how much it differs from the felt."""
_OFF_MM: Final = (2.6, 0.9)
"""The edge lies at most so far within and beyond where the thing was first seen to end: noise round it makes it larger."""
_STEP_MM: Final = 0.15
_HALF: Final = 0.55
"""The share of a thing's difference from the felt that is left where it ends."""
_SMOOTH: Final = 2.0
_ALONG: Final = 5
"""Over so many places of the edge the difference is averaged: noise is not alike in them."""


@dataclass(frozen=True)
class Edge:
    """Where a thing ends, going round it: ``points`` are (n, 2) in pixels, ``clear`` those at which that is known."""

    points: Array
    clear: npt.NDArray[np.bool_]


def edge_of(thing: Mask, differs: npt.NDArray[np.float32], known: Mask) -> Edge:
    """Return the edge of ``thing``, by how many levels each pixel ``differs`` from the felt, where that is ``known``."""
    contours, _ = cv2.findContours(thing.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    rough = np.asarray(max(contours, key=len), np.int32).reshape(-1, 2)
    outward = _outward(thing, rough)
    steps = np.arange(-_INSIDE_MM, _OFF_MM[1], _STEP_MM) * PX_PER_MM
    at = (rough[:, None] + outward[:, None] * steps[None, :, None]).astype(np.float32)
    levels = cv2.remap(differs, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    levels = np.asarray(cv2.blur(levels, (1, _ALONG), borderType=cv2.BORDER_REPLICATE), np.float64)
    least = _HALF * levels.max(axis=1)
    within = (levels >= least[:, None]) & (steps >= -_OFF_MM[0] * PX_PER_MM)
    last = len(steps) - 1 - np.argmax(within[:, ::-1], axis=1)
    ends = within.any(axis=1) & (last < len(steps) - 1)
    last = np.minimum(last, len(steps) - 2)
    rows = np.arange(len(rough))
    high, low = levels[rows, last], levels[rows, last + 1]
    beyond = np.clip((high - least) / np.maximum(high - low, 1e-6), 0, 1)
    points = rough + outward * (steps[last] + beyond * _STEP_MM * PX_PER_MM)[:, None]
    printed = cv2.dilate((~known).astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    return Edge(points, np.asarray(ends & ~printed[rough[:, 1], rough[:, 0]]))


def _outward(thing: Mask, at: npt.NDArray[np.int32]) -> Array:
    """Return which way is out of ``thing`` at each of its edge's places, (n, 2), each one pixel long."""
    soft = cv2.GaussianBlur(thing.astype(np.float32), (0, 0), _SMOOTH)
    slopes = [cv2.Sobel(soft, cv2.CV_32F, *way)[at[:, 1], at[:, 0]] for way in ((1, 0), (0, 1))]
    out = -np.stack(slopes, axis=1).astype(np.float64)
    return np.asarray(out / np.maximum(np.linalg.norm(out, axis=1), 1e-9)[:, None])
