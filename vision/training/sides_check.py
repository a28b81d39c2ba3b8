"""Measures the finder on venues that training never saw and on tables by chance: how many stacks, and how exactly.

python -m vision.training.sides_check build/venues
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.finding.search import find
from vision.finding.sides_net import MODEL, SidesNet
from vision.geometry.camera import Array
from vision.training.sides import RADIUS_MM, Sample
from vision.training.sides_tables import of_tables, of_venues

SAME_MM: Final = 12.0
PLACE_MM: Final = 1.5
HEIGHT_MM: Final = 1.0


@dataclass
class Tally:
    """What came of the samples so far; ``off`` are how far places and heights are off, in mm, of stacks found."""

    samples: int = 0
    right: int = 0
    stacks: int = 0
    found: int = 0
    spurious: int = 0
    off: list[tuple[float, float]] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)

    def add(self, sample: Sample, found: Array, took_s: float) -> None:
        """Hold ``found``, (n, 3), against the truth."""
        left, before = list(range(len(found))), len(self.off)
        for true in sample.stacks:
            away = {at: float(np.linalg.norm(_place(found[at]) - _place(true))) for at in left}
            nearest = min(away, key=lambda at: away[at], default=None)
            if nearest is not None and away[nearest] < SAME_MM:
                left.remove(nearest)
                self.off.append((away[nearest], float(found[nearest][2] - true[2])))
        self.samples += 1
        self.stacks += len(sample.stacks)
        self.found += len(self.off) - before
        self.spurious += len(left)
        self.right += not left and len(self.off) - before == len(sample.stacks)
        self.took_s.append(took_s)

    def lines(self, name: str) -> Iterator[str]:
        """Yield what is printed."""
        place, height = (np.array(held) for held in zip(*self.off, strict=True))
        well = int(((place <= PLACE_MM) & (np.abs(height) <= HEIGHT_MM)).sum())
        yield (
            f"{name}: {self.stacks} stacks, {100 * self.found / self.stacks:.1f} % found, "
            f"{100 * well / self.stacks:.1f} % within {PLACE_MM} mm and {HEIGHT_MM} mm of height; "
            f"{self.spurious} where none stands; right number in {self.right} of {self.samples} pictures"
        )
        yield (
            f"  place: half within {np.median(place):.2f} mm, nine tenths {np.percentile(place, 90):.2f}; height: "
            f"{np.median(height):+.2f} mm, half within {np.median(np.abs(height)):.2f}, "
            f"nine tenths {np.percentile(np.abs(height), 90):.2f}; {1e3 * np.median(self.took_s):.0f} ms a picture"
        )


def _place(polar: Array) -> Array:
    return np.array((polar[1] * np.sin(polar[0]), polar[1] * np.cos(polar[0])))


def tally(samples: Iterable[Sample], net: SidesNet) -> Tally:
    """Return what came of ``samples``."""
    held = Tally()
    for sample in samples:
        started = time.process_time()
        found = find(sample.fan, sample.now.astype(np.float32), sample.evidence, RADIUS_MM, net)
        took = time.process_time() - started
        held.add(sample, np.array([c.polar for c in found.cylinders]).reshape(-1, 3), took)
    return held


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser(description=main.__doc__)
    asked.add_argument("venues", type=Path)
    asked.add_argument("--net", type=Path, default=MODEL)
    asked.add_argument("--seed", type=int, default=9)
    asked.add_argument("--tables", type=int, default=60)
    said = asked.parse_args()
    cv2.setNumThreads(1)
    net = SidesNet(1, said.net)
    kept_out = tally(of_venues(said.venues, said.seed, 2, kept_out=True), net)
    drawn = tally(of_tables(said.tables, said.seed * 1000 + 1), net)
    for name, held in (("venues kept out", kept_out), ("tables by chance", drawn)):
        for line in held.lines(name):
            print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
