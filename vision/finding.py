"""Finds the stacks in a fan: cylinders of one known radius that explain what is not felt.

Hypotheses of place and height are scored by what of their outline stands out and by the edges at foot and
rim; the best is taken, what it explains is left out, and so on; then all are fitted again beside each
other. What no cylinder explains is told as strange: a hand, a card, a heap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Array
from vision.evidence import Bits, Evidence
from vision.fan import MM_PER_ROW, Fan, Rows
from vision.unwrap import Stack

TALLEST_MM: Final = 78.0
MOST_STACKS: Final = 40
_CHIP_MM: Final = 3.3
_LEAST_MM: Final = 2.4
_HEIGHT_STEP_MM: Final = 0.8
_TOLERANT: Final = 7
_REST_COUNTS: Final = 0.95
_HEIGHTS: Final = 4
_BEAM: Final = 3
_MOST_STEPS: Final = 12
_WORTH: Final = 0.35
"""What a stack must explain, as a share of a chip lying flat."""
_EDGES_MM: Final = 2.0
"""How many mm of outline along its whole width a clear edge at foot and rim is worth."""
_CLEAR: Final = 85
_CLEAR_LEVELS: Final = (8.0, 40.0)
_INTO_MM: Final = 3.0
"""How far two cylinders may seem to stand in each other."""
_REACH_MM: Final = (8.0, 8.0, 4.0)
"""How far, aside, away and up, a hypothesis may move while it is fitted."""
_STEPS_MM: Final = (1.5, 0.8, 0.4, 0.2, 0.1)
_WAYS: Final = np.array([(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1)], float)
_FINE: Final = np.linspace(-1.0, 1.0, 33)
_SWEEPS: Final = 2
_FELT_WEIGHS: Final = 3.0
"""How much more felt within an outline speaks against it than what stands out there speaks for it."""
_USUAL_EDGE: Final = 0.3
_COST_MM2: Final = 120.0
_BEFORE_MM: Final = 6.0
_BETWEEN: Final = 4
_MOST: Final = 30_000
_FILLED: Final = 0.9
_FREE: Final = 0.7
_DRAWN: Final = 0.4
_FOOTED: Final = 0.6


Slopes = tuple[Rows, Rows]


@dataclass(frozen=True)
class Cylinder:
    """A stack found, and what speaks for it, each from 0 to 1.

    ``filled`` is the share of its outline that stands out; ``free`` the share of what is round it that is
    felt or another stack; ``drawn`` how clear the edges of its foot and of its rim's near and far side are,
    where nothing hides them; ``footed`` the share of its foot that nothing hides.
    """

    stack: Stack
    polar: Array
    filled: float
    free: float
    drawn: tuple[float, float, float]
    footed: float

    @property
    def stands(self) -> bool:
        """Whether it is a cylinder and not a piece of something else."""
        foot, near, far = self.drawn
        whole = self.filled >= _FILLED and self.free >= _FREE
        return whole and near >= _DRAWN and far >= _DRAWN and (foot >= _DRAWN or self.footed < _FOOTED)

    @property
    def footing(self) -> bool:
        """Whether enough of its foot shows to say where it stands, and so how high it is."""
        return self.footed >= _FOOTED


@dataclass(frozen=True)
class State:
    """Some stacks placed. ``worth`` is what they explain; ``hope`` counts in all that is left to explain."""

    placed: tuple[Array, ...]
    hope: float
    worth: float


@dataclass(frozen=True)
class Found:
    """The cylinders of a fan, nearest first, and what else stands out there."""

    cylinders: tuple[Cylinder, ...]
    strange: Bits
    doubted: tuple[Cylinder, ...] = ()


class Finder:
    """Finds cylinders of ``radius_mm`` in one fan, or a piece of one."""

    def __init__(self, fan: Fan, now: Rows, evidence: Rows, radius_mm: float) -> None:
        self._fan, self._radius, self._stands = fan, radius_mm, evidence
        self._weighed = np.where(evidence < 0, _FELT_WEIGHS * evidence, evidence).astype(np.float32)
        self._slopes = _slopes(now, evidence > 0.5)

    def find(self) -> list[Array]:
        """Return the direction, distance and height of what stands there, nearest first."""
        open_ends, best = [State((), 0.0, 0.0)], State((), 0.0, -np.inf)
        for _ in range(MOST_STACKS):
            grown: list[State] = []
            for state in open_ends:
                start = self._front(state.placed)
                if start is not None:
                    grown += self._grown(state, start)
                elif state.worth > best.worth:
                    best = state
            if not grown:
                break
            open_ends = _best(grown)
        placed = list(best.placed)
        for _ in range(_SWEEPS):
            placed = [self._fitted(polar, placed[:at] + placed[at + 1 :]) for at, polar in enumerate(placed)]
        return sorted(self._worthwhile(placed), key=lambda polar: float(polar[1]))

    def judged(self) -> list[Cylinder]:
        """Return what stands there, nearest first, with what speaks for it."""
        placed = self.find()
        return [self._judged(polar, placed[:at], placed[at + 1 :]) for at, polar in enumerate(placed)]

    def _judged(self, polar: Array, nearer: Sequence[Array], farther: Sequence[Array]) -> Cylinder:
        fan, radius, stands = self._fan, self._radius, self._stands
        own = (covered(fan, [polar], radius) > 0) & (covered(fan, nearer, radius) == 0)
        filled = float((stands[own] > -0.3).mean()) if own.any() else 0.0
        ring = (covered(fan, [polar], radius, 5.0) > 0) & (covered(fan, [polar], radius, 2.0) == 0)
        ring &= covered(fan, [*nearer, *farther], radius, 2.0) == 0
        free = float((stands[ring] < 0.3).mean()) if ring.any() else 1.0
        hidden = covered(fan, nearer, radius, 1.0).astype(np.float32)
        drawn, shown = [], []
        for columns, arc, edge in self._arcs(polar[None], self._slopes):
            open_to_view = _at(hidden, columns, arc - 0.5)[0] < 0.5
            shown.append(float(open_to_view.mean()))
            drawn.append(float(np.minimum(edge[0][open_to_view], 1).mean()) if shown[-1] >= 0.2 else 0.0)
        return Cylinder(
            fan.stack(polar, radius), polar, filled, free, (drawn[0], drawn[1], drawn[2]), shown[0]
        )

    def _front(self, placed: Sequence[Array]) -> Array | None:
        """Return the direction and distance of a stack whose foot is the nearest that ``placed`` leave over."""
        large = self._rest(placed)
        if not large.any():
            return None
        row = int(np.argmax(large.any(axis=1)))
        columns = np.flatnonzero(large[row : row + 3].any(axis=0))
        first = columns[np.diff(columns, prepend=columns[0]).cumsum() - np.arange(len(columns)) <= 2]
        return np.array((self._fan.angles[int(np.median(first))], self._fan.distances[row] + self._radius))

    def _rest(self, placed: Sequence[Array]) -> Bits:
        """Return where so much stands out that ``placed`` do not explain that there may be another stack."""
        over = (self._stands > 0.35) & (covered(self._fan, placed, self._radius, 1.5) == 0)
        opened = cv2.morphologyEx(over.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
        worth = stats[:, cv2.CC_STAT_AREA] * float(self._fan.areas.mean()) > self._least() / 2
        worth[0] = False
        return np.asarray(worth[labels])

    def _grown(self, state: State, start: Array) -> list[State]:
        """Return ``state`` with one more stack at ``start``, of each height that its rim may have."""
        placed = state.placed
        base = self._fitted(np.array((*start, _CHIP_MM)), placed, frozen=True)
        heights = np.arange(_LEAST_MM, TALLEST_MM, _HEIGHT_STEP_MM)
        tried = np.column_stack((np.full((len(heights), 2), base[:2]), heights))
        # The foot is not yet well known: what lies close beside something is not held against it.
        left = cv2.dilate(self._left(placed), np.ones((_TOLERANT, _TOLERANT), np.uint8))
        against = np.where(left < 0, left, (1 - _REST_COUNTS) * left)
        hopes = self._areas(tried, _sums(against), _FINE) + self._lines(
            tried, self._unhidden(placed, base[1])
        )
        peaks = [at for at in range(len(hopes)) if hopes[at] == hopes[max(0, at - 2) : at + 3].max()]
        chosen = sorted(peaks, key=lambda at: -hopes[at])[:_HEIGHTS]
        grown: list[State] = []
        for at in chosen:
            fitted = self._fitted(tried[at], placed)
            if all(np.abs(fitted - other.placed[-1])[1:].max() > 1.5 for other in grown):
                grown.append(self._valued((*placed, fitted)))
        return grown

    def _valued(self, placed: tuple[Array, ...]) -> State:
        """Return the state and the mm^2 that it explains, edges counted in, less what its stacks cost."""
        areas = self._fan.areas[:, None]
        own = covered(self._fan, placed, self._radius) > 0
        explained = float((self._weighed * areas)[own].sum())
        rest = float((self._weighed * areas)[self._rest(placed)].sum())
        for at, polar in enumerate(placed):
            others = placed[:at] + placed[at + 1 :]
            explained += float(self._lines(polar[None], self._unhidden(others, polar[1]))[0]) - _COST_MM2
        return State(placed, explained + _REST_COUNTS * rest, explained)

    def _apart(self, polars: Array, placed: Sequence[Array]) -> Bits:
        """Say which of ``polars`` stand in none of ``placed``."""
        free = np.ones(len(polars), bool)
        x, y = polars[:, 1] * np.sin(polars[:, 0]), polars[:, 1] * np.cos(polars[:, 0])
        for angle, distance, _ in placed:
            away = np.hypot(x - distance * np.sin(angle), y - distance * np.cos(angle))
            free &= away > 2 * self._radius - _INTO_MM
        return free

    def _left(self, placed: Sequence[Array]) -> Rows:
        """Return the evidence without what ``placed`` explain."""
        left = self._weighed.copy()
        left[covered(self._fan, placed, self._radius) > 0] = 0
        return left

    def _areas(self, polars: Array, sums: Rows, chords: Array) -> Array:
        columns, foot, _, far = self._fan.spans(polars, self._radius, chords)
        inside = _at(sums, columns, far) - _at(sums, columns, foot)
        # What lies right in front of the foot belongs to something nearer, which is to be found first.
        inner = np.abs(chords) < 0.6
        before = _at(sums, columns[:, inner], foot[:, inner]) - _at(
            sums, columns[:, inner], foot[:, inner] - _BEFORE_MM / MM_PER_ROW
        )
        area: Array = inside.mean(axis=1) - 0.6 * np.maximum(before, 0).mean(axis=1)
        return area * (MM_PER_ROW * 2 * self._radius)

    def _lines(self, polars: Array, slopes: Slopes, foot_alone: bool = False) -> Array:
        """Return for each of ``polars`` what its edges at foot, near rim and far rim are worth, in mm^2."""
        total = np.zeros(len(polars))
        for _, _, edge in self._arcs(polars, slopes, foot_alone):
            total += (np.minimum(edge, 1) - _USUAL_EDGE * (edge > 0)).mean(axis=1)
        return np.asarray(total * (_EDGES_MM * 2 * self._radius))

    def _arcs(
        self, polars: Array, slopes: Slopes, foot_alone: bool = False
    ) -> Iterator[tuple[Array, Array, Array]]:
        """Yield of foot, near rim and far rim the columns, the rows, and how clear an edge runs along them."""
        columns, *arcs = self._fan.spans(polars, self._radius, _FINE[np.abs(_FINE) < 0.9])
        wide = np.gradient(columns, axis=1)
        for arc in arcs[:1] if foot_alone else arcs:
            rise = np.gradient(arc, axis=1)
            across, down = (_at(slope, columns, arc - 0.5) for slope in slopes)
            yield columns, arc, np.abs(down * wide - across * rise) / np.hypot(rise, wide)

    def _unhidden(self, others: Sequence[Array], distance: float) -> Slopes:
        """Return the edges that nothing of ``others`` nearer than ``distance`` covers."""
        nearer = [other for other in others if other[1] < distance]
        if not nearer:
            return self._slopes
        hidden = covered(self._fan, nearer, self._radius) > 0
        across, down = (np.where(hidden, 0, slope).astype(np.float32) for slope in self._slopes)
        return across, down

    def _fitted(self, polar: Array, others: Sequence[Array], frozen: bool = False) -> Array:
        """Return the cylinder near ``polar`` that scores best beside ``others``; ``frozen`` keeps its height."""
        sums = _sums(self._left(others))
        slopes = self._unhidden(others, polar[1])

        def scored(polars: Array) -> Array:
            score = self._areas(polars, sums, _FINE) + self._lines(polars, slopes, frozen)
            beyond = np.abs(polars - polar) * (polar[1], 1.0, 1.0) > _REACH_MM
            return np.where(self._apart(polars, others) & ~beyond.any(axis=1), score, -np.inf)

        at, best = polar, float(scored(polar[None])[0])
        for step in _STEPS_MM if not frozen else _STEPS_MM[1:4]:
            for _ in range(_MOST_STEPS):
                tried = at + _WAYS * step * (not frozen, 1, 1)[::-1] / np.array((at[1], 1.0, 1.0))
                tried[:, 2] = np.clip(tried[:, 2], 2.0, TALLEST_MM)
                scores = scored(tried)
                top = int(np.argmax(scores))
                if scores[top] <= best + 1e-6:
                    break
                at, best = tried[top], float(scores[top])
        return at

    def _gain(self, polar: Array, others: Sequence[Array]) -> float:
        """Return the mm^2 that only ``polar`` explains."""
        return float(self._areas(polar[None], _sums(self._left(others)), _FINE)[0])

    def _least(self) -> float:
        return _WORTH * float(np.pi) * self._radius**2

    def _worthwhile(self, placed: list[Array]) -> list[Array]:
        kept = list(placed)
        for polar in placed:
            others = [other for other in kept if other is not polar]
            if self._gain(polar, others) < self._least():
                kept = others
        return kept


def find(fan: Fan, now: Rows, evidence: Evidence, radius_mm: float) -> Found:
    """Return what stands in ``fan``, which shows ``now``: cylinders of ``radius_mm``, and what is none."""
    cylinders: list[Cylinder] = []
    for left, right in _pieces(evidence.stands):
        piece = fan.cut(left, right)
        cylinders += Finder(piece, now[:, left:right], evidence.stands[:, left:right], radius_mm).judged()
    kept = tuple(sorted((c for c in cylinders if c.stands), key=lambda c: float(c.polar[1])))
    over = (evidence.stands > 0.35) & (covered(fan, [c.polar for c in kept], radius_mm, 2.5) == 0)
    opened = cv2.morphologyEx(over.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    return Found(kept, opened.astype(bool), tuple(c for c in cylinders if not c.stands))


def _pieces(stands: Rows) -> list[tuple[int, int]]:
    """Return ranges of columns, with felt between them, in which something stands out."""
    busy = (cv2.blur(stands, (9, 9)) > 0.2).any(axis=0)
    grown = np.convolve(busy, np.ones(2 * _BETWEEN + 1), "same") > 0
    turns = np.flatnonzero(np.diff(np.concatenate(([0], grown.astype(int), [0]))))
    return [(int(left), int(right)) for left, right in turns.reshape(-1, 2)]


def covered(
    fan: Fan, placed: Sequence[Array], radius_mm: float, grown_mm: float = 0.0
) -> npt.NDArray[np.uint8]:
    """Return 1 where an outline of ``placed``, grown all round by ``grown_mm``, lies."""
    drawn = np.zeros((fan.rows, fan.columns), np.uint8)
    for polar in placed:
        cv2.fillPoly(drawn, [outline(fan, polar, radius_mm + grown_mm)], 1)
    return drawn


def outline(fan: Fan, polar: Array, radius_mm: float) -> npt.NDArray[np.int32]:
    """Return the pixels of the fan, (n, 2), round a cylinder's outline."""
    columns, foot, _, far = fan.spans(polar[None], radius_mm, _FINE)
    near_side, far_side = (np.stack((columns[0], side[0] - 0.5), axis=1) for side in (foot, far))
    return np.asarray(np.round(np.concatenate((near_side, far_side[::-1]))), np.int32)


