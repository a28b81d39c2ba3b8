"""Names each chip of a stack: a net weighs what is seen of it, and of its neighbours, against the enrolled set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.counting.chip_set import ChipSet
from vision.counting.edge_costs import Costs
from vision.counting.name_net import NameNet, planes_of, windows
from vision.geometry.camera import Array
from vision.geometry.unwrap import Strip


@dataclass(frozen=True)
class Named:
    """What a chip is, how badly it fits by its colours (0 is perfect), and how likely it is each of the set's."""

    denomination: int
    misfit: float
    likely: Mapping[int, float]


class Namer:
    """Names the chips of one set, on ``threads`` threads."""

    def __init__(self, chip_set: ChipSet, threads: int = 1) -> None:
        self._chips = chip_set.chips
        self._costs = Costs(chip_set)
        self._net = NameNet(threads)

    def name(self, strip: Strip, edges: Sequence[float], light: Array) -> list[Named]:
        """Return what the chips of ``strip`` are, bottom first; ``edges`` are the rows they begin and end at.

        ``light`` is by how much red, green and blue are brighter than when the set was enrolled.
        """
        fits = self._costs.of(strip, edges, light)
        seen = planes_of(windows(strip, edges), self._chips, light)
        odds = self._net.odds(seen, self._costs.says(fits, edges))
        likely = np.exp(odds - odds.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        values = [chip.denomination for chip in self._chips]
        return [
            Named(
                values[int(np.argmax(shares))],
                float(fits.misfit[chip, np.argmax(shares)]),
                dict(zip(values, map(float, shares), strict=True)),
            )
            for chip, shares in enumerate(likely)
        ]
