"""Draws what the name net is trained on: stacks of the second drawer's tables and of Blender's venues, read as the counter reads them.

    python -m vision.training.name_data build/names --seed 2000 --tables 300
    python -m vision.training.name_data build/names --venues build/venues
    python -m vision.training.name_data build/names --again 2

Each table is a house of its own: its chips are enrolled from their own picture, stacks are cut where a finder thinks they
stand, edges are those of the strip net. A file a table is kept under the folder; what is there already is left alone.
``--again`` makes other stacks of those kept: in other light, in other colours, of other sets.
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
from vision.counting.edge_costs import Costs
from vision.counting.edge_look import look_of
from vision.counting.look import Look, Looker, shown_share
from vision.counting.name_net import windows
from vision.geometry.camera import Lens, Picture
from vision.geometry.unwrap import unwrap
from vision.training import bets as lying
from vision.training import drawn
from vision.training.cast_light import window
from vision.training.cast_tables import Taken, cast_table, take
from vision.training.caster import light_of
from vision.training.mess import MIXED
from vision.training.name_others import colour_of, nearer, otherwise, shaded, strip_of
from vision.training.samples import (
    Shown,
    Standing,
    apparent,
    guessed,
    thickness_of,
    venue_pictures,
    venues_in,
)
from vision.training.samples import taken as photographed
from vision.training.scene import Light
from vision.training.tables import Table

PICTURES: Final = 2
_TAKES: Final = 3
_DRAWN: Final = 3
"""How many bad pictures of each table are taken; how many simple tables go with one of the second drawer's."""
_FINER: Final = 1
"""Stacks are drawn no finer than the picture: what a chip's edge loses there, the camera's blur hides."""
_MARGIN_MM: Final = 14.0
_MOSTLY: Final = 0.6
"""The share of a chip's height that must lie between two edges for what is between them to be that chip."""
_LEAST_SHOWN: Final = 0.7
_HEIGHT: Final = 8
"""Which of the costs' figures is how high a chip is."""

Chance = np.random.Generator


@dataclass(frozen=True)
class Cut:
    """A stack as it was read: its windows, what the costs say, the set, and which of it each chip is (-1: none)."""

    windows: npt.NDArray[np.uint8]
    says: npt.NDArray[np.float32]
    chips: tuple[Chip, ...]
    kinds: npt.NDArray[np.int64]
    told: npt.NDArray[np.float32]
    """Whether the number is right, how far the chips are shifted in mm, what of it shows."""


def cuts(number: int, seed: int) -> Iterator[Cut]:
    """Yield the stacks of table ``number`` of ``seed``."""
    chance = np.random.default_rng((seed, number, 5))
    table, taken = cast_table(number, seed)
    table = replace(
        table, seed=seed * 1000 + number, looks=nearer(table.looks, np.random.default_rng((seed, number, 8)))
    )
    enrolled = lying.enrolment(table)
    seen = _seen(table, enrolled, 0, list(enrolled.standing))
    set_ = _enrolled(table, _picture(seen[1], taken, 1), seen[0], enrolled, chance)
    looker = Looker(set_.thickness_mm)
    for turn, shown, here in seats_of(table, taken, PICTURES, _TAKES, chance):
        yield from _read(shown, [one.shift_mm for one in here], looker, set_, chance, plain=turn == 0)


def seats_of(
    table: Table, taken: Taken, pictures: int, takes: int, chance: Chance
) -> Iterator[tuple[int, Shown, list[lying.Standing]]]:
    """Yield the seats of ``pictures`` of ``table``, each taken several times: which time it is, what shows, and what stands there."""
    for at in range(pictures):
        held = lying.bets(table, at, MIXED)
        for seat in {standing.seat for standing in held.standing}:
            here = [standing for standing in held.standing if standing.seat == seat]
            lens, light = _seen(table, held, at + 2, here)
            for turn in range(takes):
                picture = _picture(light, taken, int(chance.integers(1 << 30)))
                yield (
                    turn,
                    Shown(picture, lens, table.pose, tuple(_standing(table, one) for one in here)),
                    here,
                )


