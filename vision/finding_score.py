"""How well a cylinder explains what stands out in a fan: the area of its outline, the edges of foot and rim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Array
from vision.evidence import Bits
from vision.fan import MM_PER_ROW, Fan, Rows

TALLEST_MM: Final = 78.0
LEAST_MM: Final = 2.0
_INTO_MM: Final = 3.0
"""How far two cylinders may seem to stand in each other."""
_FELT_WEIGHS: Final = 3.0
"""How much more felt within an outline speaks against it than what stands out there speaks for it."""
_EDGES_MM: Final = 2.0
"""How many mm of outline along its whole width a clear edge at foot and rim is worth."""
_USUAL_EDGE: Final = 0.3
_CLEAR: Final = 85
"""The share of places, in per cent, where a thing's picture changes less from row to row than at a clear edge."""
_CLEAR_LEVELS: Final = (8.0, 40.0)
_BEFORE_MM: Final = 6.0
_BEFORE_WEIGHS: Final = 0.6
_REACH_MM: Final = (8.0, 8.0, 4.0)
"""How far, aside, away and up, a hypothesis may move while it is fitted."""
_SLIDES: Final = np.arange(-7.2, 7.3, 0.6)
ROUGHLY: Final = (1.5, 0.8, 0.4)
FINELY: Final = (0.8, 0.4, 0.2, 0.1)
_MOST_STEPS: Final = 12
_WAYS: Final = np.array(
    [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) if a == 0 or b == c == 0], float
)
"""Aside alone, or away and up in any way together: foot and rim are tied to each other, the side to neither."""
_CHORDS: Final = np.linspace(-1.0, 1.0, 19)
_MIDDLE: Final = np.abs(_CHORDS) < 0.6
_MOST: Final = 10_000

Slopes = npt.NDArray[np.float32]
"""How sharply the picture changes from column to column and from row to row; a clear edge is 1."""
Part = tuple[slice, slice]
WHOLE: Final[Part] = (slice(None), slice(None))
Outline = tuple[int, int, Bits]
"""A first row and a first column of the fan, and what is covered from there on."""


