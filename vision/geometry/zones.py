"""Describes betting zones: polygons on the felt, one a seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array, Lens, Picture, Pose

_FELT_STEP_MM: Final = 2.0
_MOST_STEPS: Final = 400
"""Felt that somebody drew by the metre is looked at in wider steps."""
_EDGES: Final = ("left", "upper", "right", "lower")


@dataclass(frozen=True)
class Zone:
    """Where a seat bets. ``polygon`` is (n, 2) in mm on the felt."""

    seat: int
    polygon: Array

    @property
    def area_mm2(self) -> float:
        x, y = self.polygon.T
        return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2

    def contains(self, x_mm: float, y_mm: float) -> bool:
        """Whether a place on the felt is in the zone or on its line."""
        return cv2.pointPolygonTest(self.polygon.astype(np.float32), (x_mm, y_mm), False) >= 0

    def outline(self, lens: Lens, pose: Pose, height_mm: float = 0.0) -> Array:
        """Return the pixels, (n, 2), of the zone's line, lifted ``height_mm`` over the felt."""
        return lens.project(on_felt(self.polygon, height_mm), pose)

    def in_view(self, lens: Lens, pose: Pose) -> bool:
        """Whether all of the zone lies in the picture."""
        depths = on_felt(self.polygon) @ pose.rotation[2] + pose.translation[2]
        if (depths <= 0).any():
            return False
        pixels = self.outline(lens, pose)
        return bool(((pixels >= 0) & (pixels <= np.array(lens.size) - 1)).all())


@dataclass(frozen=True)
class Beyond:
    """How far a zone reaches out of the picture: over which side, and how many mm of felt at most."""

    side: str
    mm: float

    def __str__(self) -> str:
        return f"{self.mm:.0f} mm of the zone lie beyond the picture's {self.side} edge"


def beyond(zone: Zone, lens: Lens, pose: Pose) -> Beyond | None:
    """Return how far ``zone`` reaches out of the picture, None where all of it shows."""
    if zone.in_view(lens, pose):
        return None
    step = max(_FELT_STEP_MM, float(np.ptp(zone.polygon, axis=0).max()) / _MOST_STEPS)
    low, high = zone.polygon.min(axis=0) - step, zone.polygon.max(axis=0) + step
    x, y = (np.arange(a, b, step) for a, b in zip(low, high, strict=True))
    felt = np.stack(np.meshgrid(x, y), axis=-1)
    points = on_felt(felt.reshape(-1, 2))
    pixels = lens.project(points, pose)
    over = np.concatenate((-pixels, pixels - (np.array(lens.size) - 1)), axis=1)
    behind = points @ pose.rotation[2] + pose.translation[2] <= 0  # nearer than all that the camera sees
    over[behind] = np.where(np.array(_EDGES) == "lower", np.inf, -np.inf)
    held = np.zeros(felt.shape[:2], np.uint8)
    outline = (zone.polygon - (x[0], y[0])) / step
    cv2.fillPoly(held, [np.round(outline).astype(np.int32)], 1)
    out = (over > 0).any(axis=1).reshape(held.shape)
    far = cv2.distanceTransform(np.asarray(out, np.uint8), cv2.DIST_L2, 5) * (held > 0)
    edge = int(np.argmax(over[(out & (held > 0)).ravel()].sum(axis=0)))
    most = float(np.ptp(zone.polygon, axis=0)[edge % 2])  # no felt of a zone that shows nowhere is near
    return Beyond(_EDGES[edge], min(max(float(far.max()) * step, 1.0), most))


def not_wholly_shown(zones: Iterable[Zone], lens: Lens, pose: Pose) -> str:
    """Return which of ``zones`` reach out of the picture, over which side and by how much; nothing where all show.

    It begins with their names up to a colon, as a device names what it cannot sense: ``bet:6: 30 mm of the zone ...``.
    """
    out = {zone.seat: part for zone in zones if (part := beyond(zone, lens, pose)) is not None}
    if not out:
        return ""
    names = ", ".join(f"bet:{seat}" for seat in out)
    if len(out) == 1:
        return f"{names}: {next(iter(out.values()))}"
    return f"{names}: " + "; ".join(f"seat {seat}, {part}" for seat, part in out.items())


@dataclass(frozen=True)
class Patch:
    """A rectangle of felt as from straight above: row 0 is farthest from the camera."""

    picture: Picture
    mask: npt.NDArray[np.bool_]
    """Which pixels belong to the zone."""
    left_mm: float
    far_mm: float
    px_per_mm: float

    def to_felt(self, pixels: npt.ArrayLike) -> Array:
        """Return where on the felt, (n, 2) in mm, ``pixels`` of the patch lie."""
        given = np.asarray(pixels, float).reshape(-1, 2)
        return np.array((self.left_mm, self.far_mm)) + given * (1, -1) / self.px_per_mm

    def to_pixels(self, felt: Array) -> Array:
        """Return the patch's pixels, (n, 2), of points of the felt, (n, 2) in mm."""
        return (felt - (self.left_mm, self.far_mm)) * (1, -1) * self.px_per_mm


def rectified(picture: Picture, zone: Zone, lens: Lens, pose: Pose, px_per_mm: float = 1.0) -> Patch:
    """Return ``zone`` as seen from straight above, at ``px_per_mm``."""
    (left, near), (right, far) = zone.polygon.min(axis=0), zone.polygon.max(axis=0)
    columns, rows = np.meshgrid(np.arange(left, right, 1 / px_per_mm), np.arange(far, near, -1 / px_per_mm))
    felt = np.stack((columns, rows, np.zeros_like(rows)), axis=-1)
    pixels = lens.project(felt, pose).reshape(*rows.shape, 2).astype(np.float32)
    seen = cv2.remap(picture, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR)
    mask = np.zeros(rows.shape, np.uint8)
    outline = (zone.polygon - (left, far)) * (1, -1) * px_per_mm
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    return Patch(np.asarray(seen, np.uint8), mask.astype(bool), float(left), float(far), px_per_mm)


def on_felt(points: Array, height_mm: float = 0.0) -> Array:
    """Return (n, 2) points as (n, 3) at ``height_mm``."""
    return np.concatenate((points, np.full((len(points), 1), height_mm)), axis=1)
