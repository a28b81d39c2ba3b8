"""How well chips are counted on tables that no training picture came from, and what a read costs.

    python -m benchmarks.chips --folder build/chip-tables --seed 7

Draws what is missing (POV-Ray, about 10 s of one core a picture, or with ``--drawer caster`` a second drawer, 2 s), sets
each table up from its own pictures as a house does, reads its bets and holds them against the truth.
"""

from __future__ import annotations

import math
import resource
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from benchmarks.houses import House, asked, houses, say
from vision.frames import pictures
from vision.frames.blindness import light_of
from vision.reading import Reader, StackReading, ZoneReading

SIZES = ((1, 5), (6, 10), (11, 20))
MESSY = (("tidy", 0.45, 1.0), ("pushed", 0.85, 2.0), ("thrown", math.inf, math.inf))
"""How far a stack's chips lie off its straight line (root mean square an axis), and how far it leans, both in mm."""
VISIBLE = 0.9
PI_5, PI_4 = 3.0, 7.0
"""How many times longer OpenCV's work takes there than here: a rule of thumb, not measured."""


@dataclass
class Score:
    """What came of the stacks and zones read so far; ``worst`` names what was told wrong."""

    stacks: dict[tuple[int, int], Counter[str]] = field(
        default_factory=lambda: {size: Counter() for size in SIZES}
    )
    mess: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name, _, _ in MESSY})
    zones: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    clear: Counter[str] = field(default_factory=Counter)
    why: Counter[str] = field(default_factory=Counter)
    places: list[float] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    worst: list[str] = field(default_factory=list)
    times: dict[int, list[float]] = field(default_factory=lambda: {1: [], 2: []})

    def add(self, stack: dict[str, Any], verdict: str) -> None:
        """Count a true ``stack`` by its size and by the mess that it is."""
        size = next(size for size in SIZES if size[0] <= len(stack["chips"]) <= size[1])
        self.stacks[size][verdict] += 1
        self.mess[mess_of(stack)][verdict] += 1


def mess_of(stack: dict[str, Any]) -> str:
    """Return what a true ``stack`` is by how its chips lie on each other."""
    shift, lean = stack["shift_mm"], stack["lean_mm"]
    return next(name for name, shifts, leans in MESSY if shift < shifts and lean < leans)


def judge(house: House, score: Score, threads: Sequence[int]) -> None:
    """Read each picture of ``house`` and add to ``score``."""
    reader = Reader(house.profile, house.chips)
    for told in house.truth["pictures"]:
        picture = pictures.read(house.folder / told["image"])
        for count in threads:
            cv2.setNumThreads(count)
            started = time.process_time()
            reading = reader.read(told["image"], picture)
            score.times[count].append(time.process_time() - started)
        for zone in reading.zones:
            standing = [stack for stack in told["stacks"] if stack["seat"] == zone.seat]
            _judge_zone(zone, standing, told, f"{house.folder.name} {told['image']} seat {zone.seat}", score)
            if zone.seat not in told["heaps"]:
                _judge_stacks(house, zone, standing, f"{house.folder.name} {told['image']}", score)


def is_clear(seat: int, standing: list[dict[str, Any]], told: dict[str, Any]) -> bool:
    """Whether stacks stand in the zone of ``seat``, all seen, with no heap there and no hand in the picture."""
    whole = bool(standing) and all(stack["visible"] >= VISIBLE for stack in standing)
    return whole and seat not in told["heaps"] and not told["hand"]


def _judge_zone(
    zone: ZoneReading, standing: list[dict[str, Any]], told: dict[str, Any], where: str, score: Score
) -> None:
    true = None if zone.seat in told["heaps"] else sum(sum(stack["chips"]) for stack in standing)
    verdict = "not given" if zone.total is None else "right" if zone.total == true else "wrong"
    score.zones[verdict] += 1
    if standing:
        score.held[verdict] += 1
    if is_clear(zone.seat, standing, told):
        score.clear[verdict] += 1
    if verdict == "wrong":
        score.worst.append(f"{where}: total {zone.total}, true {true}")


