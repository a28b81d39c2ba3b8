"""Draws what the nets of numbers and of names are trained on: fronts of stacks with what the counter says of their edges.

    python -m vision.training.stack_data build/stacks --seed 3000 --tables 800
    python -m vision.training.stack_data build/stacks --venues build/venues

Each table is a house of its own: its chips are enrolled from their own picture, stacks are cut where a finder thinks they
stand, edges are those of the strip net. A file a table is kept under the folder; what is there already is left alone.
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

from vision.counting.chip_set import Chip, ChipSet
from vision.counting.decoding import ROWS_PER_CHIP
from vision.counting.look import Looker, shown_share
from vision.geometry.camera import Picture, Pose
from vision.geometry.front import front
from vision.geometry.unwrap import Stack
from vision.training import drawn
from vision.training.cast_stacks import enrolled_at, seats_of
from vision.training.cast_tables import cast_table
from vision.training.name_others import colour_of, nearer
from vision.training.samples import (
    Shown,
    Standing,
    apparent,
    enrolled_of,
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
_ASTRAY_MM: Final = 1.5
"""How far off, along the line of sight, a finder thinks half of the stacks to stand; their tops are where they seem to be."""
_LEAST_SHOWN: Final = 0.7
_EDGE_OFF: Final = 0.6
"""How far off, in chips, an edge may be where the number is right."""

Chance = np.random.Generator


@dataclass(frozen=True)
class Read:
    """A stack's front, (rows, columns, 4: blue, green, red, what shows), and the edges of each number that may be right.

    ``right`` is the place of the right one among ``ways``, -1 where none is. ``told`` is how many chips it has, how far they are shifted
    in mm, what of it shows, and the outline's height in chips. ``kinds`` are its chips, as places in the set ``chips``; ``source`` is
    the seed it was drawn with, or that it is of a venue.
    """

    front: npt.NDArray[np.uint8]
    ways: tuple[npt.NDArray[np.float32], ...]
    right: int
    true: npt.NDArray[np.float32]
    told: npt.NDArray[np.float32]
    kinds: npt.NDArray[np.int64]
    chips: tuple[Chip, ...]
    source: str = ""


def cast(number: int, seed: int) -> Iterator[Read]:
    """Yield the stacks of table ``number`` of ``seed``."""
    chance = np.random.default_rng((seed, number, 5))
    table, taken = cast_table(number, seed)
    looks = nearer(table.looks, np.random.default_rng((seed, number, 8)))
    table = replace(table, seed=seed * 1000 + number, looks=looks)
    set_ = enrolled_at(table, taken, chance)
    for shown in seats_of(table, taken, PICTURES, _TAKES, chance):
        yield from _read(shown, set_, chance)


def simple(number: int, seed: int) -> Iterator[Read]:
    """Yield the stacks of ``_DRAWN`` tables of ``render``: simple light, straight stacks, chips enrolled in another light."""
    for at in range(_DRAWN):
        chance = np.random.default_rng((seed, number, at, 6))
        shown, thickness, kinds = drawn.table(chance, int(chance.integers(1 << 30)))
        light = chance.uniform(0.6, 1.0)
        chips = [
            replace(
                chip,
                body=colour_of(light * np.array(chip.body)),
                spots=colour_of(light * np.array(chip.spots)),
            )
            for chip in kinds
        ]
        set_ = ChipSet("drawn", 39.0, thickness * chance.normal(0.998, 0.006), tuple(chips))
        picture = photographed(shown.picture.astype(np.float32), chance)
        yield from _read(replace(shown, picture=picture), set_, chance)


def venue(folder: Path, seed: int) -> Iterator[Read]:
    """Yield the stacks of one of Blender's venues, its chips enrolled from its first picture, in one light."""
    chance = np.random.default_rng((seed, int(folder.name), 10))
    gamma, gains, order = chance.uniform(0.75, 1.35), chance.uniform(0.75, 1.15, 3), chance.permutation(3)
    enrolled, *others = venue_pictures(folder)

    def seen(picture: Picture) -> Picture:
        levels = np.clip(255 * (picture / 255.0) ** gamma * gains, 0, 255)[..., order]
        return photographed(np.ascontiguousarray(levels, np.float32), chance)

    thickness = thickness_of(folder) * chance.normal(0.998, 0.006)
    set_ = enrolled_of(replace(enrolled, picture=seen(enrolled.picture)), float(thickness), chance)
    for shown in others:
        for _ in range(_VENUE_TAKES):
            yield from _read(replace(shown, picture=seen(shown.picture)), set_, chance)


