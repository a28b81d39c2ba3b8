"""Seats a stack anew where its own side shows the felt line: an outline's foot may be a shadow's edge or a seam."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from vision.geometry.camera import Pose
from vision.geometry.unwrap import Stack

LEAST_MM: Final = 1.0


def seated(stack: Stack, felt_line_mm: float, pose: Pose) -> Stack:
    """Return ``stack`` moved straight to or from the camera at ``pose``, its top where that seems to be.

    ``felt_line_mm`` is how high over the felt its near side seems to have its felt line where it was thought to stand.
    """
    up, away = float(pose.centre[2]), np.array((stack.x_mm, stack.y_mm)) - pose.centre[:2]
    distance = float(np.hypot(*away))
    moved = (distance - stack.radius_mm) * up / (up - felt_line_mm) + stack.radius_mm
    height = up - moved / distance * (up - stack.height_mm)
    x, y = pose.centre[:2] + away * (moved / distance)
    return replace(stack, x_mm=float(x), y_mm=float(y), height_mm=max(height, LEAST_MM))