def _judge_stacks(
    house: House, zone: ZoneReading, standing: list[dict[str, Any]], where: str, score: Score
) -> None:
    left = list(zone.stacks)
    for stack in standing:
        seen = house.take_nearest(stack, left)
        verdict = "unsure" if seen is None else verdict_of(seen.chips, seen.sure, stack["chips"])
        if verdict == "wrong":
            score.worst.append(
                f"{where}: {_chips(seen)} told for {stack['chips']}, {stack['visible']:.2f} visible"
            )
        if stack["visible"] < VISIBLE:
            score.why["hidden stacks told wrong"] += verdict == "wrong"
            continue
        score.add(stack, verdict)
        if verdict == "unsure":
            score.why[plain(seen.why) if seen is not None else "not found"] += 1
        if seen is not None and seen.stack is not None:
            place = np.array((stack["x_mm"], stack["y_mm"]))
            score.places.append(float(np.linalg.norm(house.true_place(seen) - place)))
            score.heights.append(seen.stack.height_mm - stack["height_mm"])
    for stray in left:
        if stray.sure:
            score.worst.append(f"{where}: {_chips(stray)} told where nothing stands")


def verdict_of(chips: tuple[int, ...], sure: bool, true: list[int]) -> str:
    """Return how a stack of the ``true`` chips was told."""
    if not sure:
        return "unsure"
    return "exact" if list(chips) == true else "wrong"


def _chips(seen: StackReading | None) -> list[int]:
    return list(seen.chips) if seen is not None else []


def plain(why: str) -> str:
    """Return why a stack was not told, without its figures."""
    return " ".join("N" if word[0].isdigit() else word for word in why.split())


def report(score: Score) -> Iterator[str]:
    """Yield the lines that are printed."""
    yield f"{'chips':>8} {'stacks':>7} {'exact':>12} {'wrong':>6} {'unsure':>12}   of those with {VISIBLE:g} visible"
    whole: Counter[str] = Counter()
    for (low, high), found in score.stacks.items():
        whole += found
        yield _row(f"{low}-{high}", found)
    yield _row("all", whole)
    yield from (_row(name, found) for name, found in score.mess.items())
    asserted = whole["exact"] + whole["wrong"]
    yield f"wrong of the asserted: {100 * whole['wrong'] / max(asserted, 1):.2f} %"
    for name, zones in (
        ("zone totals", score.zones),
        ("of zones with stacks", score.held),
        ("of these, without hand, heap or hidden stack", score.clear),
    ):
        yield f"{name}: {zones['right']} right, {zones['wrong']} wrong, {zones['not given']} not given"
    if score.places:
        places, heights = np.array(score.places), np.array(score.heights)
        middle = float(np.median(heights))
        yield (
            f"place: median {np.median(places):.2f} mm, 95 % within {np.percentile(places, 95):.2f} mm; "
            f"height: {middle:+.2f} mm, half within {np.median(np.abs(heights - middle)):.2f} mm of that"
        )
    yield from (f"  unsure {count:3}: {why}" for why, count in score.why.most_common(10) if count)
    yield from (f"  WRONG {line}" for line in score.worst)


def _row(name: str, found: Counter[str]) -> str:
    total = max(sum(found.values()), 1)
    share = {
        verdict: f"{found[verdict]} ({100 * found[verdict] / total:.0f} %)" for verdict in ("exact", "unsure")
    }
    return (
        f"{name:>8} {sum(found.values()):>7} {share['exact']:>12} {found['wrong']:>6} {share['unsure']:>12}"
    )


def speed(score: Score, house: House) -> Iterator[str]:
    """Yield what a settled read and an idle frame cost here, in CPU time, and what that means on a Pi."""
    data = (house.folder / "felt.jpg").read_bytes()
    for threads, times in score.times.items():
        if times:
            middle = 1e3 * statistics.median(times)
            yield (
                f"a settled read of three zones, {threads} thread(s): median {middle:.0f} CPU ms, most "
                f"{1e3 * max(times):.0f}; Pi 5 about {middle * PI_5:.0f}, Pi 4 about {middle * PI_4:.0f} (x{PI_5:g}, x{PI_4:g})"
            )
    cv2.setNumThreads(1)
    idle = []
    for _ in range(30):
        started = time.process_time()
        light_of(pictures.decode(data, "felt", reduced=True))
        idle.append(1e3 * (time.process_time() - started))
    yield f"an idle frame, unpacked at half size and judged: {statistics.median(idle):.1f} CPU ms"
    yield f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"


def main() -> None:
    """Read everything, print."""
    options = asked(__doc__)
    options.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    told = options.parse_args()
    score, house = Score(), None
    for house in houses(told):
        judge(house, score, told.threads)
        true = house.truth["thickness_mm"]
        say(f"{house.folder.name} read: {house.chips.thickness_mm:.2f} mm, true {true:.2f}")
    say("\n".join(report(score)))
    if house is not None:
        say("\n".join(speed(score, house)))


if __name__ == "__main__":
    main()
