"""Tells how many chips a stack has and which: witnesses that know nothing of each other, or no count.

One witness is the stack's height over the thickness of the set's chips, another the seams between the chips.
Where they differ, or a chip is none of the set, or too little shows, the stack is unsure: ``why`` says so.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.counting.alternatives import Alternative, Ways, one_of_each, told
from vision.counting.chip_set import ChipSet
from vision.counting.decoding import ROWS_PER_CHIP, Decoded, Evidence, decode, evidence, height_rows
from vision.counting.denominations import Named, Namer
from vision.counting.foot_fit import seated
from vision.counting.foot_shadow import lowest_may_be_shadow
from vision.counting.paper import other_light
from vision.counting.rectify import straightened
from vision.counting.strip_net import StripNet
from vision.counting.weighing import CERTAIN, ENOUGH, honest, likely_numbers
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.sharpness import COUNTS_PX, edge_px
from vision.geometry.unwrap import Stack, Strip, unwrap
from vision.settings import Colour

LEAST_VISIBLE: Final = 0.9
_PARTLY_VISIBLE: Final = 0.7
"""The share that must show for a count, and for one that is next to certain by all that speaks for it."""
_TELLS_NOTHING: Final = 0.5
"""The share that must show for a guess at all."""
_MARGIN_CHIPS: Final = 1.75
"""How far over the rim and under the felt line a strip reaches: the stack's height is not yet trusted."""
_HEIGHT_OFF: Final = 0.35
"""How far felt line and rim may lie from a whole number of chips, in chips; by two hundredths more for each chip."""
_FOUND_OFF: Final = 0.85
"""How far the height may be off that the outline gave, in chips."""
_LEAST_FIT: Final = 1.0
"""How well the best number's edges must fit, as a logarithm: a third of the stacks that fit worse were told wrong."""
_WHOLE: Final = (2.49, -2.96, 1.18, 0.21)
"""What speaks for a stack with no chip unseen, as log odds: by itself; how many chips more its outline says than its edges;
its faintest edge; how many chips it has, up to four. Fitted on what was told of 48 tables of the second drawer."""
_FEW: Final = 4
_LEAST_WHOLE: Final = 2.2
"""What must speak for it: nine in ten."""
_LEAST_LEAD: Final = 3.0
_LEAST_FELT_LINE: Final = -2.5
"""The least evidence, as log odds, of a felt line."""
_SEATED_ROWS: Final = 2.0
"""How far its felt line may be off where a stack is left where it was thought to stand."""
_SEATED_LEAD: Final = 6.0
_SEATED_FELT_LINE: Final = -1.0
_SEATED_OFF: Final = 1.0
"""What a stack must show whose felt line alone says where it stands, and how far, in rows, that may still be off."""
_GROUNDED: Final = 0.0
"""The evidence, as log odds, from which on a felt line is seen and not only where it must be."""
_LARGEST_MISFIT: Final = 4.0
_CLEAR: Final = (4.39, 2.52, -1.76, -1.01, -2.58, -3.02, 2.38)
"""What speaks for a chip's name, as log odds, in the order of ``speaks_for``: ``vision.training.name_fit`` makes them."""
_LEAST_MARGIN: Final = 0.02
_LEAST_MISFIT: Final = 0.1
"""Added before a logarithm is taken: what is less says no more."""
_UNEVEN_ROWS: Final = 0.7
"""How many rows a chip's height may be off before that says something."""
_NAMED: Final = 0.01
"""How likely a number of chips must be for its chips to be named as well: naming takes most of the time."""
_SURE_ENOUGH: Final = 0.9
"""How likely all names of a stack together must be right."""


