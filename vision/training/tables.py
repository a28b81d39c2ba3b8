"""Makes up tables by seed for testing: a house's chips, felt, lamps and camera. No training picture comes from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.counting.chip_set import Chip
from vision.geometry import markers
from vision.geometry.camera import Array, Lens, Pose
from vision.geometry.sharpness import of_zone
from vision.geometry.zones import Zone
from vision.settings import Colour

SIZE: Final = (1920, 1080)
LEAST_EDGE_PX: Final = 4.8
"""What a house gets that follows the advice of ``calibrate camera``: chips of every zone can be counted."""
_WHITE: Final = (232, 230, 222)
_BLACK: Final = (28, 28, 30)

Looks = tuple[tuple[int, Colour, Colour, int], ...]
_HOUSES: Final[tuple[Looks, ...]] = (
    (
        (1, _WHITE, (40, 70, 160), 6),
        (5, (178, 32, 44), _WHITE, 6),
        (25, (24, 110, 62), (240, 236, 200), 8),
        (100, _BLACK, (220, 216, 208), 8),
        (500, (96, 44, 128), (238, 196, 60), 6),
        (1000, (230, 168, 40), (40, 40, 44), 4),
    ),
    (  # near colours: two reds, two greens, dark blue beside black
        (1, (196, 198, 200), (70, 72, 78), 4),
        (5, (176, 36, 40), _WHITE, 4),
        (20, (150, 44, 60), _WHITE, 8),
        (25, (30, 112, 60), _WHITE, 6),
        (50, (70, 146, 72), _WHITE, 6),
        (100, (26, 27, 30), _WHITE, 6),
        (500, (32, 38, 88), _WHITE, 6),
    ),
    (  # one body, other spots
        (1, (52, 84, 168), _WHITE, 4),
        (2, (52, 84, 168), (236, 200, 60), 8),
        (5, (180, 34, 46), _WHITE, 6),
        (25, (180, 34, 46), (24, 24, 28), 6),
        (100, _BLACK, (210, 60, 60), 4),
    ),
    (  # the Continent's pastels
        (1, (236, 226, 190), (150, 110, 70), 4),
        (5, (232, 150, 160), (120, 30, 60), 6),
        (10, (150, 196, 226), (30, 60, 130), 6),
        (50, (170, 212, 150), (40, 100, 50), 8),
        (100, (210, 180, 226), (90, 40, 130), 6),
        (500, (244, 200, 120), (150, 70, 20), 8),
    ),
    (  # a home game's: no spots but on two
        (1, _WHITE, _WHITE, 0),
        (5, (190, 36, 44), (190, 36, 44), 0),
        (10, (36, 60, 150), _WHITE, 6),
        (25, (30, 116, 66), (30, 116, 66), 0),
        (100, _BLACK, _WHITE, 6),
    ),
    (  # one denomination has the felt's colour
        (5, (206, 90, 40), _WHITE, 8),
        (25, (0, 0, 0), (236, 232, 214), 6),
        (100, (24, 24, 26), (60, 170, 190), 6),
        (500, (150, 60, 140), _WHITE, 4),
    ),
)
FELTS: Final[tuple[Colour, ...]] = (
    (22, 92, 60),
    (24, 62, 118),
    (112, 26, 34),
    (52, 54, 60),
    (30, 110, 88),
    (60, 42, 96),
)


@dataclass(frozen=True)
class Look:
    """A denomination as it is moulded: ``share`` of its part a spot takes; split spots have the body within."""

    chip: Chip
    share: float
    split: bool
    inlay: Colour


@dataclass(frozen=True)
class Lamp:
    """An area light: where it hangs, how wide it is (both in mm) and its linear colour."""

    place: tuple[float, float, float]
    wide_mm: float
    colour: tuple[float, float, float]


@dataclass(frozen=True)
class Film:
    """How the camera turns light into a picture. ``paper`` is the level, linear, that white paper gets."""

    paper: float
    gamma: float
    balance: float
    noise: float
    blur_px: float
    sharpened: float
    vignette: float
    quality: int


@dataclass(frozen=True)
class Table:
    """One house's table and the camera over it."""

    seed: int
    looks: tuple[Look, ...]
    diameter_mm: float
    thickness_mm: float
    felt: Colour
    line: Colour | None
    lamps: tuple[Lamp, ...]
    ambient: float
    lens: Lens
    pose: Pose
    markers: dict[int, Array]
    zones: tuple[Zone, ...]
    film: Film


def table_of(number: int, seed: int) -> Table:
    """Return table ``number`` of the tests that ``seed`` makes up."""
    chance = np.random.default_rng((seed, number))
    felt = _near(FELTS[(number + seed) % len(FELTS)], 10, chance)
    thickness = float(chance.uniform(3.0, 3.5))
    half = float(chance.uniform(62, 78))
    zones = _zones(half, chance)
    lens, pose = _camera(zones, thickness, chance)
    laid = _markers(3 * half + 30, chance)
    return Table(
        seed=seed * 1000 + number,
        looks=_looks(_HOUSES[number % len(_HOUSES)], felt, chance),
        diameter_mm=39.0,
        thickness_mm=thickness,
        felt=felt,
        line=_near((214, 206, 170), 20, chance) if chance.random() < 0.6 else None,
        lamps=_lamps(chance),
        ambient=float(chance.uniform(0.1, 0.3)),
        lens=lens,
        pose=pose,
        markers=laid,
        zones=zones,
        film=_film(chance),
    )


