"""Unrolls the side of a stack: rows are heights over the felt, columns angles round the stack.

Every chip is then the same number of rows whatever its distance. Row 0 is the top; the angle is 0 at the
line of the side nearest the camera and grows to the camera's right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array, Lens, Picture, Pose

HALF_ANGLE_DEG: Final = 62.0
COLUMNS: Final = 64
_FAR_APART_PX: Final = 1.5
_SMOOTH_MM: Final = 2.5
"""Over so little height a lens bends nothing that could be seen."""


@dataclass(frozen=True)
class Stack:
    """A stack of chips as a cylinder on the felt, in mm."""

    x_mm: float
    y_mm: float
    radius_mm: float
    height_mm: float


@dataclass(frozen=True)
class Strip:
    """The unrolled side. ``shows`` says of each pixel whether the camera sees the stack there.

    ``tilt`` is by how much its edges were lower, in mm at 45 degrees to the right, before it was set straight.
    """

    picture: Picture
    shows: npt.NDArray[np.bool_]
    top_mm: float
    mm_per_row: float
    tilt: float = 0.0

    @property
    def visible(self) -> float:
        """The share of the strip that the camera sees."""
        return float(self.shows.mean())

    def mirrored(self) -> Strip:
        """Return it with left and right changed over."""
        picture, shows = np.ascontiguousarray(self.picture[:, ::-1]), self.shows[:, ::-1]
        return replace(self, picture=picture, shows=np.ascontiguousarray(shows), tilt=-self.tilt)

    def height_of(self, row: float) -> float:
        """Return the height over the felt, in mm, of the middle of ``row``."""
        return self.top_mm - (row + 0.5) * self.mm_per_row

    def row_of(self, height_mm: float) -> float:
        """Return the row, with a fraction, whose middle is ``height_mm`` over the felt."""
        return (self.top_mm - height_mm) / self.mm_per_row - 0.5


def unwrap(
    picture: Picture,
    stack: Stack,
    lens: Lens,
    pose: Pose,
    others: Sequence[Stack] = (),
    *,
    mm_per_row: float = 0.25,
    margin_mm: float = 0.0,
) -> Strip:
    """Return the side of ``stack``, with ``margin_mm`` more above and below; ``others`` may hide parts of it."""
    top, bottom = stack.height_mm + margin_mm, -margin_mm
    rows = max(1, round((top - bottom) / mm_per_row))
    heights = np.asarray(top - (np.arange(rows) + 0.5) * mm_per_row, np.float64)
    points, outward = _side(stack, pose, heights)
    pixels = pixels_of(points.reshape(rows, COLUMNS, 3), lens, pose, mm_per_row)
    shows = ((pixels >= 0) & (pixels <= np.array(lens.size) - 1)).all(axis=-1)
    towards = pose.centre - points
    shows &= (_along(towards, outward) > 0).reshape(rows, COLUMNS)
    for other in others:
        if before(other, stack, pose):
            shows &= ~hidden_by(other, points, pose.centre).reshape(rows, COLUMNS)
    return Strip(seen_at(picture, pixels), shows, top, mm_per_row)


def seen_at(picture: Picture, pixels: Array) -> Picture:
    """Return what ``picture`` shows at ``pixels``, (rows, columns, 2): the mean of four places where they lie far apart.

    Rows are as high whatever the camera: in a picture of many pixels between two rows lie several, and each has noise of its own.
    """
    where = np.asarray(pixels, np.float32)
    if _apart(pixels) < _FAR_APART_PX:
        return _sample(picture, where)
    down, across = (np.gradient(where, axis=axis) / 4 for axis in (0, 1))
    samples = [_sample(picture, where + y * down + x * across) for y in (-1, 1) for x in (-1, 1)]
    return np.asarray(np.rint(np.mean(samples, axis=0, dtype=np.float32)), np.uint8)


def _apart(pixels: Array) -> float:
    """Return how far apart ``pixels`` lie, in pixels: the mean of both ways along the middle."""
    rows, columns = (max(size - 1, 1) for size in pixels.shape[:2])
    middle = pixels[rows // 2], pixels[:, columns // 2]
    across, down = (float(np.hypot(*(line[-1] - line[0]))) for line in middle)
    return float(np.sqrt(across / columns * down / rows))


def _sample(picture: Picture, where: npt.NDArray[np.floating]) -> Picture:
    return np.asarray(cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8)


def pixels_of(points: Array, lens: Lens, pose: Pose, mm_per_row: float) -> Array:
    """Return the pixels, (rows, columns, 2), of ``points``: of some rows, and between them in proportion."""
    rows, columns = points.shape[:2]
    step = max(1, int(_SMOOTH_MM / mm_per_row))
    worked_out = np.unique(np.append(np.arange(0, rows, step), rows - 1))
    some = lens.project(points[worked_out].reshape(-1, 3), pose).reshape(len(worked_out), columns, 2)
    place = np.interp(np.arange(rows), worked_out, np.arange(len(worked_out)))
    low = np.minimum(place.astype(int), max(len(worked_out) - 2, 0))
    share = (place - low)[:, None, None]
    return np.asarray(some[low] * (1 - share) + some[np.minimum(low + 1, len(some) - 1)] * share, np.float64)


def hidden_by(other: Stack, points: Array, eye: Array) -> npt.NDArray[np.bool_]:
    """Say of each of ``points``, (n, 3), whether ``other`` stands between it and ``eye``."""
    line = eye - points
    enters, leaves = _within_circle(other, points, line)
    # The part of the line of sight that is also between the felt and the other's top.
    with np.errstate(divide="ignore", invalid="ignore"):
        at_top = (other.height_mm - points[:, 2]) / line[:, 2]
    leaves = np.minimum(leaves, np.where(line[:, 2] > 0, at_top, np.inf))
    return (leaves > np.maximum(enters, 1e-6)) & (enters < 1)


def before(other: Stack, stack: Stack, pose: Pose) -> bool:
    """Whether ``other`` stands, as seen from above, somewhere between ``stack`` and the camera."""
    line = pose.centre[:2] - (stack.x_mm, stack.y_mm)
    away = np.array((other.x_mm - stack.x_mm, other.y_mm - stack.y_mm))
    reach, distance = other.radius_mm + stack.radius_mm, float(np.linalg.norm(line))
    along, aside = float(away @ line) / distance, abs(float(away[0] * line[1] - away[1] * line[0])) / distance
    return -reach < along < distance + reach and aside < reach


def _within_circle(other: Stack, points: Array, line: Array) -> tuple[Array, Array]:
    """Return from where to where, as shares of ``line``, it runs within the circle; (inf, -inf) for never."""
    start = points[:, :2] - (other.x_mm, other.y_mm)
    a, b, c = _along(line, line), _along(start, line), _along(start, start) - other.radius_mm**2
    inside = b**2 - a * c
    root = np.sqrt(np.maximum(inside, 0))
    hits = (inside > 0) & (a > 0)
    a = np.where(a > 0, a, 1.0)
    return np.where(hits, (-b - root) / a, np.inf), np.where(hits, (-b + root) / a, -np.inf)


def _along(some: Array, others: Array) -> Array:
    """Return how far ``some`` reach along ``others`` on the felt, times how long those are; a sum over an axis takes longer."""
    return np.asarray(some[:, 0] * others[:, 0] + some[:, 1] * others[:, 1], np.float64)


def _side(stack: Stack, pose: Pose, heights: Array) -> tuple[Array, Array]:
    """Return the points of the strip's pixels, row by row, and which way the side faces there."""
    towards = pose.centre[:2] - (stack.x_mm, stack.y_mm)
    front = np.arctan2(towards[1], towards[0])
    step = 2 * HALF_ANGLE_DEG / COLUMNS
    angles = front + np.radians(-HALF_ANGLE_DEG + (np.arange(COLUMNS) + 0.5) * step)
    around = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    ring = np.array((stack.x_mm, stack.y_mm)) + stack.radius_mm * around
    points = np.empty((len(heights), COLUMNS, 3))
    points[..., :2] = ring
    points[..., 2] = heights[:, None]
    return points.reshape(-1, 3), np.tile(around, (len(heights), 1))
