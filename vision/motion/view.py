"""Says where in a small picture each zone is, from where hands reach into it, and how far over its line a pixel lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array, Lens, Pose
from vision.geometry.zones import Zone

TALLEST_MM: Final = 75.0
"""Twenty chips and a little: what is taller, or reaches farther, is no stack."""
FINGERS_UP_MM: Final = 12.0
"""How high over the felt the lowest of a hand is taken to be."""
_GATE_MM: Final = 25.0
_RING_MM: Final = 90.0
"""How far round a zone it is looked from where a hand comes: a quick one does this between two frames."""
_STEEP: Final = 0.6
_OVERHANG_MM: Final = 45.0
"""How far towards the camera a hand must be for the dealer's: a stack may stand on the near line."""

Mask = npt.NDArray[np.bool_]


Box = tuple[slice, slice]
"""Rows and columns."""


@dataclass(frozen=True)
class ZoneView:
    """One zone in the picture, and the felt round it: all masks are of the picture's part ``box``.

    ``reach`` says of each pixel how far inside the zone it is, in mm. ``body`` shows the zone and all that
    may stand in it; ``gate`` is beyond all that: what is over the zone and hangs together with it is no stack; ``front`` is the gate's part on the dealer's side.
    ``far``, ``near`` and ``aside`` are the felt round the zone: where its player's hand comes in, where the
    dealer's does, and a neighbour's.
    """

    seat: int
    box: Box
    body: Mask
    gate: Mask
    front: Mask
    far: Mask
    near: Mask
    aside: Mask
    reach: npt.NDArray[np.float32]
    px_per_mm: float

    def covered(self, mask: Mask) -> int:
        """Return how many pixels of the zone ``mask``, of the part ``box``, covers."""
        return int((mask & (self.reach > 0)).sum())

    def moved_by(self, rows: int, columns: int) -> ZoneView:
        """Return the view for a picture that begins at another row and column."""
        down, across = self.box
        return replace(
            self,
            box=(
                slice(down.start - rows, down.stop - rows),
                slice(across.start - columns, across.stop - columns),
            ),
        )


def views(
    zones: Sequence[Zone], lens: Lens, pose: Pose, over_mm: float | None = None
) -> tuple[Box, list[ZoneView]]:
    """Return the part of pictures of ``lens``'s size that shows ``zones``, and their views in that part.

    ``over_mm``: nothing stands in the zones, and what lies there lies so far over their lines at most.
    """
    width, height = lens.size
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    pixels = np.stack((columns.ravel(), rows.ravel()), axis=1).astype(float)
    felt = lens.felt_at(pixels, pose, FINGERS_UP_MM).reshape(height, width, 2)
    found = [_view(zone, lens, pose, felt, over_mm) for zone in zones]
    top, left = (min((view.box[axis].start for view in found), default=0) for axis in (0, 1))
    bottom, right = (max((view.box[axis].stop for view in found), default=1) for axis in (0, 1))
    return (slice(top, bottom), slice(left, right)), [view.moved_by(top, left) for view in found]


def _view(zone: Zone, lens: Lens, pose: Pose, felt: Array, over_mm: float | None) -> ZoneView:
    reach = _inside(zone, felt)
    ring = (reach < 0) & (reach > -_RING_MM)
    far, near = _beyond(zone, pose, felt)
    if over_mm is None:
        body, gate, front = _standing(zone, lens, pose, reach, far, near)
    else:
        body, gate = reach > -over_mm, (reach <= -over_mm) & (reach > -over_mm - _GATE_MM)
        front = gate & near
    outline = np.zeros(body.shape, np.uint8)
    cv2.fillPoly(outline, [np.round(zone.outline(lens, pose)).astype(np.int32)], 1)
    scale = float(np.sqrt(outline.sum() / max(zone.area_mm2, 1.0)))
    box = _box(body | gate | ring)
    aside = ring & ~far & ~near
    return ZoneView(
        zone.seat,
        box,
        body[box],
        gate[box],
        front[box],
        (ring & far)[box],
        (ring & near & ~far)[box],
        aside[box],
        reach[box],
        scale,
    )


def _standing(
    zone: Zone, lens: Lens, pose: Pose, reach: npt.NDArray[np.float32], far: Mask, near: Mask
) -> tuple[Mask, Mask, Mask]:
    """Return body, gate and front of a zone in which stacks may stand."""
    outline = zone.outline(lens, pose)
    tall = zone.outline(lens, pose, TALLEST_MM)
    body = _filled(lens, _both(outline, tall))
    higher = _both(outline, zone.outline(lens, pose, TALLEST_MM + _GATE_MM))
    towards = _towards(zone, pose)
    overhung = Zone(zone.seat, zone.polygon + towards * _OVERHANG_MM).outline(lens, pose)
    nearer = Zone(zone.seat, zone.polygon + towards * (_OVERHANG_MM + _GATE_MM)).outline(lens, pose)
    around, within = _filled(lens, _both(higher, nearer)), _filled(lens, _both(tall, overhung))
    sideways = (reach < -_OVERHANG_MM) & (reach > -_OVERHANG_MM - _GATE_MM) & ~far & ~near
    gate = (around & ~within | sideways) & ~body
    return body, gate, gate & ~_filled(lens, higher) & near


def _box(mask: Mask) -> Box:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return slice(0, 1), slice(0, 1)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _both(low: Array, high: Array) -> Array:
    return np.concatenate((low, high))


def _towards(zone: Zone, pose: Pose) -> Array:
    """Return which way on the felt, from the zone, the camera is."""
    towards: Array = pose.centre[:2] - zone.polygon.mean(axis=0)
    return towards / np.linalg.norm(towards)


def _beyond(zone: Zone, pose: Pose, felt: Array) -> tuple[Mask, Mask]:
    """Return which points of ``felt`` lie beyond the sides that face away from the camera, and towards it."""
    far, near = np.zeros(felt.shape[:2], bool), np.zeros(felt.shape[:2], bool)
    towards, middle = _towards(zone, pose), zone.polygon.mean(axis=0)
    for start, end in zip(zone.polygon, np.roll(zone.polygon, -1, axis=0), strict=True):
        out = np.array((end[1] - start[1], start[0] - end[0]))
        out /= max(float(np.linalg.norm(out)), 1e-9)
        if out @ (start - middle) < 0:
            out = -out
        if out @ towards < -_STEEP:
            far |= (felt - start) @ out > 0
        elif out @ towards > _STEEP:
            near |= (felt - start) @ out > 0
    return far, near


def _filled(lens: Lens, points: Array) -> Mask:
    mask = np.zeros((lens.size[1], lens.size[0]), np.uint8)
    hull = cv2.convexHull(np.round(points).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 1)
    return mask.astype(bool)


def _inside(zone: Zone, felt: Array) -> npt.NDArray[np.float32]:
    """Return by how many mm each point of ``felt``, (h, w, 2), lies inside the zone, negative outside."""
    off = np.full(felt.shape[:2], np.inf)
    odd = np.zeros(felt.shape[:2], bool)
    x, y = felt[..., 0], felt[..., 1]
    for (x0, y0), (x1, y1) in zip(zone.polygon, np.roll(zone.polygon, -1, axis=0), strict=True):
        along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / max((x1 - x0) ** 2 + (y1 - y0) ** 2, 1e-9)
        share = np.clip(along, 0, 1)
        off = np.minimum(off, np.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0)))
        if y0 != y1:
            odd ^= ((y0 > y) != (y1 > y)) & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return np.where(odd, off, -off).astype(np.float32)