@dataclass(frozen=True)
class StackCount:
    """What a stack holds. ``chips`` are denominations, bottom first, empty where nothing can be said.

    ``low`` to ``high`` is how many chips it may have; ``why`` says in a few words why it is not ``sure``.
    ``grounded`` is whether the side of a sure one shows the line where it stands on the felt. ``alternatives``
    are what it may hold if all of it shows and it stands where it was found.
    """

    chips: tuple[int, ...]
    low: int
    high: int
    confidence: float
    sure: bool
    why: str = ""
    grounded: bool = False
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True)
class _Look:
    """A stack unrolled where it is thought to stand, and its edges; ``outline`` and ``strip`` say how many chips high.

    ``by_felt_line`` is set where its felt line alone says that it stands there.
    """

    side: Strip
    held: Decoded
    outline: float
    strip: float
    by_felt_line: bool = False

    @property
    def foot_off(self) -> float:
        """How many rows its felt line is under where it is thought to stand."""
        return self.held.edges[0] - self.side.row_of(0.0)


def unrolled(
    picture: Picture, stack: Stack, others: Sequence[Stack], lens: Lens, pose: Pose, thickness_mm: float
) -> Strip:
    """Return the side of ``stack``, ``ROWS_PER_CHIP`` rows to a chip of ``thickness_mm``, with what is over and under it."""
    step, margin = thickness_mm / ROWS_PER_CHIP, _MARGIN_CHIPS * thickness_mm
    return unwrap(picture, stack, lens, pose, others, mm_per_row=step, margin_mm=margin)


def edges_told(net: StripNet, strip: Strip, height_mm: float) -> tuple[Evidence, Decoded | None]:
    """Return what ``net`` says of each row of ``strip``, and the chips' edges of a stack thought to be so high."""
    told = evidence(net.shares(strip))
    return told, decode(told, strip.row_of(0.0), strip.row_of(height_mm))


def shown_share(strip: Strip, edges: Sequence[float] | Array) -> float:
    """Return the share of a stack that shows, from the rows of its edges, the felt line's first."""
    rows = strip.shows[max(round(edges[-1]), 0) : round(edges[0]) + 1]
    return float(rows.mean()) if rows.size else 0.0


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
        look = self._look(picture, stack, others, lens, pose)
        if look is not None and abs(look.foot_off) > _SEATED_ROWS:
            look = self._seated(look, picture, stack, others, lens, pose)
        if look is None:
            return _nothing((stack.height_mm / self._thickness_mm,), "nothing of it can be made out")
        strip, held, heights = look.side, look.held, (look.outline, look.strip)
        shown = shown_share(strip, held.edges)
        if why := _tells_nothing(strip, held, shown):
            return _nothing(heights, why)
        named, best, alternatives = self._named(look, self._light(paper))
        doubtful = np.exp(-(speaks_for(held, named) @ _CLEAR))
        place = np.array((stack.x_mm, stack.y_mm, 0.0))
        no_count = [
            *([_hidden(shown)] if shown < _PARTLY_VISIBLE else []),
            *_lit_otherwise(paper, self._paper),
            *_too_small(edge_px(lens, pose, place, self._thickness_mm)),
            *_differ(look),
            *(_fits_none(look) or _lacks(look)),
            *_stranger(named),
        ]
        chips, certain = tuple(chip.denomination for chip in named), _chance(best, alternatives) >= CERTAIN
        doubts = no_count or [
            *([_hidden(shown)] if shown < LEAST_VISIBLE else []),
            *_faint(look),
            *_unknown(named, doubtful),
            *_another(chips, alternatives),
        ]
        grounded = held.felt_line >= _GROUNDED
        if doubts and certain and not no_count:
            confidence = round(_chance(best, alternatives), 2)
            return StackCount(best, len(best), len(best), confidence, True, "", grounded, alternatives)
        if doubts:
            low, high = _between(held.count, heights)
            return StackCount(chips, low, high, 0.0, False, doubts[0], alternatives=alternatives)
        confidence = _confidence(held, doubtful)
        return StackCount(chips, held.count, held.count, confidence, True, "", grounded, alternatives)

    def _named(
        self, look: _Look, light: Array
    ) -> tuple[list[Named], tuple[int, ...], tuple[Alternative, ...]]:
        """Return the chips of the number that fits best, the likeliest chips, and what the stack may hold by all that fit."""
        named: list[Named] = []
        best: tuple[float, tuple[int, ...]] = 0.0, ()
        ways: Ways = {}
        for way, p in likely_numbers(look.held.ways, look.outline):
            if named and p < _NAMED:
                continue
            chips = self._namer.name(look.side, way.edges, light)
            named = named or chips
            if p > best[0]:
                best = p, tuple(max(chip.likely, key=chip.likely.__getitem__) for chip in chips)
            for held, q in one_of_each(chip.likely for chip in chips).items():
                ways[held] = ways.get(held, 0.0) + p * q
        misfit = max(chip.misfit for chip in named)
        return named, best[1], honest(told(ways), look.outline, misfit)

    def _look(
        self, picture: Picture, stack: Stack, others: Sequence[Stack], lens: Lens, pose: Pose
    ) -> _Look | None:
        strip = straightened(unrolled(picture, stack, others, lens, pose, self._thickness_mm))
        told, held = edges_told(self._net, strip, stack.height_mm)
        if held is None:
            return None
        return _Look(strip, held, stack.height_mm / self._thickness_mm, height_rows(told) / ROWS_PER_CHIP)

    def _seated(
        self, look: _Look, picture: Picture, stack: Stack, others: Sequence[Stack], lens: Lens, pose: Pose
    ) -> _Look | None:
        """Return how the stack of ``look`` looks where its felt line says that it stands."""
        seat = seated(stack, look.side.height_of(look.held.edges[0]), pose)
        again = self._look(picture, seat, others, lens, pose)
        if again is None:
            return None
        agreed = again.held.count == look.held.count and not _no_agreement(look)
        return replace(again, by_felt_line=not agreed)

    def _light(self, paper: Colour | None) -> Array:
        """Return by how much red, green and blue are brighter than when the chips were enrolled."""
        if paper is None or self._paper is None:
            return np.ones(3)
        return np.array(paper) / np.maximum(self._paper, 1)


