"""Writes the test tables of a source that no training picture comes from, as a folder a table.

``python -m vision.training.held_out FOLDER --seed 7`` draws what is missing. Each table's folder gets
``sheet-N.jpg``, ``felt.jpg``, ``chips.jpg`` (the enrolment), ``bets-NN.jpg`` and ``truth.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision.geometry import sheet
from vision.geometry.camera import Array, Lens, Pose
from vision.training.bets import PICTURES, Bets, bets, enrolment, visible
from vision.training.mess import MESSES, MIXED, PLACED
from vision.training.photo import photo
from vision.training.povray import Pinhole, light_of, light_of_sheet
from vision.training.scene import Light
from vision.training.tables import Table, table_of

TABLES: Final = 6
HELD: Final = (
    (0, -330, 290),
    (220, -290, 280),
    (-240, -260, 270),
    (160, -390, 190),
    (-160, -360, 190),
    (280, -60, 330),
)
_PAPER: Final = np.array([(-105.0, -148.5), (105, -148.5), (105, 148.5), (-105, 148.5)])


def folder_of(root: Path, number: int, seed: int, mess: str = PLACED) -> Path:
    """Return the folder of table ``number`` of ``seed``, with stacks as hands leave them that make such a ``mess``."""
    return root / (f"seed-{seed}" if mess == PLACED else f"seed-{seed}-{mess}") / f"table-{number}"


def write(
    root: Path, seed: int, tables: int = TABLES, count: int = PICTURES, mess: str = PLACED
) -> Iterator[Path]:
    """Draw the tables under ``root``, yielding each picture's path; what is there already is left alone."""
    for number in range(tables):
        table, folder = table_of(number, seed), folder_of(root, number, seed, mess)
        folder.mkdir(parents=True, exist_ok=True)
        yield from _calibration(table, folder)
        for at in range(count):
            yield from _drawn(table, bets(table, at, mess), folder / f"bets-{at:02}.jpg", at + 10)
        (folder / "truth.json").write_text(json.dumps(truth_of(table, count, mess), indent=1))


def truth_of(table: Table, count: int, mess: str = PLACED) -> dict[str, Any]:
    """Return what ``truth.json`` says of a table and of its first ``count`` pictures."""
    return truth_of_table(table, {f"bets-{at:02}.jpg": bets(table, at, mess) for at in range(count)})


def truth_of_table(table: Table, lying: Mapping[str, Bets]) -> dict[str, Any]:
    """Return what ``truth.json`` says of a table and of its pictures, by what is ``lying`` on each."""
    return {**_table_truth(table), "pictures": [_truth(table, held, name) for name, held in lying.items()]}


def _calibration(table: Table, folder: Path) -> Iterator[Path]:
    yield from _drawn(table, Bets(), folder / "felt.jpg", 1)
    yield from _drawn(table, enrolment(table), folder / "chips.jpg", 2)
    for number, stand in enumerate(HELD):
        path = folder / f"sheet-{number}.jpg"
        if not path.exists():
            pinhole = Pinhole.around(table.lens, Pose.looking(stand, (0, 0, 0)))
            light = light_of_sheet(table, sheet.layout(), _PAPER, pinhole)
            _develop(light, pinhole, table, path, 3 + number)
            yield path


def _drawn(table: Table, held: Bets, path: Path, seed: int) -> Iterator[Path]:
    if not path.exists():
        pinhole = Pinhole.around(table.lens, table.pose)
        _develop(light_of(table, held, pinhole), pinhole, table, path, seed)
        yield path


def _develop(light: Light, pinhole: Pinhole, table: Table, path: Path, seed: int) -> None:
    data = photo(light, pinhole, table.lens, table.film, _white(table), table.seed * 100 + seed)
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)


def _white(table: Table) -> Array:
    """Return the light of white paper: what the lamps' colours add up to."""
    total = np.sum([lamp.colour for lamp in table.lamps], axis=0)
    return np.asarray(0.5 * total / total.mean())


def _truth(table: Table, held: Bets, name: str) -> dict[str, Any]:
    stacks = [
        {
            "seat": standing.seat,
            "x_mm": round(standing.pile.x_mm, 2),
            "y_mm": round(standing.pile.y_mm, 2),
            "height_mm": round(standing.pile.stack.height_mm, 2),
            "chips": [look.chip.denomination for look in standing.looks],
            "shift_mm": round(standing.shift_mm, 2),
            "lean_mm": round(standing.lean_mm, 2),
            "visible": round(visible(standing, held, table.pose), 3),
        }
        for standing in held.standing
    ]
    return {"image": name, "hand": bool(held.hand), "heaps": list(held.heaps), "stacks": stacks}


def _table_truth(table: Table) -> dict[str, Any]:
    return {
        "denominations": [look.chip.denomination for look in table.looks],
        "thickness_mm": round(table.thickness_mm, 4),
        "diameter_mm": table.diameter_mm,
        "lens": _lens_truth(table.lens),
        "pose": {"rotation": table.pose.rotation.tolist(), "translation": table.pose.translation.tolist()},
        "markers": {number: corners.tolist() for number, corners in table.markers.items()},
        "zones": {zone.seat: zone.polygon.tolist() for zone in table.zones},
    }


def _lens_truth(lens: Lens) -> dict[str, Any]:
    return {"matrix": lens.matrix.tolist(), "distortion": lens.distortion.tolist(), "size": list(lens.size)}


def main() -> None:
    """Draw the tables that are missing."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--tables", type=int, default=TABLES)
    asked.add_argument("--pictures", type=int, default=PICTURES)
    asked.add_argument("--mess", choices=(*MESSES, MIXED), default=PLACED)
    told = asked.parse_args()
    for path in write(told.folder, told.seed, told.tables, told.pictures, told.mess):
        sys.stdout.write(f"{path}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
