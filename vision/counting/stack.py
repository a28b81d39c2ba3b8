"""Tells how many chips a stack has and which: witnesses that know nothing of each other, or no count.

One witness is the stack's height over the thickness of the set's chips, another the seams between the chips.
Where they differ, or a chip is none of the set, or too little shows, the stack is unsure: ``why`` says so.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np

from vision.counting.alternatives import Alternative, Ways, one_of_each, told
from vision.counting.chip_set import ChipSet
from vision.counting.denominations import Named, Namer
from vision.counting.foot_fit import seated
from vision.counting.foot_shadow import lowest_may_be_shadow
from vision.counting.look import Look, Looker, differ, shown_share, weighed
from vision.counting.number_net import NumberNet
from vision.counting.paper import other_light
from vision.counting.weighing import CERTAIN, ENOUGH, counted
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.sharpness import COUNTS_PX, edge_px
from vision.geometry.unwrap import Stack, Strip
from vision.settings import Colour

LEAST_VISIBLE: Final = 0.9
_PARTLY_VISIBLE: Final = 0.7
"""The share that must show for a count, and for one that is next to certain by all that speaks for it."""
_TELLS_NOTHING: Final = 0.5
"""The share that must show for a guess at all, and for one that is beyond doubt."""
_LEAST_COUNTED: Final = 0.85
_BEYOND_DOUBT: Final = 0.98
_WITHOUT_FOOT: Final = 0.997
"""How likely it must be that no chip went unseen, and where outline, rim and edges say different numbers, or something touches it; and
where nothing parts the lowest chip from the felt."""
_HOPELESS: Final = 0.1
"""How likely its number must be for a stack to be looked at from elsewhere: what is under it was hardly ever told from there."""
_NEARER, _FARTHER, _BENEATH = -1.0, 1.0, -2.0
"""From where a stack is looked at once more: how high over the felt, in chips, its felt line then seems to be."""
_NONE_BENEATH: Final = 0.99
"""How likely its number must be for nobody to look for chips of the felt's colour beneath."""
_FIT_TELLS: Final = 0.6
"""How much, of two looks at a stack, the edges' fit says beside the net of numbers."""
_SHORTER: Final = 1.6
"""By how many chips fewer than its outline says a stack that is looked at from elsewhere may have at most."""
_GROUNDED: Final = 0.0
_NO_FELT_LINE: Final = -1.5
"""The evidence, as log odds, from which on a felt line is seen and not only where it must be; and under which chips of the felt's
colour may lie beneath the lowest that was found."""
_HALF_HIDDEN: Final = 0.97
"""How likely all of a stack must be of which no more than ``_PARTLY_VISIBLE`` shows."""
_STRANGER: Final = 0.5
"""How likely a chip must be none of the set to be called so."""
_NAMED: Final = 0.01
"""How likely a number of chips must be for its chips to be named as well: naming takes most of the time."""


@dataclass(frozen=True)
class StackCount:
    """What a stack holds. ``chips`` are denominations, bottom first, empty where nothing can be said.

    ``low`` to ``high`` is how many chips it may have; ``why`` says in a few words why it is not ``sure``.
    ``grounded`` is whether the side of a sure one shows the line where it stands on the felt, ``clear`` whether it is so
    clear that what little stands against it, or before its foot, takes nothing away. Of one that is ``half_hidden`` more of the foot must show.
    ``alternatives`` are what it may hold if all of it shows and it stands where it was found.
    """

    chips: tuple[int, ...]
    low: int
    high: int
    confidence: float
    sure: bool
    why: str = ""
    grounded: bool = False
    clear: bool = False
    half_hidden: bool = False
    alternatives: tuple[Alternative, ...] = ()


