"""Tells what this counter makes of the data set, as any program would enter.

    python -m benchmarks.counting.ours DATA > said.jsonl

Each table is calibrated and enrolled from its own pictures, as a house does it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from benchmarks.houses import set_up
from vision.frames import pictures
from vision.geometry.camera import VisionError
from vision.reading import Reader


def told(data: Path) -> Iterator[dict[str, Any]]:
    """Yield a line for each zone of each picture; a table that cannot be set up is named and left out."""
    for table in sorted(data.glob("seed-*/table-*")):
        try:
            house = set_up(table, "table.json")
        except VisionError as problem:
            sys.stderr.write(f"{table}: {problem}\n")
            continue
        reader = Reader(house.profile, house.chips)
        for path in sorted(table.glob("bets-*.jpg")):
            for zone in reader.read(path.name, pictures.read(path)).zones:
                yield {
                    "image": str(path),
                    "seat": zone.seat,
                    "total": zone.total,
                    "stacks": [list(stack.chips) for stack in zone.stacks if stack.sure],
                }


def main() -> None:
    """Print a JSON object a zone."""
    asked = argparse.ArgumentParser(description="Count the stacks of the data set.")
    asked.add_argument("data", type=Path)
    cv2.setNumThreads(1)
    for line in told(asked.parse_args().data):
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
