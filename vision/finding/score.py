"""Places cylinders exactly in a fan: what stands out within their outlines, the edges of foot and rim."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.finding.evidence import Bits
from vision.geometry.camera import Array
from vision.geometry.fan import Fan, Rows

TALLEST_MM: Final = 78.0
LEAST_MM: Final = 2.0
_FELT_WEIGHS: Final = 3.0
"""How much more felt within an outline speaks against it than what stands out there speaks for it."""
_EDGES_MM: Final = 4.0
"""How many mm of outline along its whole width a clear edge at foot and rim is worth."""
_OFF_MM2: Final = np.array((150.0, 150.0, 30.0))
"""What it costs to be a mm off what was proposed, in mm^2: the top aside and away, and the height."""
_INTO_MM2: Final = 60.0
"""What it costs to stand a mm in another stack."""
_SHIFTED_MM: Final = 1.0
_CLEAR: Final = 85
"""The share of places, in per cent, where a thing's picture changes less from row to row than at a clear edge."""
_CLEAR_LEVELS: Final = (8.0, 40.0)
_ROOM_MM: Final = (16.0, 5.0)
"""Felt looked at before and behind a stack that is fitted, and beside it."""
_LIFTS: Final = np.array([(0.0, 0.0, 0.5 * step) for step in range(-14, 15)])
_NEXT: Final = np.array(list(itertools.product((-2, -1, 0, 1, 2), repeat=3)), float)
_WAYS: Final = (_LIFTS, 0.5 * _NEXT, 0.2 * _NEXT)
"""Heights under one top, and then all about it: (aside, away, up) in mm of top and height."""
_CHORDS: Final = np.linspace(-1.0, 1.0, 19)
_STRIPS: Final = np.linspace(-18 / 19, 18 / 19, 19)
"""Places across a stack, as shares of its radius: from side to side, and the middles of strips of one width."""
_MOST: Final = 10_000

Slopes = npt.NDArray[np.float32]
"""How sharply the picture changes from column to column and from row to row; a clear edge is 1."""
Part = tuple[slice, slice]
Owners = npt.NDArray[np.int16]
Outline = tuple[int, int, Bits]
"""A first row and a first column of the fan, and what is covered from there on."""


