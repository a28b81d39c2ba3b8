"""Makes up venues by chance: a chip set, a felt, lamps and a camera, and the stacks of each picture. No drawing here.

A venue's first picture stands a stack of ten of each denomination, as an enrolment does; the others stand
stacks by chance, near each other, some behind others. The same seed gives the same venue.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.counting.chip_set import Chip
from vision.geometry.camera import Array, Lens, Pose
from vision.settings import Colour
from vision.training.mess import MESSES, Mess, a_third

SIZE: Final = (1920, 1080)
ENROLLED: Final = 10
TALLEST: Final = 20
_PALETTE: Final[tuple[Colour, ...]] = (
    (232, 230, 224), (190, 30, 42), (28, 60, 160), (20, 110, 60), (24, 24, 27), (96, 32, 120), (235, 190, 30),
    (225, 110, 30), (220, 120, 160), (110, 75, 50), (130, 130, 135), (80, 160, 210), (245, 232, 190),
)  # fmt: skip


@dataclass(frozen=True)
class Laid:
    """One chip in a stack: its kind, how it is turned (rounds), and how far off the stack's middle it lies."""

    kind: int
    turned: float
    shift_mm: tuple[float, float]
    thickness_mm: float


@dataclass(frozen=True)
class Stood:
    """A stack as it stands, bottom chip first, in mm of the felt."""

    x_mm: float
    y_mm: float
    chips: tuple[Laid, ...]

    @property
    def height_mm(self) -> float:
        return sum(chip.thickness_mm for chip in self.chips)


@dataclass(frozen=True)
class Look:
    """What a chip set's chips have in common: ``share`` of the edge that spots take, the edge's rounding."""

    share: float
    bevel_mm: float
    roughness: float
    spots_on_top: bool
    inlay: Colour


@dataclass(frozen=True)
class Lamp:
    """A square lamp over the table: mm, watts, its side in mm, its colour temperature's rgb."""

    x_mm: float
    y_mm: float
    z_mm: float
    watts: float
    side_mm: float
    colour: tuple[float, float, float]


@dataclass(frozen=True)
class Venue:
    """All that stays the same from picture to picture."""

    seed: int
    chips: tuple[Chip, ...]
    look: Look
    diameter_mm: float
    thickness_mm: float
    felt: Colour
    lamps: tuple[Lamp, ...]
    ambient: float
    ambient_colour: tuple[float, float, float]
    tone: str
    exposure: float
    lens: Lens
    pose: Pose
    pictures: tuple[tuple[Stood, ...], ...]


def venue(seed: int, pictures: int) -> Venue:
    """Return the venue of ``seed`` with an enrolment and ``pictures`` more."""
    chance = np.random.default_rng(seed)
    chips = _chips(chance)
    thickness, diameter = float(chance.uniform(3.0, 3.5)), 39.0
    lens, pose = _camera(chance)
    lamps = tuple(_lamp(chance) for _ in range(chance.integers(1, 4)))
    ambient = float(chance.uniform(0.05, 0.5))
    stood = [_enrolment(chance, len(chips), thickness)]
    stood += [_table(chance, len(chips), thickness) for _ in range(pictures)]
    return Venue(
        seed=seed,
        chips=chips,
        look=Look(
            float(chance.uniform(0.2, 0.5)),
            float(chance.uniform(0.15, 0.55)),
            float(chance.uniform(0.25, 0.8)),
            bool(chance.random() < 0.7),
            _pick(chance),
        ),
        diameter_mm=diameter,
        thickness_mm=thickness,
        felt=_felt(chance),
        lamps=lamps,
        ambient=ambient,
        ambient_colour=_warmth(chance),
        tone="Standard" if chance.random() < 0.7 else "AgX",
        exposure=_exposure(lamps, ambient) + float(chance.uniform(-0.9, 0.5)),
        lens=lens,
        pose=pose,
        pictures=tuple(stood),
    )


def _pick(chance: np.random.Generator) -> Colour:
    base = np.array(_PALETTE[chance.integers(len(_PALETTE))], float) + chance.normal(0, 10, 3)
    red, green, blue = np.clip(base, 8, 247).round().astype(int)
    return int(red), int(green), int(blue)


def _apart(one: Colour, other: Colour) -> float:
    return float(np.linalg.norm(np.subtract(one, other)))


def _chips(chance: np.random.Generator) -> tuple[Chip, ...]:
    """Return four to six denominations; some share a body's colour and differ in their spots."""
    held: list[Chip] = []
    for denomination in (1, 5, 25, 100, 500, 1000)[: chance.integers(4, 7)]:
        while True:
            body, spots = _pick(chance), _pick(chance)
            if held and chance.random() < 0.12:
                body = held[-1].body
            alike = [chip for chip in held if _apart(chip.body, body) < 60 and _apart(chip.spots, spots) < 90]
            if _apart(body, spots) > 90 and not alike:
                break
        count = int(chance.choice((0, 3, 4, 6, 8, 10, 12), p=(0.1, 0.1, 0.2, 0.25, 0.2, 0.05, 0.1)))
        if any(_apart(chip.body, body) < 60 for chip in held):
            count = max(count, 4)
        held.append(Chip(denomination, body, spots if count else body, count))
    return tuple(held)