def _looks(house: Looks, felt: Colour, chance: np.random.Generator) -> tuple[Look, ...]:
    made = []
    shift = chance.integers(-9, 10, 3).astype(float)
    for denomination, body, spots, count in house:
        body = _shifted(felt if body == (0, 0, 0) else body, shift)
        spots = _shifted(spots, shift) if count else body
        share = float(chance.uniform(0.25, 0.45))
        split = bool(count and count <= 6 and chance.random() < 0.3)
        inlay = _near((222, 216, 200), 25, chance)
        made.append(Look(Chip(denomination, body, spots, count), share, split, inlay))
    return tuple(made)


def _zones(half: float, chance: np.random.Generator) -> tuple[Zone, ...]:
    near, far = float(chance.uniform(-75, -55)), float(chance.uniform(85, 115))
    return tuple(
        Zone(seat, np.array(((x - half, near), (x + half, near), (x + half, far), (x - half, far))))
        for seat, x in ((4, -2 * half - 8), (5, 0.0), (6, 2 * half + 8))
    )


def _camera(zones: tuple[Zone, ...], thickness_mm: float, chance: np.random.Generator) -> tuple[Lens, Pose]:
    """Return a camera that has all zones, and felt round them, in view and close enough."""
    while True:
        focal = SIZE[0] / 2 / np.tan(np.radians(chance.uniform(50, 70) / 2))
        middle = np.array(SIZE) / 2 - 0.5 + chance.normal(0, 8, 2)
        matrix = np.array(((focal, 0, middle[0]), (0, focal, middle[1]), (0, 0, 1)))
        k1 = float(chance.uniform(-0.16, 0.03))
        lens = Lens(matrix, np.array((k1, -0.25 * k1, *chance.normal(0, 3e-4, 2), 0.0)), SIZE)
        away, up = chance.uniform(550, 800), np.radians(chance.uniform(25, 40))
        aim = np.array((chance.uniform(-20, 20), chance.uniform(-5, 45), 0.0))
        turned = np.radians(chance.uniform(-12, 12))
        stand = aim + away * np.array((np.sin(turned) * np.cos(up), -np.cos(turned) * np.cos(up), np.sin(up)))
        pose = Pose.looking(stand, aim)
        wide = tuple(Zone(z.seat, z.polygon * (1.15, 1.5)) for z in zones)
        if not all(zone.in_view(lens, pose) for zone in wide):
            continue
        if min(of_zone(lens, pose, zone, thickness_mm).edge_px for zone in zones) >= LEAST_EDGE_PX:
            return lens, pose


def _markers(half: float, chance: np.random.Generator) -> dict[int, Array]:
    """Return six markers round the zones, none of them straight."""
    places = ((-0.62, -118), (0.0, -122), (0.62, -118), (-0.66, 162), (0.05, 168), (0.66, 162))
    return {
        number: markers.square((x * half + chance.normal(0, 6), y + chance.normal(0, 3)), 45.0, turned)
        for number, ((x, y), turned) in enumerate(zip(places, chance.uniform(-0.4, 0.4, 6), strict=True))
    }


def _lamps(chance: np.random.Generator) -> tuple[Lamp, ...]:
    kelvin = chance.choice([(1.0, 0.72, 0.42), (1.0, 0.84, 0.66), (1.0, 0.97, 0.92), (0.86, 0.94, 1.0)])
    lamps = []
    for _ in range(int(chance.integers(1, 3))):
        place = chance.uniform((-500, -300, 800), (500, 500, 1500))
        colour = np.asarray(kelvin) * chance.uniform(0.7, 1.0)
        lamps.append(
            Lamp(_three(place), float(chance.uniform(120, 400)), _three(np.asarray(colour, np.float64)))
        )
    return tuple(lamps)


def _film(chance: np.random.Generator) -> Film:
    return Film(
        paper=float(chance.uniform(0.3, 0.8)),
        gamma=float(chance.uniform(1.9, 2.4)),
        balance=float(chance.uniform(0.5, 1.0)),
        noise=float(chance.uniform(0.003, 0.012)),
        blur_px=float(chance.uniform(0.4, 0.8)),
        sharpened=float(chance.uniform(0.0, 0.5)),
        vignette=float(chance.uniform(0.0, 0.25)),
        quality=int(chance.integers(85, 96)),
    )


def _near(colour: Colour, spread: float, chance: np.random.Generator) -> Colour:
    return _shifted(colour, chance.uniform(-spread, spread, 3))


def _shifted(colour: Colour, by: Array) -> Colour:
    red, green, blue = (int(level) for level in np.clip(np.round(np.array(colour) + by), 6, 248))
    return red, green, blue


def _three(values: Array) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return x, y, z
