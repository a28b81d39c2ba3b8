"""Cuts strips from tables drawn by ``render``: simple light, but whole pictures, a distorting lens and any camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from vision.counting.chip_set import Chip
from vision.geometry.camera import Lens, Pose
from vision.settings import Colour
from vision.training.render import Renderer
from vision.training.samples import Sample, Shown, Standing, samples
from vision.training.scene import Pile, Scene

_SIZE: Final = (420, 330)

Chance = np.random.Generator


def strips(pictures: int, seed: int) -> Iterator[Sample]:
    """Yield the strips of ``pictures`` tables."""
    for number in range(pictures):
        chance = np.random.default_rng((seed, number))
        shown, thickness, _ = table(chance, number)
        for _ in range(2):
            yield from samples(shown, thickness, chance)


def table(chance: Chance, seed: int) -> tuple[Shown, float, list[Chip]]:
    """Return a table of three stacks, how thick its chips are, and which chips they are."""
    thickness = float(chance.uniform(3.0, 3.5))
    chips = [replace(_chip(chance), denomination=at + 1) for at in range(chance.integers(1, 5))]
    piles: list[Pile] = []
    while len(piles) < 3:
        at = chance.uniform((-65, -25), (65, 30))
        if all(np.hypot(at[0] - pile.x_mm, at[1] - pile.y_mm) > 41 for pile in piles):
            held = tuple(chips[chance.integers(len(chips))] for _ in range(chance.integers(1, 21)))
            piles.append(Pile(float(at[0]), float(at[1]), held, 39.0, thickness))
    lens, pose = _camera(chance)
    scene = Scene(
        piles=tuple(piles),
        felt=_colour(chance, 140),
        lamp=(
            float(chance.uniform(-900, 900)),
            float(chance.uniform(-700, 900)),
            float(chance.uniform(600, 1700)),
        ),
        brightness=float(chance.uniform(0.4, 1.1)),
        ambient=float(chance.uniform(0.1, 0.7)),
    )
    picture = Renderer(lens, 2).draw(scene, pose, seed)
    return Shown(picture, lens, pose, tuple(_standing(pile, chips) for pile in piles)), thickness, chips


def _standing(pile: Pile, chips: list[Chip]) -> Standing:
    many = len(pile.chips)
    places = np.tile((pile.x_mm, pile.y_mm), (many, 1))
    kinds = tuple(chips.index(chip) for chip in pile.chips)
    return Standing(pile.stack, kinds, places, np.arange(many + 1.0) * pile.thickness_mm)


def _camera(chance: Chance) -> tuple[Lens, Pose]:
    """Return a camera that sees the stacks with 4 to 9 pixels a chip's edge."""
    distance, elevation, turn = (
        chance.uniform(450, 800),
        np.radians(chance.uniform(22, 45)),
        chance.uniform(-1, 1),
    )
    focal = chance.uniform(4.2, 9) / 3.3 / np.cos(elevation) * distance
    focal = min(focal, 1800.0)
    matrix = np.array([[focal, 0, _SIZE[0] / 2 - 0.5], [0, focal, _SIZE[1] / 2 - 0.5], [0, 0, 1]])
    flat = np.array((np.sin(turn), -np.cos(turn))) * np.cos(elevation) * distance
    centre = np.array((*flat, np.sin(elevation) * distance))
    distortion = np.array([chance.uniform(-0.2, 0.1), 0.0, 0.0, 0.0, 0.0])
    return Lens(matrix, distortion, _SIZE), Pose.looking(centre, (0.0, 0.0, 20.0))


def _chip(chance: Chance) -> Chip:
    body, count = _colour(chance, 250), int(chance.choice((0, 3, 4, 6, 8, 12)))
    return Chip(1, body, _colour(chance, 250) if count else body, count)


def _colour(chance: Chance, most: int) -> Colour:
    red, green, blue = (int(level) for level in chance.integers(5, most, 3))
    return red, green, blue
