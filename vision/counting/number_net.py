"""Asks the net that says how likely the edges found in the front of a stack are those of whole chips, and no chip is missed.

It knows no chip and no colour. ``nets/MODEL_CARD.md`` tells what it was trained on and how well it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.counting.decoding import ROWS_PER_CHIP
from vision.counting.strip_net import planes
from vision.geometry.camera import Array
from vision.geometry.front import ABOVE
from vision.geometry.unwrap import Strip
from vision.net_files import FOLDER, opened

FRONTS: Final = FOLDER / "fronts.onnx"
NUMBERS: Final = FOLDER / "numbers.onnx"
CLAIMED: Final = 5
_FARTHEST: Final = 1.5 * ROWS_PER_CHIP
_THINNEST: Final = 1.0
_LIES_THERE: Final = 1.0
"""How far an edge is laid elsewhere at most, how little a chip shows at least, and by how little edges are off that need not be asked about
again, in rows."""
_SPEAKS: Final = 4.0
_LEADS: Final = 6.0
"""The log odds of a number, and by how much they are over all others', from which on a front's mirror image need not be asked as well."""

Planes = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Weighed:
    """A number of chips: its ``edges``, rows of the unrolled side, laid where a front shows them, and the log odds that they are right."""

    edges: tuple[float, ...]
    odds: float


class NumberNet:
    """The net, on ``threads`` threads."""

    def __init__(self, threads: int = 1) -> None:
        self._fronts = opened(FRONTS, threads)
        self._numbers = opened(NUMBERS, threads)

    def weighed(self, front: Strip, ways: Sequence[Sequence[float]]) -> list[Weighed]:
        """Return each of ``ways``, edges as rows of the unrolled side, laid where ``front`` shows them, with the log odds that it is right.

        Odds and edges are the mean of what the front and its mirror image say, unless the front alone speaks clearly for one number.
        """
        rows = len(front.picture)
        seen = [self._seen(front)]
        said = [self._told(seen[0], ways, rows)]
        if not _clear(said[0][0]):
            seen.append(self._seen(front.mirrored()))
            said.append(self._told(seen[1], ways, rows))
        odds, moves = (np.mean(each, axis=0) for each in zip(*said, strict=True))
        laid_anew = [laid(edges, by) for edges, by in zip(ways, moves, strict=True)]
        moved = [
            at
            for at, (edges, now) in enumerate(zip(ways, laid_anew, strict=True))
            if np.abs(now - edges).max() > _LIES_THERE
        ]
        if moved:
            there = [laid_anew[at] for at in moved]
            odds[moved] = np.mean([self._told(one, there, rows)[0] for one in seen], axis=0)
        return [
            Weighed(tuple(edges.tolist()), float(each)) for edges, each in zip(laid_anew, odds, strict=True)
        ]

    def _seen(self, front: Strip) -> Planes:
        (seen,) = self._fronts.run(None, {"front": planes(front.picture, front.shows)[None]})
        return np.asarray(seen, np.float32)

    def _told(self, seen: Planes, ways: Sequence[Sequence[float] | Array], rows: int) -> tuple[Array, Array]:
        claimed = np.stack([claim(np.asarray(edges), rows) for edges in ways])[..., None]
        odds, moves = self._numbers.run(None, {"seen": seen, "claimed": claimed})
        return np.array(odds, np.float64).reshape(-1), np.array(moves, np.float64)[:, 0, :, 0]


def _clear(odds: Array) -> bool:
    """Return whether one of ``odds`` is high, and far over all others."""
    best, *others = sorted(odds, reverse=True)
    return bool(best >= _SPEAKS and all(best - other >= _LEADS for other in others))


def claim(edges: npt.NDArray[np.floating], rows: int) -> Planes:
    """Return what is claimed of each row, (5, rows): where in its chip it lies, as a turn; on a chip; how high it is; counted at all."""
    at = np.arange(rows, dtype=np.float64)
    bounds = np.asarray(edges, np.float64)[::-1] + ABOVE
    chip = np.interp(at, bounds, np.arange(len(bounds)))
    high = (bounds[1:] - bounds[:-1]) / ROWS_PER_CHIP - 1
    turn = 2 * np.pi * chip
    held = np.empty((CLAIMED, rows), np.float32)
    held[0], held[1], held[2] = np.sin(turn), np.cos(turn), 1
    held[3] = 2 * high[np.minimum(chip.astype(int), len(high) - 1)]
    held[:4] *= (at >= bounds[0]) & (at <= bounds[-1])
    held[4] = (at >= bounds[0] - ROWS_PER_CHIP) & (at <= bounds[-1] + ROWS_PER_CHIP)
    return held


def laid(edges: Sequence[float] | npt.NDArray[np.floating], moves: Array) -> Array:
    """Return ``edges`` laid where ``moves``, (rows,), in chips, says that they are; none passes its neighbour."""
    before = np.asarray(edges, np.float64)
    off = np.interp(before + ABOVE, np.arange(len(moves)), moves) * ROWS_PER_CHIP
    room = np.arange(len(before)) * _THINNEST
    return np.asarray(np.minimum.accumulate(before + np.clip(off, -_FARTHEST, _FARTHEST) + room) - room)
