"""Which of the house's chips each chip of a stack is: by the colours and spots of its edge, and nothing else.

A stack's light is not the enrolment's: it is darker at the foot, brighter where a lamp shines. So a brightness
that changes slowly from chip to chip and round the stack is taken out; hue and spots count more than brightness.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.camera import Array
from vision.chip_set import ChipSet, Colour
from vision.unwrap import COLUMNS, HALF_ANGLE_DEG, Strip

Shown = npt.NDArray[np.bool_]

MIDDLE: Final = (0.3, 0.7)
"""The part of a chip's height that is looked at: next to its rims its neighbours shine in."""
_FRONT_DEG: Final = 54.0
_PARTS: Final = COLUMNS // 2
"""Into how many parts the side is divided; two columns of a strip make one."""
_FEWEST_PARTS: Final = 5
_BRIGHTNESS_LEVELS: Final = 16.0
_HUE_LEVELS: Final = 9.0
_FARTHEST: Final = 8.0
"""The most that one part says against a chip: a highlight is no other chip."""
_GAINS: Final = np.exp(np.linspace(-0.9, 0.6, 21))
_USUAL_GAIN: Final = 0.35
_GAIN_STEP: Final = 0.07
_SHARES: Final = (0.15, 0.25, 0.35, 0.45, 0.55)
_TURNS: Final = 24
_BEND: Final = 0.6
"""How far the light may change round a stack, as a logarithm, before it is thought to be colour."""

_ANGLES: Final = (np.arange(_PARTS) + 0.5) * (2 * HALF_ANGLE_DEG / _PARTS) - HALF_ANGLE_DEG
_OPPONENT: Final = np.array(
    (
        np.array((1, 1, 1)) / (3 * _BRIGHTNESS_LEVELS),
        np.array((1, -1, 0)) / (2 * _HUE_LEVELS),
        np.array((1, 1, -2)) / (4 * _HUE_LEVELS),
    )
)
"""Red, green and blue to brightness and two hues, each in units of how far it may be off."""


@dataclass(frozen=True)
class Named:
    """What a chip is: how badly it fits (0 is perfect), and by how much the next denomination fits worse."""

    denomination: int
    misfit: float
    margin: float


class Namer:
    """Names the chips of one set."""

    def __init__(self, chip_set: ChipSet) -> None:
        self._values = [chip.denomination for chip in chip_set.chips]
        self._bodies = np.array([_colour(chip.body) for chip in chip_set.chips])
        self._spots = np.array([_colour(chip.spots) for chip in chip_set.chips])
        self._patterns = [_patterns(chip.spot_count) for chip in chip_set.chips]

    def name(self, strip: Strip, edges: Sequence[float]) -> list[Named]:
        """Return what the chips of ``strip`` are, bottom first; ``edges`` are the rows they begin and end at."""
        seen, weight = _rows(strip, edges)
        seen = seen / self._shading(seen, weight)[None, :, None]
        costs = self._costs(seen, weight)
        gains = _gains(costs.min(axis=1))
        named = []
        for chip, gain in enumerate(gains):
            cost = costs[chip, :, gain]
            order = np.argsort(cost)
            margin = cost[order[1]] - cost[order[0]] if len(order) > 1 else _FARTHEST
            named.append(Named(self._values[order[0]], float(cost[order[0]]), float(margin)))
        return named

    def _shading(self, seen: Array, weight: Shown) -> Array:
        """Return the light round the stack, from the chips as they are named without it."""
        costs = self._costs(seen, weight)
        gains = _gains(costs.min(axis=1))
        kinds = [int(np.argmin(costs[chip, :, gain])) for chip, gain in enumerate(gains)]
        lit = _GAINS[np.array(gains)][:, None, None]
        body, spots = lit * self._bodies[kinds][:, None], lit * self._spots[kinds][:, None]
        nearer = np.asarray(_apart(seen, spots) < _apart(seen, body))
        meant = np.where(nearer[..., None], spots, body)
        share = np.log(np.maximum(seen.sum(axis=-1), 1) / np.maximum(meant.sum(axis=-1), 1))
        some = np.where(weight, share, np.nan)
        shown = np.asarray(weight.any(axis=0))
        angle = _ANGLES / _FRONT_DEG
        terms = np.stack((np.ones(_PARTS), angle, angle**2), axis=1)
        middle = np.zeros(_PARTS)
        middle[shown] = np.nanmedian(some[:, shown], axis=0)
        middle = np.clip(middle, -_BEND, _BEND)
        held = terms * shown[:, None]
        fitted = np.linalg.solve(held.T @ held + np.diag((1e-3, 4.0, 4.0)), held.T @ (middle * shown))
        bend = np.clip(terms @ fitted, -_BEND, _BEND)
        return np.asarray(np.exp(bend - bend[shown].mean() if shown.any() else bend), np.float64)

    def _costs(self, seen: Array, weight: Shown) -> Array:
        """Return how badly each chip fits each denomination in each light, (chips, denominations, gains)."""
        many = np.maximum(weight.sum(axis=1), 1)[:, None]
        costs = np.empty((len(seen), len(self._values), len(_GAINS)))
        for kind, patterns in enumerate(self._patterns):
            body = _apart(seen[:, None], _GAINS[None, :, None, None] * self._bodies[kind]) * weight[:, None]
            cost = body.sum(axis=-1)
            if len(patterns):
                spots = _apart(seen[:, None], _GAINS[None, :, None, None] * self._spots[kind])
                differs = (spots * weight[:, None] - body).reshape(-1, _PARTS) @ patterns.T
                cost = cost + differs.min(axis=1).reshape(cost.shape)
            costs[:, kind] = cost / many
        return costs