def _nothing(heights: tuple[float, ...], why: str) -> StackCount:
    low, high = _between(max(1, round(heights[0])), heights)
    return StackCount((), low, high, 0.0, False, why)


def _between(count: int, heights: tuple[float, ...]) -> tuple[int, int]:
    """Return the fewest and the most chips that any witness speaks for."""
    spoken = (count, *(max(1, round(height)) for height in heights))
    return min(spoken), max(spoken)


def _tells_nothing(strip: Strip, held: Decoded, shown: float) -> str:
    """Say why not even a guess is to be had."""
    if shown < _TELLS_NOTHING:
        return _hidden(shown)
    return "its lowest chip may be a shadow on the felt" if lowest_may_be_shadow(strip, held.edges) else ""


def _hidden(shown: float) -> str:
    return f"{100 * (1 - shown):.0f} % of it is hidden"


def _too_small(edge: float) -> list[str]:
    return [] if edge >= COUNTS_PX else [f"{edge:.1f} px a chip edge"]


def _lit_otherwise(paper: Colour | None, enrolled: Colour | None) -> list[str]:
    how = other_light(paper, enrolled)
    return [f"the light is {how} when the chips were enrolled: enrol them in this one"] if how else []


def _no_agreement(look: _Look) -> list[str]:
    """Say where the witnesses differ or say too little."""
    return _differ(look) or _faint(look)


def _differ(look: _Look) -> list[str]:
    """Say where the witnesses differ: the heights that the outline and the strip give, and the edges."""
    held = look.held
    between = (held.edges[0] - held.edges[-1]) / ROWS_PER_CHIP
    if abs(between - held.count) > _HEIGHT_OFF + 0.02 * held.count:
        return [f"the rim says {between:.1f} chips, the edges {held.count}"]
    if abs(look.outline - held.count) > _FOUND_OFF:
        return [f"its outline says {look.outline:.1f} chips, the edges {held.count}"]
    if look.by_felt_line and abs(look.foot_off) > _SEATED_OFF:
        return ["where it stands is not clear"]
    return []