class Scorer:
    """Scores and fits cylinders of ``radius_mm``, each (direction, distance, height), in a piece of a fan."""

    def __init__(self, fan: Fan, now: Rows, stands: Rows, radius_mm: float) -> None:
        self.fan, self.radius, self.stands = fan, radius_mm, stands
        self.weighed: Rows = np.where(stands < 0, _FELT_WEIGHS * stands, stands).astype(np.float32)
        self.slopes = _slopes(now, stands > 0.5)

        self._outlines: dict[tuple[bytes, float], Outline] = {}
        self._lines: dict[tuple[bytes, ...], float] = {}

    def outline(self, polar: Array, grown_mm: float = 0.0) -> Outline:
        """Return the outline of ``polar``, grown all round by ``grown_mm``; each is drawn once."""
        key = polar.tobytes(), grown_mm
        if key not in self._outlines:
            self._outlines[key] = outline_of(self.fan, polar, self.radius + grown_mm)
        return self._outlines[key]

    def covered(self, placed: Sequence[Array], grown_mm: float = 0.0) -> Bits:
        """Say where an outline of ``placed``, grown all round by ``grown_mm``, lies."""
        return _together(self.fan, [self.outline(polar, grown_mm) for polar in placed])

    def left(self, placed: Sequence[Array], part: Part = WHOLE) -> Rows:
        """Return of the evidence in ``part`` what ``placed`` do not explain."""
        return self._without(self.weighed, placed, part)

    def unhidden(self, others: Sequence[Array], distance: float, part: Part = WHOLE) -> Slopes:
        """Return the edges in ``part`` that nothing of ``others`` nearer than ``distance`` covers."""
        return self._without(self.slopes, [other for other in others if other[1] < distance], part)

    def _without(self, values: Rows, placed: Sequence[Array], part: Part) -> Rows:
        """Return ``part`` of ``values``, nought where ``placed`` lie."""
        if not placed:
            return values[part]
        left = values[part].copy()
        above, beside = (axis.start or 0 for axis in part)
        for top, side, drawn in map(self.outline, placed):
            y, x = top - above, side - beside
            over = left[max(y, 0) : max(y + len(drawn), 0), max(x, 0) : max(x + drawn.shape[1], 0)]
            seen = drawn[max(-y, 0) :, max(-x, 0) :][: over.shape[0], : over.shape[1]]
            over[seen] = 0
        return left

    def _round(self, polars: Array, room_mm: Sequence[float] = (0.0, 0.0, 0.0)) -> Part:
        """Return the part of the fan in which ``polars`` lie, moved by up to ``room_mm`` aside, away and up."""
        aside, away, up = room_mm
        low, high = polars.min(axis=0), polars.max(axis=0)
        ends = np.array([(low[0], low[1] - away, LEAST_MM), (high[0], high[1] + away, high[2] + up)])
        _, foot, _, far = self.fan.spans(ends, self.radius, _CHORDS)
        wide = np.arcsin(min((self.radius + aside) / max(float(ends[0, 1]), 1.0), 1.0))
        sides = (np.array((low[0] - wide, high[0] + wide)) - self.fan.first_angle) / self.fan.angle_step
        rows = float(foot.min()) - _BEFORE_MM / MM_PER_ROW - 3, float(far.max()) + 3
        return (
            slice(*_clipped(*rows, self.fan.rows)),
            slice(*_clipped(float(sides[0]) - 3, float(sides[1]) + 3, self.fan.columns)),
        )

    def scores(
        self, polars: Array, sums: Rows, slopes: Slopes, foot_alone: bool = False, part: Part = WHOLE
    ) -> tuple[Array, Array]:
        """Return for each of ``polars`` the mm^2 of its outline that stand out, and what its edges are worth.

        What lies right in front of its foot belongs to something nearer, which is to be found first. ``sums``
        and ``slopes`` are those of ``part``.
        """
        columns, *arcs = self.fan.spans(polars, self.radius, _CHORDS)
        above, beside = (axis.start or 0 for axis in part)
        columns = columns - beside
        foot, near, far = (arc - above for arc in arcs)
        before = foot - _BEFORE_MM / MM_PER_ROW
        at_far, at_foot, at_before = _at(sums, (columns,) * 3, (far, foot, before))
        ahead = np.maximum(at_foot - at_before, 0)[:, _MIDDLE].mean(axis=1)
        area = ((at_far - at_foot).mean(axis=1) - _BEFORE_WEIGHS * ahead) * (MM_PER_ROW * 2 * self.radius)
        edges = _edges(columns, (foot,) if foot_alone else (foot, near, far), slopes)
        lines = (np.minimum(edges, 1) - _USUAL_EDGE * (edges > 0)).mean(axis=2).sum(axis=0)
        return area, np.asarray(lines * (_EDGES_MM * 2 * self.radius))

    def lines(self, polar: Array, others: Sequence[Array]) -> float:
        """Return what the edges of ``polar`` that ``others`` do not hide are worth, in mm^2."""
        nearer = [other for other in others if other[1] < polar[1]]
        key = tuple(each.tobytes() for each in (polar, *nearer))
        if key not in self._lines:
            part = self._round(polar[None])
            slopes = self.unhidden(nearer, float(polar[1]), part)
            self._lines[key] = float(self.scores(polar[None], self._none, slopes, part=part)[1][0])
        return self._lines[key]

    def gain(self, polar: Array, others: Sequence[Array]) -> float:
        """Return the mm^2 that only ``polar`` explains."""
        part = self._round(polar[None])
        sums = sums_of(self.left(others, part))
        return float(self.scores(polar[None], sums, self.slopes[part], part=part)[0][0])

    def drawn(self, polar: Array, nearer: Sequence[Array]) -> list[tuple[float, float]]:
        """Return of foot, near and far side of the rim how clear their edges are, and which share shows."""
        columns, *arcs = self.fan.spans(polar[None], self.radius, _CHORDS)
        hidden = self.covered(nearer, 1.0).astype(np.float32)
        told = []
        for edge, behind in zip(
            _edges(columns, arcs, self.slopes),
            _at(hidden, (columns,) * 3, [arc - 0.5 for arc in arcs]),
            strict=True,
        ):
            shows = behind[0, 1:-1] < 0.5
            told.append((float(np.minimum(edge[0][shows], 1).mean()) if shows.any() else 0.0, shows.mean()))
        return [(clear, float(share)) for clear, share in told]

    def fitted(
        self, polar: Array, others: Sequence[Array], steps: Sequence[float] = ROUGHLY, frozen: bool = False
    ) -> Array:
        """Return the cylinder near ``polar`` that scores best beside ``others``; ``frozen`` keeps its height."""
        fitted: Array = self.all_fitted(polar[None], others, steps, frozen)[0]
        return fitted

    def all_fitted(
        self, polars: Array, others: Sequence[Array], steps: Sequence[float] = ROUGHLY, frozen: bool = False
    ) -> Array:
        """Return for each of ``polars``, which stand in one place, the cylinder near it that scores best."""
        part = self._round(polars, _REACH_MM)
        sums = sums_of(self.left(others, part))
        slopes = self.unhidden(others, float(polars[0, 1]), part)
        ways = _WAYS[_WAYS[:, 2] == 0] if frozen else _WAYS

        def best_of(tried: Array, starts: Array) -> tuple[Array, Array]:
            flat = tried.reshape(-1, 3)
            area, lines = self.scores(flat, sums, slopes, frozen, part)
            far = (
                np.abs(tried - starts[:, None])
                * np.stack((starts[:, 1], *np.ones((2, len(starts)))), 1)[:, None]
            )
            allowed = self.apart(flat, others).reshape(tried.shape[:2]) & (far <= _REACH_MM).all(axis=2)
            found = np.where(allowed, (area + lines).reshape(tried.shape[:2]), -np.inf)
            top = found.argmax(axis=1)
            each = np.arange(len(tried))
            return tried[each, top], found[each, top]

        tried = polars[:, None] if frozen else np.stack([self._slid(polar) for polar in polars])
        at, best = best_of(tried, polars)
        for step in steps:
            moving = np.arange(len(at))
            for _ in range(_MOST_STEPS):
                here = at[moving]
                pace = step / np.stack((here[:, 1], *np.ones((2, len(here)))), axis=1)
                tried = here[:, None] + ways * pace[:, None]
                tried[..., 2] = np.clip(tried[..., 2], LEAST_MM, TALLEST_MM)
                to, found = best_of(tried, polars[moving])
                better = found > best[moving] + 1e-6
                moving = moving[better]
                if not len(moving):
                    break
                at[moving], best[moving] = to[better], found[better]
        return at

    def _slid(self, polar: Array) -> Array:
        """Return ``polar`` with its foot nearer or farther under the same rim, and higher or lower on its foot.

        Edges are narrow: a small step does not find one that is some mm away.
        """
        angle, distance, height = polar
        eye = self.fan.pose.centre[2]
        feet = distance + _SLIDES
        rim = (distance + self.radius) * eye / (eye - height)
        heights = eye * (1 - (feet + self.radius) / rim)
        slid = np.stack((np.full_like(feet, angle), feet, heights), axis=1)
        lifted = np.stack(
            (np.full_like(feet, angle), np.full_like(feet, distance), height + _SLIDES / 2), axis=1
        )
        both = np.concatenate((polar[None], slid, lifted))
        both[:, 2] = np.clip(both[:, 2], LEAST_MM, TALLEST_MM)
        return both

    def apart(self, polars: Array, placed: Sequence[Array]) -> Bits:
        """Say which of ``polars`` stand in none of ``placed``."""
        free = np.ones(len(polars), bool)
        x, y = polars[:, 1] * np.sin(polars[:, 0]), polars[:, 1] * np.cos(polars[:, 0])
        for angle, distance, _ in placed:
            away = np.hypot(x - distance * np.sin(angle), y - distance * np.cos(angle))
            free &= away > 2 * self.radius - _INTO_MM
        return free

    @property
    def _none(self) -> Rows:
        return np.zeros((2, 2), np.float32)