def _felt(chance: np.random.Generator) -> Colour:
    hue, deep, light = chance.random(), chance.uniform(0.3, 0.95), chance.uniform(0.12, 0.6)
    red, green, blue = (round(255 * part) for part in colorsys.hsv_to_rgb(hue, deep, light))
    return red, green, blue


def _warmth(chance: np.random.Generator) -> tuple[float, float, float]:
    """Return a lamp's colour from candle-warm to a cold tube's, with a little green or magenta."""
    warm = chance.uniform(-0.25, 0.55)
    return 1.0, float(1 - 0.35 * max(warm, 0) + chance.normal(0, 0.02)), float(1 - warm)


def _lamp(chance: np.random.Generator) -> Lamp:
    side = float(chance.uniform(80, 1100))
    x, y, z = chance.uniform(-900, 900), chance.uniform(-600, 900), chance.uniform(700, 1700)
    return Lamp(float(x), float(y), float(z), float(chance.uniform(6, 25)), side, _warmth(chance))


def _exposure(lamps: tuple[Lamp, ...], ambient: float) -> float:
    """Return the exposure, in stops, that lights white paper on the felt fully."""
    light = ambient
    for lamp in lamps:
        away = float(np.linalg.norm((lamp.x_mm, lamp.y_mm, lamp.z_mm))) / 1000
        light += lamp.watts / (np.pi**2 * away**2) * (lamp.z_mm / 1000 / away) ** 2
    return -float(np.log2(light))


def _camera(chance: np.random.Generator) -> tuple[Lens, Pose]:
    width, height = SIZE
    focal = width / 2 / np.tan(np.radians(chance.uniform(48, 68) / 2))
    matrix = np.array([[focal, 0, width / 2 - 0.5], [0, focal, height / 2 - 0.5], [0, 0, 1]])
    distance, elevation = chance.uniform(480, 800), np.radians(chance.uniform(23, 43))
    turn = np.radians(chance.uniform(-25, 25))
    over = np.array((np.sin(turn), -np.cos(turn))) * np.cos(elevation) * distance
    centre = np.array((*over, np.sin(elevation) * distance))
    aim = np.array((chance.uniform(-90, 90), chance.uniform(-30, 70), 0.0))
    return Lens(matrix, np.zeros(5), SIZE), Pose.looking(centre, aim)


def _stood(chance: np.random.Generator, at: Array, kinds: list[int], thickness: float, mess: Mess) -> Stood:
    """Return a stack as hands leave it that make such a ``mess``, chips hardly differing."""
    many = len(kinds)
    shifts = mess.shifted(many, float(chance.choice(mess.shifts_mm)), chance) + mess.pushed(many, chance)
    chips = tuple(
        Laid(
            kind,
            float(chance.random()),
            (float(shift[0]), float(shift[1])),
            float(thickness * chance.normal(1, 0.006)),
        )
        for kind, shift in zip(kinds, shifts, strict=True)
    )
    return Stood(float(at[0]), float(at[1]), chips)


def _enrolment(chance: np.random.Generator, kinds: int, thickness: float) -> tuple[Stood, ...]:
    return tuple(
        _stood(
            chance,
            np.array(((kind - (kinds - 1) / 2) * 62, chance.uniform(-8, 8))),
            [kind] * ENROLLED,
            thickness,
            MESSES["tidy"],
        )
        for kind in range(kinds)
    )


def _table(chance: np.random.Generator, kinds: int, thickness: float) -> tuple[Stood, ...]:
    """Return three to five stacks round a point, none in another, many side by side."""
    middle, places = np.array((chance.uniform(-110, 110), chance.uniform(-60, 110))), list[Array]()
    wanted = chance.integers(3, 6)
    while len(places) < wanted:
        at = middle + chance.uniform((-85, -32), (85, 32))
        if all(np.linalg.norm(at - place) > 40.5 for place in places):
            places.append(at)
    return tuple(_stood(chance, at, _kinds(chance, kinds), thickness, a_third(chance)) for at in places)


def _kinds(chance: np.random.Generator, kinds: int) -> list[int]:
    """Return a stack's chips: few more often than many, in runs of one kind, or anyhow."""
    low, high = ((1, 5), (6, 10), (11, TALLEST))[chance.integers(3)]
    many = int(chance.integers(low, high + 1))
    stays = float(chance.choice((0.0, 0.6, 0.9, 1.0)))
    held = [int(chance.integers(kinds))]
    while len(held) < many:
        held.append(held[-1] if chance.random() < stays else int(chance.integers(kinds)))
    return held
