"""Describes a camera as geometry: a lens, where it stands over the felt, and what of the felt a pixel shows.

Lengths are millimetres in the felt's frame: x to the camera's right, y away from it, z up; the felt is
z = 0. Pixels count from the centre of the upper left one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]
"""Rows of pixels as OpenCV has them: blue, green, red, or grey alone."""

SAME_SHAPE: Final = 0.01
"""How far the shapes (width by height) of two pictures of one camera may differ, as a share."""

MANY: Final = 200
"""From so many points on OpenCV's derivatives, which nobody asks for, cost more than all the rest."""
PLAIN: Final = 5
"""Numbers of a distortion of three radial and two tangential parts, as `calibrate` writes it."""


class VisionError(ValueError):
    """What the camera's side cannot do; the message is a line for people."""


class BadPicture(VisionError):
    """No picture, or not one of this camera."""


@dataclass(frozen=True)
class Pose:
    """From the felt to the camera: ``rotation @ felt + translation``, in mm."""

    rotation: Array
    translation: Array

    @cached_property
    def centre(self) -> Array:
        """Where the camera stands over the felt."""
        return -self.rotation.T @ self.translation

    @classmethod
    def of(cls, rvec: npt.ArrayLike, tvec: npt.ArrayLike) -> Pose:
        """Return the pose that OpenCV writes as a rotation vector and a translation."""
        rotation, _ = cv2.Rodrigues(np.asarray(rvec, float).reshape(3))
        return cls(np.asarray(rotation, float), np.asarray(tvec, float).reshape(3))

    @classmethod
    def looking(cls, centre: npt.ArrayLike, at: npt.ArrayLike) -> Pose:
        """Return the pose of a camera held level at ``centre`` and pointed ``at`` a point, both in mm."""
        stands = np.asarray(centre, float)
        forward = np.asarray(at, float) - stands
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, (0.0, 0.0, 1.0))
        right /= np.linalg.norm(right)
        rotation = np.stack((right, np.cross(forward, right), forward))
        return cls(rotation, -rotation @ stands)

    @property
    def rvec(self) -> Array:
        """Return the rotation as OpenCV's vector."""
        return np.asarray(cv2.Rodrigues(self.rotation)[0], float).reshape(3)


@dataclass(frozen=True)
class Lens:
    """A calibrated lens for pictures of ``size`` (width, height): OpenCV's matrix and distortion."""

    matrix: Array
    distortion: Array
    size: tuple[int, int]

    @property
    def focal_px(self) -> float:
        """The focal length in pixels, the mean of both directions."""
        return float(self.matrix[0, 0] + self.matrix[1, 1]) / 2

    def sized(self, size: tuple[int, int]) -> Lens:
        """Return the lens for the same camera's pictures of another ``size``. Raise BadPicture."""
        if size == self.size:
            return self
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        if abs(across / down - 1) > SAME_SHAPE:
            raise BadPicture(
                f"the picture is {size[0]}x{size[1]}, the camera was calibrated at "
                f"{self.size[0]}x{self.size[1]}: another shape, so not the same view"
            )
        matrix = self.matrix.copy()
        matrix[0] *= across
        matrix[1] *= down
        matrix[0, 2] += (across - 1) / 2  # pixels are counted from their centres
        matrix[1, 2] += (down - 1) / 2
        return Lens(matrix, self.distortion, size)

    def project(self, points: npt.ArrayLike, pose: Pose) -> Array:
        """Return the pixels, (n, 2), that show felt ``points``, (n, 3)."""
        given = np.asarray(points, float).reshape(-1, 3)
        if len(given) >= MANY and self.distortion.size == PLAIN:
            return self._many(given @ pose.rotation.T + pose.translation)
        pixels, _ = cv2.projectPoints(given, pose.rvec, pose.translation, self.matrix, self.distortion)
        return np.asarray(pixels, float).reshape(-1, 2)

    def _many(self, points: Array) -> Array:
        """Return the pixels of ``points`` in the camera's frame: OpenCV's own formula, without its derivatives."""
        deep = np.where(points[:, 2] == 0.0, 1.0, points[:, 2])
        x, y = points[:, 0] / deep, points[:, 1] / deep
        k1, k2, p1, p2, k3 = self.distortion.ravel()
        away = x * x + y * y
        radial = 1 + away * (k1 + away * (k2 + away * k3))
        both = 2 * x * y
        across = x * radial + p1 * both + p2 * (away + 2 * x * x)
        down = y * radial + p2 * both + p1 * (away + 2 * y * y)
        (fx, _, cx), (_, fy, cy), _ = self.matrix
        return np.stack((fx * across + cx, fy * down + cy), axis=1)

    def rays(self, pixels: npt.ArrayLike) -> Array:
        """Return the directions, (n, 3) with z = 1 in the camera's frame, that ``pixels``, (n, 2), look in."""
        given = np.asarray(pixels, float).reshape(-1, 1, 2)
        flat = np.asarray(cv2.undistortPoints(given, self.matrix, self.distortion), float).reshape(-1, 2)
        return np.concatenate((flat, np.ones((len(flat), 1))), axis=1)

    def felt_at(self, pixels: npt.ArrayLike, pose: Pose, height_mm: float = 0.0) -> Array:
        """Return the points, (n, 2) in mm, of the plane ``height_mm`` over the felt that ``pixels`` show."""
        directions = self.rays(pixels) @ pose.rotation
        along = (height_mm - pose.centre[2]) / directions[:, 2]
        points: Array = (pose.centre + along[:, None] * directions)[:, :2]
        return points


def size_of(picture: Picture) -> tuple[int, int]:
    """Return a picture's width and height."""
    return picture.shape[1], picture.shape[0]
