"""Paints a chip of a drawn stack: its edge, its top and the spots on both, as light."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array
from vision.settings import Colour
from vision.training.scene import Pile

GAMMA: Final = 2.2
SPOT_SHARE: Final = 0.35
"""How much of its part of the edge each spot takes."""
_BEVEL: Final = 0.1


def edge_colour(pile: Pile, turns: Array, points: Array) -> Array:
    """Return the light of a pile's side at ``points``, (..., 3) in mm from the middle of its foot."""
    level = np.clip(points[..., 2] / pile.thickness_mm, 0, len(pile.chips) - 1e-6)
    index = level.astype(int)
    angle = np.arctan2(points[..., 1], points[..., 0]) / (2 * np.pi)
    colour = _spotted(pile, turns, index, angle)
    bevel = np.abs(level - index - 0.5) > 0.5 - _BEVEL
    return np.where(bevel[..., None], colour * 0.35, colour)


def top_colour(pile: Pile, turns: Array, points: Array) -> Array:
    """Return the light of a pile's top at ``points``, (..., 3) in mm from the middle of its foot."""
    out = np.hypot(points[..., 0], points[..., 1]) / (pile.diameter_mm / 2)
    index = np.full(out.shape, len(pile.chips) - 1)
    angle = np.arctan2(points[..., 1], points[..., 0]) / (2 * np.pi)
    colour = _spotted(pile, turns, index, angle)
    body = linear(pile.chips[-1].body)
    inlay = linear((225, 222, 210))
    return np.where((out < 0.55)[..., None], inlay, np.where((out < 0.78)[..., None], body, colour))


def _spotted(pile: Pile, turns: Array, index: npt.NDArray[np.int_], angle: Array) -> Array:
    bodies = np.stack([linear(chip.body) for chip in pile.chips])
    spots = np.stack([linear(chip.spots) for chip in pile.chips])
    counts = np.array([chip.spot_count for chip in pile.chips])
    within = np.mod(angle * counts[index] + turns[index], 1.0)
    spotted = (within < SPOT_SHARE) & (counts[index] > 0)
    return np.where(spotted[..., None], spots[index], bodies[index])


def linear(colour: Colour) -> Array:
    """Return the light of a colour that a camera tells as ``colour``."""
    return np.array([(level / 255) ** GAMMA for level in colour], np.float64)