class Scorer:
    """Scores and fits cylinders of ``radius_mm``, each (direction, distance, height), in a fan."""

    def __init__(self, fan: Fan, now: Rows, stands: Rows, radius_mm: float) -> None:
        self.fan, self.radius, self._now, self._stands = fan, radius_mm, now, stands

    def settled(self, polars: Array) -> list[Array]:
        """Return ``polars``, nearest first, each moved to where its edges are, the others where they are."""
        placed = list(polars)
        for at in range(len(placed)):
            placed[at] = self._fitted(placed[at], placed[:at] + placed[at + 1 :])
        return placed

    def _fitted(self, start: Array, others: Sequence[Array]) -> Array:
        part = self._round(start)
        fan = self.fan.cut(part[0].start, part[0].stop, part[1].start, part[1].stop)
        stands = self._stands[part]
        if not stands.size:
            return start
        weighed = np.where(stands < 0, _FELT_WEIGHS * stands, stands).astype(np.float32)
        slopes = _slopes(self._now[part], stands > 0.5)
        for other in self._beside(start, others):
            hidden = _together(fan, [outline_of(fan, other, self.radius)])
            weighed[hidden] = 0
            if other[1] < start[1]:
                slopes[hidden] = 0
        nearer = [other for other in others if other[1] < start[1]]
        sums = _sums(weighed, fan)
        began = at = self._tops(start[None])[0]
        for ways in _WAYS:
            tried = at + ways * (1 / at[1], 1.0, 1.0)
            tried[:, 2] = np.clip(tried[:, 2], LEAST_MM, TALLEST_MM)
            off = (tried - began) * (at[1], 1.0, 1.0)
            feet = self._feet(tried)
            scores = self._scores(fan, feet, sums, slopes) - (off**2) @ _OFF_MM2 - self._into(feet, nearer)
            at = tried[int(scores.argmax())]
        fitted: Array = self._feet(at[None])[0]
        return fitted

    def _beside(self, start: Array, others: Sequence[Array]) -> list[Array]:
        """Return those of ``others`` that can lie in the part of the fan in which ``start`` is looked for."""
        wide = self.radius + _ROOM_MM[1]
        return [
            other
            for other in others
            if abs(other[0] - start[0]) < wide / start[1] + np.arcsin(min(wide / other[1], 1.0))
        ]

    def _into(self, polars: Array, others: Sequence[Array]) -> Array:
        """Return what it costs, in mm^2, that ``polars`` stand in ``others``."""
        if not others:
            return np.zeros(len(polars))
        places, taken = self.fan.felt_of(polars), self.fan.felt_of(np.array(others))
        apart = np.linalg.norm(places[:, None] - taken[None], axis=2)
        into = np.maximum(2 * self.radius - _SHIFTED_MM - apart, 0.0)
        cost: Array = _INTO_MM2 * (into**2).sum(axis=1)
        return cost

    def _tops(self, polars: Array) -> Array:
        """Return stacks with the distance at which the middle of their top seems to lie."""
        return polars * np.stack(
            (np.ones(len(polars)), self.fan.stretch(polars[:, 2]), np.ones(len(polars))), 1
        )

    def _feet(self, tops: Array) -> Array:
        """Return stacks with their feet's distance."""
        return tops / np.stack((np.ones(len(tops)), self.fan.stretch(tops[:, 2]), np.ones(len(tops))), 1)

    def _round(self, polar: Array) -> Part:
        """Return the part of the fan in which ``polar`` lies, moved by a few mm."""
        columns, foot, _, far = self.fan.spans(polar[None], self.radius, _CHORDS)
        up, aside = (np.array(_ROOM_MM) / polar[1] / (self.fan.row_step, self.fan.angle_step)).tolist()
        return (
            slice(*_clipped(float(foot.min()) - up, float(far.max()) + up, self.fan.rows)),
            slice(*_clipped(float(columns.min()) - aside, float(columns.max()) + aside, self.fan.columns)),
        )

    def _scores(self, fan: Fan, polars: Array, sums: Rows, slopes: Slopes) -> Array:
        """Return the mm^2 of each of ``polars`` that stand out, and what its edges are worth."""
        columns, foot, near, far = fan.spans(polars, self.radius, _STRIPS)
        at_far, at_foot = _at(sums, (columns,) * 2, (far, foot))
        area = (at_far - at_foot).mean(axis=1) * (2 * self.radius)
        edges = np.minimum(_edges(columns, (foot, near, far), slopes), 1)
        return np.asarray(area + edges.mean(axis=2).sum(axis=0) * (_EDGES_MM * 2 * self.radius))


def covered(fan: Fan, placed: Sequence[Array], radius_mm: float, grown_mm: float = 0.0) -> Bits:
    """Say where an outline of ``placed``, grown all round by ``grown_mm``, lies."""
    return _together(fan, [outline_of(fan, polar, radius_mm + grown_mm) for polar in placed])


def painted(fan: Fan, placed: Sequence[Array], radius_mm: float) -> tuple[Owners, Bits]:
    """Return of each pixel which of ``placed``, nearest first, it shows, -1 for none, and whether that one's top."""
    owner = np.full((fan.rows, fan.columns), -1, np.int16)
    tops = np.zeros(owner.shape, bool)
    for at in range(len(placed) - 1, -1, -1):
        for top in (False, True):
            near, left, drawn = outline_of(fan, placed[at], radius_mm, top)
            part = slice(near, near + drawn.shape[0]), slice(left, left + drawn.shape[1])
            owner[part][drawn] = at
            tops[part][drawn] = top
    return owner, tops


