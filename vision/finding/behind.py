"""Says where a chip could lie unseen: one camera sees nothing of what is wholly behind a high stack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array, Pose
from vision.geometry.unwrap import Stack, hidden_by
from vision.geometry.zones import Zone, on_felt

_STEP_MM: Final = 4.0
_REACH_MM: Final = 300.0
"""How far apart the places lie at which a chip is thought to lie, and how far from a stack at most."""
_ANGLES: Final = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_RING: Final = np.stack((np.cos(_ANGLES), np.sin(_ANGLES)), axis=1)


def unseen_mm2(zone: Zone, stacks: Sequence[Stack], pose: Pose, thickness_mm: float) -> float:
    """Return on how much of ``zone``, in mm^2, the middle of a chip could lie that is wholly hidden behind ``stacks``.

    The chip is ``thickness_mm`` high and as wide as they are, and stands in none of them.
    """
    if not stacks:
        return 0.0
    radius, middles = stacks[0].radius_mm, np.array([(stack.x_mm, stack.y_mm) for stack in stacks])
    places = _places(zone, middles)
    apart = np.linalg.norm(places[:, None] - middles, axis=2)
    places = places[(apart >= 2 * radius).all(axis=1)]
    for ring in (np.zeros((1, 2)), _RING[::4] * radius, _RING * radius):  # most places show at once
        places = places[_hidden(places[:, None] + ring, stacks, pose, thickness_mm)]
    return len(places) * _STEP_MM**2


def _places(zone: Zone, middles: Array) -> Array:
    low = np.maximum(zone.polygon.min(axis=0), middles.min(axis=0) - _REACH_MM)
    high = np.minimum(zone.polygon.max(axis=0), middles.max(axis=0) + _REACH_MM)
    columns, rows = (np.ceil((high - low) / _STEP_MM).astype(int) + 1).tolist()
    inside = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(inside, [np.round((zone.polygon - low) / _STEP_MM * 256).astype(np.int32)], 1, cv2.LINE_8, 8)
    return np.asarray(low + np.argwhere(inside)[:, ::-1] * _STEP_MM, np.float64)


def _hidden(points: Array, stacks: Sequence[Stack], pose: Pose, thickness_mm: float) -> npt.NDArray[np.bool_]:
    """Say of each row of ``points``, (n, ring, 2), whether no one of them shows, on the felt or ``thickness_mm`` over it."""
    flat = points.reshape(-1, 2)
    both = np.concatenate([on_felt(flat), on_felt(flat, thickness_mm)])
    hidden = np.zeros(len(both), bool)
    for stack in stacks:
        hidden |= hidden_by(stack, both, pose.centre)
    return np.asarray(hidden.reshape(2, *points.shape[:2]).all(axis=(0, 2)))
