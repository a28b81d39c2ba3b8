"""Measures the reader on the venues that training never saw: exact, wrong and unsure, by how many chips.

    python -m vision.training.check build/venues

Each venue's set is enrolled from its own first picture. Stacks are given as a finder gives them, a little off.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from vision.counting.chip_set import Chip, ChipSet
from vision.counting.edge_look import look_of
from vision.counting.look import shown_share
from vision.counting.stack import LEAST_VISIBLE, Counter, StackCount
from vision.geometry.unwrap import unwrap
from vision.training.samples import Shown, cut, guessed, taken, thickness_of, venue_pictures, venues_in
from vision.training.venues import ENROLLED

_TAKES: Final = 3
_BINS: Final = ((1, 5), (6, 10), (11, 20))


@dataclass(frozen=True)
class Case:
    """A stack of a picture: what it is, how much of it shows, what was read, in how many seconds."""

    picture: str
    chips: tuple[int, ...]
    visible: float
    read: StackCount
    took_s: float

    @property
    def verdict(self) -> str:
        if not self.read.sure:
            return "unsure"
        return "exact" if self.read.chips == self.chips else "wrong"


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser(description=main.__doc__)
    asked.add_argument("venues", type=Path)
    asked.add_argument("--seed", type=int, default=9)
    asked.add_argument("--all", action="store_true", help="the venues of the training as well")
    asked.add_argument("--show", action="store_true", help="a line for each stack that is not exact")
    said = asked.parse_args()
    held = [case for case in cases(said.venues, said.seed, said.all) if case.visible >= LEAST_VISIBLE]
    for low, high in (*_BINS, (1, 20)):
        some = [case for case in held if low <= len(case.chips) <= high]
        many = Tally(case.verdict for case in some)
        shares = ", ".join(f"{many[kind]} {kind}" for kind in ("exact", "wrong", "unsure"))
        right = sum(case.read.chips == case.chips for case in some)
        print(f"{low:2}-{high:2} chips: {len(some)} stacks, {shares}; first guess right {right}")  # noqa: T201
    print(f"{1000 * np.median([case.took_s for case in held]):.1f} ms a stack")  # noqa: T201
    for case in held:
        if said.show and case.verdict != "exact":
            print(case.verdict, case.picture, case.read.why, *case.chips, "read", *case.read.chips)  # noqa: T201


def cases(folder: Path, seed: int, everything: bool = False) -> Iterator[Case]:
    """Yield every stack of the venues kept out, each in ``_TAKES`` bad pictures."""
    for number, venue, kept_out in venues_in(folder):
        if kept_out or everything:
            chance = np.random.default_rng((seed, number))
            first, *others = venue_pictures(venue)
            held = enrolled(first, venue, chance)
            values, counter = [chip.denomination for chip in held.chips], Counter(held)
            for index, shown in enumerate(others, 1):
                for _ in range(_TAKES):
                    yield from _read(
                        f"{venue.name}/{index:02}", shown, counter, values, held.thickness_mm, chance
                    )


def enrolled(shown: Shown, venue: Path, chance: np.random.Generator) -> ChipSet:
    """Return the set of ``venue``, enrolled from its first picture as a webcam takes it."""
    picture = taken(shown.picture.astype(np.float32), chance)
    kinds = json.loads((venue / "truth.json").read_text(encoding="utf-8"))["chips"]
    chips = []
    for standing in shown.standing:
        others = [other.stack for other in shown.standing if other is not standing]
        look = look_of(unwrap(picture, standing.stack, shown.lens, shown.pose, others), ENROLLED)
        value = int(kinds[standing.kinds[0]]["denomination"])
        chips.append(Chip(value, look.body, look.spots, look.spot_count or 0))
    thickness = thickness_of(venue) * chance.normal(0.998, 0.005)
    return ChipSet(venue.name, 39.0, round(float(thickness), 3), tuple(chips))


def _read(
    name: str,
    shown: Shown,
    counter: Counter,
    values: list[int],
    thickness: float,
    chance: np.random.Generator,
) -> Iterator[Case]:
    picture, found = taken(shown.picture.astype(np.float32), chance), guessed(shown, chance)
    cuts = cut(shown, picture, found, thickness)
    for number, (standing, strip, at) in enumerate(cuts):
        others = [other for index, other in enumerate(found) if index != number]
        start = time.process_time()
        read = counter.count(picture, found[number], others, shown.lens, shown.pose)
        took = time.process_time() - start
        chips = tuple(values[kind] for kind in standing.kinds)
        yield Case(name, chips, shown_share(strip, at), read, took)


if __name__ == "__main__":
    main()
