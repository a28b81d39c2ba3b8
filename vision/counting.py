"""How many chips a stack has and which: witnesses that know nothing of each other, or no count.

One witness is the stack's height over the thickness of the set's chips, another the seams between the chips.
Where they differ, or a chip is none of the set, or too little shows, the stack is unsure: ``why`` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.camera import Array, Lens, Picture, Pose
from vision.chip_set import ChipSet, Colour
from vision.decoding import ROWS_PER_CHIP, Decoded, about, decode, evidence
from vision.denominations import Named, Namer
from vision.sharpness import COUNTS_PX, edge_px
from vision.strip_net import StripNet
from vision.unwrap import Stack, Strip, unwrap

LEAST_VISIBLE: Final = 0.9
MARGIN_CHIPS: Final = 1.75
"""How far over the rim and under the felt line a strip reaches: the stack's height is not yet trusted."""
_HEIGHT_OFF: Final = 0.3
"""How far the height may be from a whole number of chips, in chips; by a hundredth more for each chip."""
_FOUND_OFF: Final = 0.9
_LEAST_LEAD: Final = 2.0
_LARGEST_MISFIT: Final = 3.0
_LEAST_MARGIN: Final = 0.5


@dataclass(frozen=True)
class StackCount:
    """What a stack holds. ``chips`` are denominations, bottom first, empty where nothing can be said.

    ``low`` to ``high`` is how many chips it may have; ``why`` says in a few words why it is not ``sure``.
    """

    chips: tuple[int, ...]
    low: int
    high: int
    confidence: float
    sure: bool
    why: str = ""


class Counter:
    """Counts the stacks of one house's chips, on ``threads`` threads."""

    def __init__(self, chip_set: ChipSet, threads: int = 1) -> None:
        self._net = StripNet(threads)
        self._thickness_mm = chip_set.thickness_mm
        self._namer = Namer(chip_set)
        self._paper = chip_set.paper

    def count(
        self,
        picture: Picture,
        stack: Stack,
        others: Sequence[Stack],
        lens: Lens,
        pose: Pose,
        paper: Colour | None = None,
    ) -> StackCount:
        """Return what ``stack`` of ``picture`` holds; ``others`` may stand before it.

        ``paper`` is the colour of the markers' paper in ``picture``: another light than the enrolment's is
        taken out by it.
        """
        by_height = max(1, round(stack.height_mm / self._thickness_mm))
        strip = unwrap(
            picture,
            stack,
            lens,
            pose,
            others,
            mm_per_row=self._thickness_mm / ROWS_PER_CHIP,
            margin_mm=MARGIN_CHIPS * self._thickness_mm,
        )
        told = evidence(self._net.shares(strip))
        held = decode(about(told, strip.row_of(0.0), strip.row_of(stack.height_mm)))
        if held is None:
            return StackCount((), by_height, by_height, 0.0, False, "nothing of it can be made out")
        named = self._namer.name(strip, held.edges, self._light(paper))
        place = np.array((stack.x_mm, stack.y_mm, 0.0))
        doubts = [
            *_out_of_sight(strip, held),
            *_too_small(edge_px(lens, pose, place, self._thickness_mm)),
            *_no_agreement(held, stack.height_mm / self._thickness_mm),
            *_unknown(named),
        ]
        low, high = sorted((held.count, by_height))
        if doubts:
            return StackCount(_chips(named), low, high, 0.0, False, doubts[0])
        return StackCount(_chips(named), held.count, held.count, _confidence(held, named), True)

    def _light(self, paper: Colour | None) -> Array:
        """Return by how much red, green and blue are brighter than when the chips were enrolled."""
        if paper is None or self._paper is None:
            return np.ones(3)
        return np.array(paper) / np.maximum(self._paper, 1)


def _chips(named: Sequence[Named]) -> tuple[int, ...]:
    return tuple(chip.denomination for chip in named)


def _out_of_sight(strip: Strip, held: Decoded) -> list[str]:
    rows = strip.shows[max(round(held.edges[-1]), 0) : round(held.edges[0]) + 1]
    visible = float(rows.mean()) if rows.size else 0.0
    return [] if visible >= LEAST_VISIBLE else [f"{100 * (1 - visible):.0f} % of it is hidden"]


def _too_small(edge: float) -> list[str]:
    return [] if edge >= COUNTS_PX else [f"{edge:.1f} px a chip edge"]


def _no_agreement(held: Decoded, height_chips: float) -> list[str]:
    """Say where the witnesses differ: the height as it was found, as the strip shows it, and the seams."""
    strip_chips = (held.edges[0] - held.edges[-1]) / ROWS_PER_CHIP
    if abs(strip_chips - held.count) > _HEIGHT_OFF + held.count / 100:
        return [f"the rim says {strip_chips:.1f} chips, the edges {held.count}"]
    if abs(height_chips - held.count) > _FOUND_OFF:
        return [f"its outline says {height_chips:.1f} chips, the edges {held.count}"]
    if held.lead < _LEAST_LEAD:
        return [f"the edges say {held.count} chips, hardly better than another number"]
    return []


def _unknown(named: Sequence[Named]) -> list[str]:
    for number, chip in enumerate(named, 1):
        if chip.misfit > _LARGEST_MISFIT:
            return [f"chip {number} is not in the set"]
        if chip.margin < _LEAST_MARGIN:
            return [f"chip {number} could be another than {chip.denomination}"]
    return []


def _confidence(held: Decoded, named: Sequence[Named]) -> float:
    """Return from 0 to 1 how clear the faintest of it is: a figure to rank by, no likelihood."""
    clear = min(held.lead / 12, *(chip.margin / 3 for chip in named), 1.0)
    return round(0.5 + clear / 2, 2)
