"""Looks at all zones of one picture together: which stacks stand in each, what else lies there, and what is bare.

Together, because a high stack hides what stands behind it, whoever's zone that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.felt_view import FeltView
from vision.finding.evidence import Bits, Evidence, areas_of, evidence_of, pieces_of
from vision.finding.score import covered
from vision.finding.search import GROWN_MM, SMALLEST_MM2, Cylinder, Found, find
from vision.finding.sides_net import SidesNet
from vision.finding.slivers import sliver
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.fan import Fan, Rows
from vision.geometry.unwrap import Stack
from vision.geometry.zones import Zone, on_felt

Box = tuple[int, int, int, int]

TOUCHES_MM: Final = 3.0
_RIM: Final = 1.6
"""How much wider than a marker its white paper and the blur round it are."""
_ALONG: Final = 8
_ALONG_RIM: Final = 0.75
"""How far out, in radii, on both sides, what is seen behind a stack must reach to be taken for more of it."""


@dataclass(frozen=True)
class Strange:
    """What is no stack, in one zone: the middle of what it hides of the felt, in mm, and its box in the picture."""

    x_mm: float
    y_mm: float
    box: Box


class Survey:
    """What stands on the felt of one picture."""

    def __init__(
        self, fan: Fan, now: Rows, evidence: Evidence, found: Found, lens: Lens, radius_mm: float
    ) -> None:
        self._fan, self._now, self._evidence, self._found = fan, now, evidence, found
        self._lens, self._radius = lens, radius_mm
        self._stacks = covered(fan, [c.polar for c in found.cylinders], radius_mm, 3.0)
        self._doubted = covered(fan, [c.polar for c in found.doubted], radius_mm, GROWN_MM)

    @property
    def solids(self) -> list[Stack]:
        """All that may hide something: the stacks, and what only looks like one."""
        return [c.stack for c in (*self._found.cylinders, *self._found.doubted)]

    def standing(self, zone: Zone) -> list[Cylinder]:
        """Return the stacks whose middle is in ``zone``, from left to right."""
        inside = [c for c in self._found.cylinders if zone.contains(c.stack.x_mm, c.stack.y_mm)]
        return sorted(inside, key=lambda c: (c.stack.x_mm, c.stack.y_mm))

    def strange(self, zone: Zone) -> list[Strange]:
        """Return what lies in ``zone``, or over it, and is no stack."""
        labels, sizes = pieces_of(self._found.strange & self._part(zone), self._fan.areas)
        return [self._thing(labels == at) for at in np.flatnonzero(sizes >= SMALLEST_MM2)]

    def behind(self, zone: Zone) -> list[Strange]:
        """Return what shows beyond ``zone`` and goes on behind a stack that stands in it.

        Where it stands is not seen: a stack half hidden, a player's own, a hand.
        """
        standing = self.standing(zone)
        before = [c.polar for c in standing]
        hidden = [
            c.polar
            for c in self._found.cylinders
            if not c.some_footing and not zone.contains(c.stack.x_mm, c.stack.y_mm)
        ]
        footless = covered(self._fan, hidden, self._radius) & ~covered(self._fan, before, self._radius)
        labels, sizes = pieces_of((self._found.strange | footless) & ~self._part(zone), self._fan.areas)
        over = covered(self._fan, before, self._radius, TOUCHES_MM)
        pieces = (labels == at for at in np.flatnonzero(sizes >= SMALLEST_MM2))
        slivers = (self._sliver(cylinder) for cylinder in standing)
        return [
            *(self._thing(piece) for piece in pieces if (piece & over).any()),
            *(self._thing(one) for one in slivers if areas_of(one, self._fan.areas) >= SMALLEST_MM2),
        ]

    def _sliver(self, cylinder: Cylinder) -> Bits:
        return sliver(self._fan, self._now, self._evidence, self._explained, cylinder.polar, self._radius)

    @cached_property
    def _explained(self) -> Bits:
        """What of the fan the outlines of all stacks take."""
        return covered(self._fan, [one.polar for one in self._found.cylinders], self._radius, GROWN_MM)

    def touched(self, cylinder: Cylinder) -> bool:
        """Whether something that is no stack stands against ``cylinder`` or over it.

        What is seen behind it hides nothing of it, and does not count; but what reaches along its rim from one
        side to the other may be more of the same stack. What only looks like another stack stands beside it.
        """
        angle, distance, _ = cylinder.polar
        near = covered(self._fan, [cylinder.polar], self._radius, TOUCHES_MM) & self._found.strange
        near &= ~self._doubted
        middle = max(int(self._fan.row(distance)), 0)
        aside = (self._fan.angles[near[middle:].any(axis=0)] - angle) * distance / self._radius
        if aside.size and aside.min() < -_ALONG_RIM and aside.max() > _ALONG_RIM:
            return True
        near[middle:] = False
        return areas_of(near, self._fan.areas) >= SMALLEST_MM2 / 2

    def bare(self, zone: Zone) -> bool:
        """Whether ``zone`` shows felt alone, lit or in shadow; what a stack elsewhere leans over is left out."""
        part = self._part(zone) & ~self._stacks
        doubtful = part & ((self._evidence.stands > -0.3) & (self._evidence.grainy | ~self._evidence.shaded))
        opened = cv2.morphologyEx(doubtful.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        return areas_of(opened > 0, self._fan.areas) < SMALLEST_MM2

    def box(self, stack: Stack) -> Box:
        """Return the box, in the picture, round ``stack``."""
        angles = np.linspace(0, 2 * np.pi, 24)
        ring = np.stack(
            (stack.x_mm + self._radius * np.cos(angles), stack.y_mm + self._radius * np.sin(angles)), 1
        )
        return self._box(np.concatenate((on_felt(ring), on_felt(ring, stack.height_mm))))

    def _part(self, zone: Zone) -> Bits:
        """Return the pixels of the fan that show ``zone``."""
        outline = self._fan.place(_finely(zone.polygon))
        drawn = np.zeros((self._fan.rows, self._fan.columns), np.uint8)
        cv2.fillPoly(drawn, [np.round(outline[:, ::-1]).astype(np.int32)], 1)
        return drawn.astype(bool)

    def _thing(self, thing: Bits) -> Strange:
        felt = self._fan.felt(*(axis.astype(float) for axis in np.nonzero(thing)))
        x, y = felt.mean(axis=0)
        return Strange(float(x), float(y), self._box(on_felt(felt)))

    def _box(self, points: Array) -> Box:
        pixels = self._lens.project(points, self._fan.pose)
        most = np.array(self._lens.size) - 1
        low = np.clip(np.floor(pixels.min(axis=0)), 0, most).astype(int)
        high = np.clip(np.ceil(pixels.max(axis=0)), 0, most).astype(int)
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def survey(
    picture: Picture,
    lens: Lens,
    pose: Pose,
    felt: FeltView,
    zones: Sequence[Zone],
    printed: Iterable[Array],
    radius_mm: float,
    net: SidesNet,
) -> Survey:
    """Return what ``picture``, taken at ``pose``, shows on ``zones`` that ``felt`` does not.

    ``printed`` are the corners, in mm, of the markers that show: nothing lies on them.
    """
    fan = Fan.over(zones, pose)
    view, before = fan.view(lens, pose), fan.view(felt.lens, felt.fit.pose)
    known = np.ones((fan.rows, fan.columns), np.uint8)
    for corners in printed:
        middle = corners[:, :2].mean(axis=0)
        outline = fan.place(_finely(middle + (corners[:, :2] - middle) * _RIM))
        cv2.fillPoly(known, [np.round(outline[:, ::-1]).astype(np.int32)], 0)
    now, inside = view.of(picture), view.inside & before.inside
    evidence = evidence_of(now, before.of(felt.picture), known.astype(bool), inside)
    return Survey(fan, now, evidence, find(fan, now, evidence, radius_mm, net), lens, radius_mm)


def _finely(polygon: npt.NDArray[np.float64]) -> Array:
    """Return the outline of ``polygon`` with points between its corners: a fan bends straight lines."""
    shares = np.arange(_ALONG)[:, None, None] / _ALONG
    points: Array = polygon[None] * (1 - shares) + np.roll(polygon, -1, axis=0)[None] * shares
    return points.transpose(1, 0, 2).reshape(-1, 2)