def _gains(costs: Array) -> list[int]:
    """Return the light of each chip, (chips, gains) in, that changes little from one to the next."""
    steps = np.log(_GAINS)
    usual = (steps / _USUAL_GAIN) ** 2 / 2 / max(len(costs), 1)
    change = np.abs(steps[:, None] - steps[None]) / _GAIN_STEP / 4
    best, came = costs[0] + usual, []
    for cost in costs[1:]:
        ways = best[:, None] + change
        came.append(ways.argmin(axis=0))
        best = ways.min(axis=0) + cost + usual
    path = [int(np.argmin(best))]
    for back in reversed(came):
        path.append(int(back[path[-1]]))
    return path[::-1]


def _rows(strip: Strip, edges: Sequence[float]) -> tuple[Array, Shown]:
    """Return each chip's colours round the stack, (chips, parts, 3), and which of them are seen."""
    rows, shown = [], []
    for low, high in itertools.pairwise(edges):
        first, last = sorted(round(low + (high - low) * part) for part in MIDDLE)
        first = min(max(first, 0), len(strip.picture) - 1)
        last = min(max(last, first), len(strip.picture) - 1)
        held = strip.picture[first : last + 1, :, ::-1].astype(np.float64)
        rows.append(held.mean(axis=0).reshape(_PARTS, -1, 3).mean(axis=1))
        seen = strip.shows[first : last + 1].all(axis=0).reshape(_PARTS, -1).all(axis=1)
        shown.append(seen & (np.abs(_ANGLES) <= _FRONT_DEG))
    weight = np.stack(shown)
    return np.stack(rows), weight & (weight.sum(axis=1) >= _FEWEST_PARTS)[:, None]


def _apart(seen: Array, meant: Array) -> Array:
    """Return how far colours are apart, at most ``_FARTHEST``."""
    apart = ((seen - meant) @ _OPPONENT.T) ** 2
    return np.asarray(np.minimum(apart.sum(axis=-1) / 2, _FARTHEST), np.float64)


def _patterns(count: int) -> Array:
    """Return where the spots of a chip with ``count`` can be, each row a way it can be turned: 1 is a spot."""
    if not count:
        return np.zeros((0, _PARTS))
    turns = np.arange(_TURNS)[:, None] / _TURNS
    within = np.mod(_ANGLES[None] / 360 * count + turns, 1.0)
    return np.concatenate([(within < share).astype(float) for share in _SHARES])


def _colour(colour: Colour) -> Array:
    return np.array(colour, np.float64)
