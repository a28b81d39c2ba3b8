"""Makes unrolled stacks by chance, straight into the strip: no camera, a few milliseconds each.

Far wider than any table: colours of every kind, edges lit from above or from below, chips pushed and turned,
shadows, highlights, half hidden stacks, bad focus, JPEG. What it does not have is real light: venues have that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.counting.decoding import MOST_CHIPS, ROWS_PER_CHIP
from vision.geometry.camera import Array
from vision.geometry.unwrap import COLUMNS, HALF_ANGLE_DEG
from vision.training.mess import a_third
from vision.training.samples import Sample, degraded, targets

MARGIN: Final = 1.75
_FINER: Final = 2
THICK_MM: Final = 3.3
_RADIUS: Final = 19.5 / THICK_MM
"""A chip's radius, in chips' thicknesses."""
_THETA: Final = np.radians((np.arange(COLUMNS) + 0.5) * (2 * HALF_ANGLE_DEG / COLUMNS) - HALF_ANGLE_DEG)

Chance = np.random.Generator


@dataclass(frozen=True)
class _Chips:
    """A stack: heights of its edges over the felt (n + 1), how near to the camera each chip is pushed by angle."""

    edges: Array
    near: Array
    bodies: Array
    spots: Array
    spotted: npt.NDArray[np.bool_]
    inlay: Array

    @property
    def count(self) -> int:
        return len(self.bodies)


def strip(seed: int) -> Sample:
    """Return an unrolled stack by chance. The same seed gives the same."""
    chance = np.random.default_rng(seed)
    chips, rise = _chips(chance), float(np.tan(np.radians(chance.uniform(18, 48))))
    says = chips.count + chance.normal(0, 0.25)
    heights = np.arange(says + MARGIN, -MARGIN, -1 / (ROWS_PER_CHIP * _FINER))
    z, theta = heights[:, None], _THETA[None]
    paint = _side(chips, chance, z)
    above = z > (chips.edges[-1] - chips.near[-1])[None]
    below = z < -chips.near[0][None]
    over = np.maximum(z - chips.edges[-1] + chips.near[-1][None], 0)
    paint = np.where(above[..., None], _top(chips, chance, over / rise, theta), paint)
    felt = _felt(chance, np.maximum(-z - chips.near[0][None], 0) / rise, theta)
    dark = 1 - chance.uniform(0, 0.8) * np.exp(
        np.minimum(z + chips.near[0][None], 0) / chance.uniform(0.1, 1.2)
    )
    paint = np.where(below[..., None], felt * dark[..., None], paint)
    paint = paint * _light(chance, z, theta)[..., None] + _glint(chance, z, theta)[..., None]
    shows = np.ones(paint.shape[:2], bool)
    if chance.random() < 0.3:
        paint, shows = _hidden(chance, paint, heights)
    levels = np.clip(paint, 0, 1) ** (1 / chance.uniform(1.6, 2.6)) * 255
    rows = max(1, round(len(heights) / _FINER))
    seen = _photographed(chance, levels, rows)
    shown = cv2.resize(shows.astype(np.uint8), (COLUMNS, rows), interpolation=cv2.INTER_NEAREST).astype(bool)
    apparent = _seams(chips)
    at = (heights[0] - apparent) * ROWS_PER_CHIP + 0.5 / _FINER - 0.5
    return Sample(seen, shown, targets(at, rows))


def _seams(chips: _Chips) -> Array:
    """Return the heights at which the edges appear, in the middle of the side."""
    front = slice(COLUMNS // 4, 3 * COLUMNS // 4)
    near = chips.near[:, front].mean(axis=1)
    between = np.concatenate((near[:1], (near[1:] + near[:-1]) / 2, near[-1:]))
    apparent: Array = chips.edges - between
    return apparent


def _any(chance: Chance) -> Array:
    return np.asarray(chance.random(3) ** chance.choice((0.6, 1.5, 3.0)) * 0.95 + 0.01)


def _chips(chance: Chance) -> _Chips:
    low, high = ((1, 5), (6, 12), (10, MOST_CHIPS - 3))[chance.integers(3)]
    count = int(chance.integers(low, high + 1))
    kinds = int(chance.choice((1, 2, 3, 5), p=(0.4, 0.2, 0.2, 0.2)))
    bodies, spots = (np.stack([_any(chance) for _ in range(kinds)]) for _ in range(2))
    if chance.random() < 0.2:
        bodies[:] = bodies[0]
    plain = chance.random(kinds) < 0.25
    numbers, share = chance.integers(2, 13, kinds), chance.uniform(0.12, 0.6, kinds)
    stays = chance.choice((0.0, 0.7, 1.0))
    which = [int(chance.integers(kinds))]
    while len(which) < count:
        which.append(which[-1] if chance.random() < stays else int(chance.integers(kinds)))
    kind = np.array(which)
    turn = chance.random(count) if chance.random() < 0.8 else np.full(count, chance.random())
    around = np.mod(_THETA[None] / (2 * np.pi) * numbers[kind, None] + turn[:, None], 1.0)
    spotted = (around < share[kind, None]) & ~plain[kind, None]
    thick = np.clip(chance.normal(1, chance.choice((0.003, 0.015)), count), 0.95, 1.05) * chance.uniform(
        0.96, 1.04
    )
    shift = _left(chance, count) + chance.normal(0, 0.25, 2)[:, None] * (chance.random() < 0.6)
    near = shift[0][:, None] * np.sin(_THETA) + shift[1][:, None] * np.cos(_THETA)
    edges = np.concatenate(([0.0], np.cumsum(thick)))
    return _Chips(edges, near * 0.6, bodies[kind], spots[kind], spotted, _any(chance))


def _left(chance: Chance, count: int) -> Array:
    """Return how far hands leave each chip off its place, (2, count) in chips' thicknesses."""
    mess = a_third(chance)
    shift = mess.shifted(count, float(chance.choice(mess.shifts_mm)), chance) + mess.pushed(count, chance)
    return np.asarray(shift.T / THICK_MM)


