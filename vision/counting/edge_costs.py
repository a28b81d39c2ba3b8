"""Says how badly each chip of a stack fits each denomination, by the colours and spots of its edge, and nothing else.

A stack's light is not the enrolment's: it is darker at the foot, brighter where a lamp shines. So a brightness
that changes slowly from chip to chip and round the stack is taken out; hue and spots count more than brightness.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.counting.chip_set import ChipSet
from vision.counting.decoding import ROWS_PER_CHIP
from vision.counting.name_net import opposed
from vision.geometry.camera import Array
from vision.geometry.unwrap import COLUMNS, HALF_ANGLE_DEG, Strip
from vision.settings import Colour

Shown = npt.NDArray[np.bool_]

MIDDLE: Final = np.array((0.3, 0.4, 0.5, 0.6, 0.7))
"""Where in a chip's height it is looked at: next to its rims its neighbours shine in."""
_THROUGH: Final = np.array((0.25, 0.4, 0.55, 0.7))
"""Where one chip must have one hue."""
_GREY: Final = 60.0
"""Levels added to a colour before its hue is told: dark is no hue."""
_FRONT_DEG: Final = 54.0
_PARTS: Final = COLUMNS // 2
"""Into how many parts the side is divided; two columns of a strip make one."""
_FEWEST_PARTS: Final = 5
_BRIGHTNESS_OFF: Final = (4.0, 0.1)
_HUE_OFF: Final = (2.5, 0.055)
"""How far a colour may be off in brightness and in hue: levels of 255, and as a share of the set's levels."""
_DARK: Final = 43.0
"""Levels under which how far a colour may be off hardly shrinks any more."""
_ALIKE: Final = 0.25
"""By so little a name must fit worse for two chips to be alike: one could hardly ever be told."""
SAYS: Final = 16
OF_PAIR: Final = 5
"""How many figures ``Costs.says`` has of a chip and a denomination, and how many, the first, of how the two fit."""
_FARTHEST: Final = 8.0
"""The most that one part says against a chip: a highlight is no other chip."""
_GAINS: Final = np.exp(np.linspace(-0.9, 0.6, 21))
_FEW_GAINS: Final = _GAINS[::2]
_USUAL_GAIN: Final = 0.35
_GAIN_STEP: Final = 0.09
_LIGHT_STEP: Final = 0.3
_LIGHT_JUMPS: Final = 0.1
"""By how much the light changes from a chip to the next, as a logarithm, and how often it jumps to any other."""
_TELLING: Final = 10.0
"""How much an unlikely look says, and the share of chips that look like anything."""
_ANY_LOOK: Final = 1e-4
_SHARES: Final = (0.15, 0.25, 0.35, 0.45, 0.55)
_TURNS: Final = 24
_BLEEDS: Final = 0.07
"""How much of the hue of what is over it a chip takes on, and of what is under it: cameras keep colour at half size."""
_BEND: Final = 0.6
"""How far the light may change round a stack, as a logarithm, before it is thought to be colour."""

_ANGLES: Final = (np.arange(_PARTS) + 0.5) * (2 * HALF_ANGLE_DEG / _PARTS) - HALF_ANGLE_DEG


@dataclass(frozen=True)
class Fits:
    """How badly each chip fits each denomination in each light, (chips, denominations, lights), and in which light it lies.

    ``weight`` says which parts of it are seen, ``torn`` by how much its hue changes from its foot to its rim: two chips,
    or a shadow's colour; ``likely`` how likely it is each denomination by the costs alone.
    """

    costs: Array
    gains: npt.NDArray[np.int_]
    weight: Shown
    torn: Array
    likely: Array

    @property
    def cost(self) -> Array:
        """How badly each chip fits each denomination in its light, (chips, denominations)."""
        return np.asarray(self.costs[np.arange(len(self.costs)), :, self.gains])


@dataclass(frozen=True)
class _Paint:
    """A colour as it is told apart: how, what it is so told, and how much room it has to be seen in."""

    tells: Array
    meant: Array
    room: float


