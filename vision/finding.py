"""Finds the stacks in a fan: cylinders of one known radius that explain what is not felt.

The nearest thing left over is the foot of a stack that nothing hides; its height is where its rim's edges
are, and several heights are followed up, for two stacks in a line look like one high stack until what is
behind is explained too. What no cylinder explains is told as strange: a hand, a card, a heap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.camera import Array
from vision.evidence import Bits, Evidence
from vision.fan import Fan, Rows
from vision.finding_score import FINELY, LEAST_MM, ROUGHLY, TALLEST_MM, Scorer, covered, sums_of
from vision.unwrap import Stack

SMALLEST_MM2: Final = 20.0
"""The felt that a thing must hide to be told of."""
MOST_STACKS: Final = 14
"""How many stacks a piece of a fan is taken to hold at most; more is no stack but an arm."""
_CHIP_MM: Final = 3.3
_WORTH: Final = 0.35
"""What a stack must explain, as a share of a chip lying flat."""
_COST_MM2: Final = 120.0
_REST_COUNTS: Final = 0.95
_HEIGHT_STEP_MM: Final = 0.8
_HEIGHTS: Final = 4
_BEAM: Final = 3
_TOLERANT: Final = 7
_BETWEEN: Final = 4
_ROUND: Final = 40
"""Columns of felt between two pieces, on each side; rows of felt that a piece has before and behind it."""
_ANOTHER_MM: Final = 1.5
_FILLED: Final = 0.9
_FREE: Final = 0.7
_DRAWN: Final = 0.4
_FOOTED: Final = 0.6
_ARM: Final = 12
"""An outline that reaches the fan's far end, or is as large as so many chips lying flat, is searched less."""


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
        return whole and near >= _DRAWN and far >= _DRAWN and (foot >= _DRAWN or not self.footing)

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
    """The cylinders of a fan, nearest first; what else stands out there, and what of it was like a cylinder."""

    cylinders: tuple[Cylinder, ...]
    strange: Bits
    doubted: tuple[Cylinder, ...] = ()


def find(fan: Fan, now: Rows, evidence: Evidence, radius_mm: float) -> Found:
    """Return what stands in ``fan``, which shows ``now``: cylinders of ``radius_mm``, and what is none."""
    cylinders: list[Cylinder] = []
    for near, far, left, right in _pieces(evidence.stands):
        part = slice(near, far), slice(left, right)
        piece = fan.cut(near, far, left, right)
        scorer = Scorer(piece, now[part], evidence.stands[part], radius_mm)
        cylinders += _Search(scorer).judged()
    kept = tuple(sorted((c for c in cylinders if c.stands), key=lambda c: float(c.polar[1])))
    over = evidence.things & ~covered(fan, [c.polar for c in kept], radius_mm, 2.0)
    return Found(kept, _large(_opened(over, 3), fan), tuple(c for c in cylinders if not c.stands))


def _pieces(stands: Rows) -> list[tuple[int, int, int, int]]:
    """Return ranges of rows and columns, with felt between them, in which something stands out."""
    busy = cv2.blur(stands, (9, 9)) > 0.2
    grown = np.convolve(busy.any(axis=0), np.ones(2 * _BETWEEN + 1), "same") > 0
    turns = np.flatnonzero(np.diff(np.concatenate(([0], grown.astype(int), [0]))))
    pieces = []
    for left, right in turns.reshape(-1, 2):
        rows = np.flatnonzero(busy[:, left:right].any(axis=1))
        near, far = max(int(rows[0]) - _ROUND, 0), min(int(rows[-1]) + _ROUND, len(stands))
        pieces.append((near, far, int(left), int(right)))
    return pieces


def _opened(bits: Bits, size: int = 5) -> Bits:
    """Return ``bits`` without what is only a line or a speck."""
    kernel = np.ones((size, size), np.uint8)
    return np.asarray(cv2.morphologyEx(bits.astype(np.uint8), cv2.MORPH_OPEN, kernel) > 0)


def _large(bits: Bits, fan: Fan) -> Bits:
    """Return ``bits`` without the slivers that an outline's last half millimetre leaves over."""
    _, labels, stats, middles = cv2.connectedComponentsWithStats(bits.astype(np.uint8))
    rows = np.clip(np.nan_to_num(middles[:, 1]), 0, fan.rows - 1).astype(int)
    large = stats[:, cv2.CC_STAT_AREA] * fan.areas[rows] >= SMALLEST_MM2
    large[0] = False
    return np.asarray(large[labels])


