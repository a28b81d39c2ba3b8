"""Finds what lies in a place for cards, by a picture and that of the bare felt, from straight above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from vision.felt_view import FeltView
from vision.finding.evidence import Bits, differs_of, gain_of
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.fan import MM_PER_ROW, Rows, View
from vision.geometry.zones import on_felt

PX_PER_MM: Final = 1 / MM_PER_ROW
"""What stands out is told with the same grain as in the fan."""
AROUND_MM: Final = 70.0
"""How far round a place it is looked: a card of which the middle is in it may reach out so far."""
_HOLES_MM2: Final = 4600.0
_CLOSED_MM: Final = 1.2
_OPENED_MM: Final = 3.6
_HALO_MM: Final = 2.4
_HALO: Final = 0.3
"""The share of a difference that its blur has beside it."""
_ALIKE_LEVELS: Final = 9.0
_LIT_MORE: Final = 1.1
_LIT_MOST: Final = 2.0
"""Felt out of the shadow has at most so many times its level in it; white paper on grey felt has more."""
_SOME: Final = 0.04
_ONE_IN: Final = 4
"""Of so many places one tells the light."""
_PRINTED: Final = 1.5
"""How much wider than a marker its white rim and the blur round it are."""


@dataclass(frozen=True)
class Above:
    """A rectangle of felt from straight above, as cards lie on it: row 0 is farthest, ``now`` red last."""

    left_mm: float
    far_mm: float
    now: Rows
    things: Bits
    """What is no felt and no felt in shadow, without the holes in it."""
    differs: Rows
    """By how many levels it differs from the felt in any shadow."""
    known: Bits
    """Where no marker is printed."""
    inside: Bits
    """What the picture shows."""

    @cached_property
    def pieces(self) -> list[Bits]:
        """What lies there, each thing that hangs together by itself."""
        count, labels = cv2.connectedComponents(self.things.astype(np.uint8))
        return [labels == number for number in range(1, count)]

    def to_felt(self, pixels: Array) -> Array:
        """Return where on the felt ``pixels``, (n, 2), lie, in mm."""
        return np.array((self.left_mm, self.far_mm)) + pixels * (1, -1) / PX_PER_MM


class Window:
    """A piece of felt round ``polygon`` that is looked at again and again from one place."""

    def __init__(
        self, polygon: Array, lens: Lens, pose: Pose, felt: FeltView, printed: Sequence[Array]
    ) -> None:
        (left, near), (right, far) = polygon.min(axis=0) - AROUND_MM, polygon.max(axis=0) + AROUND_MM
        self._left, self._far = float(left), float(far)
        step = 1 / PX_PER_MM
        columns, rows = np.meshgrid(np.arange(left, right, step), np.arange(far, near, -step))
        points = on_felt(np.stack((columns.ravel(), rows.ravel()), axis=1))
        self._shape = columns.shape
        self._now = _view(points, columns.shape, lens, pose)
        bare = _view(points, columns.shape, felt.lens, felt.fit.pose)
        self._bare = bare.of(felt.picture)
        self._known = self._now.inside & bare.inside
        for corners in printed:
            middle = corners[:, :2].mean(axis=0)
            self._known &= ~self.inside(middle + (corners[:, :2] - middle) * _PRINTED)

    def inside(self, polygon: Array) -> Bits:
        """Return which pixels lie within ``polygon``, (n, 2) in mm."""
        drawn = np.zeros(self._shape[:2], np.uint8)
        pixels = (polygon - (self._left, self._far)) * (1, -1) * PX_PER_MM
        cv2.fillPoly(drawn, [np.round(pixels).astype(np.int32)], 1)
        return drawn > 0

    def look(self, picture: Picture) -> Above:
        """Return what ``picture`` shows of it."""
        now = self._now.of(picture)
        gain = _in_the_light(now, self._bare, self._known)
        differs, _, least = differs_of(now, self._bare * gain, self._known)
        around = cv2.dilate(differs, _round(_HALO_MM))
        things = (differs > np.maximum(least, _HALO * around)).astype(np.uint8)
        closed = np.asarray(cv2.morphologyEx(things, cv2.MORPH_CLOSE, _round(_CLOSED_MM)), np.uint8)
        opened = cv2.morphologyEx(_without_holes(closed), cv2.MORPH_OPEN, _round(_OPENED_MM))
        return Above(self._left, self._far, now, opened > 0, differs, self._known, self._now.inside)


def _in_the_light(now: Rows, bare: Rows, known: Bits) -> Rows:
    """Return the light's change where the felt is lit best: most of it may lie in the shadow of who bends over it."""
    gain = gain_of(now, bare, known)
    places = np.flatnonzero(known)[::_ONE_IN]
    # A row each of red, green and blue: three sums of many are quicker than many of three.
    felt, seen = (rows.reshape(-1, 3)[places].T for rows in (bare, now))
    felt = felt * gain[:, None]
    level = (seen * felt).sum(axis=0) / np.maximum((felt * felt).sum(axis=0), 1)
    alike = np.abs(seen - level * felt).max(axis=0) < _ALIKE_LEVELS
    brighter = alike & (level > _LIT_MORE) & (level < _LIT_MOST)
    if brighter.mean() < _SOME:
        return gain
    return np.asarray(gain * np.percentile(level[brighter], 90), np.float32)


def _view(points: Array, shape: tuple[int, ...], lens: Lens, pose: Pose) -> View:
    pixels = lens.project(points, pose).reshape(*shape, 2).astype(np.float32)
    behind = (points @ pose.rotation[2] + pose.translation[2] <= 0).reshape(shape)
    pixels[behind] = -1
    return View(np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1]), lens.size)


def _round(mm: float) -> np.typing.NDArray[np.uint8]:
    size = 2 * round(mm * PX_PER_MM / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _without_holes(bits: np.typing.NDArray[np.uint8]) -> np.typing.NDArray[np.uint8]:
    """Return ``bits`` with the holes filled in which no card's corner of felt could show."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(1 - bits)
    small = stats[:, cv2.CC_STAT_AREA] < _HOLES_MM2 * PX_PER_MM**2
    small[0] = False
    return np.asarray((bits > 0) | small[labels], np.uint8)
