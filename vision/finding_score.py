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


class Scorer:
    """Scores and fits cylinders of ``radius_mm``, each (direction, distance, height), in a piece of a fan."""

    def __init__(self, fan: Fan, now: Rows, stands: Rows, radius_mm: float) -> None:
        self.fan, self.radius, self.stands = fan, radius_mm, stands
        self.weighed: Rows = np.where(stands < 0, _FELT_WEIGHS * stands, stands).astype(np.float32)
        self.slopes = _slopes(now, stands > 0.5)

    def left(self, placed: Sequence[Array]) -> Rows:
        """Return the evidence without what ``placed`` explain."""
        if not placed:
            return self.weighed
        left = self.weighed.copy()
        left[covered(self.fan, placed, self.radius) > 0] = 0
        return left

    def unhidden(self, others: Sequence[Array], distance: float) -> Slopes:
        """Return the edges that nothing of ``others`` nearer than ``distance`` covers."""
        nearer = [other for other in others if other[1] < distance]
        if not nearer:
            return self.slopes
        slopes = self.slopes.copy()
        slopes[covered(self.fan, nearer, self.radius) > 0] = 0
        return slopes

    def scores(
        self, polars: Array, sums: Rows, slopes: Slopes, foot_alone: bool = False
    ) -> tuple[Array, Array]:
        """Return for each of ``polars`` the mm^2 of its outline that stand out, and what its edges are worth.

        What lies right in front of its foot belongs to something nearer, which is to be found first.
        """
        columns, foot, near, far = self.fan.spans(polars, self.radius, _CHORDS)
        before = foot - _BEFORE_MM / MM_PER_ROW
        at_far, at_foot, at_before = _at(sums, (columns,) * 3, (far, foot, before))
        ahead = np.maximum(at_foot - at_before, 0)[:, _MIDDLE].mean(axis=1)
        area = ((at_far - at_foot).mean(axis=1) - _BEFORE_WEIGHS * ahead) * (MM_PER_ROW * 2 * self.radius)
        arcs = (foot,) if foot_alone else (foot, near, far)
        lines = sum(
            (np.minimum(edge, 1) - _USUAL_EDGE * (edge > 0)).mean(axis=1)
            for edge in _edges(columns, arcs, slopes)
        )
        return area, np.asarray(lines * (_EDGES_MM * 2 * self.radius))

    def lines(self, polar: Array, others: Sequence[Array]) -> float:
        """Return what the edges of ``polar`` that ``others`` do not hide are worth, in mm^2."""
        return float(self.scores(polar[None], self._none, self.unhidden(others, polar[1]))[1][0])

    def gain(self, polar: Array, others: Sequence[Array]) -> float:
        """Return the mm^2 that only ``polar`` explains."""
        return float(self.scores(polar[None], sums_of(self.left(others)), self.slopes)[0][0])

    def drawn(self, polar: Array, nearer: Sequence[Array]) -> list[tuple[float, float]]:
        """Return of foot, near and far side of the rim how clear their edges are, and which share shows."""
        columns, *arcs = self.fan.spans(polar[None], self.radius, _CHORDS)
        hidden = covered(self.fan, nearer, self.radius, 1.0).astype(np.float32)
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
        sums, slopes = sums_of(self.left(others)), self.unhidden(others, polar[1])
        ways = _WAYS[_WAYS[:, 2] == 0] if frozen else _WAYS

        def scored(polars: Array) -> Array:
            area, lines = self.scores(polars, sums, slopes, frozen)
            beyond = (np.abs(polars - polar) * (polar[1], 1.0, 1.0) > _REACH_MM).any(axis=1)
            return np.where(self.apart(polars, others) & ~beyond, area + lines, -np.inf)

        tried: Array = polar[None] if frozen else self._slid(polar)
        found = scored(tried)
        at: Array = tried[int(np.argmax(found))]
        best = float(found.max())
        for step in steps:
            for _ in range(_MOST_STEPS):
                tried = at + ways * step / np.array((at[1], 1.0, 1.0))
                tried[:, 2] = np.clip(tried[:, 2], LEAST_MM, TALLEST_MM)
                found = scored(tried)
                top = int(np.argmax(found))
                if found[top] <= best + 1e-6:
                    break
                at, best = tried[top], float(found[top])
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


def covered(
    fan: Fan, placed: Sequence[Array], radius_mm: float, grown_mm: float = 0.0
) -> npt.NDArray[np.uint8]:
    """Return 1 where an outline of ``placed``, grown all round by ``grown_mm``, lies."""
    drawn = np.zeros((fan.rows, fan.columns), np.uint8)
    for polar in placed:
        columns, foot, _, far = fan.spans(polar[None], radius_mm + grown_mm, _CHORDS)
        near_side, far_side = (np.stack((columns[0], side[0] - 0.5), axis=1) for side in (foot, far))
        outline = np.round(np.concatenate((near_side, far_side[::-1])) * 16).astype(np.int32)
        cv2.fillPoly(drawn, [outline], 1, cv2.LINE_8, 4)
    return drawn


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


def _edges(columns: Array, arcs: Sequence[Array], slopes: Slopes) -> list[Array]:
    """Return how clear an edge runs along each of ``arcs``, rows over ``columns``, at each chord but the outermost."""
    wide = columns[:, 2:] - columns[:, :-2]
    found = _at(slopes, (columns[:, 1:-1],) * len(arcs), [arc[:, 1:-1] - 0.5 for arc in arcs])
    edges = []
    for arc, slope in zip(arcs, found, strict=True):
        rise = arc[:, 2:] - arc[:, :-2]
        edges.append(np.abs(slope[..., 1] * wide - slope[..., 0] * rise) / np.hypot(rise, wide))
    return edges


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