def _fits_none(look: _Look) -> list[str]:
    """Say so where no number of chips puts edges where they are seen, as chips do that lie across each other."""
    held = look.held
    return [f"the edges fit no number of chips, {held.count} best"] if held.ways[0].fits < _LEAST_FIT else []


def _lacks(look: _Look) -> list[str]:
    """Say so where a chip that slid out or back may not show: an edge is faint, and the outline higher than the edges tell."""
    held = look.held
    speaks = (1.0, look.outline - held.count, held.weakest, min(held.count, _FEW))
    if np.dot(_WHOLE, speaks) >= _LEAST_WHOLE:
        return []
    return [f"a chip may not show: its outline says {look.outline:.1f}, the edges {held.count}, one faintly"]


def _faint(look: _Look) -> list[str]:
    """Say so where the edges are faint."""
    held = look.held
    lead, felt_line = (
        (_SEATED_LEAD, _SEATED_FELT_LINE) if look.by_felt_line else (_LEAST_LEAD, _LEAST_FELT_LINE)
    )
    if held.lead < lead or held.felt_line < felt_line:
        return [f"the edges say {held.count} chips, but faintly"]
    return []


def speaks_for(held: Decoded, named: Sequence[Named]) -> Array:
    """Return what speaks for each chip's name, (chips, 7).

    By itself; the logarithm of how much worse the next name fits; that of how badly this one does; what of it is more
    than its stack's usual; how many rows its height is off; how torn it is beyond its stack's usual; how many of the
    chips next to it are named alike.
    """
    misfit = np.maximum([chip.misfit for chip in named], 0)
    margin = np.maximum([chip.margin for chip in named], 0)
    torn = np.array([chip.torn for chip in named])
    high = -np.diff(held.edges)
    alike = np.diff([chip.denomination for chip in named]) == 0
    told = (
        np.ones(len(named)),
        np.log(margin + _LEAST_MARGIN),
        np.log(misfit + _LEAST_MISFIT),
        np.maximum(misfit - np.median(misfit), 0),
        np.maximum(np.abs(high - high.mean()) - _UNEVEN_ROWS, 0),
        np.maximum(torn - np.median(torn), 0),
        np.append(alike, False) * 1.0 + np.append(False, alike),
    )
    return np.stack(told, axis=1)


def _stranger(named: Sequence[Named]) -> list[str]:
    worst = (number for number, chip in enumerate(named, 1) if chip.misfit > _LARGEST_MISFIT)
    return [f"chip {number} is not in the set" for number in worst][:1]


def _unknown(named: Sequence[Named], doubtful: Array) -> list[str]:
    if likely(doubtful) >= _SURE_ENOUGH:
        return []
    faintest = int(np.argmax(doubtful))
    return [f"chip {faintest + 1} could be another than {named[faintest].denomination}"]


def _another(chips: tuple[int, ...], alternatives: Sequence[Alternative]) -> list[str]:
    """Say so where light that jumps from chip to chip, or another number of chips, explains the stack as well."""
    if _chance(chips, alternatives) >= ENOUGH:
        return []
    others = [held for held in alternatives if held.chips != Count(chips)]
    return [f"it may be {others[0].amount} as well" if others else "it may be anything"]


def _chance(chips: tuple[int, ...], alternatives: Sequence[Alternative]) -> float:
    """Return how likely ``chips`` are among all that the stack may hold."""
    return sum(held.p for held in alternatives if held.chips == Count(chips))


def likely(doubtful: Array) -> float:
    """Return how likely all names are right, from the odds against each."""
    return float(1 / (1 + doubtful.sum()))


def _confidence(held: Decoded, doubtful: Array) -> float:
    """Return from 0 to 1 how clear number and names are: a figure to rank by, no likelihood."""
    return round(0.5 + min(held.lead / 24, (likely(doubtful) - _SURE_ENOUGH) / (1 - _SURE_ENOUGH) / 2), 2)