def _read(shown: Shown, set_: ChipSet, chance: Chance) -> Iterator[Read]:
    looker = Looker(set_.thickness_mm)
    found = [_astray(stack, shown.pose, chance) for stack in guessed(shown, chance)]
    for number, (standing, stack) in enumerate(zip(shown.standing, found, strict=True)):
        others = [other for index, other in enumerate(found) if index != number]
        look = looker.look(shown.picture, stack, others, shown.lens, shown.pose)
        shows = shown_share(look.side, look.held.edges) if look is not None else 0.0
        if look is None or shows < _LEAST_SHOWN:
            continue
        true = np.array([look.side.row_of(z) for z in apparent(standing, look.stack, shown.pose)])
        ways = [np.array(way.edges, np.float32) for way in look.held.ways]
        right = [at for at, way in enumerate(ways) if is_right(way, true)]
        seen = front(shown.picture, look.stack, others, shown.lens, shown.pose, look.side)
        yield Read(
            np.concatenate((seen.picture, 255 * seen.shows[..., None].astype(np.uint8)), axis=-1),
            tuple(ways),
            right[0] if right else -1,
            true.astype(np.float32),
            np.array((len(standing.kinds), _shift_of(standing), shows, look.outline), np.float32),
            np.array(standing.kinds, np.int64),
            set_.chips,
        )


def is_right(way: npt.NDArray[np.floating], true: npt.NDArray[np.floating]) -> bool:
    """Return whether ``way`` has as many edges as there are, each within 0.6 of a chip of the true one, in rows."""
    return len(way) == len(true) and bool(np.abs(way - true).max() < _EDGE_OFF * ROWS_PER_CHIP)


def _shift_of(standing: Standing) -> float:
    """Return how far a stack's chips lie off its middle, in mm: root mean square, an axis."""
    return float(np.sqrt(((standing.places - standing.places.mean(axis=0)) ** 2).mean()))


def _astray(stack: Stack, pose: Pose, chance: Chance) -> Stack:
    if chance.random() < 0.5:
        return stack
    towards = pose.centre[:2] - (stack.x_mm, stack.y_mm)
    distance = float(np.linalg.norm(towards))
    off = chance.normal(0, _ASTRAY_MM)
    x, y = np.array((stack.x_mm, stack.y_mm)) - off * towards / distance
    height = stack.height_mm - off * pose.centre[2] / distance
    return replace(stack, x_mm=float(x), y_mm=float(y), height_mm=max(float(height), 1.0))


def save(target: Path, held: Sequence[Read]) -> None:
    """Write a table's stacks, whole or not at all."""
    kept: dict[str, npt.NDArray[np.generic]] = {"stacks": np.array(len(held))}
    for number, one in enumerate(held):
        kept[f"f{number}"], kept[f"r{number}"] = one.front, np.array(one.right)
        kept[f"e{number}"], kept[f"t{number}"] = one.true, one.told
        kept[f"n{number}"] = np.array([len(way) for way in one.ways])
        kept[f"w{number}"] = np.concatenate(one.ways)
        kept[f"k{number}"] = one.kinds
        kept[f"c{number}"] = np.array([(*chip.body, *chip.spots, chip.spot_count) for chip in one.chips])
    part = target.with_suffix(".part.npz")
    np.savez_compressed(part, **kept)  # type: ignore[arg-type]
    part.replace(target)


def load(path: Path) -> Iterator[Read]:
    """Yield the stacks that were saved to ``path``."""
    file = np.load(path)
    for number in range(int(file["stacks"])):
        ways = np.split(file[f"w{number}"], np.cumsum(file[f"n{number}"])[:-1])
        chips = tuple(
            Chip(at + 1, colour_of(one[:3]), colour_of(one[3:6]), int(one[6]))
            for at, one in enumerate(file[f"c{number}"])
        )
        front, right, true, told, kinds = (file[f"{name}{number}"] for name in "fretk")
        source = path.stem.rsplit("-", 1)[0]
        yield Read(front, tuple(ways), int(right), true, told, kinds, chips, source)


def main() -> None:
    """Draw the tables that are missing, or read the venues."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--seed", type=int, default=3000)
    asked.add_argument("--tables", type=int, default=800)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--venues", type=Path)
    said = asked.parse_args()
    cv2.setNumThreads(1)
    said.folder.mkdir(parents=True, exist_ok=True)
    if said.venues:
        for _, folder, _ in venues_in(said.venues):
            target = said.folder / f"venue-{folder.name}.npz"
            if not target.exists():
                save(target, list(venue(folder, said.seed)))
        return
    for number in range(said.first, said.tables):
        target = said.folder / f"{said.seed}-{number:04}.npz"
        if not target.exists():
            held = [*cast(number, said.seed), *simple(number, said.seed)]
            save(target, held)
            print(target, len(held), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
