"""The felt of tables that the caster draws: threads, stains, lines, markers, and the shadows on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.geometry import markers
from vision.geometry.camera import Array
from vision.training.cast_light import Disc, Field, Sample, blocked_by, window
from vision.training.chip_paint import linear
from vision.training.render import rays_of
from vision.training.scene import Light
from vision.training.tables import Table

_COARSE: Final = 8
"""The felt's light without shadows is worked out for one in so many pixels."""
_CELL_MARGIN: Final = 1.2
_WITH_RIM: Final = 1.2 * (1 + 2 * _CELL_MARGIN / markers.CELLS)
_PAPER: Final = 0.78
_LAST: Final[list[tuple[Table, Field, Light]]] = []


def felt_of(table: Table, piles: Sequence[list[Disc]], samples: Sequence[Sample]) -> Light:
    """Return the light that comes from the felt of ``table``, on which ``piles`` stand."""
    points, colour = _laid(table)
    light = np.zeros_like(colour)
    coarse = points[::_COARSE, ::_COARSE]
    for sample in samples:
        lit = np.asarray(
            cv2.resize(np.maximum(sample.towards(coarse)[..., 2], 0), colour.shape[1::-1]), np.float32
        )
        for pile in piles:
            _shade_felt(lit, points, pile, sample, table)
        light += lit[..., None] * sample.colour
    return np.asarray(light * colour, np.float32)


def _laid(table: Table) -> tuple[Field, Light]:
    """Return what each pixel shows of the bare felt: where, in mm, and its colour. The last table's are kept."""
    if not _LAST or _LAST[0][0] is not table:
        rays = rays_of(table.lens) @ table.pose.rotation.astype(np.float32)
        eye = table.pose.centre.astype(np.float32)
        reach = -eye[2] / np.minimum(rays[..., 2], -1e-3)
        points = eye + reach[..., None] * rays
        points[..., 2] = 0
        _LAST[:] = [(table, points, _cloth(table, points[..., 0], points[..., 1]))]
    return _LAST[0][1:]


def _cloth(table: Table, x: Field, y: Field) -> Light:
    """Return what of the light the felt gives back: threads, stains, a printed line, markers."""
    chance = np.random.default_rng((table.seed, 4))
    threads = cv2.GaussianBlur(chance.standard_normal(x.shape).astype(np.float32), (0, 0), 0.8)
    broad = cv2.resize(
        chance.standard_normal((18, 32)).astype(np.float32), x.shape[::-1], interpolation=cv2.INTER_CUBIC
    )
    weave = 1 + 0.16 * threads + 0.05 * broad + 0.04 * np.sin(x * 2.1 + y * 0.6)
    colour = np.asarray(weave[..., None] * linear(table.felt), np.float32)
    if table.line is not None:
        for zone in table.zones:
            low, high = zone.polygon.min(axis=0), zone.polygon.max(axis=0)
            out = np.maximum(np.maximum(low[0] - x, x - high[0]), np.maximum(low[1] - y, y - high[1]))
            colour[np.abs(out) < 1.5] = linear(table.line)
    for number, corners in table.markers.items():
        middle = corners.mean(axis=0)
        part = window(table.lens, table.pose, middle + (corners - middle) * _WITH_RIM)
        _print_marker(colour[part], number, corners, x[part], y[part])
    return colour


def _print_marker(colour: Light, number: int, corners: Array, x: Field, y: Field) -> None:
    start, across, down = corners[0, :2], corners[1, :2] - corners[0, :2], corners[3, :2] - corners[0, :2]
    u = ((x - start[0]) * across[0] + (y - start[1]) * across[1]) / (across @ across) * markers.CELLS
    v = ((x - start[0]) * down[0] + (y - start[1]) * down[1]) / (down @ down) * markers.CELLS
    most = markers.CELLS + _CELL_MARGIN
    on = (u > -_CELL_MARGIN) & (v > -_CELL_MARGIN) & (u < most) & (v < most)
    cells = np.pad(markers.pattern(number) > 0, 2, constant_values=True)
    shown = cells[np.floor(v[on]).astype(int) + 2, np.floor(u[on]).astype(int) + 2]
    colour[on] = np.where(shown, _PAPER, 0.035)[:, None]


def _shade_felt(lit: Field, points: Field, pile: Sequence[Disc], sample: Sample, table: Table) -> None:
    """Take from ``lit`` what ``pile`` keeps from the felt of ``sample``."""
    middles = np.array([disc.middle for disc in pile], np.float32)
    line = sample.towards(middles)
    thrown = middles - line * (middles[:, 2:] / np.maximum(line[:, 2:], 0.1))
    ends = np.concatenate((middles, thrown)) * (1, 1, 0)
    square = np.array([(i, j, 0) for i in (-1, 1) for j in (-1, 1)]) * table.diameter_mm / 2
    corners = np.concatenate([end + square for end in ends])
    part = window(table.lens, table.pose, corners)
    blocked = blocked_by(points[part].reshape(-1, 3), pile, sample, table, planes=(0.0,))
    lit[part][blocked.reshape(lit[part].shape)] = 0
