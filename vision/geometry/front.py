"""Unrolls the front of a stack with what is beside it: rows are heights over the felt, columns lie evenly across.

The side bends away from the camera and each column follows it, so a level edge is a level line; beyond the widest place
columns go on as far away as that. A chip that lies to one side breaks the stack's upright outline there, which the side unrolled by
angles (``unwrap``) does not show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.unwrap import COLUMNS as SIDE_COLUMNS
from vision.geometry.unwrap import HALF_ANGLE_DEG, Stack, Strip, before, hidden_by, pixels_of, seen_at

COLUMNS: Final = 80
_WIDE: Final = 1.25
"""How far from the middle columns reach, in radii."""
ABOVE: Final = 10
"""How many rows more than the unrolled side it has over the rim."""


def front(
    picture: Picture, stack: Stack, others: Sequence[Stack], lens: Lens, pose: Pose, side: Strip
) -> Strip:
    """Return the front of ``stack``, row for row as its unrolled ``side``, with ``ABOVE`` rows more at the top."""
    rows = len(side.picture) + ABOVE
    top = side.top_mm + ABOVE * side.mm_per_row
    heights = np.asarray(top - (np.arange(rows) + 0.5) * side.mm_per_row, np.float64)
    points = _points(stack, pose, heights, side.tilt)
    pixels = pixels_of(points, lens, pose, side.mm_per_row)
    shows = np.asarray(((pixels >= 0) & (pixels <= np.array(lens.size) - 1)).all(axis=-1))
    for other in others:
        if before(other, stack, pose):
            shows &= ~hidden_by(other, points.reshape(-1, 3), pose.centre).reshape(shows.shape)
    return Strip(seen_at(picture, pixels), shows, top, side.mm_per_row)


def side_of(front: Strip) -> Strip:
    """Return the side, by angles round the stack as ``unwrap`` gives it, of a ``front``, row for row."""
    angles = np.radians(
        (np.arange(SIDE_COLUMNS) + 0.5) * (2 * HALF_ANGLE_DEG / SIDE_COLUMNS) - HALF_ANGLE_DEG
    )
    at = ((np.sin(angles) + _WIDE) * (COLUMNS / (2 * _WIDE)) - 0.5).astype(np.float32)
    rows = len(front.picture)
    across = np.broadcast_to(at, (rows, SIDE_COLUMNS)).copy()
    down = np.broadcast_to(np.arange(rows, dtype=np.float32)[:, None], across.shape).copy()
    seen = cv2.remap(front.picture, across, down, cv2.INTER_LINEAR)
    shows = cv2.remap(front.shows.astype(np.uint8), across, down, cv2.INTER_NEAREST)
    return replace(front, picture=np.asarray(seen, np.uint8), shows=np.asarray(shows > 0))


def _points(stack: Stack, pose: Pose, heights: Array, tilt_mm: float) -> Array:
    """Return the points of the front's pixels, (rows, columns, 3)."""
    towards = pose.centre[:2] - (stack.x_mm, stack.y_mm)
    distance = float(np.linalg.norm(towards))
    towards = towards / distance
    right = np.array((-towards[1], towards[0]))
    rise = pose.centre[2] / (distance - stack.radius_mm)
    across = (np.arange(COLUMNS) + 0.5) * (2 * _WIDE / COLUMNS) - _WIDE
    nearer = np.sqrt(np.maximum(1 - across**2, 0)) * stack.radius_mm
    middle = np.array((stack.x_mm, stack.y_mm)) + tilt_mm / rise * right
    ring = middle + nearer[:, None] * towards + across[:, None] * stack.radius_mm * right
    points = np.empty((len(heights), COLUMNS, 3))
    points[..., :2] = ring
    points[..., 2] = heights[:, None]
    return points
