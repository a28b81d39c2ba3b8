"""Draws what the net of numbers is trained on: fronts of stacks with what the counter says of their edges.

    python -m vision.training.number_data build/numbers --seed 3000 --tables 420
    python -m vision.training.number_data build/numbers --venues build/venues

A file a table is kept under the folder; what is there already is left alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.counting.decoding import ROWS_PER_CHIP
from vision.counting.look import Looker, shown_share
from vision.geometry.camera import Pose
from vision.geometry.front import front
from vision.geometry.unwrap import Stack
from vision.training import drawn
from vision.training.cast_tables import cast_table
from vision.training.name_data import seats_of, shift_of, write
from vision.training.samples import (
    Shown,
    apparent,
    degraded,
    guessed,
    thickness_of,
    venue_pictures,
    venues_in,
)
from vision.training.samples import taken as photographed

PICTURES: Final = 3
_TAKES: Final = 2
_DRAWN: Final = 2
_VENUE_TAKES: Final = 3
"""How many bad pictures of each table are taken; how many simple tables go with one; how many pictures of a venue's."""
_THICK_OFF: Final = 0.006
_ASTRAY_MM: Final = 1.5
"""How far off, along the line of sight, a finder thinks half of the stacks to stand; their tops are where they seem to be."""
_LEAST_SHOWN: Final = 0.7
_EDGE_OFF: Final = 0.6
"""How far off, in chips, an edge may be where the number is right."""

Chance = np.random.Generator


@dataclass(frozen=True)
class Claims:
    """A stack's front, (rows, columns, 4: blue, green, red, what shows), and the edges of each number that may be right.

    ``right`` is the place of the right one among ``ways``, -1 where none is. ``told`` is how many chips it has, how far they are shifted
    in mm, what of it shows, and the outline's height in chips.
    """

    front: npt.NDArray[np.uint8]
    ways: tuple[npt.NDArray[np.float32], ...]
    right: int
    true: npt.NDArray[np.float32]
    told: npt.NDArray[np.float32]


def claims(number: int, seed: int) -> Iterator[Claims]:
    """Yield the stacks of table ``number`` of ``seed``."""
    chance = np.random.default_rng((seed, number, 5))
    table, taken = cast_table(number, seed)
    table = replace(table, seed=seed * 1000 + number)
    looker = Looker(table.thickness_mm * chance.normal(0.998, _THICK_OFF))
    for _, shown, _ in seats_of(table, taken, PICTURES, _TAKES, chance):
        yield from _read(shown, looker, chance, shown.picture)


def drawn_claims(number: int, seed: int) -> Iterator[Claims]:
    """Yield the stacks of ``_DRAWN`` tables of ``render``: simple light, straight stacks."""
    for at in range(_DRAWN):
        chance = np.random.default_rng((seed, number, at, 6))
        shown, thickness, _ = drawn.table(chance, int(chance.integers(1 << 30)))
        looker = Looker(thickness * chance.normal(0.998, _THICK_OFF))
        yield from _read(shown, looker, chance, photographed(shown.picture.astype(np.float32), chance))


def venue_claims(folder: Path, seed: int) -> Iterator[Claims]:
    """Yield the stacks of a venue, of ``_VENUE_TAKES`` bad pictures each."""
    chance = np.random.default_rng((seed, int(folder.name), 7))
    for shown in venue_pictures(folder):
        for _ in range(_VENUE_TAKES):
            looker = Looker(thickness_of(folder) * chance.normal(0.998, _THICK_OFF))
            yield from _read(shown, looker, chance, degraded(shown.picture, chance))


def _read(shown: Shown, looker: Looker, chance: Chance, picture: npt.NDArray[np.uint8]) -> Iterator[Claims]:
    found = [_astray(stack, shown.pose, chance) for stack in guessed(shown, chance)]
    for number, (standing, stack) in enumerate(zip(shown.standing, found, strict=True)):
        others = [other for index, other in enumerate(found) if index != number]
        look = looker.look(picture, stack, others, shown.lens, shown.pose)
        shows = shown_share(look.side, look.held.edges) if look is not None else 0.0
        if look is None or shows < _LEAST_SHOWN:
            continue
        true = np.array([look.side.row_of(z) for z in apparent(standing, look.stack, shown.pose)])
        ways = [np.array(way.edges, np.float32) for way in look.held.ways]
        right = [at for at, way in enumerate(ways) if _is_right(way, true)]
        seen = front(picture, look.stack, others, shown.lens, shown.pose, look.side)
        kept = np.concatenate((seen.picture, 255 * seen.shows[..., None].astype(np.uint8)), axis=-1)
        told = (len(standing.kinds), shift_of(standing), shows, look.outline)
        yield Claims(
            kept, tuple(ways), right[0] if right else -1, true.astype(np.float32), np.array(told, np.float32)
        )


def _is_right(way: npt.NDArray[np.float32], true: npt.NDArray[np.float64]) -> bool:
    return len(way) == len(true) and bool(np.abs(way - true).max() < _EDGE_OFF * ROWS_PER_CHIP)


def _astray(stack: Stack, pose: Pose, chance: Chance) -> Stack:
    if chance.random() < 0.5:
        return stack
    towards = pose.centre[:2] - (stack.x_mm, stack.y_mm)
    distance = float(np.linalg.norm(towards))
    off = chance.normal(0, _ASTRAY_MM)
    x, y = np.array((stack.x_mm, stack.y_mm)) - off * towards / distance
    height = stack.height_mm - off * pose.centre[2] / distance
    return replace(stack, x_mm=float(x), y_mm=float(y), height_mm=max(float(height), 1.0))


def save(target: Path, held: Sequence[Claims]) -> None:
    """Write a table's stacks."""
    kept: dict[str, npt.NDArray[np.generic]] = {"stacks": np.array(len(held))}
    for number, one in enumerate(held):
        kept[f"f{number}"], kept[f"r{number}"] = one.front, np.array(one.right)
        kept[f"e{number}"], kept[f"t{number}"] = one.true, one.told
        kept[f"n{number}"] = np.array([len(way) for way in one.ways])
        kept[f"w{number}"] = np.concatenate(one.ways)
    write(target, kept)


def main() -> None:
    """Draw the tables that are missing, or read the venues."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--seed", type=int, default=3000)
    asked.add_argument("--tables", type=int, default=420)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--venues", type=Path)
    said = asked.parse_args()
    cv2.setNumThreads(1)
    said.folder.mkdir(parents=True, exist_ok=True)
    if said.venues:
        for _, folder, _ in venues_in(said.venues):
            target = said.folder / f"venue-{folder.name}.npz"
            if not target.exists():
                save(target, list(venue_claims(folder, said.seed)))
        return
    for number in range(said.first, said.tables):
        target = said.folder / f"{said.seed}-{number:04}.npz"
        if not target.exists():
            held = [*claims(number, said.seed), *drawn_claims(number, said.seed)]
            save(target, held)
            print(target, len(held), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