class _Search:
    """Looks for the cylinders of one piece of a fan."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer, self._fan = scorer, scorer.fan
        areas = scorer.fan.areas[:, None].astype(np.float32)
        self._weighed = scorer.weighed * areas
        self._out: Bits = scorer.stands > 0.35
        self._rests: dict[tuple[bytes, ...], Bits] = {}
        self._least = _WORTH * float(np.pi) * scorer.radius**2
        large = float(((scorer.stands > 0.5) * areas).sum()) > _ARM * np.pi * scorer.radius**2
        arm = bool((scorer.stands[-3:] > 0.5).any()) or large
        self._heights, self._beam = (2, 1) if arm else (_HEIGHTS, _BEAM)

    def judged(self) -> list[Cylinder]:
        """Return what stands there, nearest first, with what speaks for it."""
        placed = self._find()
        return [self._judged(polar, placed[:at], placed[at + 1 :]) for at, polar in enumerate(placed)]

    def _find(self) -> list[Array]:
        """Return the direction, distance and height of what stands there, nearest first."""
        open_ends, best = [State((), 0.0, -np.inf)], State((), 0.0, -np.inf)
        for _ in range(MOST_STACKS):
            grown: list[State] = []
            for state in open_ends:
                start = self._front(state.placed)
                if start is not None:
                    grown += self._grown(state, start)
                else:
                    best = max(best, state, key=lambda held: held.worth)
            # What is left to explain is hoped for in full: who hopes for less than is found cannot be better.
            grown = [state for state in grown if state.hope > best.worth]
            if not grown:
                break
            open_ends = sorted(grown, key=lambda state: state.hope)[-self._beam :]
        best = max((best, *open_ends), key=lambda state: state.worth)
        placed = list(self._reconsidered(best).placed)
        for steps in (ROUGHLY, FINELY):
            for at, polar in enumerate(placed):
                placed[at] = self._scorer.fitted(polar, placed[:at] + placed[at + 1 :], steps)
        return sorted(self._worthwhile(placed), key=lambda polar: float(polar[1]))

    def _front(self, placed: Sequence[Array]) -> Array | None:
        """Return the direction and distance of a stack whose foot is the nearest that ``placed`` leave over."""
        large = self._rest(placed)
        if not large.any():
            return None
        row = int(np.argmax(large.any(axis=1)))
        columns = np.flatnonzero(large[row : row + 3].any(axis=0))
        first = columns[: int(np.argmax(np.append(np.diff(columns), 99) > 2)) + 1]
        angle = self._fan.angles[int(np.median(first))]
        return np.array((angle, self._fan.distances[row] + self._scorer.radius))

    def _rest(self, placed: Sequence[Array]) -> Bits:
        """Return where so much stands out that ``placed`` do not explain that there may be another stack."""
        key = tuple(polar.tobytes() for polar in placed)
        if key not in self._rests:
            over = _opened(self._out & ~self._scorer.covered(placed, 1.5))
            _, labels, stats, _ = cv2.connectedComponentsWithStats(over.view(np.uint8))
            worth = stats[:, cv2.CC_STAT_AREA] * float(self._fan.areas.mean()) > self._least / 2
            worth[0] = False
            self._rests[key] = np.asarray(worth[labels])
        return self._rests[key]

    def _grown(self, state: State, start: Array) -> list[State]:
        """Return ``state`` with one more stack at ``start``, of each height that its rim may have."""
        placed = state.placed
        base = self._scorer.fitted(np.array((*start, _CHIP_MM)), placed, frozen=True)
        grown: list[State] = []
        for fitted in self._scorer.all_fitted(self._rims(base, placed), placed):
            if all(np.abs(fitted - other.placed[-1])[1:].max() > _ANOTHER_MM for other in grown):
                grown.append(self._valued((*placed, fitted)))
        return grown

    def _rims(self, base: Array, placed: Sequence[Array]) -> Array:
        """Return cylinders on the foot of ``base``, of the heights that are likeliest a rim's, likeliest first."""
        scorer = self._scorer
        heights = np.arange(LEAST_MM, TALLEST_MM, _HEIGHT_STEP_MM)
        tried = np.column_stack((np.full((len(heights), 2), base[:2]), heights))
        # The foot is not yet well known: what lies close beside something is not held against it.
        left = cv2.dilate(scorer.left(placed), np.ones((_TOLERANT, _TOLERANT), np.uint8))
        against = np.where(left < 0, left, np.float32(1 - _REST_COUNTS) * left)
        area, lines = scorer.scores(tried, sums_of(against), scorer.unhidden(placed, base[1]))
        hopes = area + lines
        peaks = [at for at in range(len(hopes)) if hopes[at] == hopes[max(0, at - 2) : at + 3].max()]
        return tried[sorted(peaks, key=lambda at: -hopes[at])[: self._heights]]

    def _valued(self, placed: tuple[Array, ...]) -> State:
        """Return the state and the mm^2 that it explains, edges counted in, less what its stacks cost."""
        scorer = self._scorer
        own = scorer.covered(placed)
        explained = float(self._weighed[own].sum())
        rest = float(self._weighed[self._rest(placed)].sum())
        for at, polar in enumerate(placed):
            explained += scorer.lines(polar, placed[:at] + placed[at + 1 :]) - _COST_MM2
        return State(placed, explained + _REST_COUNTS * rest, explained)

    def _reconsidered(self, state: State) -> State:
        """Return ``state``, or what is better when one stack has another height, now that all are known."""
        for at in range(len(state.placed)):
            others = state.placed[:at] + state.placed[at + 1 :]
            for fitted in self._scorer.all_fitted(self._rims(state.placed[at], others), others):
                if np.abs(fitted - state.placed[at])[1:].max() > _ANOTHER_MM:
                    other = self._valued((*state.placed[:at], fitted, *state.placed[at + 1 :]))
                    state = max(state, other, key=lambda held: held.worth)
        return state

    def _worthwhile(self, placed: list[Array]) -> list[Array]:
        """Return ``placed`` without those whose work the others do."""
        kept = list(placed)
        for polar in placed:
            others = [other for other in kept if other is not polar]
            if self._scorer.gain(polar, others) < self._least:
                kept = others
        return kept

    def _judged(self, polar: Array, nearer: Sequence[Array], farther: Sequence[Array]) -> Cylinder:
        scorer, stands = self._scorer, self._scorer.stands
        own = scorer.covered([polar]) & ~scorer.covered(nearer)
        filled = float((stands[own] > -0.3).mean()) if own.any() else 0.0
        ring = scorer.covered([polar], 5.0) & ~scorer.covered([polar], 2.0)
        ring &= ~scorer.covered([*nearer, *farther], 2.0)
        free = float((stands[ring] < 0.3).mean()) if ring.any() else 1.0
        foot, near, far = scorer.drawn(polar, nearer)
        stack = self._fan.stack(polar, scorer.radius)
        return Cylinder(stack, polar, filled, free, (foot[0], near[0], far[0]), foot[1])
