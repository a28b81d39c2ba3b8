"""Names each chip of a stack: a net weighs what is seen of it, and of its neighbours, against the enrolled set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.counting.chip_set import ChipSet
from vision.counting.edge_costs import Costs
from vision.counting.name_net import NameNet, Planes, believed, planes_of, windows
from vision.geometry.camera import Array
from vision.geometry.front import ABOVE, side_of
from vision.geometry.unwrap import Strip

_CLEAR: Final = 0.99
"""How likely all names of a stack are together, from which on its mirror image need not be asked as well."""


@dataclass(frozen=True)
class Named:
    """What a chip is, how likely it is each of the set's, and how likely it is none of them."""

    denomination: int
    likely: Mapping[int, float]
    stranger: float


class Namer:
    """Names the chips of one set, on ``threads`` threads."""

    def __init__(self, chip_set: ChipSet, threads: int = 1) -> None:
        self._chips = chip_set.chips
        self._costs = Costs(chip_set)
        self._net = NameNet(threads)

    def name(self, front: Strip, edges: Sequence[float], light: Array) -> list[Named]:
        """Return what the chips of a stack's ``front`` are, bottom first; ``edges`` are the rows of its side they begin and end at.

        ``light`` is by how much red, green and blue are brighter than when the set was enrolled. What is seen and its mirror image say the
        same of the chips, so the net is asked of both where the first leaves a doubt.
        """
        rows = [edge + ABOVE for edge in edges]
        says = self._costs.says(self._costs.of(side_of(front), rows, light), rows)
        odds = self._odds(front, rows, light, says)
        likely = _shares(believed(odds, edges))
        if likely.max(axis=1).prod() < _CLEAR:
            mirrored = self._odds(front.mirrored(), rows, light, says)
            likely = _shares(believed((odds + mirrored) / 2, edges))
        values = [chip.denomination for chip in self._chips]
        return [
            Named(
                values[int(np.argmax(shares[:-1]))],
                dict(zip(values, map(float, shares[:-1]), strict=True)),
                float(shares[-1]),
            )
            for shares in likely
        ]

    def _odds(self, front: Strip, rows: Sequence[float], light: Array, says: Planes) -> Array:
        return self._net.odds(planes_of(windows(front, rows), self._chips, light), says)


def _shares(odds: Array) -> Array:
    likely = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))
