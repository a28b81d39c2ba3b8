"""Cuts what the sides net is trained on: pieces of a fan, and what each cell of them is, by cylinders that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.finding.evidence import Bits, Evidence, evidence_of
from vision.finding.sides_net import CELL, Planes, planes
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.fan import MM_PER_COLUMN, MM_PER_ROW, Fan
from vision.geometry.unwrap import Stack

RADIUS_MM: Final = 19.5
OTHER, SIDE, TOP = range(3)
ROOM_MM: Final = (45.0, 75.0)
"""Felt shown aside and before the stacks of a sample."""
_BEHIND_MM: Final = 60.0
_NEARER: Final = (1.02, 1.7)
"""How many times farther than the fan's nearest row a sample's nearest stack stands in a whole fan."""
_CHORDS: Final = np.linspace(-1, 1, 33)
_SHOWS: Final = 0.2
"""The share of a top that must show for its middle to be told."""
_SIGMA: Final = 1.1

Chance = np.random.Generator


@dataclass(frozen=True)
class Sample:
    """What a fan shows, and what is ``given`` to the net; stacks as (direction, distance, height), lying chips too.

    ``over`` is where a hand hides them.
    """

    fan: Fan
    now: Picture
    evidence: Evidence
    given: Planes
    stacks: Array
    lying: Array
    over: Bits


@dataclass(frozen=True)
class Targets:
    """Of each cell: what it is, how near a top's middle, how many cells to the column and row of that and to the foot's."""

    kinds: npt.NDArray[np.int64]
    heat: npt.NDArray[np.float32]
    votes: npt.NDArray[np.float32]


def fan_round(stacks: Sequence[Stack], pose: Pose, chance: Chance) -> Fan:
    """Return a fan round ``stacks`` as one over all zones has them: nearer or farther in it by chance."""
    from_foot = np.array([(stack.x_mm, stack.y_mm) for stack in stacks]) - pose.centre[:2]
    distance = np.linalg.norm(from_foot, axis=1)
    angles = np.arctan2(from_foot[:, 0], from_foot[:, 1])
    reference = float(distance.min()) / chance.uniform(*_NEARER)
    step, row_step = MM_PER_COLUMN / reference, MM_PER_ROW / reference
    aside = (ROOM_MM[0] + 20) / float(distance.min())
    first, last = float(angles.min()) - aside, float(angles.max()) + aside
    nearest = float(distance.min()) - 20 - ROOM_MM[1]
    height = max(stack.height_mm for stack in stacks)
    far = (float(distance.max()) + 20 + _BEHIND_MM) * pose.centre[2] / (pose.centre[2] - height)
    rows = int(np.ceil(np.log(far / nearest) / row_step))
    return Fan(pose, first, step, int(np.ceil((last - first) / step)), nearest, row_step, rows)


def sample_of(
    picture: Picture,
    bare: Picture,
    lens: Lens,
    fan: Fan,
    stacks: Sequence[Stack],
    over: Bits | None = None,
    heap: Sequence[Stack] = (),
) -> Sample:
    """Return what ``picture`` shows in ``fan``; ``bare`` is the felt alone, ``over`` what lies over all stacks."""
    view = fan.view(lens, fan.pose)
    now, felt, inside = view.of(picture), view.of(bare), view.inside
    evidence = evidence_of(now, felt, np.ones_like(inside), inside)
    hides = np.zeros_like(inside)
    if over is not None:
        hides = view.of(over.astype(np.uint8) * 255) > 127
    polars = np.array([fan.polar(stack) for stack in stacks]).reshape(-1, 3)
    lying = np.array([fan.polar(stack) for stack in heap]).reshape(-1, 3)
    given = np.nan_to_num(planes(now, evidence.stands))
    return Sample(fan, now.astype(np.uint8), evidence, given.astype(np.float16), polars, lying, hides)


def targets(sample: Sample, top: int, left: int, rows: int, columns: int) -> Targets:
    """Return what the cells of a piece of ``sample`` are: ``rows`` and ``columns`` of the fan from ``top``, ``left``."""
    fan = sample.fan
    kinds = np.zeros((rows // CELL, columns // CELL), np.int64)
    owner = np.full(kinds.shape, -1)
    count = len(sample.stacks)
    drawn = np.concatenate((sample.stacks, sample.lying))
    sizes, middles, lifts = np.zeros(count), np.zeros((count, 2)), np.zeros(count)
    for at in np.argsort(-drawn[:, 1]):
        side, rim, area = _outlines(fan, drawn[at], RADIUS_MM, top, left)
        for kind, outline in ((SIDE, side), (TOP, rim)):
            pixels = np.zeros((rows, columns), np.uint8)
            cv2.fillPoly(pixels, [np.round(outline * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
            own = pixels[CELL // 2 :: CELL, CELL // 2 :: CELL] > 0
            kinds[own], owner[own] = (kind, at) if at < count else (OTHER, -1)
        if at < count:
            sizes[at] = area
            middles[at], lifts[at] = _top_of(fan, drawn[at], top, left)
    hidden = cv2.resize(
        sample.over[top : top + rows, left : left + columns].astype(np.float32),
        kinds.shape[::-1],
        interpolation=cv2.INTER_AREA,
    )
    kinds[hidden > 0.5], owner[hidden > 0.5] = OTHER, -1
    heat, votes = np.zeros(kinds.shape, np.float32), np.zeros((3, *kinds.shape), np.float32)
    y, x = np.mgrid[: kinds.shape[0], : kinds.shape[1]].astype(np.float32)
    for at in range(count):
        own = owner == at
        column, row = middles[at]
        votes[:, own] = np.stack((column - x[own], row - y[own], row - lifts[at] - y[own]))
        if (own & (kinds == TOP)).sum() >= _SHOWS * sizes[at]:
            near = np.exp(-((x - column) ** 2 + (y - row) ** 2) / (2 * _SIGMA**2))
            heat = np.maximum(heat, near.astype(np.float32))
    return Targets(kinds, heat, votes)


def _outlines(fan: Fan, polar: Array, radius: float, top: int, left: int) -> tuple[Array, Array, float]:
    """Return the outlines of side and top, (n, 2) as columns and rows, and how many cells the top has."""
    columns, foot, near, far = (held[0] for held in fan.spans(polar[None], radius, _CHORDS))
    side = np.concatenate((np.stack((columns, foot), 1), np.stack((columns, near), 1)[::-1]))
    rim = np.concatenate((np.stack((columns, near), 1), np.stack((columns, far), 1)[::-1]))
    area = float((far - near).mean() * (columns[-1] - columns[0])) / CELL**2
    return side - (left, top), rim - (left, top), area


def _top_of(fan: Fan, polar: Array, top: int, left: int) -> tuple[Array, float]:
    """Return the middle of a top, in cells, and how many cells it lies over the foot's."""
    angle, distance, height = polar
    lift = float(np.log(fan.stretch(height))) / fan.row_step
    column = (angle - fan.first_angle) / fan.angle_step - 0.5
    return _cells(np.array((column, float(fan.row(distance)) + lift)), top, left), lift / CELL


def _cells(points: Array, top: int, left: int) -> Array:
    """Return the cells, with fractions, in which ``points``, (..., 2) as column and row of the fan, lie."""
    return np.asarray((points - (left, top) + 0.5) / CELL - 0.5)
