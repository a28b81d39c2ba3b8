"""Lays bets, a heap, a hand on a made-up table for each test picture, and says how much of each stack shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.geometry.camera import Array, Pose
from vision.geometry.unwrap import COLUMNS, HALF_ANGLE_DEG, hidden_by
from vision.geometry.zones import Zone
from vision.settings import Colour
from vision.training.mess import MESSES, MIXED, PLACED, Mess, a_third
from vision.training.scene import Pile
from vision.training.tables import Look, Table

PICTURES: Final = 12
ENROLLED: Final = 10
_APART_MM: Final = 5.0
_SKINS: Final[tuple[Colour, ...]] = ((224, 178, 148), (188, 132, 100), (120, 78, 56), (238, 200, 176))
_SLEEVES: Final[tuple[Colour, ...]] = ((40, 44, 60), (220, 220, 216), (120, 30, 40), (70, 90, 70))


@dataclass(frozen=True)
class Bone:
    """A part of a hand: from one point to another, in mm, thick by two radii."""

    start: Array
    end: Array
    thick: float
    thin: float
    colour: Colour


@dataclass(frozen=True)
class Flat:
    """A chip of a heap: its middle, in mm, and how it leans (radians about x and y)."""

    look: Look
    middle: Array
    leans: Array


@dataclass(frozen=True)
class Standing:
    """A stack: its pile, how each chip is moulded, shifted (mm) and turned (radians), and whose seat it is."""

    pile: Pile
    looks: tuple[Look, ...]
    shifts: Array
    turns: Array
    seat: int | None

    @property
    def shift_mm(self) -> float:
        """How far its chips lie off a straight line through them, root mean square an axis."""
        return float(np.sqrt(((self.shifts - self._line) ** 2).mean()))

    @property
    def lean_mm(self) -> float:
        """How far that line leans from the lowest chip to the highest."""
        return float(np.hypot(*(self._line[-1] - self._line[0])))

    @property
    def _line(self) -> Array:
        levels = np.arange(len(self.shifts), dtype=float)
        terms = (
            np.stack((np.ones_like(levels), levels), axis=1) if len(levels) > 2 else levels[:, None] * 0 + 1
        )
        line: Array = terms @ np.linalg.lstsq(terms, self.shifts, rcond=None)[0]
        return line


@dataclass(frozen=True)
class Bets:
    """All that lies there. ``heaps`` are seats whose chips lie in a heap, whose number nobody is to tell."""

    standing: tuple[Standing, ...] = ()
    flat: tuple[Flat, ...] = ()
    hand: tuple[Bone, ...] = ()
    heaps: tuple[int, ...] = ()


def enrolment(table: Table) -> Bets:
    """Return a straight stack of each denomination, side by side."""
    chance = np.random.default_rng((table.seed, 1))
    right = max(zone.polygon[:, 0].max() for zone in table.zones) - 30
    places = np.linspace(-right, right, len(table.looks))
    return Bets(
        tuple(
            _standing(table, (look,) * ENROLLED, (x, 20 + 24 * (-1) ** at), 0.15, None, chance)
            for at, (x, look) in enumerate(zip(places, table.looks, strict=True))
        )
    )


def bets(table: Table, number: int, mess: str = PLACED) -> Bets:
    """Return what lies there in test picture ``number``, from 0: hands in every fourth, a heap in two.

    ``mess`` is a name of ``MESSES``, or ``mixed`` for a third each of tidy, pushed and thrown stacks.
    """
    seed = (table.seed, 2, number)
    chance = np.random.default_rng(seed if mess == PLACED else (*seed, 1))
    standing: list[Standing] = []
    flat: list[Flat] = []
    heaps = [int(chance.choice([zone.seat for zone in table.zones]))] if number in (5, 10) else []
    for zone in table.zones:
        if zone.seat in heaps:
            flat += _heap(table, zone, chance)
        else:
            standing += _zone(table, zone, mess, chance)
    hand = _hand(table, chance) if number % 4 == 3 else ()
    return Bets(tuple(standing), tuple(flat), hand, tuple(heaps))


def visible(standing: Standing, held: Bets, pose: Pose) -> float:
    """Return the share of a stack's side that the camera sees past the other stacks and the hand."""
    stack = standing.pile.stack
    towards = pose.centre[:2] - (stack.x_mm, stack.y_mm)
    angles = np.arctan2(towards[1], towards[0]) + np.radians(np.linspace(-1, 1, COLUMNS) * HALF_ANGLE_DEG)
    heights = np.linspace(0.02, 0.98, 40) * stack.height_mm
    ring = np.stack(
        (stack.x_mm + stack.radius_mm * np.cos(angles), stack.y_mm + stack.radius_mm * np.sin(angles))
    )
    points = np.concatenate([np.stack((*ring, np.full(COLUMNS, height)), axis=1) for height in heights])
    hidden = np.zeros(len(points), bool)
    for other in held.standing:
        if other is not standing:
            hidden |= hidden_by(other.pile.stack, points, pose.centre)
    for bone in held.hand:
        hidden |= _behind(bone, points, pose.centre)
    return float(1 - hidden.mean())