def _seen(table: Table, held: lying.Bets, seed: int, here: Sequence[lying.Standing]) -> tuple[Lens, Light]:
    """Return the light of the part of the picture in which the stacks ``here`` stand, and the lens of that part."""
    ends = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (0, 1)], float)
    reach = table.diameter_mm / 2 + _MARGIN_MM
    corners = [
        (one.pile.x_mm, one.pile.y_mm, -6.0) + ends * (reach, reach, one.pile.stack.height_mm + _MARGIN_MM)
        for one in here
    ]
    rows, columns = window(table.lens, table.pose, np.concatenate(corners))
    matrix = table.lens.matrix.copy()
    matrix[:2, 2] -= (columns.start, rows.start)
    size = ((columns.stop - columns.start) // 2 * 2, (rows.stop - rows.start) // 2 * 2)
    part = replace(table, lens=Lens(matrix, table.lens.distortion, size))
    return part.lens, light_of(part, held, seed, _FINER)


def _picture(light: Light, taken: Taken, seed: int) -> Picture:
    """Return the picture that a table's camera takes of ``light``, packed and unpacked again."""
    packed = np.frombuffer(take(light, taken, seed), np.uint8)
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _enrolled(table: Table, picture: Picture, lens: Lens, held: lying.Bets, chance: Chance) -> ChipSet:
    """Return the table's chips as they are enrolled from ``picture``, their places a little off."""
    chips = []
    for standing in held.standing:
        x, y = chance.normal((standing.pile.x_mm, standing.pile.y_mm), 0.4)
        stack = replace(standing.pile.stack, x_mm=float(x), y_mm=float(y))
        look = look_of(unwrap(picture, stack, lens, table.pose), lying.ENROLLED)
        chips.append(Chip(standing.looks[0].chip.denomination, look.body, look.spots, look.spot_count or 0))
    thickness = table.thickness_mm * chance.normal(0.998, 0.006)
    return ChipSet("by chance", table.diameter_mm, float(thickness), tuple(chips))


def _standing(table: Table, held: lying.Standing) -> Standing:
    """Return a stack of ``table`` as its truth is known: where each of its chips lies, and of which kind it is."""
    order = [look.chip.denomination for look in table.looks]
    places = np.array((held.pile.x_mm, held.pile.y_mm)) + held.shifts
    x, y = places.mean(axis=0)
    stack = replace(held.pile.stack, x_mm=float(x), y_mm=float(y))
    kinds = tuple(order.index(look.chip.denomination) for look in held.looks)
    return Standing(stack, kinds, places, np.arange(len(kinds) + 1.0) * table.thickness_mm)


def venue_cuts(folder: Path, seed: int) -> Iterator[Cut]:
    """Yield the stacks of one of Blender's venues, its chips enrolled from its first picture, in one light."""
    chance = np.random.default_rng((seed, int(folder.name), 10))
    gamma, gains, order = chance.uniform(0.75, 1.35), chance.uniform(0.75, 1.15, 3), chance.permutation(3)
    enrolled, *others = venue_pictures(folder)

    def seen(picture: Picture) -> Picture:
        levels = np.clip(255 * (picture / 255.0) ** gamma * gains, 0, 255)[..., order]
        return photographed(np.ascontiguousarray(levels, np.float32), chance)

    first, chips = seen(enrolled.picture), {}
    for standing in enrolled.standing:
        x, y = chance.normal((standing.stack.x_mm, standing.stack.y_mm), 0.4)
        strip = unwrap(
            first, replace(standing.stack, x_mm=float(x), y_mm=float(y)), enrolled.lens, enrolled.pose
        )
        look, kind = look_of(strip, len(standing.kinds)), standing.kinds[0]
        chips[kind] = Chip(kind + 1, look.body, look.spots, look.spot_count or 0)
    thickness = thickness_of(folder) * chance.normal(0.998, 0.006)
    set_ = ChipSet("a venue", 39.0, float(thickness), tuple(chips[kind] for kind in sorted(chips)))
    looker = Looker(set_.thickness_mm)
    for shown in others:
        for turn in range(_TAKES):
            yield from _read(
                replace(shown, picture=seen(shown.picture)),
                [shift_of(standing) for standing in shown.standing],
                looker,
                set_,
                chance,
                plain=turn == 0,
            )


def shift_of(standing: Standing) -> float:
    """Return how far a stack's chips lie off its middle, in mm: root mean square, an axis."""
    return float(np.sqrt(((standing.places - standing.places.mean(axis=0)) ** 2).mean()))


def drawn_cuts(number: int, seed: int) -> Iterator[Cut]:
    """Yield the stacks of ``_DRAWN`` tables of ``render``: simple light, their chips enrolled in another."""
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
        yield from _read(
            replace(shown, picture=picture), [0.0] * 3, Looker(set_.thickness_mm), set_, chance, plain=False
        )


def _read(
    shown: Shown,
    shifts: Sequence[float],
    looker: Looker,
    set_: ChipSet,
    chance: Chance,
    *,
    plain: bool,
) -> Iterator[Cut]:
    found = guessed(shown, chance)
    for number, (standing, stack) in enumerate(zip(shown.standing, found, strict=True)):
        others = [other for index, other in enumerate(found) if index != number]
        look = looker.look(shown.picture, stack, others, shown.lens, shown.pose)
        if look is None or shown_share(look.side, look.held.edges) < _LEAST_SHOWN:
            continue
        kinds, held = _kinds(look, standing, shown), look.held
        right, shows = held.count == len(standing.kinds), shown_share(look.side, held.edges)
        told = (right, shifts[number], shows)
        strip, chips, order = look.side, list(set_.chips), kinds
        if not plain:
            strip = shaded(strip, held.edges, chance)
            strip, chips, order = otherwise(strip, chips, kinds, chance)
        costs = Costs(replace(set_, chips=tuple(chips)))
        says = costs.says(costs.of(strip, held.edges, np.ones(3)), held.edges)
        cut = windows(strip, held.edges)
        yield Cut(cut, says, tuple(chips), order, np.array(told, np.float32))


def _kinds(look: Look, standing: Standing, shown: Shown) -> npt.NDArray[np.int64]:
    """Return which kind lies between each two edges: -1 where it is no one chip."""
    true = np.array([look.side.row_of(z) for z in apparent(standing, look.stack, shown.pose)])
    told = np.asarray(look.held.edges)
    if len(true) == len(told):
        return np.array(standing.kinds, np.int64)
    low, high = np.maximum(told[1:, None], true[None, 1:]), np.minimum(told[:-1, None], true[None, :-1])
    share = np.maximum(high - low, 0) / (told[:-1] - told[1:])[:, None]
    which = np.array(standing.kinds, np.int64)[share.argmax(axis=1)]
    return np.where(share.max(axis=1) >= _MOSTLY, which, -1)


def again(path: Path, turn: int) -> Iterator[Cut]:
    """Yield the stacks kept in ``path`` in another light, in other colours, of another set."""
    file, chance = np.load(path), np.random.default_rng((int(path.stem[-4:]), turn, 9))
    for number in range(int(file["stacks"])):
        cut, says, sets, kinds, told = (file[f"{name}{number}"] for name in "wsckt")
        strip, edges = strip_of(cut, (says[_HEIGHT, :, 0] / 2 + 1) * ROWS_PER_CHIP)
        chips = [
            Chip(at + 1, colour_of(one[:3]), colour_of(one[3:6]), int(one[6])) for at, one in enumerate(sets)
        ]
        strip = shaded(strip, edges, chance)
        strip, chips, order = otherwise(strip, chips, kinds, chance)
        costs = Costs(ChipSet("again", 39.0, 3.3, tuple(chips)))
        again_says = costs.says(costs.of(strip, edges, np.ones(3)), edges)
        yield Cut(windows(strip, edges), again_says, tuple(chips), order, told)


def save(target: Path, held: Sequence[Cut]) -> None:
    """Write a table's stacks."""
    kept: dict[str, npt.NDArray[np.generic]] = {"stacks": np.array(len(held))}
    for number, cut in enumerate(held):
        sets = np.array([(*chip.body, *chip.spots, chip.spot_count) for chip in cut.chips])
        for name, values in (
            ("w", cut.windows),
            ("s", cut.says),
            ("c", sets),
            ("k", cut.kinds),
            ("t", cut.told),
        ):
            kept[f"{name}{number}"] = values
    write(target, kept)


def write(target: Path, kept: dict[str, npt.NDArray[np.generic]]) -> None:
    """Write ``kept`` to ``target``, whole or not at all."""
    part = target.with_suffix(".part.npz")
    np.savez_compressed(part, **kept)  # type: ignore[arg-type]
    part.replace(target)


def _again(folder: Path, many: int) -> None:
    for turn in range(many):
        for path in sorted(folder.glob("*-????.npz")):
            if path.name.startswith("again"):
                continue
            target = path.with_name(f"again-{turn}-{path.name}")
            if not target.exists():
                save(target, list(again(path, turn)))


def main() -> None:
    """Draw the tables that are missing."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--seed", type=int, default=2000)
    asked.add_argument("--tables", type=int, default=300)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--drawn", action="store_true", help="simple tables alone")
    asked.add_argument("--venues", type=Path, help="the stacks of Blender's venues in this folder")
    asked.add_argument("--again", type=int, help="make that many others of each table that is there")
    said = asked.parse_args()
    cv2.setNumThreads(1)
    said.folder.mkdir(parents=True, exist_ok=True)
    if said.venues:
        for _, folder, _ in venues_in(said.venues):
            target = said.folder / f"venue-{folder.name}.npz"
            if not target.exists():
                save(target, list(venue_cuts(folder, said.seed)))
        return
    if said.again:
        _again(said.folder, said.again)
        return
    for number in range(said.first, said.tables):
        target = said.folder / f"{said.seed}-{number:04}.npz"
        if not target.exists():
            held = [*([] if said.drawn else cuts(number, said.seed)), *drawn_cuts(number, said.seed)]
            save(target, held)
            print(target, len(held), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