class Counter:
    """Counts the stacks of one house's chips, on ``threads`` threads."""

    def __init__(self, chip_set: ChipSet, threads: int = 1) -> None:
        self._looker = Looker(chip_set.thickness_mm, threads)
        self._numbers = NumberNet(threads)
        self._thickness_mm = chip_set.thickness_mm
        self._namer = Namer(chip_set, threads)
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
        look = self._looker.look(picture, stack, others, lens, pose)
        if look is None:
            return _nothing((stack.height_mm / self._thickness_mm,), "nothing of it can be made out")
        heights = (look.outline, look.strip)
        if (shown := shown_share(look.side, look.held.edges)) < _TELLS_NOTHING:
            return _nothing(heights, _hidden(shown))
        look, seen = weighed(look, self._numbers, picture, others, lens, pose)
        look, seen = self._clearest(look, seen, picture, stack, others, lens, pose)
        if lowest_may_be_shadow(look.side, look.held.edges):
            return _nothing(heights, "its lowest chip may be a shadow on the felt")
        named, alternatives = self._named(look, seen, self._light(paper))
        edge = edge_px(lens, pose, np.array((stack.x_mm, stack.y_mm, 0.0)), self._thickness_mm)
        no_count = [
            *_lit_otherwise(paper, self._paper),
            *_too_small(edge),
            *_unclear(look),
            *_stranger(named),
        ]
        return _told(look, named, alternatives, no_count, heights)

    def _clearest(
        self,
        look: Look,
        seen: Strip,
        picture: Picture,
        stack: Stack,
        others: Sequence[Stack],
        lens: Lens,
        pose: Pose,
    ) -> tuple[Look, Strip]:
        """Return how ``stack`` looks a little nearer or farther, with its front, where that is the clearest; else ``look``.

        Edges that lie where equally thick chips have them speak for a look besides: chips of the felt's colour left out beneath a
        stack leave edges that are odd, however sure the net is of them.
        """
        unclear = bool(_unclear(look))
        found = [] if unclear else [(look, seen)]
        least = CERTAIN if unclear else _LEAST_COUNTED
        for chips in _elsewhere(look):
            seat = seated(stack, chips * self._thickness_mm, pose)
            there = self._looker.look(picture, seat, others, lens, pose)
            if there is None or shown_share(there.side, there.held.edges) < _TELLS_NOTHING:
                continue
            there, front = weighed(there, self._numbers, picture, others, lens, pose)
            likely = counted(there.held.best)
            if likely >= least and not _unclear(there) and there.held.count > look.outline - _SHORTER:
                found.append((there, front))
        return max(
            found,
            key=lambda one: one[0].held.best.odds + _FIT_TELLS * one[0].held.best.fits,
            default=(look, seen),
        )

    def _named(self, look: Look, seen: Strip, light: Array) -> tuple[list[Named], tuple[Alternative, ...]]:
        """Return the chips of the likeliest number, and what the stack may hold by all that fit."""
        named: list[Named] = []
        ways: Ways = {}
        for way, p in zip(look.held.ways, look.likely, strict=True):
            if named and p < _NAMED:
                continue
            chips = self._namer.name(seen, way.edges, light)
            named = named or chips
            for held, q in one_of_each(chip.likely for chip in chips).items():
                ways[held] = ways.get(held, 0.0) + p * q
        return named, told(ways)

    def _light(self, paper: Colour | None) -> Array:
        """Return by how much red, green and blue are brighter than when the chips were enrolled."""
        if paper is None or self._paper is None:
            return np.ones(3)
        return np.array(paper) / np.maximum(self._paper, 1)


def _told(
    look: Look,
    named: Sequence[Named],
    alternatives: tuple[Alternative, ...],
    no_count: Sequence[str],
    heights: tuple[float, ...],
) -> StackCount:
    """Return the count of a stack, unsure where something says ``no_count`` or too little is known of what shows."""
    held, shown = look.held, shown_share(look.side, look.held.edges)
    chips = tuple(chip.denomination for chip in named)
    chance = _chance(chips, alternatives)
    half_hidden = shown < _PARTLY_VISIBLE
    doubts = no_count or [
        *([_hidden(shown)] if shown < LEAST_VISIBLE else []),
        *_another(named, alternatives),
    ]
    if doubts and (no_count or chance < (_HALF_HIDDEN if half_hidden else CERTAIN)):
        low, high = _between(held.count, heights)
        why = _hidden(shown) if half_hidden else doubts[0]
        return StackCount(chips, low, high, 0.0, False, why, alternatives=alternatives)
    return StackCount(
        chips,
        held.count,
        held.count,
        round(chance, 2),
        True,
        grounded=held.best.felt_line >= _GROUNDED,
        clear=counted(held.best) >= _BEYOND_DOUBT and chance >= CERTAIN,
        half_hidden=half_hidden,
        alternatives=alternatives,
    )