def _behind(bone: Bone, points: Array, eye: Array) -> Array:
    """Say of each point whether ``bone`` is between it and the eye: a row of balls stands for the bone."""
    line = eye - points
    hidden = np.zeros(len(points), bool)
    for share in np.linspace(0, 1, 16):
        ball, radius = (
            bone.start + share * (bone.end - bone.start),
            bone.thick + share * (bone.thin - bone.thick),
        )
        along = np.clip(((ball - points) * line).sum(axis=1) / (line**2).sum(axis=1), 0, 1)
        hidden |= np.linalg.norm(points + along[:, None] * line - ball, axis=1) < radius
    return hidden


def _zone(table: Table, zone: Zone, mess: str, chance: np.random.Generator) -> list[Standing]:
    wanted = int(chance.choice([0, 1, 2, 3, 4, 5, 7], p=[0.06, 0.2, 0.26, 0.24, 0.14, 0.07, 0.03]))
    low, high = zone.polygon.min(axis=0) + 24, zone.polygon.max(axis=0) - 24
    placed: list[Standing] = []
    for _ in range(wanted * 40):
        if len(placed) == wanted:
            break
        place = chance.uniform(low, high)
        if placed and chance.random() < 0.35:
            beside = placed[int(chance.integers(len(placed)))].pile
            turn = chance.normal(0, 0.7) + (np.pi if chance.random() < 0.5 else 0)
            step = table.diameter_mm + 0.2 + _gap(mess, chance)
            place = np.array((beside.x_mm + step * np.cos(turn), beside.y_mm + step * np.sin(turn)))
        gaps = [np.hypot(place[0] - s.pile.x_mm, place[1] - s.pile.y_mm) for s in placed]
        inside = bool((place >= low).all() and (place <= high).all())
        if inside and min(gaps, default=np.inf) >= table.diameter_mm + 0.2:
            left = a_third(chance) if mess == MIXED else MESSES[mess]
            placed.append(_left(table, place, left, zone.seat, chance))
    return placed


def _gap(mess: str, chance: np.random.Generator) -> float:
    """Return how far a stack stands from the one beside it, in mm."""
    return float(chance.exponential(1.0) if mess == PLACED else chance.uniform(0, _APART_MM))


def _left(table: Table, place: Array, mess: Mess, seat: int, chance: np.random.Generator) -> Standing:
    """Return a stack as a hand leaves it that makes such a ``mess``."""
    shift = float(chance.choice(mess.shifts_mm))
    looks = _mixed(table, chance, mess.high)
    made = _standing(table, looks, (place[0], place[1]), shift, seat, chance, mess)
    return replace(made, shifts=made.shifts + mess.pushed(len(looks), chance))