def _side(chips: _Chips, chance: Chance, z: Array) -> Array:
    """Return the paint of the side: bodies and spots, their rims darker or brighter, ledges where one stands out."""
    starts = chips.edges[:-1, None] - chips.near
    starts = np.minimum.accumulate(starts[::-1])[::-1]
    which = (z[None] >= starts[1:, None]).sum(axis=0) if chips.count > 1 else np.zeros((len(z), COLUMNS), int)
    columns = np.arange(COLUMNS)[None]
    spotted = chips.spotted[which, columns]
    paint = np.where(spotted[..., None], chips.spots[which], chips.bodies[which])
    up = np.broadcast_to(z, which.shape) - starts[which, columns]
    left = (chips.edges[1:, None] - chips.edges[:-1, None])[which, 0] - up
    dark, wide = chance.uniform(0, 0.85), chance.uniform(0.03, 0.18)
    bright, broad = chance.uniform(-0.6, 0.9), chance.uniform(0.03, 0.2)
    worn = 1 + chance.normal(0, 0.06, chips.count)
    shade = (1 - dark * np.exp(-((up / wide) ** 2))) * (
        1 + bright * np.exp(-((np.maximum(left, 0) / broad) ** 2))
    )
    shade = np.where(left < 0, chance.uniform(0.5, 2.0), shade) * worn[which]
    return np.asarray(paint * np.clip(shade, 0.02, 3)[..., None])


def _top(chips: _Chips, chance: Chance, depth: Array, theta: Array) -> Array:
    """Return what is seen over the rim: the top chip's face and, beyond it, felt or other chips."""
    across, along = _RADIUS * np.sin(theta) + 0 * depth, _RADIUS * np.cos(theta) - depth
    out = np.hypot(across, along) / _RADIUS
    turned = np.mod(np.arctan2(across, along), 2 * np.pi)
    column = np.clip(
        ((turned + np.pi) % (2 * np.pi) - np.pi) / (2 * _THETA[-1]) * COLUMNS + COLUMNS / 2, 0, COLUMNS - 1
    )
    spotted = (
        chips.spotted[-1][column.astype(int)] & (out > chance.uniform(0.6, 0.85)) & (chance.random() < 0.7)
    )
    face = np.where(spotted[..., None], chips.spots[-1], chips.bodies[-1])
    face = np.where((out < chance.uniform(0.4, 0.8))[..., None], chips.inlay, face) * chance.uniform(0.6, 2.4)
    behind = np.broadcast_to(_any(chance), face.shape)
    if chance.random() < 0.4:
        stripes = np.stack([_any(chance) for _ in range(12)])
        behind = stripes[np.floor(depth * chance.uniform(0.3, 2) + chance.uniform(0, 3)).astype(int) % 12]
    return np.where((out < 1)[..., None], face, behind)


