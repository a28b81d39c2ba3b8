"""Asks the net that says how likely the edges found in the front of a stack are those of whole chips, and no chip is missed.

It knows no chip and no colour. ``nets/MODEL_CARD.md`` tells what it was trained on and how well it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.counting.decoding import ROWS_PER_CHIP
from vision.counting.strip_net import planes
from vision.geometry.camera import Array
from vision.geometry.front import ABOVE
from vision.geometry.unwrap import Strip
from vision.net_files import FOLDER, opened

MODEL: Final = FOLDER / "numbers.onnx"
CLAIMED: Final = 5

Planes = npt.NDArray[np.float32]


class NumberNet:
    """The net, on ``threads`` threads."""

    def __init__(self, threads: int = 1) -> None:
        self._session = opened(MODEL, threads)

    def odds(self, front: Strip, ways: Sequence[Sequence[float]]) -> Array:
        """Return the log odds that the edges of each of ``ways`` are right, (ways,); edges are rows of the unrolled side."""
        rows = len(front.picture)
        claimed = np.stack([claim(np.asarray(edges), rows) for edges in ways])
        seen = planes(front.picture, front.shows)[None]
        (told,) = self._session.run(None, {"front": seen, "claimed": claimed[..., None]})
        return np.asarray(told, np.float64).reshape(-1)


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
