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

        Odds and edges are the mean of what the front and its mirror image say.
        """
        seen = [self._seen(front), self._seen(front.mirrored())]
        rows = len(front.picture)
        odds, moves = self._told(seen, ways, rows)
        laid_anew = [laid(edges, by) for edges, by in zip(ways, moves, strict=True)]
        moved = [
            at
            for at, (edges, now) in enumerate(zip(ways, laid_anew, strict=True))
            if np.abs(now - edges).max() > _LIES_THERE
        ]
        if moved:
            odds[moved], _ = self._told(seen, [laid_anew[at] for at in moved], rows)
        return [
            Weighed(tuple(edges.tolist()), float(each)) for edges, each in zip(laid_anew, odds, strict=True)
        ]

    def _seen(self, front: Strip) -> Planes:
        (seen,) = self._fronts.run(None, {"front": planes(front.picture, front.shows)[None]})
        return np.asarray(seen, np.float32)

    def _told(
        self, seen: Sequence[Planes], ways: Sequence[Sequence[float] | Array], rows: int
    ) -> tuple[Array, Array]:
        claimed = np.stack([claim(np.asarray(edges), rows) for edges in ways])[..., None]
        told = [self._numbers.run(None, {"seen": one, "claimed": claimed}) for one in seen]
        odds, moves = (np.array(said, np.float64).mean(axis=0) for said in zip(*told, strict=True))
        return np.asarray(odds).reshape(-1), np.asarray(moves)[:, 0, :, 0]


def claim(edges: npt.NDArray[np.floating], rows: int) -> Planes:
    """Return what is claimed of each row, (5, rows): where in its chip it lies, as a turn; on a chip; how high it is; counted at all."""
    at = np.arange(rows, dtype=np.float64)
    bounds = np.asarray(edges, np.float64)[::-1] + ABOVE
    chip = np.interp(at, bounds, np.arange(len(bounds)))
    within = (at >= bounds[0]) & (at <= bounds[-1])
    high = np.diff(bounds)[np.clip(chip.astype(int), 0, len(bounds) - 2)] / ROWS_PER_CHIP - 1
    near = (at >= bounds[0] - ROWS_PER_CHIP) & (at <= bounds[-1] + ROWS_PER_CHIP)
    turn = 2 * np.pi * chip
    held = np.stack((np.sin(turn), np.cos(turn), np.ones(rows), 2 * high)) * within
    return np.concatenate((held, near[None])).astype(np.float32)


def laid(edges: Sequence[float] | npt.NDArray[np.floating], moves: Array) -> Array:
    """Return ``edges`` laid where ``moves``, (rows,), in chips, says that they are; none passes its neighbour."""
    before = np.asarray(edges, np.float64)
    off = np.interp(before + ABOVE, np.arange(len(moves)), moves) * ROWS_PER_CHIP
    room = np.arange(len(before)) * _THINNEST
    return np.asarray(np.minimum.accumulate(before + np.clip(off, -_FARTHEST, _FARTHEST) + room) - room)
