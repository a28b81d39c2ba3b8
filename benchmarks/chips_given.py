"""How well chips are counted where each stack's place is given, as well as a finder finds it: the counter alone.

    python -m benchmarks.chips_given --folder build/chip-tables --seed 7

The tables are those of ``benchmarks.chips``, set up as there. What a finder gets wrong besides places and
heights, by chance from the same seed each time, is not in these figures.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.chips import VISIBLE, Score, plain, report, verdict_of
from benchmarks.houses import House, asked, houses, say
from vision.counting.paper import paper_of
from vision.counting.stack import Counter
from vision.frames import pictures
from vision.geometry import markers
from vision.geometry.pose import fit
from vision.geometry.unwrap import Stack

PLACE_OFF_MM: Final = 0.8
HEIGHT_OFF_MM: Final = 0.9
"""How far off places, by axis, and heights are given (standard deviations)."""


def given(house: House, stacks: list[dict[str, Any]], chance: np.random.Generator) -> list[Stack]:
    """Return where a finder would tell ``stacks`` to stand, in the house's frame."""
    found = []
    for stack in stacks:
        place = (np.array((stack["x_mm"], stack["y_mm"])) - house.shift) @ house.turn
        x, y = place + chance.normal(0, PLACE_OFF_MM, 2)
        height = max(1.0, float(stack["height_mm"] + chance.normal(0, HEIGHT_OFF_MM)))
        found.append(Stack(float(x), float(y), house.chips.diameter_mm / 2, height))
    return found


def judge(house: House, score: Score, chance: np.random.Generator) -> Iterator[float]:
    """Count each stack of ``house`` of which enough shows, add to ``score``, yield the seconds each took."""
    counter, profile = Counter(house.chips), house.profile
    for told in house.truth["pictures"]:
        picture = pictures.read(house.folder / told["image"])
        known = fit(markers.find(picture), profile.markers, profile.lens)
        shown = {n: profile.lens.project(profile.markers[n], known.pose) for n in known.used}
        paper, found = paper_of(picture, shown), given(house, told["stacks"], chance)
        for number, (stack, at) in enumerate(zip(told["stacks"], found, strict=True)):
            if stack["visible"] < VISIBLE:
                continue
            others = [other for index, other in enumerate(found) if index != number]
            started = time.process_time()
            read = counter.count(picture, at, others, profile.lens, known.pose, paper)
            yield time.process_time() - started
            verdict = verdict_of(read.chips, read.sure, stack["chips"])
            score.add(stack, verdict)
            if verdict == "wrong":
                score.worst.append(
                    f"{house.folder.name} {told['image']}: {read.chips} told for {stack['chips']}"
                )
            if verdict == "unsure":
                right = "right" if list(read.chips) == stack["chips"] else "wrong"
                score.why[f"{plain(read.why)}; first guess {right}"] += 1


def main() -> None:
    """Count, print."""
    told = asked(__doc__).parse_args()
    cv2.setNumThreads(1)
    score, times, chance = Score(), list[float](), np.random.default_rng(told.seed)
    for house in houses(told):
        times += judge(house, score, chance)
    say("\n".join(line for line in report(score) if not line.startswith(("zone", "of zones"))))
    say(f"{1e3 * float(np.mean(times)):.1f} CPU ms a stack on average")


if __name__ == "__main__":
    main()