class Costs:
    """What the chips of one set cost as each other."""

    def __init__(self, chip_set: ChipSet) -> None:
        self._values = [chip.denomination for chip in chip_set.chips]
        self._bodies = np.array([_colour(chip.body) for chip in chip_set.chips])
        self._spots = np.array([_colour(chip.spots) for chip in chip_set.chips])
        self._level = float(np.median(np.maximum(self._bodies, self._spots)))
        self._told = [[self._paint(paint) for paint in paints] for paints in (self._bodies, self._spots)]
        self._patterns = [_patterns(chip.spot_count) for chip in chip_set.chips]
        self._counts = [chip.spot_count for chip in chip_set.chips]
        self._uncounted = [chip.spot_count == 0 and chip.spots != chip.body for chip in chip_set.chips]

    def _fits(self, strip: Strip, edges: Sequence[float], light: Array) -> tuple[Array, Shown]:
        """Return how badly each chip fits each denomination in each light, and which parts of it are seen."""
        seen, weight = _rows(strip, edges)
        seen = seen / light
        seen = seen / self._shading(seen, weight)[None, :, None]
        return self._costs(seen, weight, _GAINS), weight

    def of(self, strip: Strip, edges: Sequence[float], light: Array) -> Fits:
        """Return how badly the chips of ``strip`` fit, bottom first; ``edges`` are the rows they begin and end at.

        ``light`` is by how much red, green and blue are brighter than when the set was enrolled.
        """
        costs, weight = self._fits(strip, edges, light)
        lit = _gains(costs.min(axis=1), _GAINS)
        return Fits(costs, np.asarray(lit), weight, _torn(strip, edges), _likely(costs, _GAINS))

    def says(self, fits: Fits, edges: Sequence[float]) -> npt.NDArray[np.float32]:
        """Return what ``fits`` says of each chip and denomination, (SAYS, chips, denominations), for the net."""
        shape = fits.costs.shape[:2]
        cost, likely = fits.cost, fits.likely
        of_pair = (
            cost / 2,
            cost - cost.min(axis=1, keepdims=True),
            fits.costs.min(axis=2) / 2,
            np.log(likely + 1e-4) / 2,
            np.log(_GAINS)[fits.costs.argmin(axis=2)],
        )
        of_chip = (*self._of_chip(fits, edges),)
        held = [*of_pair, *(np.broadcast_to(each[:, None], shape) for each in of_chip),
                *(np.broadcast_to(each[None], shape) for each in self._of_kind())]  # fmt: skip
        return np.asarray(np.clip(np.stack(held), -8, 8), np.float32)

    def _of_chip(self, fits: Fits, edges: Sequence[float]) -> Iterator[Array]:
        many = len(fits.costs)
        yield np.log(_GAINS[fits.gains])
        yield 10 * fits.torn
        yield fits.weight.mean(axis=1)
        yield -2 * (np.diff(np.asarray(edges)) / ROWS_PER_CHIP + 1)
        yield (np.arange(many) == 0) * 1.0
        yield (np.arange(many) == many - 1) * 1.0
        yield np.full(many, np.log(many))

    def _of_kind(self) -> Iterator[Array]:
        yield np.abs(opposed(self._spots) - opposed(self._bodies)).sum(axis=1) / 4
        yield np.array([len(held) > 0 for held in self._patterns]) * 1.0
        yield np.array(self._uncounted) * 1.0
        yield np.log1p(self._counts)

    def alike(self) -> list[tuple[int, int]]:
        """Return the pairs of denominations of which the edge of one, seen well, fits the other's name as well."""
        light = (np.log(_GAINS) / _USUAL_GAIN) ** 2 / 2
        front = np.abs(_ANGLES) <= _FRONT_DEG
        worse = np.zeros((len(self._values), len(self._values)))
        for kind, patterns in enumerate(self._patterns):
            spotted = patterns[len(patterns) // 2] if len(patterns) else np.zeros(_PARTS)
            seen = np.where(spotted[:, None] > 0, self._spots[kind], self._bodies[kind])[None]
            fits = (self._costs(seen, front[None], _GAINS)[0] + light).min(axis=1)
            worse[kind] = fits - fits[kind]
        pairs = np.argwhere(np.triu(np.minimum(worse, worse.T) < _ALIKE, k=1))
        return [(self._values[one], self._values[other]) for one, other in pairs]

    def _shading(self, seen: Array, weight: Shown) -> Array:
        """Return the light round the stack, from the chips as they are named without it."""
        costs = self._costs(seen, weight, _FEW_GAINS)
        gains = _gains(costs.min(axis=1), _FEW_GAINS)
        kinds = [int(np.argmin(costs[chip, :, gain])) for chip, gain in enumerate(gains)]
        lit = _FEW_GAINS[gains][:, None, None]
        paints = np.stack((self._bodies[kinds], self._spots[kinds]))[:, :, None] * lit[None]
        nearest = (((seen - paints) @ _tells(self._level).T) ** 2).sum(axis=-1).argmin(axis=0)
        meant = np.take_along_axis(np.broadcast_to(paints, (2, *seen.shape)), nearest[None, ..., None], 0)[0]
        share = np.log(np.maximum(seen.sum(axis=-1), 1) / np.maximum(meant.sum(axis=-1), 1))
        return _bend(np.where(weight, share, np.nan))

    def _costs(self, seen: Array, weight: Shown, gains: Array) -> Array:
        """Return how badly each chip fits each denomination in each light, (chips, denominations, gains)."""
        many = np.maximum(weight.sum(axis=1), 1)[:, None]
        costs = np.empty((len(seen), len(self._values), len(gains)))
        for kind, patterns in enumerate(self._patterns):
            body = _apart(seen, self._told[0][kind], gains) * weight[:, None]
            cost: npt.NDArray[np.floating] = body.sum(axis=-1)
            if len(patterns):
                spots = _apart(seen, self._told[1][kind], gains) * weight[:, None]
                differs = (spots - body).reshape(-1, _PARTS) @ patterns.T
                cost = cost + differs.min(axis=1).reshape(cost.shape)
            elif self._uncounted[kind]:
                spots = _apart(seen, self._told[1][kind], gains) * weight[:, None]
                cost = cost + np.minimum(spots - body, 0).sum(axis=-1)
            costs[:, kind] = cost / many
        return costs

    def _paint(self, paint: Array) -> _Paint:
        """Return how ``paint`` is told: what is dark more finely, with that much less room to be seen in."""
        level = (self._level + float(paint.max())) / 2
        tells = _tells(level)
        return _Paint(tells, tells @ paint, float(3 * np.log((_DARK + level) / (_DARK + self._level))))


def _apart(seen: Array, paint: _Paint, gains: Array) -> npt.NDArray[np.float32]:
    """Return how far ``seen``, (chips, parts, 3), is from ``paint`` in each light, (chips, gains, parts)."""
    looks = seen @ paint.tells.T
    own = (np.einsum("cpi,cpi->cp", looks, looks) / 2 + paint.room).astype(np.float32)
    both = (looks @ paint.meant).astype(np.float32)
    light = gains[None, :, None].astype(np.float32)
    apart = light * -both[:, None]
    apart += own[:, None]
    apart += light**2 * np.float32(paint.meant @ paint.meant / 2)
    return np.asarray(np.minimum(apart, np.float32(_FARTHEST), out=apart), np.float32)


def _bend(light: Array) -> Array:
    """Return what is smooth in ``light``, logarithms (chips, parts) with gaps, as shares about a mean of 1."""
    shown = np.asarray(np.isfinite(light).any(axis=0))
    if not shown.any():
        return np.ones(_PARTS)
    angle = _ANGLES / _FRONT_DEG
    terms = np.stack((np.ones(_PARTS), angle, angle**2), axis=1)
    # What does not show sorts last: of each part the middle of the others, as np.nanmedian gives it in many times as long.
    level = np.sort(light[:, shown], axis=0)
    many, part = np.isfinite(level).sum(axis=0), np.arange(level.shape[1])
    middle = np.clip((level[(many - 1) // 2, part] + level[many // 2, part]) / 2, -_BEND, _BEND)
    held = terms[shown]
    fitted = np.linalg.solve(held.T @ held + np.diag((1e-3, 4.0, 4.0)), held.T @ middle)
    bent = np.clip(terms @ fitted, -_BEND, _BEND)
    return np.asarray(np.exp(bent - bent[shown].mean()), np.float64)


def _gains(costs: Array, gains: Array) -> list[int]:
    """Return the light of each chip, (chips, gains) in, of ``gains``, that changes little from one to the next."""
    steps = np.log(gains)
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


def _likely(costs: Array, gains: Array) -> Array:
    """Return how likely each chip is each denomination, (chips, denominations), of (chips, denominations, gains).

    The light of a chip is mostly that of its neighbours; an overhang's shade begins and ends at once.
    """
    steps = np.log(gains)
    goes_on = np.exp(-np.abs(steps[:, None] - steps[None]) / _LIGHT_STEP)
    goes_on = (1 - _LIGHT_JUMPS) * goes_on / goes_on.sum(axis=1, keepdims=True) + _LIGHT_JUMPS / len(steps)
    usual = np.exp(-((steps / _USUAL_GAIN) ** 2) / 2)
    worse = costs - costs.min(axis=(1, 2), keepdims=True)
    fits = np.exp(-_TELLING * worse.astype(np.float64)) + _ANY_LOOK
    of_light = fits.mean(axis=1) * usual
    up, down = [np.ones(len(steps))], [np.ones(len(steps))]
    for seen in of_light[:-1]:
        up.append(_whole((up[-1] * seen) @ goes_on))
    for seen in of_light[:0:-1]:
        down.append(_whole(goes_on @ (down[-1] * seen)))
    light = np.array(up) * np.array(down[::-1]) * usual
    told = (fits * light[:, None, :]).sum(axis=-1)
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float64)


def _whole(shares: Array) -> Array:
    return np.asarray(shares / shares.sum(), np.float64)


def _rows(strip: Strip, edges: Sequence[float]) -> tuple[Array, Shown]:
    """Return each chip's colours round the stack, (chips, parts, 3), and which of them are seen."""
    felt = edges[0] + (edges[0] - edges[-1]) / (len(edges) - 1)
    at = _heights(strip, (felt, *edges), MIDDLE)
    held = np.median(strip.picture[at], axis=1)
    rows = held.reshape(len(at), _PARTS, -1, 3).mean(axis=2)[..., ::-1]
    seen = strip.shows[at].all(axis=1).reshape(len(at), _PARTS, -1).all(axis=-1)
    weight = seen & (np.abs(_ANGLES) <= _FRONT_DEG)
    weight &= (weight.sum(axis=1) >= _FEWEST_PARTS)[:, None]
    return _unbled(rows, weight)[1:], weight[1:]


def _unbled(rows: Array, seen: Shown) -> Array:
    """Return ``rows``, the felt's first, without the hue that each takes from those next to it."""
    step = np.where((seen[1:] & seen[:-1])[..., None], rows[1:] - rows[:-1], 0)
    step -= step.mean(axis=-1, keepdims=True)
    apart = np.zeros_like(rows)
    apart[:-1] -= step
    apart[1:] += step
    return np.maximum(rows + _BLEEDS * apart, 0)


def _torn(strip: Strip, edges: Sequence[float]) -> Array:
    """Return how much the hue of each chip changes over its height, where it changes most."""
    at = _heights(strip, edges, _THROUGH)
    parts = np.abs(_ANGLES) <= _FRONT_DEG - 10
    held = strip.picture[at].astype(np.float32).reshape(*at.shape, _PARTS, -1, 3).mean(axis=3)[:, :, parts]
    hue = np.diff(held, axis=-1) / (held.sum(axis=-1, keepdims=True) + _GREY)
    apart = np.abs(hue - np.median(hue, axis=1, keepdims=True)).sum(axis=-1)
    return np.asarray(apart.max(axis=1).mean(axis=-1), np.float64)


def _heights(strip: Strip, edges: Sequence[float], parts: Array) -> npt.NDArray[np.int_]:
    """Return the rows at ``parts`` of each chip's height, (chips, parts)."""
    bounds = np.asarray(edges)
    at = bounds[:-1, None] + (bounds[1:] - bounds[:-1])[:, None] * parts
    return np.asarray(np.clip(np.round(at).astype(int), 0, len(strip.picture) - 1))


def _tells(level: float) -> Array:
    """Return red, green and blue to brightness and two hues, each in units of how far it may be off."""
    bright, hue = (fixed + share * level for fixed, share in (_BRIGHTNESS_OFF, _HUE_OFF))
    return np.stack(
        (
            np.array((1, 1, 1)) / (3 * bright),
            np.array((1, -1, 0)) / (2 * hue),
            np.array((1, 1, -2)) / (4 * hue),
        )
    )


def _patterns(count: int) -> npt.NDArray[np.float32]:
    """Return where the spots of a chip with ``count`` can be, each row a way it can be turned: 1 is a spot."""
    if not count:
        return np.zeros((0, _PARTS), np.float32)
    turns = np.arange(_TURNS)[:, None] / _TURNS
    within = np.mod(_ANGLES[None] / 360 * count + turns, 1.0)
    return np.concatenate([(within < share).astype(np.float32) for share in _SHARES])


def _colour(colour: Colour) -> Array:
    return np.array(colour, np.float64)
