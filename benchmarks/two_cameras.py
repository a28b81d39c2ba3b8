"""What a second camera on the same zones is worth: totals right and wrong with one, and with two as the daemon joins them.

    python -m benchmarks.two_cameras --seed 40 --tables 8 --pictures 10

Each table of the second drawer is seen from two places, the second turned by 50 to 100 degrees about the zones' middle; each
camera enrols the chips from its own picture, and reads the same bets. Draws what is missing, 2 s of one core a picture.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.houses import House, enrolled, say
from controller.daemon.fusing import fused
from vision.counting.alternatives import Chips
from vision.frames import pictures
from vision.geometry.camera import Pose, VisionError
from vision.reading import Reader, ZoneReading
from vision.training import cast_tables
from vision.training.bets import Bets, enrolment
from vision.training.mess import MIXED
from vision.training.tables import Table

TURNED: Final = (50.0, 100.0)
"""By how many degrees the second camera stands aside."""


def seen_aside(table: Table, seed: int) -> tuple[Table, Bets]:
    """Return ``table`` as a second camera sees it, from the side of the zones' middle, and the chips enrolled for it."""
    chance = np.random.default_rng((table.seed, seed, 12))
    middle = np.concatenate([zone.polygon for zone in table.zones]).mean(axis=0)
    side = -1.0 if table.pose.centre[0] > middle[0] else 1.0
    turn = side * np.radians(chance.uniform(*TURNED))
    aside = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))

    def turned(x_mm: float, y_mm: float) -> tuple[float, float]:
        x, y = middle + aside @ (np.array((x_mm, y_mm)) - middle)
        return float(x), float(y)

    held = []
    for standing in enrolment(table).standing:
        x, y = turned(standing.pile.x_mm, standing.pile.y_mm)
        held.append(replace(standing, pile=replace(standing.pile, x_mm=x, y_mm=y)))
    place = (*turned(*table.pose.centre[:2]), float(table.pose.centre[2]))
    pose = Pose.looking(place, (float(middle[0]), float(middle[1]), 0.0))
    return replace(table, pose=pose), Bets(tuple(held))


def houses(told: argparse.Namespace) -> Iterator[tuple[House, House]]:
    """Draw what is missing and yield each table as both cameras have it set up; say why one is not."""
    for number in range(told.tables):
        table, taken = cast_tables.cast_table(number, told.seed)
        seen = ((table, enrolment(table)), seen_aside(table, told.seed))
        folders = [told.folder / f"two-{told.seed}" / f"table-{number}-{at}" for at in range(2)]
        for at, ((one, chips), folder) in enumerate(zip(seen, folders, strict=True)):
            for path in cast_tables.draw(one, taken, folder, chips, told.pictures, MIXED, at):
                say(str(path))
        try:
            left, right = (enrolled(folder, one) for (one, _), folder in zip(seen, folders, strict=True))
        except VisionError as problem:
            say(f"table {number}: {problem}")
            continue
        yield left, right


def words_of(zone: ZoneReading) -> dict[str, Any]:
    """Return what a camera tells of a zone, as an event carries it."""
    count = Counter(str(chip) for stack in zone.stacks for chip in stack.chips)
    word: dict[str, Any] = {"type": "chips.bet", "seat": zone.seat}
    if zone.total is not None:
        word |= {"chips": dict(count), "confidence": zone.confidence}
    if zone.alternatives:
        word["alternatives"] = [held.as_json() for held in zone.alternatives]
    return word


def judge(left: House, right: House, score: dict[str, Counter[str]]) -> None:
    """Read each picture of a table by both cameras and count what is told of its zones."""
    readers = [Reader(house.profile, house.chips) for house in (left, right)]
    for told in left.truth["pictures"]:
        seen = []
        for house, reader in zip((left, right), readers, strict=True):
            name = told["image"]
            zones = reader.read(name, pictures.read(house.folder / name)).zones
            seen.append({zone.seat: words_of(zone) for zone in zones})
        for seat in seen[0]:
            standing = [stack for stack in told["stacks"] if stack["seat"] == seat]
            if not standing:
                continue
            true = Counter(str(chip) for stack in standing for chip in stack["chips"])
            one, other = (words[seat] for words in seen)
            both = fused(one, other)
            for name, word in (("one camera", one), ("the other", other), ("both", both or {})):
                score[name][verdict(word, true)] += 1
            score["both"]["cameras differ"] += both is None


def verdict(word: dict[str, Any], true: Chips | Counter[str]) -> str:
    """Return whether a word tells the chips, and the true ones."""
    if word.get("chips") is None:
        return "not told"
    return "right" if word["chips"] == true else "wrong"


def main() -> None:
    """Read everything, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, default=Path("build/chip-tables"))
    options.add_argument("--seed", type=int, default=40)
    options.add_argument("--tables", type=int, default=8)
    options.add_argument("--pictures", type=int, default=10)
    cv2.setNumThreads(1)
    score: dict[str, Counter[str]] = {name: Counter() for name in ("one camera", "the other", "both")}
    for left, right in houses(options.parse_args()):
        judge(left, right, score)
        say(f"{left.folder.name} read")
    for name, found in score.items():
        asserted = max(found["right"] + found["wrong"], 1)
        say(
            f"{name:>10}: {found.total() - found['cameras differ']} zones with chips, {found['right']} right, {found['wrong']} wrong "
            f"({100 * found['wrong'] / asserted:.1f} % of those told), {found['not told']} not told, {found['cameras differ']} differ"
        )


if __name__ == "__main__":
    main()
