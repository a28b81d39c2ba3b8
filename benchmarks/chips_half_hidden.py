"""How stacks are told that stand half behind others, drawn by the ray caster and not by POV-Ray.

    python -m benchmarks.chips_half_hidden --seed 6

Each zone has a stack and one behind it to its right, of up to 13 chips of a set with one denomination near the felt's
colour, all straight. The set and the camera are given, nothing is enrolled.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.houses import SAME_MM
from vision.counting.chip_set import Chip, ChipSet
from vision.frames import pictures
from vision.geometry import markers
from vision.geometry.camera import Lens, Pose
from vision.geometry.zones import Zone
from vision.profile import Profile
from vision.reading import Reader, ZoneReading
from vision.training.render import Renderer
from vision.training.scene import Pile, Scene

CHIPS: Final = (
    Chip(1, (225, 222, 215), (40, 60, 150), 6),
    Chip(5, (180, 30, 40), (240, 240, 240), 6),
    Chip(100, (25, 25, 28), (220, 220, 60), 8),
    Chip(25, (36, 64, 156), (235, 230, 200), 6),
    Chip(500, (24, 100, 66), (240, 220, 90), 8),
)
POSE: Final = Pose.looking((0, -480, 320), (0, 20, 0))
MARKERS: Final = {
    number: markers.square(place, 45)
    for number, place in enumerate(((-200, -110), (200, -110), (-240, 160), (240, 160), (0, -150)))
}
MIDDLES: Final = {4: -142.0, 5: 0.0, 6: 142.0}


def lens() -> Lens:
    """Return a full HD lens that sees 60 degrees across."""
    focal = 960 / np.tan(np.radians(30))
    return Lens(
        np.array([[focal, 0, 959.5], [0, focal, 539.5], [0, 0, 1]]),
        np.array([0.05, -0.1, 0.001, 0, 0]),
        (1920, 1080),
    )


def pile(x: float, y: float, chance: np.random.Generator) -> Pile:
    """Return a stack of one or two denominations."""
    count = int(chance.integers(2, 14))
    low, high = (CHIPS[kind] for kind in chance.choice(len(CHIPS), 2))
    cut = int(chance.integers(0, count + 1))
    return Pile(x, y, (low,) * cut + (high,) * (count - cut), turns=tuple(chance.random(count).tolist()))


def two(middle: float, chance: np.random.Generator) -> tuple[Pile, Pile]:
    """Return a stack and one behind it, to its right, that it hides a part of."""
    x, y = middle + float(chance.uniform(-20, 5)), -20 + float(chance.uniform(-10, 10))
    aside = float(chance.uniform(24, 38))
    away = float(chance.uniform(np.sqrt(max(0.0, 40.5**2 - aside**2)), 45))
    return pile(x, y, chance), pile(x + aside, y + away, chance)


def judge(zone: ZoneReading, standing: tuple[Pile, Pile], found: Counter[str]) -> None:
    """Hold a zone against what stands in it."""
    total = sum(chip.denomination for pile in standing for chip in pile.chips)
    found["zones " + ("open" if zone.total is None else "right" if zone.total == total else "WRONG")] += 1
    for name, true in zip(("before", "behind"), standing, strict=True):
        near = [
            s for s in zone.stacks if s.stack and np.hypot(s.x_mm - true.x_mm, s.y_mm - true.y_mm) < SAME_MM
        ]
        if not near or not near[0].sure:
            found[f"{name} open"] += 1
            continue
        right = list(near[0].chips) == [chip.denomination for chip in true.chips]
        found[f"{name} {'right' if right else 'WRONG'}"] += 1


def main() -> None:
    """Draw, read and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=6)
    asked.add_argument("--pictures", type=int, default=40)
    told = asked.parse_args()
    chance, renderer, found = np.random.default_rng(told.seed), Renderer(lens(), 1), Counter[str]()
    zones = tuple(
        Zone(seat, np.array([(x - 67, -60.0), (x + 67, -60), (x + 67, 130), (x - 67, 130)]))
        for seat, x in MIDDLES.items()
    )
    with tempfile.TemporaryDirectory() as folder:
        felt = Path(folder) / "felt.png"
        pictures.write(felt, renderer.draw(Scene(MARKERS), POSE, 1))
        reader = Reader(Profile(renderer.lens, MARKERS, zones, felt), ChipSet("given", 39.0, 3.3, CHIPS))
        for number in range(told.pictures):
            standing = {seat: two(middle, chance) for seat, middle in MIDDLES.items()}
            scene = Scene(MARKERS, tuple(pile for both in standing.values() for pile in both))
            reading = reader.read("bets", renderer.draw(scene, POSE, told.seed * 1000 + number))
            for zone in reading.zones:
                judge(zone, standing[zone.seat], found)
    for name, count in sorted(found.items()):
        sys.stdout.write(f"{count:5} {name}\n")


if __name__ == "__main__":
    main()