def outline_of(fan: Fan, polar: Array, radius_mm: float, top_alone: bool = False) -> Outline:
    """Return what a cylinder covers in ``fan``: its first row and column there, and which pixels from there on."""
    columns, foot, near, far = fan.spans(polar[None], radius_mm, _CHORDS)
    near_side, far_side = (
        np.stack((columns[0], side[0] - 0.5), axis=1) for side in (near if top_alone else foot, far)
    )
    points = np.concatenate((near_side, far_side[::-1]))
    (left, right), (first, end) = (
        _clipped(float(axis.min()) - 1, float(axis.max()) + 2, most)
        for axis, most in zip(points.T, (fan.columns, fan.rows), strict=True)
    )
    drawn = np.zeros((end - first, right - left), np.uint8)
    if drawn.size:
        cv2.fillPoly(drawn, [np.round((points - (left, first)) * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return first, left, drawn.view(bool)


def _together(fan: Fan, outlines: Sequence[Outline]) -> Bits:
    whole = np.zeros((fan.rows, fan.columns), bool)
    for near, left, drawn in outlines:
        whole[near : near + drawn.shape[0], left : left + drawn.shape[1]] |= drawn
    return whole


def _clipped(low: float, high: float, most: int) -> tuple[int, int]:
    first = min(max(int(np.floor(low)), 0), most)
    return first, max(first, min(int(np.ceil(high)), most))


def _sums(values: Rows, fan: Fan) -> Rows:
    """Return the sums of ``values`` down each column, in mm; row k has that of all rows before it."""
    long = (fan.row_step * fan.distances).astype(np.float32)
    sums = np.zeros((values.shape[0] + 1, values.shape[1]), np.float32)
    np.cumsum(values * long[:, None], axis=0, out=sums[1:])
    return sums


def _slopes(now: Rows, stands: Bits) -> Slopes:
    soft = cv2.GaussianBlur(now, (3, 3), 0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, x, y, ksize=1) for x, y in ((1, 0), (0, 1)))
    sharp = np.maximum.reduce(np.abs(down[stands]), axis=-1)
    clear = float(np.clip(np.percentile(sharp, _CLEAR), *_CLEAR_LEVELS)) if sharp.size else _CLEAR_LEVELS[1]
    both = np.stack((across, down), axis=-1)
    strong, steep = both[:, :, 0], across * across + down * down
    most = steep[..., 0]
    for channel in (1, 2):
        more = steep[..., channel] > most
        strong = np.where(more[..., None], both[:, :, channel], strong)
        most = np.maximum(most, steep[..., channel])
    return np.asarray(strong / np.float32(clear), np.float32)


def _edges(columns: Array, arcs: Sequence[Array], slopes: Slopes) -> Array:
    """Return how clear an edge runs along each of ``arcs``, rows over ``columns``, at each chord but the outermost."""
    wide = columns[:, 2:] - columns[:, :-2]
    found = np.stack(_at(slopes, (columns[:, 1:-1],) * len(arcs), [arc[:, 1:-1] - 0.5 for arc in arcs]))
    rise = np.stack([arc[:, 2:] - arc[:, :-2] for arc in arcs])
    across = found[..., 1] * wide - found[..., 0] * rise
    return np.asarray(np.abs(across) / np.sqrt(rise * rise + wide * wide))


def _at(values: Rows, columns: Sequence[Array], rows: Sequence[Array]) -> list[Rows]:
    """Return ``values`` at fractional places, for each pair of ``columns`` and ``rows``."""
    x, y = (np.concatenate(each).astype(np.float32) for each in (columns, rows))
    parts = [
        cv2.remap(
            values, x[at : at + _MOST], y[at : at + _MOST], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        for at in range(0, len(x), _MOST)
    ]
    whole = np.asarray(np.concatenate(parts), np.float32)
    count = len(columns[0])
    return [whole[at * count : (at + 1) * count] for at in range(len(columns))]