def covered(fan: Fan, placed: Sequence[Array], radius_mm: float, grown_mm: float = 0.0) -> Bits:
    """Say where an outline of ``placed``, grown all round by ``grown_mm``, lies."""
    return _together(fan, [outline_of(fan, polar, radius_mm + grown_mm) for polar in placed])


def outline_of(fan: Fan, polar: Array, radius_mm: float) -> Outline:
    """Return what a cylinder covers in ``fan``: its first row and column there, and which pixels from there on."""
    columns, foot, _, far = fan.spans(polar[None], radius_mm, _CHORDS)
    near_side, far_side = (np.stack((columns[0], side[0] - 0.5), axis=1) for side in (foot, far))
    points = np.concatenate((near_side, far_side[::-1]))
    (left, right), (near, end) = (
        _clipped(float(axis.min()) - 1, float(axis.max()) + 2, most)
        for axis, most in zip(points.T, (fan.columns, fan.rows), strict=True)
    )
    drawn = np.zeros((end - near, right - left), np.uint8)
    if drawn.size:
        cv2.fillPoly(drawn, [np.round((points - (left, near)) * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return near, left, drawn.view(bool)


def _together(fan: Fan, outlines: Sequence[Outline]) -> Bits:
    whole = np.zeros((fan.rows, fan.columns), bool)
    for near, left, drawn in outlines:
        whole[near : near + drawn.shape[0], left : left + drawn.shape[1]] |= drawn
    return whole


def _clipped(low: float, high: float, most: int) -> tuple[int, int]:
    first = min(max(int(np.floor(low)), 0), most)
    return first, max(first, min(int(np.ceil(high)), most))


def sums_of(stands: Rows) -> Rows:
    """Return the sums down each column; row k has that of all rows before k."""
    sums = np.zeros((stands.shape[0] + 1, stands.shape[1]), np.float32)
    np.cumsum(stands, axis=0, out=sums[1:])
    return sums


def _slopes(now: Rows, stands: Bits) -> Slopes:
    soft = cv2.GaussianBlur(now, (3, 3), 0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, x, y, ksize=1) for x, y in ((1, 0), (0, 1)))
    sharp = np.abs(down).max(axis=-1)[stands]
    clear = float(np.clip(np.percentile(sharp, _CLEAR), *_CLEAR_LEVELS)) if sharp.size else _CLEAR_LEVELS[1]
    channel = np.argmax(across * across + down * down, axis=-1)[..., None]
    along = [np.take_along_axis(slope, channel, axis=-1) for slope in (across, down)]
    return np.asarray(np.concatenate(along, axis=-1) / np.float32(clear), np.float32)


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
