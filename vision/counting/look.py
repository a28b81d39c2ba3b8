"""Unrolls the side of a stack, finds the edges of its chips, and says where what speaks for their number differs.

One witness is the stack's height over the thickness of the set's chips, another the seams between the chips.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from vision.counting.decoding import ROWS_PER_CHIP, Decoded, Evidence, decode, evidence, height_rows
from vision.counting.foot_fit import seated
from vision.counting.number_net import NumberNet
from vision.counting.rectify import straightened
from vision.counting.strip_net import StripNet
from vision.counting.weighing import likely_numbers
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.front import front
from vision.geometry.unwrap import Stack, Strip, unwrap

_MARGIN_CHIPS: Final = 1.75
"""How far over the rim and under the felt line a strip reaches: the stack's height is not yet trusted."""
_SEATED_ROWS: Final = 2.0
"""How far its felt line may be off where a stack is left where it was thought to stand."""
_HEIGHT_OFF: Final = 0.6
"""How far felt line and rim may lie from a whole number of chips, in chips; by two hundredths more for each chip."""
_FOUND_OFF: Final = 0.85
"""How far the height may be off that the outline gave, in chips."""
_LEAST_LEAD: Final = 3.0
_LEAST_FELT_LINE: Final = -2.5
"""By how much less likely all other numbers must be, and the least evidence of a felt line, as log odds, for edges to agree."""
_SEATED_OFF: Final = 1.0
"""How far the felt line may still be off, in rows, where it alone says where a stack stands."""


@dataclass(frozen=True)
class Look:
    """A stack unrolled where it is thought to stand, and its edges; ``outline`` and ``strip`` say how many chips high.

    ``by_felt_line`` is set where its felt line alone says that it stands there. ``likely`` is how likely each number of chips
    is that fits, in their order, once they are ``weighed``.
    """

    stack: Stack
    side: Strip
    held: Decoded
    outline: float
    strip: float
    by_felt_line: bool = False
    likely: tuple[float, ...] = ()

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


class Looker:
    """Looks at the stacks of chips of one thickness, on ``threads`` threads."""

    def __init__(self, thickness_mm: float, threads: int = 1) -> None:
        self._net = StripNet(threads)
        self._thickness_mm = thickness_mm

    def look(
        self, picture: Picture, stack: Stack, others: Sequence[Stack], lens: Lens, pose: Pose
    ) -> Look | None:
        """Return how ``stack`` looks, seated at its felt line where that lies elsewhere; None where it has no edges."""
        look = self._look(picture, stack, others, lens, pose)
        if look is not None and abs(look.foot_off) > _SEATED_ROWS:
            look = self._seated(look, picture, stack, others, lens, pose)
        return look

    def _look(
        self, picture: Picture, stack: Stack, others: Sequence[Stack], lens: Lens, pose: Pose
    ) -> Look | None:
        strip = straightened(unrolled(picture, stack, others, lens, pose, self._thickness_mm))
        told, held = edges_told(self._net, strip, stack.height_mm)
        if held is None:
            return None
        return Look(
            stack, strip, held, stack.height_mm / self._thickness_mm, height_rows(told) / ROWS_PER_CHIP
        )

    def _seated(
        self, look: Look, picture: Picture, stack: Stack, others: Sequence[Stack], lens: Lens, pose: Pose
    ) -> Look | None:
        """Return how the stack of ``look`` looks where its felt line says that it stands."""
        seat = seated(stack, look.side.height_of(look.held.edges[0]), pose)
        again = self._look(picture, seat, others, lens, pose)
        if again is None:
            return None
        agreed = again.held.count == look.held.count and not differ(look) and not _faint(look)
        return replace(again, by_felt_line=not agreed)


def weighed(
    look: Look, net: NumberNet, picture: Picture, others: Sequence[Stack], lens: Lens, pose: Pose
) -> tuple[Look, Strip]:
    """Return ``look`` with its numbers of chips weighed by its front as well, the likeliest first, and that front."""
    seen = front(picture, look.stack, others, lens, pose, look.side)
    laid = net.weighed(seen, [way.edges for way in look.held.ways])
    ways = [
        replace(way, edges=each.edges, odds=each.odds) for way, each in zip(look.held.ways, laid, strict=True)
    ]
    ordered, likely = zip(*likely_numbers(ways, look.outline), strict=True)
    return replace(look, held=replace(look.held, ways=ordered), likely=likely), seen


def differ(look: Look) -> list[str]:
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


def _faint(look: Look) -> bool:
    """Whether another number fits nearly as well, or no felt line shows."""
    return look.held.lead < _LEAST_LEAD or look.held.best.felt_line < _LEAST_FELT_LINE
