"""Draws a hand and its forearm as balls along bones: hides what is under it, casts a shadow, may hold chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array, Lens, Pose
from vision.settings import Colour
from vision.training.chip_paint import linear
from vision.training.render import Exposure

FINGER_MM: Final = 8.0
"""Radius of a fingertip: what of the hand reaches farthest."""
_ARM_MM: Final = 400.0
_ELBOW_UP_MM: Final = 110.0
_FINGERS: Final = ((-33.0, -14.0), (-11.0, 0.0), (11.0, -2.0), (33.0, -18.0))
"""Each finger's tip: how far to the side, and how far ahead of the longest."""
_STEP: Final = 0.5
"""How close a bone's balls follow each other, in radii."""
_SHADE: Final = 0.62
_BEYOND: Final = 1.35
_NEAREST_MM: Final = 60.0


@dataclass(frozen=True)
class Arm:
    """Somebody's right arm. ``shoulder`` is where it comes from, (x, y) in mm."""

    shoulder: tuple[float, float]
    skin: Colour = (196, 146, 118)
    sleeve: Colour = (52, 58, 84)

    def balls(self, tip: Array) -> tuple[Array, Array]:
        """Return centres, (n, 3) in mm, and (n, 4): radius and linear colour, for fingertips at ``tip``."""
        away = np.array(self.shoulder, float) - tip[:2]
        away /= np.linalg.norm(away)
        back, side = np.array((*away, 0.0)), np.array((-away[1], away[0], 0.0))
        wrist = tip + back * 150 + (0, 0, 26)
        elbow = np.array((*(tip[:2] + away * _ARM_MM), _ELBOW_UP_MM))
        skin, sleeve = linear(self.skin), linear(self.sleeve)
        bones = []
        for across, ahead in _FINGERS:
            knuckle = tip + back * 78 + side * across * 0.95 + (0, 0, 20)
            end = tip + side * across - back * ahead
            bones.append(_bone(knuckle, end, 9.5, FINGER_MM, skin))
            bones.append(_bone(wrist, knuckle, 19.0, 13.0, skin))
        bones.append(_bone(wrist + side * 20, tip + back * 45 + side * 52 + (0, 0, 4), 14.0, 9.0, skin))
        cuff = wrist + (elbow - wrist) * 0.12
        bones.append(_bone(wrist, cuff, 26.0, 27.0, skin))
        bones.append(_bone(cuff, elbow, 31.0, 42.0, sleeve))
        balls = np.concatenate(bones)
        return balls[:, :3], balls[:, 3:]


def lay(exposure: Exposure, arm: Arm, tip: Array, lens: Lens, pose: Pose, lamp: Array, dark: float) -> None:
    """Draw ``arm`` into the light and depth of ``exposure``; ``dark`` is what its shadow leaves of the light."""
    centres, looks = arm.balls(tip)
    in_camera = centres @ pose.rotation.T + pose.translation
    before = about_in_view(in_camera, lens)
    centres, looks, in_camera = centres[before], looks[before], in_camera[before]
    if not len(centres):
        return
    _shadow(exposure, centres, looks[:, 0], lens, pose, lamp, dark)
    pixels = lens.project(centres, pose)
    for number in np.argsort(-in_camera[:, 2]):
        depth, radius = float(in_camera[number, 2]), float(looks[number, 0])
        radius_px = max(lens.focal_px * radius / depth, 0.5)
        _ball(exposure, pixels[number], radius_px, depth - radius * 0.6, looks[number, 1:])


def _ball(exposure: Exposure, at: Array, radius_px: float, depth: float, colour: Array) -> None:
    height, width = exposure.depth.shape
    x0, y0 = max(0, int(at[0] - radius_px - 1)), max(0, int(at[1] - radius_px - 1))
    x1, y1 = int(min(width, at[0] + radius_px + 2)), int(min(height, at[1] + radius_px + 2))
    if x0 >= x1 or y0 >= y1:
        return
    x, y = (np.arange(x0, x1) - at[0]) / radius_px, (np.arange(y0, y1)[:, None] - at[1]) / radius_px
    out = x * x + y * y
    rows, columns = np.nonzero((out < 1) & (depth < exposure.depth[y0:y1, x0:x1]))
    if not len(rows):
        return
    faces = 1 - out[rows, columns] - 0.35 * y[rows, 0]
    bright = _SHADE + (1 - _SHADE) * np.minimum(np.maximum(faces, 0), 1)
    exposure.light[y0 + rows, x0 + columns] = (bright[:, None] * colour).astype(np.float32)
    exposure.depth[y0 + rows, x0 + columns] = depth


def _shadow(
    exposure: Exposure, centres: Array, radii: Array, lens: Lens, pose: Pose, lamp: Array, dark: float
) -> None:
    """Darken the felt, and what lies on it, where the lamp is hidden by the arm."""
    grown = lamp[2] / (lamp[2] - centres[:, 2])
    feet = lamp[:2] + (centres[:, :2] - lamp[:2]) * grown[:, None]
    on_felt = np.column_stack((feet, np.zeros(len(feet))))
    shown = about_in_view(on_felt @ pose.rotation.T + pose.translation, lens)
    if not shown.any():
        return
    feet, radii, grown = feet[shown], radii[shown], grown[shown]
    angles = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    ring = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    mask = np.zeros(exposure.depth.shape, np.uint8)
    outlines = feet[:, None, :] + ring[None] * (radii * grown)[:, None, None]
    flat = np.concatenate((outlines.reshape(-1, 2), np.zeros((outlines.size // 2, 1))), axis=1)
    pixels = np.round(lens.project(flat, pose)).astype(np.int32).reshape(len(feet), -1, 2)
    for outline in pixels:
        cv2.fillConvexPoly(mask, outline, 255)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.004 * lens.size[0])
    left = np.expand_dims(1 - np.asarray(soft, np.float32) * ((1 - dark) / 255), -1)
    np.multiply(exposure.light, left, out=exposure.light)


def about_in_view(in_camera: Array, lens: Lens) -> npt.NDArray[np.bool_]:
    """Say which points the lens can show, or nearly: far outside its view the distortion means nothing."""
    depth = np.maximum(in_camera[:, 2], 1e-6)
    aside = np.abs(in_camera[:, :2]) / depth[:, None]
    limits = _BEYOND * np.array(lens.size) / (2 * lens.focal_px)
    return np.asarray((in_camera[:, 2] > _NEAREST_MM) & (aside < limits).all(axis=1))


def _bone(start: Array, end: Array, thick: float, thin: float, colour: Array) -> Array:
    count = max(2, int(np.linalg.norm(end - start) / (_STEP * min(thick, thin))) + 1)
    share = np.linspace(0, 1, count)[:, None]
    centres = start + (end - start) * share
    return np.concatenate((centres, thick + (thin - thick) * share, np.tile(colour, (count, 1))), axis=1)
