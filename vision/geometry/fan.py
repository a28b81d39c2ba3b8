"""Unfolds the felt as a fan: a column is a direction from the point under the camera, a row a distance from it.

All that stands upright leans straight along a column, away from the camera: what is at some height seems
farther than it is by ``height / (height - top)`` of the camera's height. Rows go by the logarithm of the
distance, so a stack's top has the shape of its foot, so many rows farther on as its height alone says, and
shapes differ from place to place in size alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.unwrap import Stack
from vision.geometry.zones import Zone, on_felt

MM_PER_ROW: Final = 0.6
MM_PER_COLUMN: Final = 0.8
"""At the nearest row; both are more farther away, where the camera shows less."""
ROOM_MM: Final = 30.0
TALLEST_MM: Final = 80.0
ROUNDED_MM: Final = 0.25
"""How far the edges of chips are rounded off: an outline begins so far over the felt and ends so far below the top."""
_COARSE: Final = 12

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True)
class View:
    """The pixels, ``x`` and ``y``, at which a picture of ``size`` shows a fan."""

    x: Rows
    y: Rows
    size: tuple[int, int]

    def of(self, picture: Picture) -> Rows:
        """Return ``picture`` as the fan has it."""
        return cv2.remap(picture, self.x, self.y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(
            np.float32
        )

    @cached_property
    def inside(self) -> npt.NDArray[np.bool_]:
        """Whether the picture shows each pixel of the fan."""
        wide, high = self.size[0] - 1, self.size[1] - 1
        return np.asarray((self.x >= 0) & (self.y >= 0) & (self.x <= wide) & (self.y <= high))


@dataclass(frozen=True)
class Fan:
    """A piece of felt in directions (radians) and distances (mm) from the point under the camera."""

    pose: Pose
    first_angle: float
    angle_step: float
    columns: int
    nearest_mm: float
    row_step: float
    rows: int

    @classmethod
    def over(cls, zones: Sequence[Zone], pose: Pose) -> Fan:
        """Return the fan that shows all of ``zones``, some felt round them, and all that may stand there."""
        corners = np.concatenate([zone.polygon for zone in zones]) - pose.centre[:2]
        distance = np.linalg.norm(corners, axis=1)
        angles = np.arctan2(corners[:, 0], corners[:, 1])
        nearest = max(float(distance.min()) - ROOM_MM - 20.0, 30.0)
        room = ROOM_MM / float(distance.min())
        stretch = pose.centre[2] / max(pose.centre[2] - TALLEST_MM, 1.0)
        farthest = (float(distance.max()) + ROOM_MM) * min(stretch, 2.0)
        step = MM_PER_COLUMN / nearest
        first, last = float(angles.min()) - room, float(angles.max()) + room
        row_step = MM_PER_ROW / nearest
        rows = int(np.ceil(np.log(farthest / nearest) / row_step))
        return cls(pose, first, step, int(np.ceil((last - first) / step)), nearest, row_step, rows)

    def cut(self, near: int, far: int, left: int, right: int) -> Fan:
        """Return the rows from ``near`` to ``far`` and the columns from ``left`` to ``right`` alone."""
        return replace(
            self,
            first_angle=self.first_angle + left * self.angle_step,
            columns=right - left,
            nearest_mm=self.nearest_mm * float(np.exp(near * self.row_step)),
            rows=far - near,
        )

    @cached_property
    def distances(self) -> Array:
        """The distance of each row's middle from the point under the camera."""
        return self._distance(np.arange(self.rows, dtype=np.float64))

    @cached_property
    def angles(self) -> Array:
        """The direction of each column's middle."""
        return np.asarray(self.first_angle + (np.arange(self.columns) + 0.5) * self.angle_step, np.float64)

    @cached_property
    def areas(self) -> Array:
        """The mm^2 of felt that a pixel of each row shows."""
        return self.row_step * self.angle_step * self.distances**2

    def felt(self, rows: Array, columns: Array) -> Array:
        """Return where on the felt, (..., 2) in mm, fractional ``rows`` and ``columns`` lie."""
        distance = self._distance(rows)
        angle = self.first_angle + (columns + 0.5) * self.angle_step
        return np.stack((distance * np.sin(angle), distance * np.cos(angle)), axis=-1) + self.pose.centre[:2]

    def place(self, points: Array) -> Array:
        """Return the row and the column, (..., 2) with fractions, of ``points``, (..., 2) in mm on the felt."""
        from_foot = points - self.pose.centre[:2]
        distance = np.linalg.norm(from_foot, axis=-1)
        angle = np.arctan2(from_foot[..., 0], from_foot[..., 1])
        row = self.row(distance)
        return np.stack((row, (angle - self.first_angle) / self.angle_step - 0.5), axis=-1)

    def row(self, distance: Array | float) -> Array:
        """Return the row, with a fraction, that shows the felt at ``distance``."""
        return np.asarray(np.log(np.asarray(distance) / self.nearest_mm) / self.row_step - 0.5)

    def _distance(self, rows: Array) -> Array:
        return np.asarray(self.nearest_mm * np.exp((rows + 0.5) * self.row_step))

    def view(self, lens: Lens, pose: Pose) -> View:
        """Return which pixels of a picture taken at ``pose`` show the fan."""
        sides = self.rows, self.columns
        rows, columns = (np.arange(-1.0, n // _COARSE + 3, dtype=np.float64) * _COARSE for n in sides)
        grid = self.felt(rows[:, None], columns[None])
        pixels = lens.project(on_felt(grid.reshape(-1, 2)), pose).reshape(*grid.shape).astype(np.float32)
        x = (np.arange(self.columns, dtype=np.float32) / _COARSE + 1)[None].repeat(self.rows, axis=0)
        y = (np.arange(self.rows, dtype=np.float32) / _COARSE + 1)[:, None].repeat(self.columns, axis=1)
        fine = np.asarray(cv2.remap(pixels, x, y, cv2.INTER_LINEAR), np.float32)
        return View(np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1]), lens.size)

    def stretch(self, height_mm: Array | float) -> Array:
        """Return by how much what is ``height_mm`` over the felt seems farther away than it is."""
        return np.asarray(self.pose.centre[2] / (self.pose.centre[2] - np.asarray(height_mm, float)))

    def spans(self, stacks: Array, radius_mm: float, chords: Array) -> tuple[Array, Array, Array, Array]:
        """Return the columns, and the rows of near foot, near rim and far rim, (n, chords), with fractions.

        ``stacks`` is (n, 3): direction, distance, height; ``chords`` are places across, -1 to 1 of the radius.
        """
        angle, distance, height = (stacks[:, None, i] for i in range(3))
        across = np.minimum(radius_mm / distance, 1.0) * chords[None]
        along = distance * np.sqrt(1.0 - across * across)
        half = radius_mm * np.sqrt(1.0 - chords * chords)
        columns = (np.arcsin(across) + (angle - self.first_angle)) / self.angle_step - 0.5
        foot, near = (self.row((along - half) * self.stretch(top)) + 0.5 for top in (ROUNDED_MM, height))
        far = self.row((along + half) * self.stretch(np.maximum(height - ROUNDED_MM, 0.0))) + 0.5
        return columns, foot, near, far

    def polar(self, stack: Stack) -> Array:
        """Return a stack's direction, distance and height."""
        x, y = np.array((stack.x_mm, stack.y_mm)) - self.pose.centre[:2]
        return np.array((np.arctan2(x, y), np.hypot(x, y), stack.height_mm))

    def felt_of(self, polars: Array) -> Array:
        """Return where on the felt, (n, 2) in mm, stacks at directions and distances, (n, 3), stand."""
        angle, distance = polars[:, 0], polars[:, 1]
        places = np.stack((distance * np.sin(angle), distance * np.cos(angle)), axis=1)
        return np.asarray(places + self.pose.centre[:2])

    def stack(self, polar: Array, radius_mm: float) -> Stack:
        """Return the stack at a direction, distance and height."""
        (x, y), height = self.felt_of(polar[None])[0], polar[2]
        return Stack(float(x), float(y), radius_mm, float(height))
