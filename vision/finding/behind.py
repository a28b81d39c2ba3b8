"""Says where a chip could lie unseen: one camera sees nothing of what is wholly behind a high stack."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np

from vision.geometry.camera import Array, Pose
from vision.geometry.unwrap import Stack, hidden_by
from vision.geometry.zones import Zone, on_felt

_GAPS_MM: Final = (0.5, 10.0, 20.0)
"""How far behind a stack a chip is thought to lie."""
_ANGLES: Final = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_RING: Final = np.stack((np.cos(_ANGLES), np.sin(_ANGLES)), axis=1)


def could_hide(zone: Zone, stacks: Sequence[Stack], pose: Pose, thickness_mm: float) -> bool:
    """Say whether a chip, ``thickness_mm`` high and as wide as they are, could lie in ``zone`` wholly behind ``stacks``."""
    for stack, gap in product(stacks, _GAPS_MM):
        foot = np.array((stack.x_mm, stack.y_mm))
        away = foot - pose.centre[:2]
        place = foot + away / np.linalg.norm(away) * (2 * stack.radius_mm + gap)
        if zone.contains(float(place[0]), float(place[1])) and _hidden(place, stacks, pose, thickness_mm):
            return True
    return False


def _hidden(place: Array, stacks: Sequence[Stack], pose: Pose, thickness_mm: float) -> bool:
    """Say whether a chip at ``place`` stands in none of ``stacks`` and shows nothing of itself."""
    if any(np.hypot(*(place - (stack.x_mm, stack.y_mm))) < 2 * stack.radius_mm for stack in stacks):
        return False
    ring = place + _RING * stacks[0].radius_mm
    points = np.concatenate([on_felt(ring), on_felt(ring, thickness_mm)])
    hidden = np.zeros(len(points), bool)
    for stack in stacks:
        hidden |= hidden_by(stack, points, pose.centre)
    return bool(hidden.all())
