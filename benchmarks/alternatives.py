"""How honest the likelihoods are that counts carry, on tables that no training picture came from.

    python -m benchmarks.alternatives --folder build/chip-tables --seed 62 --mess mixed

The tables are those of ``benchmarks.chips``, set up as there. Said and right of all alternatives of stacks and of zones; and
what a table asks: does this zone hold exactly so much, where so much is true, and where it is one chip more or fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.chips import is_clear
from benchmarks.houses import House, asked, houses, say
from controller.table.hypotheses.asked import CERTAIN, SEEN, USUAL
from vision.counting.alternatives import Alternative
from vision.frames import pictures
from vision.reading import Reader, ZoneReading

BOUNDS: Final = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.01)
YES: Final = CERTAIN


@dataclass
class Honesty:
    """What was said, as a share, and whether it was right."""

    said: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, alternatives: Sequence[Alternative], true: Sequence[int]) -> None:
        """Take what was said of chips that are truly ``true``."""
        held = Counter(true)
        self.said += [(each.p, each.chips == held) for each in alternatives]

    def lines(self) -> Iterator[str]:
        """Yield a line for each part of the scale."""
        said, right = (np.array(side) for side in zip(*self.said, strict=True))
        for low, high in pairwise(BOUNDS):
            part = (said >= low) & (said < high)
            if part.any():
                yield f"{low:>6.2f} to {min(high, 1):.2f}: {part.sum():5}, said {said[part].mean():.3f}, right {right[part].mean():.3f}"


@dataclass
class Questions:
    """Does the zone hold exactly X? Zones asked and answered yes, and the same where X is a chip off.

    ``settled`` is a yes where X is the call, and so ten times as usual as any other amount.
    """

    asked: int = 0
    answered: int = 0
    yes: int = 0
    settled: int = 0
    false: int = 0
    false_settled: int = 0
    false_asked: int = 0

    def __str__(self) -> str:
        return (
            f"{self.asked}, {self.answered} with alternatives; yes at {YES:g} to the true amount {self.yes}, "
            f"to {self.false_asked} a chip off {self.false}; where it is the call {self.settled} and {self.false_settled}"
        )

    def add(self, zone: ZoneReading, true: Sequence[int], denominations: Sequence[int]) -> None:
        """Ask of a zone that holds ``true`` chips."""
        total, held = sum(true), Counter(true)
        self.asked += 1
        self.answered += bool(zone.alternatives)
        self.yes += _likely(zone, total) >= YES
        self.settled += _is_call(zone, total)
        off = {total + chip for chip in denominations} | {total - chip for chip in held}
        self.false_asked += len(off)
        self.false += sum(_likely(zone, amount) >= YES for amount in off)
        self.false_settled += sum(_is_call(zone, amount) for amount in off)


def _is_call(zone: ZoneReading, amount: int) -> bool:
    """Whether the referee takes what lies there for the call, where ``amount`` is it."""
    p = _likely(zone, amount)
    return p >= SEEN and USUAL * p >= YES * (USUAL * p + 1 - p)


def _likely(zone: ZoneReading, amount: int) -> float:
    return sum(held.p for held in zone.alternatives if held.amount == amount)


def judge(house: House, stacks: Honesty, zones: Honesty, all_zones: Questions, clear: Questions) -> None:
    """Read each picture of ``house`` and add what was said; ``clear`` is of zones in which all stacks are seen."""
    reader = Reader(house.profile, house.chips)
    for told in house.truth["pictures"]:
        reading = reader.read(told["image"], pictures.read(house.folder / told["image"]))
        for zone in reading.zones:
            standing = [stack for stack in told["stacks"] if stack["seat"] == zone.seat]
            if zone.seat in told["heaps"] or not standing:
                continue
            true = [chip for stack in standing for chip in stack["chips"]]
            zones.add(zone.alternatives, true)
            all_zones.add(zone, true, house.truth["denominations"])
            if is_clear(zone.seat, standing, told):
                clear.add(zone, true, house.truth["denominations"])
            for alternatives, chips in _pairs(house, zone, standing):
                stacks.add(alternatives, chips)


def _pairs(
    house: House, zone: ZoneReading, standing: list[dict[str, Any]]
) -> Iterator[tuple[Sequence[Alternative], list[int]]]:
    left = [stack for stack in zone.stacks if stack.alternatives]
    for true in standing:
        seen = house.take_nearest(true, left)
        if seen is not None:
            yield seen.alternatives, true["chips"]


def main() -> None:
    """Read everything, print."""
    told = asked(__doc__).parse_args()
    cv2.setNumThreads(1)
    stacks, zones, all_zones, clear = Honesty(), Honesty(), Questions(), Questions()
    for house in houses(told):
        judge(house, stacks, zones, all_zones, clear)
    for name, honesty in (("stacks", stacks), ("zones", zones)):
        say(f"alternatives of {name}")
        say("\n".join(honesty.lines()))
    say(f"zones with chips: {all_zones}")
    say(f"of these, without hand, heap or hidden stack: {clear}")


if __name__ == "__main__":
    main()
