"""Measures how the counter reads stacks by the mess they are in, and reads other stacks as it read those.

    python -m benchmarks.misreads --drawer caster --seed 2700 --mess mixed --tables 40 --pictures 10

The tables are those of ``benchmarks.chips``, set up as there. What is written, to ``benchmarks/misreads.json``, is for each stack
of which 0.9 shows what was told of it, and what it may have held, as how many chips of each denomination more or fewer.
``benchmarks.messy_bets`` plays hands whose chips are read like that.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import msgspec

from benchmarks.chips import VISIBLE, mess_of
from benchmarks.houses import House, asked, houses
from controller.table.chips import Chips
from vision.counting.alternatives import Alternative
from vision.frames import pictures
from vision.reading import Reader, StackReading

MEASURED: Final = Path(__file__).with_name("misreads.json")
SIZES: Final = (1, 2, 5, 10)
"""Stacks are alike that are as high, up to each of these or higher than all, and of as many denominations, three or more."""
FEWEST: Final = 5
"""Where fewer were read that are alike, as many denominations do not matter."""


class Other(msgspec.Struct, frozen=True):
    """Chips in the place of a stack's: ``off`` of each of its denominations, the smallest first, ``strange`` of others."""

    off: tuple[int, ...]
    strange: tuple[int, ...] = ()
    p: float = 1.0

    def of(self, chips: Chips, denominations: Sequence[int], chance: Random) -> Chips | None:
        """Return ``chips`` so misread; None where there are not as many, or no other denominations."""
        read = Counter(chips)
        for denomination, off in zip(sorted(chips), self.off, strict=False):
            read[denomination] += off
        others = sorted(set(denominations) - set(chips))
        if min(read.values()) < 0 or len(others) < len(self.strange):
            return None
        for denomination, number in zip(chance.sample(others, len(self.strange)), self.strange, strict=True):
            read[denomination] += number
        return {denomination: number for denomination, number in sorted(read.items()) if number} or None


class Misread(msgspec.Struct, frozen=True):
    """How one stack was read: of how many chips of each denomination, as what (None: not sure), and what else it may be."""

    mess: str
    held: tuple[int, ...]
    told: Other | None
    may_be: tuple[Other, ...]


class Misreads:
    """Reads stacks as the counter read those that are like them."""

    def __init__(self, held: Sequence[Misread]) -> None:
        self._alike: defaultdict[tuple[str, int, int], list[Misread]] = defaultdict(list)
        for misread in held:
            for kinds in (min(len(misread.held), 3), 0):
                self._alike[misread.mess, _size(misread.held), kinds].append(misread)

    @classmethod
    def load(cls, *paths: Path) -> Misreads:
        """Return what was measured: what stands in ``paths`` together, in ``MEASURED`` where none is named."""
        found = (msgspec.json.decode(path.read_bytes(), type=list[Misread]) for path in paths or (MEASURED,))
        return cls([misread for misreads in found for misread in misreads])

    def read(
        self, mess: str, chips: Chips, denominations: Sequence[int], chance: Random
    ) -> tuple[Chips | None, list[Alternative]]:
        """Return what a camera tells of a stack of ``chips``, None where it is not sure, and what it may be.

        One chip makes no mess.
        """
        held = tuple(chips.values())
        size, mess = _size(held), "tidy" if sum(held) == 1 else mess
        alike = self._alike[mess, size, min(len(held), 3)]
        misread = chance.choice(alike if len(alike) >= FEWEST else self._alike[mess, size, 0])
        told = None if misread.told is None else misread.told.of(chips, denominations, chance)
        ways = [(other.of(chips, denominations, chance), other.p) for other in misread.may_be]
        return told, [Alternative(way, p) for way, p in ways if way]


def _size(held: Sequence[int]) -> int:
    return sum(sum(held) > size for size in SIZES)


def _other(true: Mapping[int, int], read: Mapping[int, int], p: float = 1.0) -> Other:
    off = tuple(read.get(denomination, 0) - true[denomination] for denomination in sorted(true))
    return Other(
        off, tuple(n for denomination, n in sorted(read.items()) if denomination not in true), round(p, 3)
    )


def measured(house: House) -> Iterator[Misread]:
    """Yield how each stack of ``house`` was read of which enough shows, not in a heap."""
    reader = Reader(house.profile, house.chips)
    for picture in house.truth["pictures"]:
        reading = reader.read(picture["image"], pictures.read(house.folder / picture["image"]))
        for zone in reading.zones:
            left = list(zone.stacks)
            for stack in picture["stacks"]:
                if stack["seat"] == zone.seat and zone.seat not in picture["heaps"]:
                    seen = house.take_nearest(stack, left)
                    if stack["visible"] >= VISIBLE:
                        yield _misread(stack, seen)


def _misread(stack: dict[str, Any], seen: StackReading | None) -> Misread:
    true = Counter(stack["chips"])
    held = tuple(true[denomination] for denomination in sorted(true))
    if seen is None:
        return Misread(mess_of(stack), held, None, ())
    told = _other(true, Counter(seen.chips)) if seen.sure else None
    may_be = tuple(_other(true, way.chips, way.p) for way in seen.alternatives)
    return Misread(mess_of(stack), held, told, may_be)


def main() -> None:
    """Read everything, write the table."""
    cv2.setNumThreads(1)
    options = asked(__doc__)
    options.add_argument("-o", "--output", type=Path, default=MEASURED)
    told = options.parse_args()
    lines = [msgspec.json.encode(misread).decode() for house in houses(told) for misread in measured(house)]
    told.output.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
