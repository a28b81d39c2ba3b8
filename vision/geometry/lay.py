"""Works out where markers lie on the felt from one picture of them: nobody measures anything.

They lie flat and have one known size; that is enough for a calibrated lens. The felt's frame is laid
through them: its origin in their middle, y away from the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry import markers
from vision.geometry.camera import Array, Lens, Pose
from vision.geometry.least_squares import best
from vision.geometry.markers import Found
from vision.geometry.pose import FEWEST_MARKERS, LARGEST_ERROR_PX, NoPose, error_of

_FREE: Final = 3
"""Unknowns of a marker on the felt: x, y and how it is turned."""


@dataclass(frozen=True)
class Lay:
    """The markers' corners on the felt, (4, 3) in mm each, and the camera over them."""

    markers: dict[int, Array]
    pose: Pose
    error_px: float


def lay_of(found: Found, lens: Lens, side_mm: float) -> Lay:
    """Return how the markers of one picture lie. Raise NoPose where they are too few or not flat."""
    if len(found) < FEWEST_MARKERS:
        raise NoPose(f"{len(found)} markers show on the felt, {FEWEST_MARKERS} are needed")
    largest = max(found, key=lambda number: cv2.contourArea(found[number].astype(np.float32)))
    order = [largest, *sorted(set(found) - {largest})]
    lay = min((_refined(start, order, found, lens, side_mm) for start in _starts(found[largest], lens, side_mm)),
              key=lambda tried: tried.error_px)  # fmt: skip
    if lay.error_px > LARGEST_ERROR_PX:
        raise NoPose(
            f"the markers on the felt do not fit together: off by {lay.error_px:.1f} px, {LARGEST_ERROR_PX:g} "
            f"allowed; they must lie flat and be {side_mm:g} mm wide (is the print at 100 %?)"
        )
    return _in_felt_frame(lay)


def _starts(seen: Array, lens: Lens, side_mm: float) -> list[Pose]:
    """Return the poses, two at most, that a single square allows, in that square's own frame."""
    corners = markers.square((0, 0), side_mm)
    _, rotations, shifts, _ = cv2.solvePnPGeneric(
        corners, seen, lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE_SQUARE
    )
    return [Pose.of(rotation, shift) for rotation, shift in zip(rotations, shifts, strict=True)]


def _refined(start: Pose, order: list[int], found: Found, lens: Lens, side_mm: float) -> Lay:
    """Return the lay and pose that fit best near ``start``, in the frame of the first marker of ``order``."""
    unknowns = [*start.rvec, *start.translation]
    for number in order[1:]:
        corners = lens.felt_at(found[number], start)
        across = corners[1] - corners[0]
        unknowns += [*corners.mean(axis=0), np.arctan2(across[1], across[0])]

    def laid(at: Array) -> dict[int, Array]:
        held = {order[0]: markers.square((0, 0), side_mm)}
        for number, (x, y, turned) in zip(order[1:], at[6:].reshape(-1, _FREE), strict=True):
            held[number] = markers.square((x, y), side_mm, turned)
        return held

    seen = np.concatenate([found[number] for number in order])

    def residuals(at: Array) -> Array:
        felt = np.concatenate(list(laid(at).values()))
        off: Array = lens.project(felt, Pose.of(at[:3], at[3:6])) - seen
        return off.ravel()

    at = best(residuals, np.array(unknowns, float))
    pose, held = Pose.of(at[:3], at[3:6]), laid(at)
    return Lay(held, pose, error_of(found, held, lens, pose, order))


def _in_felt_frame(lay: Lay) -> Lay:
    """Return the same lay with its origin in the markers' middle and y pointing away from the camera."""
    # Forward and up together: one of them has a part along the felt wherever the camera looks.
    away = (lay.pose.rotation[2] - lay.pose.rotation[1])[:2]
    away /= np.linalg.norm(away)
    turn = np.array(((away[1], -away[0], 0.0), (away[0], away[1], 0.0), (0.0, 0.0, 1.0)))
    middle = np.mean([corners.mean(axis=0) for corners in lay.markers.values()], axis=0)
    placed = {number: (corners - middle) @ turn.T for number, corners in lay.markers.items()}
    rotation = lay.pose.rotation @ turn.T
    return Lay(placed, Pose(rotation, lay.pose.translation + lay.pose.rotation @ middle), lay.error_px)