def _mixed(table: Table, chance: np.random.Generator, high: bool = False) -> tuple[Look, ...]:
    sizes, shares = [(1, 5), (6, 10), (11, 20)], [0.5, 0.26, 0.24]
    if high:
        sizes, shares = [(1, 5), (6, 10), (11, 15), (16, 20)], [0.42, 0.22, 0.16, 0.2]
    low, most = sizes[int(chance.choice(len(sizes), p=shares))]
    count = int(chance.integers(low, most + 1))
    if chance.random() < 0.3:
        return (table.looks[int(chance.integers(len(table.looks)))],) * count
    kinds = np.sort(chance.choice(len(table.looks), size=min(3, len(table.looks)), replace=False))[::-1]
    picked = chance.choice(kinds, size=count)
    if chance.random() < 0.6:
        picked = np.sort(picked)[::-1]
    return tuple(table.looks[int(at)] for at in picked)


def _standing(
    table: Table,
    looks: tuple[Look, ...],
    place: tuple[float, float],
    shift_mm: float,
    seat: int | None,
    chance: np.random.Generator,
    mess: Mess = MESSES[PLACED],
) -> Standing:
    pile = Pile(place[0], place[1], tuple(look.chip for look in looks), table.diameter_mm, table.thickness_mm)
    shifts = mess.shifted(len(looks), shift_mm, chance)
    return Standing(pile, looks, shifts, chance.uniform(0, 2 * np.pi, len(looks)), seat)


def _heap(table: Table, zone: Zone, chance: np.random.Generator) -> list[Flat]:
    """Return chips thrown down: each lies on what is under it, and leans."""
    middle = zone.polygon.mean(axis=0)
    made: list[Flat] = []
    for _ in range(int(chance.integers(4, 11))):
        place = middle + chance.normal(0, 20, 2)
        under = [f for f in made if np.hypot(*(f.middle[:2] - place)) < 0.85 * table.diameter_mm]
        height = max((f.middle[2] + table.thickness_mm for f in under), default=table.thickness_mm / 2)
        leans = chance.normal(0, 0.06, 2) if under else np.zeros(2)
        look = table.looks[int(chance.integers(len(table.looks)))]
        made.append(Flat(look, np.array((*place, height + (0.6 if under else 0.0))), leans))
    return made


def _hand(table: Table, chance: np.random.Generator) -> tuple[Bone, ...]:
    """Return a forearm, a palm and fingers that reach in from the players' side."""
    zone = table.zones[int(chance.integers(len(table.zones)))]
    low, high = zone.polygon.min(axis=0), zone.polygon.max(axis=0)
    palm = np.array((chance.uniform(low[0], high[0]), chance.uniform(0.3 * low[1], high[1] + 20), 42.0))
    turn = chance.normal(0, 0.35)
    back = np.array((np.sin(turn), np.cos(turn), 0.0))
    side = np.array((back[1], -back[0], 0.0))
    skin = _SKINS[int(chance.integers(len(_SKINS)))]
    bones = [
        Bone(palm + 14 * at * side, palm + 14 * at * side + 55 * back, 14, 15, skin)
        for at in (-1.6, -0.5, 0.5, 1.6)
    ]
    for at, long in ((-1.6, 55), (-0.5, 68), (0.5, 72), (1.6, 62)):
        start = palm + 14 * at * side
        knuckle = start - 0.55 * long * back + np.array((0, 0, 10.0)) + 3 * at * side
        bones.append(Bone(start, knuckle, 11, 9.5, skin))
        bones.append(Bone(knuckle, knuckle - 0.4 * long * back - np.array((0, 0, 34.0)), 9.5, 7.5, skin))
    thumb = palm + 30 * side * chance.choice([-1, 1]) + 25 * back
    bones.append(Bone(thumb, thumb - 50 * back - np.array((0, 0, 18.0)), 13, 9, skin))
    wrist = palm + 70 * back + np.array((0, 0, 12.0))
    bones.append(Bone(palm + 40 * back, wrist, 22, 24, skin))
    sleeve = _SLEEVES[int(chance.integers(len(_SLEEVES)))]
    bones.append(Bone(wrist + 30 * back, wrist + 420 * back + np.array((0, 0, 60.0)), 32, 48, sleeve))
    return (*bones, Bone(wrist, wrist + 40 * back, 24, 26, skin))