def _felt(chance: Chance, depth: Array, theta: Array) -> Array:
    """Return the felt before the stack, sometimes with a line or two printed on it, as betting zones have."""
    paint = np.broadcast_to(_any(chance) * chance.uniform(0.3, 1), (*depth.shape, 3))
    across, towards = _RADIUS * np.sin(theta) + 0 * depth, _RADIUS * np.cos(theta) + depth
    for _ in range(chance.choice((0, 1, 2), p=(0.6, 0.25, 0.15))):
        turned, wide = chance.normal(0, 0.5), chance.uniform(0.4, 3.0)
        far = np.cos(turned) * towards + np.sin(turned) * across - chance.uniform(0.75, 1.6) * _RADIUS
        paint = np.where((np.abs(far) < wide / 2)[..., None], _any(chance), paint)
    return paint


def _light(chance: Chance, z: Array, theta: Array) -> Array:
    """Return the light: bent round the stack, dark at the foot, a neighbour's shadow."""
    lit = chance.uniform(0.2, 1.1) * np.exp(
        chance.normal(0, 0.35) * theta + chance.normal(0, 0.25) * theta**2
    )
    lit = (
        lit
        * np.exp(chance.normal(0, 0.03) * (z - 5))
        * (1 - chance.uniform(0, 0.5) * np.exp(-np.maximum(z, 0) / 2))
    )
    lit = np.repeat(lit, 1, axis=0) * np.array((1.0,))
    if chance.random() < 0.35:
        line = theta * chance.normal(0, 2) * 4 + chance.uniform(-1, 15) - z
        lit = lit * (1 - chance.uniform(0.2, 0.7) / (1 + np.exp(-line / chance.uniform(0.1, 1.5))))
    return np.asarray(lit)


def _glint(chance: Chance, z: Array, theta: Array) -> Array:
    """Return a lamp's reflection: an upright bright band."""
    if chance.random() < 0.6:
        return np.zeros((len(z), COLUMNS))
    band = np.exp(-(((theta - chance.uniform(-1, 1)) / chance.uniform(0.05, 0.4)) ** 2))
    waves = 1 + 0.3 * np.sin(z * 2 * np.pi + chance.uniform(0, 6))
    return np.asarray(chance.uniform(0.05, 0.4) * band * waves)


def _hidden(chance: Chance, paint: Array, heights: Array) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Put something before a lower corner of the stack; the mask is a little off."""
    reach = chance.uniform(0.1, 0.7) * heights[0]
    edge = chance.uniform(-1.2, 1.2)
    side = chance.choice((-1.0, 1.0))
    bow = reach - 2 * (_THETA * 0.8) ** 2
    before = (heights[:, None] < bow[None]) & (side * (_THETA - edge) > 0)[None]
    stripes = np.stack([_any(chance) for _ in range(8)])
    other = stripes[np.floor(heights * chance.uniform(0.8, 1.2) + 50).astype(int) % 8][:, None]
    told = (heights[:, None] < bow[None] + chance.normal(0, 0.3)) & (
        side * (_THETA - edge) > chance.normal(0, 0.06)
    )[None]
    return np.where(before[..., None], np.broadcast_to(other, paint.shape), paint), ~told


def _photographed(chance: Chance, levels: Array, rows: int) -> npt.NDArray[np.uint8]:
    """Return the strip as cut from a picture: few pixels a chip, then stretched to ``rows`` again."""
    edge = chance.uniform(4.0, 11.0)
    size = (round(COLUMNS * edge / 6.5), max(4, round(rows / ROWS_PER_CHIP * edge)))
    small = cv2.resize(levels.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    taken = degraded(np.asarray(np.clip(small, 0, 255), np.uint8), chance)
    return np.asarray(cv2.resize(taken, (COLUMNS, rows), interpolation=cv2.INTER_LINEAR), np.uint8)
