"""Makes the data set: pictures of betting zones, drawn by POV-Ray, and the truth.

    python -m benchmarks.counting.make DATA [--tables 2] [--pictures 6] [--seed 11]

DATA gets ``manifest.json``, ``truth.jsonl`` and ``seed-SEED-LEFT/table-N/`` with the pictures and ``table.json``. What is drawn
already is left alone, so that it can be stopped and called again. A picture takes ten seconds of a processor.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.counting import CLEAR, LEFT, VERSION
from vision.training.held_out import HELD, folder_of, write

SHARED = (*(f"sheet-{number}.jpg" for number in range(len(HELD))), "felt.jpg", "chips.jpg")
"""Pictures of a table that do not depend on how its stacks are left."""
KNOWN = ("denominations", "diameter_mm", "markers", "zones")
"""What a house knows of its own table."""


def draw(data: Path, seed: int, tables: int, pictures: int) -> Iterator[Path]:
    """Draw what is missing, yielding each picture."""
    for left in LEFT:
        for number in range(tables):
            first, here = (folder_of(data, number, seed, name) for name in (LEFT[0], left))
            here.mkdir(parents=True, exist_ok=True)
            for name in SHARED:
                if (first / name).exists() and not (here / name).exists():
                    shutil.copy(first / name, here / name)
        yield from write(data, seed, tables, pictures, left)


def zones_of(folder: Path, data: Path, left: str) -> Iterator[dict[str, Any]]:
    """Yield what lies in each zone of each picture of a table."""
    table = json.loads((folder / "truth.json").read_text())
    for picture in table["pictures"]:
        for seat in sorted(int(seat) for seat in table["zones"]):
            stacks = [stack for stack in picture["stacks"] if stack["seat"] == seat]
            heap = seat in picture["heaps"]
            yield {
                "image": str((folder / picture["image"]).relative_to(data)),
                "left": left,
                "seat": seat,
                "total": None if heap else sum(sum(stack["chips"]) for stack in stacks),
                "stacks": [{"chips": stack["chips"], "visible": stack["visible"]} for stack in stacks],
                "heap": heap,
                "clear": not heap and not picture["hand"] and all(s["visible"] >= CLEAR for s in stacks),
            }


def describe(data: Path, seed: int, tables: int, pictures: int) -> dict[str, Any]:
    """Write truth, manifest and what a house knows of each table; return the manifest."""
    lines = []
    for left in LEFT:
        for number in range(tables):
            folder = folder_of(data, number, seed, left)
            table = json.loads((folder / "truth.json").read_text())
            (folder / "table.json").write_text(json.dumps({name: table[name] for name in KNOWN}, indent=1))
            lines += [json.dumps(zone) + "\n" for zone in zones_of(folder, data, left)]
    truth = "".join(lines)
    (data / "truth.jsonl").write_text(truth)
    told = {
        "version": VERSION,
        "seed": seed,
        "tables": tables,
        "pictures": tables * pictures * len(LEFT),
        "zones": len(lines),
        "left": list(LEFT),
        "digest": sha256(truth.encode()).hexdigest(),
    }
    (data / "manifest.json").write_text(json.dumps(told, indent=1) + "\n")
    return told


def main() -> None:
    """Make it, and say what it is."""
    asked = argparse.ArgumentParser(description="Make the data set of stacks.")
    asked.add_argument("data", type=Path, help="folder to write")
    asked.add_argument("--tables", type=int, default=2)
    asked.add_argument("--pictures", type=int, default=6, help="of each table and each way to leave stacks")
    asked.add_argument("--seed", type=int, default=11)
    told = asked.parse_args()
    for path in draw(told.data, told.seed, told.tables, told.pictures):
        sys.stdout.write(f"{path}\n")
        sys.stdout.flush()
    made = describe(told.data, told.seed, told.tables, told.pictures)
    sys.stdout.write(
        f"{told.data}: {made['pictures']} pictures, {made['zones']} zones; version {made['version']}, digest {made['digest'][:16]}\n"
    )


if __name__ == "__main__":
    main()
