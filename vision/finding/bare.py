"""Finds what lies in a zone that the picture of the bare felt does not show. It does not count.

Both pictures are brought to the same view from straight above, and the light's change is taken out. A
zone is bare where nothing is left over the noise; what stands out is told with its place and box.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.zones import Patch, Zone, rectified

PX_PER_MM: Final = 0.5
BLUR_PX: Final = 3
STANDS_OUT: Final = 18.0
"""Levels, of 255, by which what lies there differs from the felt."""
QUIET: Final = 9.0
"""Levels under which a zone is bare; between this and ``STANDS_OUT`` nothing can be told."""
SMALLEST_MM2: Final = 150.0
FELT_SHARE: Final = 0.25
"""The share of a zone that is taken for felt, however full it lies: its changes give the light's."""
_RIM: Final = 1.6
"""How much wider than a marker what it spoils is: its white rim, and the blur round it."""


@dataclass(frozen=True)
class Thing:
    """Something on the felt: where its foot stands in mm, and its box (x0, y0, x1, y1) in the picture."""

    x_mm: float
    y_mm: float
    box: tuple[int, int, int, int]


@dataclass(frozen=True)
class Content:
    """What a zone holds. ``bare`` is None where that cannot be told; ``strength`` is the largest difference."""

    things: tuple[Thing, ...]
    bare: bool | None
    strength: float


class BareFelt:
    """The zones as they look with nothing on them."""

    def __init__(self, picture: Picture, lens: Lens, pose: Pose, zones: tuple[Zone, ...]) -> None:
        self._patches = {
            zone.seat: _smooth(rectified(picture, zone, lens, pose, PX_PER_MM)) for zone in zones
        }

    def knows(self, zone: Zone) -> bool:
        """Whether the picture of the bare felt shows all of ``zone``."""
        return zone.seat in self._patches

    def content(
        self,
        picture: Picture,
        zone: Zone,
        lens: Lens,
        pose: Pose,
        radius_mm: float,
        printed: Iterable[Array] = (),
    ) -> Content:
        """Return what lies in ``zone``; ``radius_mm`` is a chip's.

        ``printed`` are the corners, in mm, of the markers that show: nothing lies on them, and their edges
        are so sharp that a hair's breadth of error would stand out.
        """
        patch = rectified(picture, zone, lens, pose, PX_PER_MM)
        mask = patch.mask.astype(np.uint8)
        for corners in printed:
            cv2.fillPoly(mask, [np.round(patch.to_pixels(_with_rim(corners))).astype(np.int32)], 0)
        if not mask.any():
            return Content((), None, 0.0)
        difference = _difference(self._patches[zone.seat], _smooth(patch), mask.astype(bool))
        strength = float(difference.max())
        things = _things(difference, patch, lens, pose, radius_mm)
        bare = False if things else True if strength < QUIET else None
        return Content(things, bare, strength)


def _with_rim(corners: Array) -> Array:
    middle = corners[:, :2].mean(axis=0)
    widened: Array = middle + (corners[:, :2] - middle) * _RIM
    return widened


def _smooth(patch: Patch) -> Array:
    return cv2.GaussianBlur(patch.picture, (0, 0), BLUR_PX / 2).astype(float)


def _difference(bare: Array, now: Array, mask: npt.NDArray[np.bool_]) -> Array:
    """Return by how many levels each pixel of the zone differs once the light's change is taken out."""
    ratio = (now + 4) / (bare + 4)
    inside = ratio[mask]
    # Felt is what changed alike in most places: the middle of the densest part of the changes.
    grey = np.sort(inside.mean(axis=1))
    span = max(1, int(len(grey) * FELT_SHARE))
    densest = int(np.argmin(grey[span:] - grey[:-span])) if len(grey) > span else 0
    low, high = grey[densest], grey[min(densest + span, len(grey) - 1)]
    felt = (inside.mean(axis=1) >= low) & (inside.mean(axis=1) <= high)
    gain = np.median(inside[felt], axis=0)
    difference = np.abs(now - bare * gain).max(axis=-1) / max(float(gain.max()), 0.2)
    return np.where(mask, difference, 0.0)


def _things(difference: Array, patch: Patch, lens: Lens, pose: Pose, radius_mm: float) -> tuple[Thing, ...]:
    stands_out = (difference > STANDS_OUT).astype(np.uint8)
    closed = cv2.morphologyEx(stands_out, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        if cv2.contourArea(contour) < SMALLEST_MM2 * PX_PER_MM**2:
            continue
        outline = patch.to_felt(contour.reshape(-1, 2))
        found.append(_thing(outline, lens, pose, radius_mm))
    return tuple(sorted(found, key=lambda thing: (thing.x_mm, thing.y_mm)))


def _thing(outline: Array, lens: Lens, pose: Pose, radius_mm: float) -> Thing:
    """Return the thing whose outline on the felt is given; what is high leans away from the camera."""
    towards = pose.centre[:2] - outline.mean(axis=0)
    towards /= np.linalg.norm(towards)
    along = outline @ towards
    side = np.array((-towards[1], towards[0]))
    foot = outline[along > along.max() - radius_mm]
    place = towards * (along.max() - radius_mm) + side * float(
        np.mean([(foot @ side).min(), (foot @ side).max()])
    )
    pixels = lens.project(np.concatenate((outline, np.zeros((len(outline), 1))), axis=1), pose)
    low = np.clip(np.floor(pixels.min(axis=0)), 0, np.array(lens.size) - 1).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)), 0, np.array(lens.size) - 1).astype(int)
    return Thing(float(place[0]), float(place[1]), (int(low[0]), int(low[1]), int(high[0]), int(high[1])))