def without(found: Found, cylinder: Cylinder) -> list[Stack]:
    """Return the stacks of ``found`` but ``cylinder``'s."""
    return [other.stack for other in found.cylinders if other is not cylinder]


def _best(grown: list[State]) -> list[State]:
    return sorted(grown, key=lambda state: state.hope)[-_BEAM:]


def _slopes(now: Rows, stands: Bits) -> Slopes:
    """Return how sharply the picture changes from column to column and from row to row: a clear edge is 1."""
    soft = cv2.GaussianBlur(now, (3, 3), 0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, x, y, ksize=1) for x, y in ((1, 0), (0, 1)))
    sharp = np.abs(down).max(axis=-1)[stands]
    clear = float(np.clip(np.percentile(sharp, _CLEAR), *_CLEAR_LEVELS)) if sharp.size else _CLEAR_LEVELS[1]
    channel = np.argmax(across * across + down * down, axis=-1)[..., None]
    along = [
        np.take_along_axis(slope, channel, axis=-1)[..., 0] / np.float32(clear) for slope in (across, down)
    ]
    return np.asarray(along[0], np.float32), np.asarray(along[1], np.float32)


def _sums(stands: Rows) -> Rows:
    """Return the sums down each column; row k has that of all rows before k."""
    return np.concatenate(
        (np.zeros((1, stands.shape[1]), np.float32), np.cumsum(stands, axis=0, dtype=np.float32))
    )


def _at(values: Rows, columns: Array, rows: Array) -> Rows:
    """Return ``values`` at fractional places."""
    x, y = np.asarray(columns, np.float32), np.asarray(rows, np.float32)
    return np.concatenate(
        [
            cv2.remap(
                values,
                x[at : at + _MOST],
                y[at : at + _MOST],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for at in range(0, len(x), _MOST)
        ]
    )
