"""Draws the stacks of the second drawer's tables seat by seat, each as its camera takes it, and enrols the table's chips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.counting.chip_set import ChipSet
from vision.geometry.camera import Lens, Picture
from vision.training import bets as lying
from vision.training.cast_light import window
from vision.training.cast_tables import Taken, take
from vision.training.caster import light_of
from vision.training.mess import MIXED
from vision.training.samples import Shown, Standing, enrolled_of
from vision.training.scene import Light
from vision.training.tables import Table

_FINER: Final = 1
"""Stacks are drawn no finer than the picture: what a chip's edge loses there, the camera's blur hides."""
_MARGIN_MM: Final = 14.0
_THICK_OFF: Final = (0.998, 0.006)
"""How thick chips are enrolled, as a share of what they are: mean and spread."""

Chance = np.random.Generator


def enrolled_at(table: Table, taken: Taken, chance: Chance) -> ChipSet:
    """Return the chips of ``table`` as they are enrolled from the picture that its camera takes of them."""
    enrolled = lying.enrolment(table)
    lens, light = _seen(table, enrolled, 0, list(enrolled.standing))
    standing = tuple(_standing(table, one) for one in enrolled.standing)
    shown = Shown(_picture(light, taken, 1), lens, table.pose, standing)
    return enrolled_of(shown, table.thickness_mm * chance.normal(*_THICK_OFF), chance)


def seats_of(table: Table, taken: Taken, pictures: int, takes: int, chance: Chance) -> Iterator[Shown]:
    """Yield the seats of ``pictures`` of ``table``, each taken ``takes`` times."""
    for at in range(pictures):
        held = lying.bets(table, at, MIXED)
        for seat in {standing.seat for standing in held.standing}:
            here = [standing for standing in held.standing if standing.seat == seat]
            lens, light = _seen(table, held, at + 2, here)
            standing = tuple(_standing(table, one) for one in here)
            for _ in range(takes):
                picture = _picture(light, taken, int(chance.integers(1 << 30)))
                yield Shown(picture, lens, table.pose, standing)


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


def _standing(table: Table, held: lying.Standing) -> Standing:
    """Return a stack of ``table`` as its truth is known: where each of its chips lies, and of which kind it is."""
    order = [look.chip.denomination for look in table.looks]
    places = np.array((held.pile.x_mm, held.pile.y_mm)) + held.shifts
    x, y = places.mean(axis=0)
    stack = replace(held.pile.stack, x_mm=float(x), y_mm=float(y))
    kinds = tuple(order.index(look.chip.denomination) for look in held.looks)
    return Standing(stack, kinds, places, np.arange(len(kinds) + 1.0) * table.thickness_mm)
