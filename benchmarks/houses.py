"""The tables that benchmarks read, drawn where they are missing and set up as a house does.

POV-Ray's tables are calibrated and enrolled from their own pictures. The caster's (``vision.training.cast_tables``) have
other chips, felts, lamps and cameras; their lens and markers are given, only the chips are enrolled.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision.calibrate import calibrate, view_of
from vision.counting.chip_set import ChipSet
from vision.counting.enrol import enrol
from vision.frames import pictures
from vision.geometry.camera import Array, VisionError
from vision.geometry.zones import Zone
from vision.profile import Profile
from vision.reading import StackReading
from vision.training import cast_tables
from vision.training.bets import ENROLLED, PICTURES
from vision.training.held_out import HELD, TABLES, folder_of, write
from vision.training.mess import MESSES, MIXED, PLACED
from vision.training.tables import Table

FINE: Final = "caster-4k"
SAME_MM: Final = 12.0
"""How far from where it stands a stack may be told."""


@dataclass(frozen=True)
class House:
    """A table as a house has set it up: its profile and set, the truth, and from the felt's frame to the truth's."""

    folder: Path
    profile: Profile
    chips: ChipSet
    truth: dict[str, Any]
    turn: Array
    shift: Array

    def true_place(self, stack: StackReading) -> Array:
        """Return where ``stack`` was told to stand, in the truth's frame."""
        place: Array = np.array((stack.x_mm, stack.y_mm)) @ self.turn.T + self.shift
        return place

    def take_nearest(self, true: Mapping[str, Any], left: list[StackReading]) -> StackReading | None:
        """Return the reading of a ``true`` stack and take it out of those that are ``left``; None where none is near."""
        place = np.array((true["x_mm"], true["y_mm"]))
        far = [float(np.linalg.norm(self.true_place(seen) - place)) for seen in left]
        return left.pop(int(np.argmin(far))) if far and min(far) < SAME_MM else None


def set_up(folder: Path, known: str = "truth.json") -> House:
    """Calibrate and enrol from the table's own pictures and what is ``known`` of it. Raise VisionError as the commands do."""
    truth = json.loads((folder / known).read_text())
    names = [*(f"sheet-{number}.jpg" for number in range(len(HELD))), "felt.jpg"]
    held = calibrate([view_of(name, pictures.read(folder / name)) for name in names])
    told = held.profile.markers
    pairs = [
        (told[int(n)][:, :2], np.array(true)[:, :2]) for n, true in truth["markers"].items() if int(n) in told
    ]
    ours, theirs = (np.concatenate(side) for side in zip(*pairs, strict=True))
    left, _, right = np.linalg.svd((theirs - theirs.mean(axis=0)).T @ (ours - ours.mean(axis=0)))
    turn = left @ right
    shift = theirs.mean(axis=0) - turn @ ours.mean(axis=0)
    zones = tuple(Zone(int(seat), (np.array(line) - shift) @ turn) for seat, line in truth["zones"].items())
    profile = replace(held.profile, zones=zones, empty=folder / "felt.jpg")
    picture = pictures.read(folder / "chips.jpg")
    set_ = enrol(picture, profile, truth["denominations"], ENROLLED, folder.name, truth["diameter_mm"]).chips
    return House(folder, profile, set_, truth, turn, shift)


def set_up_cast(folder: Path, number: int, seed: int, *, fine: bool = False) -> House:
    """Enrol a table of the caster from its own picture. Raise VisionError as the command does."""
    table, taken = cast_tables.cast_table(number, seed)
    return enrolled(folder, cast_tables.finer(table, taken)[0] if fine else table)


def enrolled(folder: Path, table: Table) -> House:
    """Enrol a table of the caster, seen as in ``folder``. Raise VisionError as the command does."""
    truth = json.loads((folder / "truth.json").read_text())
    profile = Profile(table.lens, table.markers, table.zones, folder / "felt.jpg")
    picture = pictures.read(folder / "chips.jpg")
    set_ = enrol(picture, profile, truth["denominations"], ENROLLED, folder.name, table.diameter_mm).chips
    return House(folder, profile, set_, truth, np.eye(2), np.zeros(2))


def asked(doc: str | None) -> argparse.ArgumentParser:
    """Return the options that say which tables."""
    options = argparse.ArgumentParser(description=doc)
    options.add_argument("--folder", type=Path, default=Path("build/chip-tables"))
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--tables", type=int, default=TABLES)
    options.add_argument("--pictures", type=int, default=PICTURES)
    options.add_argument(
        "--drawer",
        choices=("povray", "caster", FINE),
        default="povray",
        help=f"who draws the tables; {FINE}: the caster, with a camera of 3840x2160",
    )
    options.add_argument("--mess", choices=(*MESSES, MIXED), default=PLACED, help="how stacks are left")
    return options


def houses(told: argparse.Namespace) -> Iterator[House]:
    """Draw what is missing and yield each table set up; say why one is not."""
    cast, fine = told.drawer != "povray", told.drawer == FINE
    draws = partial(cast_tables.write, fine=fine) if cast else write
    for path in draws(told.folder, told.seed, told.tables, told.pictures, told.mess):
        say(str(path))
    for number in range(told.tables):
        try:
            if cast:
                folder = cast_tables.folder_of(told.folder, number, told.seed, told.mess, fine=fine)
                yield set_up_cast(folder, number, told.seed, fine=fine)
            else:
                yield set_up(folder_of(told.folder, number, told.seed, told.mess))
        except VisionError as problem:
            say(f"table {number}: {problem}")


def say(line: str) -> None:
    """Print a line at once: a table takes minutes."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