def _nothing(heights: tuple[float, ...], why: str) -> StackCount:
    low, high = _between(max(1, round(heights[0])), heights)
    return StackCount((), low, high, 0.0, False, why)


def _between(count: int, heights: tuple[float, ...]) -> tuple[int, int]:
    """Return the fewest and the most chips that any witness speaks for."""
    spoken = (count, *(max(1, round(height)) for height in heights))
    return min(spoken), max(spoken)


def _hidden(shown: float) -> str:
    return f"{100 * (1 - shown):.0f} % of it is hidden"


def _too_small(edge: float) -> list[str]:
    return [] if edge >= COUNTS_PX else [f"{edge:.1f} px a chip edge"]


def _lit_otherwise(paper: Colour | None, enrolled: Colour | None) -> list[str]:
    how = other_light(paper, enrolled)
    return [f"the light is {how} when the chips were enrolled: enrol them in this one"] if how else []


def _unclear(look: Look) -> list[str]:
    """Say so where the edges may be others', as where a chip slid out over another or a shadow lies before the stack.

    Where the witnesses differ, or no felt line shows, the edges must be all the clearer.
    """
    differs = differ(look)
    if _footless(look):
        clear = counted(look.held.best) >= _WITHOUT_FOOT
    else:
        clear = look.likely[0] >= (_BEYOND_DOUBT if differs else _LEAST_COUNTED)
    if clear:
        return []
    return differs or [f"how many chips it has is not clear, {look.held.count} best"]


def _elsewhere(look: Look) -> tuple[float, ...]:
    """Return from where a stack is looked at once more, nothing where its number is beyond doubt, or hopeless.

    Its foot may have been found at a seam, at a shadow's edge, or over chips of the felt's colour; from each seat it is
    looked for a chip and a half up and down.
    """
    likely = counted(look.held.best)
    if likely >= _HOPELESS and (_unclear(look) or _footless(look)):
        return _NEARER, _FARTHER, _BENEATH
    return (_BENEATH,) if _HOPELESS <= likely < _NONE_BENEATH else ()


def _footless(look: Look) -> bool:
    """Whether nothing parts the lowest chip from the felt: chips of the felt's colour may lie beneath it."""
    return look.held.best.felt_line < _NO_FELT_LINE


def _stranger(named: Sequence[Named]) -> list[str]:
    worst = (number for number, chip in enumerate(named, 1) if chip.stranger > _STRANGER)
    return [f"chip {number} is not in the set" for number in worst][:1]


def _another(named: Sequence[Named], alternatives: Sequence[Alternative]) -> list[str]:
    """Say so where another chip, or another number of chips, explains the stack as well."""
    chips = tuple(chip.denomination for chip in named)
    if _chance(chips, alternatives) >= ENOUGH:
        return []
    likely = [chip.likely[chip.denomination] for chip in named]
    if prod(likely) < ENOUGH:
        faintest = min(range(len(named)), key=lambda at: likely[at])
        return [f"chip {faintest + 1} could be another than {chips[faintest]}"]
    others = [held for held in alternatives if held.chips != Count(chips)]
    return [f"it may be {others[0].amount} as well" if others else "it may be anything"]


def _chance(chips: tuple[int, ...], alternatives: Sequence[Alternative]) -> float:
    """Return how likely ``chips`` are among all that the stack may hold."""
    return sum(held.p for held in alternatives if held.chips == Count(chips))
