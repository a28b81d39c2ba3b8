"""Asks the net that says of each part of a fan whether it is a stack's side or its top, and which stack's.

It knows no chip and no colour. ``nets/MODEL_CARD.md`` tells what it was trained on and how well it does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.finding.evidence import Bits
from vision.geometry.fan import Rows
from vision.net_files import FOLDER, opened

MODEL: Final = FOLDER / "sides.onnx"
CELL: Final = 4
"""Rows and columns of the fan to a cell of what the net tells."""
WHOLE: Final = 16
"""The net takes rows and columns in multiples of so many."""
VOTE: Final = 8.0
"""Cells that a vote's 1 stands for."""
_WIDE: Final = 65
_LEAST_CONTRAST: Final = 10.0
_EVENLY: Final = np.full((1, 3), 1 / 3, np.float32)

Planes = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Sides:
    """Of each cell: how likely it shows a stack's side or its top; how likely a top's middle is there.

    ``votes`` are how many cells it is from there to the column and the row of the middle of its stack's top, and to
    the row of its foot's middle; ``spread`` how far the votes for top and foot are thought to be off.
    """

    side: Rows
    top: Rows
    heat: Rows
    votes: Rows
    spread: Rows

    def within(self, known: Bits) -> Sides:
        """Return what is told where ``known``, pixels of the fan, is set; nothing stands elsewhere."""
        cells = np.zeros(self.heat.shape, np.float32)
        there = known[CELL // 2 :: CELL, CELL // 2 :: CELL]
        cells[: there.shape[0], : there.shape[1]] = there
        return replace(self, side=self.side * cells, top=self.top * cells, heat=self.heat * cells)


class SidesNet:
    """The net, on ``threads`` threads."""

    def __init__(self, threads: int = 1, model: Path = MODEL) -> None:
        self._session = opened(model, threads)

    def faces(self, now: Rows, stands: Rows) -> Sides:
        """Return what a fan that shows ``now``, of which ``stands`` stands out, shows of stacks."""
        given = planes(now, stands)
        _, rows, columns = given.shape
        padded = np.pad(given, ((0, 0), (0, -rows % WHOLE), (0, -columns % WHOLE)))
        (told,) = self._session.run(None, {"fan": padded[None]})
        return faces_of(np.asarray(told, np.float32)[0])


def faces_of(told: Rows) -> Sides:
    """Return what the net's nine planes say."""
    odds = np.exp(told[:3] - told[:3].max(axis=0))
    kinds = odds / odds.sum(axis=0)
    heat = 1 / (1 + np.exp(-told[3]))
    spread = np.exp(np.clip(told[7:9], -6, 3)).astype(np.float32)
    return Sides(kinds[1], kinds[2], heat, told[4:7] * VOTE, spread * VOTE)


def planes(now: Rows, stands: Rows) -> Planes:
    """Return what the net is given, (4, rows, columns): the colours against what is round them, and the evidence."""
    mean = cv2.blur(now, (_WIDE, _WIDE))
    off = now - mean
    squares = cv2.blur(cv2.transform(off * off, _EVENLY), (_WIDE, _WIDE))
    spread = np.sqrt(np.maximum(squares, 0)) + _LEAST_CONTRAST
    flat = off / spread[..., None]
    return np.concatenate((flat.transpose(2, 0, 1), stands[None]), dtype=np.float32)
