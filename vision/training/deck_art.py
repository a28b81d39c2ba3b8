"""Draws decks made up by seed: indices, pips, courts and backs, flat, upright, blue-green-red."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.geometry.camera import Array, Picture
from vision.settings import Colour

SIZE: Final = (190, 266)
_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
_SHEET: Final = (13, 5)
"""Cards of a sheet across and down: four suits, then jokers and the back."""
_PIPS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "A": ((0.5, 0.5),),
    "2": ((0.5, 0.2), (0.5, 0.8)),
    "3": ((0.5, 0.2), (0.5, 0.5), (0.5, 0.8)),
    "4": ((0.32, 0.2), (0.68, 0.2), (0.32, 0.8), (0.68, 0.8)),
    "5": ((0.32, 0.2), (0.68, 0.2), (0.5, 0.5), (0.32, 0.8), (0.68, 0.8)),
    "6": tuple((x, y) for x in (0.32, 0.68) for y in (0.2, 0.5, 0.8)),
    "7": (*((x, y) for x in (0.32, 0.68) for y in (0.2, 0.5, 0.8)), (0.5, 0.35)),
    "8": (*((x, y) for x in (0.32, 0.68) for y in (0.2, 0.5, 0.8)), (0.5, 0.35), (0.5, 0.65)),
    "9": (*((x, y) for x in (0.32, 0.68) for y in (0.2, 0.4, 0.6, 0.8)), (0.5, 0.5)),
    "T": (*((x, y) for x in (0.32, 0.68) for y in (0.2, 0.4, 0.6, 0.8)), (0.5, 0.3), (0.5, 0.7)),
}
_INKS: Final[tuple[Colour, ...]] = ((30, 30, 34), (196, 26, 40), (26, 76, 160), (24, 120, 64))


@dataclass(frozen=True)
class Art:
    """A deck's pictures: its faces by name such as ``Ah``, and its back."""

    faces: dict[str, Picture]
    back: Picture


def drawn(seed: int) -> Art:
    """Return the deck of ``seed``."""
    chance = np.random.default_rng(seed)
    paper = np.array((248, 248, 246)) - chance.integers(0, 14, 3)
    four = chance.random() < 0.3
    inks = _INKS if four else (_INKS[0], _INKS[1], _INKS[1], _INKS[0])
    jumbo, corners = chance.random() < 0.4, chance.choice((2, 4))
    faces = {}
    for suit, ink in zip("shdc", inks, strict=True):
        for rank in _RANKS:
            picture = np.full((SIZE[1], SIZE[0], 3), paper, np.uint8)
            if rank in "JQK":
                _court(picture, chance)
            for x, y in _PIPS.get(rank, ()):
                _suit(
                    picture, suit, ink, (x, y), 13 if rank != "A" else int(chance.integers(14, 44)), y > 0.5
                )
            _index(picture, rank.replace("T", "10"), suit, ink, jumbo=jumbo, corners=int(corners))
            faces[rank + suit] = np.ascontiguousarray(picture[..., ::-1])
    return Art(faces, _back(chance))


def sheet(path: Path) -> Art:
    """Return the deck of a picture that shows 13 cards across: four suits, then two jokers and the back."""
    whole = np.asarray(cv2.imread(str(path)), np.uint8)
    across, down = whole.shape[1] / _SHEET[0], whole.shape[0] / _SHEET[1]

    def cut(column: int, row: int) -> Picture:
        top, left = round(row * down), round(column * across)
        part = whole[top + 2 : top + int(down) - 2, left + 2 : left + int(across) - 2]
        part = _with_corners(part)
        return np.asarray(cv2.resize(part, SIZE, interpolation=cv2.INTER_AREA), np.uint8)

    faces = {
        rank + suit: cut(column, row) for row, suit in enumerate("cdhs") for column, rank in enumerate(_RANKS)
    }
    return Art(faces, cut(2, 4))


def _with_corners(part: Picture) -> Picture:
    """Return a card with its round corners, black in the sheet, filled with what is beside them."""
    filled = part.copy()
    reach = part.shape[1] // 14
    for rows in (slice(0, reach), slice(-reach, None)):
        for columns in (slice(0, reach), slice(-reach, None)):
            corner = filled[rows, columns]
            dark = corner.max(axis=-1) < 40
            corner[dark] = np.median(
                part[3:6, part.shape[1] // 3 : -part.shape[1] // 3].reshape(-1, 3), axis=0
            )
    return filled


def _suit(picture: Picture, suit: str, ink: Colour, at: tuple[float, float], size: int, turned: bool) -> None:
    x, y, s = at[0] * SIZE[0], at[1] * SIZE[1], float(size)
    up = -1.0 if turned else 1.0

    def disc(dx: float, dy: float, r: float) -> None:
        cv2.circle(
            picture, (round(x + dx * s), round(y + up * dy * s)), max(1, round(r * s)), ink, -1, cv2.LINE_AA
        )

    def shape(*points: tuple[float, float]) -> None:
        corners = np.array([(x + dx * s, y + up * dy * s) for dx, dy in points]).round().astype(np.int32)
        cv2.fillPoly(picture, [corners], ink, cv2.LINE_AA)

    if suit == "d":
        shape((0, -1), (0.75, 0), (0, 1), (-0.75, 0))
    elif suit == "h":
        disc(-0.42, -0.35, 0.48)
        disc(0.42, -0.35, 0.48)
        shape((-0.86, -0.15), (0.86, -0.15), (0, 1))
    elif suit == "s":
        disc(-0.42, 0.25, 0.46)
        disc(0.42, 0.25, 0.46)
        shape((-0.84, 0.1), (0.84, 0.1), (0, -1))
        shape((0, 0.2), (0.4, 1), (-0.4, 1))
    else:
        disc(-0.45, 0.2, 0.42)
        disc(0.45, 0.2, 0.42)
        disc(0, -0.45, 0.42)
        shape((0, 0), (0.35, 1), (-0.35, 1))


def _index(picture: Picture, rank: str, suit: str, ink: Colour, *, jumbo: bool, corners: int) -> None:
    size = 1.5 if jumbo else 0.85
    patch = np.full((110, 64, 3), picture[1, 1], np.uint8)
    cv2.putText(
        patch, rank[:1], (4, 46 if jumbo else 28), cv2.FONT_HERSHEY_DUPLEX, size, ink, 3 if jumbo else 2
    )
    if rank == "10":
        cv2.putText(
            patch, "0", (30 if jumbo else 19, 46 if jumbo else 28), cv2.FONT_HERSHEY_DUPLEX, size, ink, 2
        )
    small = np.full((SIZE[1], SIZE[0], 3), patch[0, 0], np.uint8)
    _suit(small, suit, ink, (16 / SIZE[0], (66 if jumbo else 44) / SIZE[1]), 12 if jumbo else 8, False)
    corner = np.minimum(
        patch[: (84 if jumbo else 58), : (44 if jumbo else 30)],
        small[: (84 if jumbo else 58), : (44 if jumbo else 30)],
    )
    high, wide = corner.shape[:2]
    picture[6 : 6 + high, 5 : 5 + wide] = corner
    picture[-6 - high : -6, -5 - wide : -5] = corner[::-1, ::-1]
    if corners == 4:
        picture[6 : 6 + high, -5 - wide : -5] = corner
        picture[-6 - high : -6, 5 : 5 + wide] = corner[::-1, ::-1]


def _court(picture: Picture, chance: np.random.Generator) -> None:
    """A framed figure: bands and patches of four strong colours, the same turned upside down."""
    high, wide = SIZE[1] // 2 - 22, SIZE[0] - 64
    half = np.full((high, wide, 3), picture[1, 1], np.uint8)
    colours = [(200, 30, 40), (24, 60, 150), (236, 196, 60), (28, 28, 32)]
    for _ in range(26):
        colour = colours[chance.integers(4)]
        at = (int(chance.integers(0, wide)), int(chance.integers(high // 4, high)))
        if chance.random() < 0.5:
            cv2.circle(half, at, int(chance.integers(3, 15)), colour, -1, cv2.LINE_AA)
        else:
            other = (int(chance.integers(0, wide)), int(chance.integers(high // 4, high)))
            cv2.line(half, at, other, colour, int(chance.integers(2, 9)), cv2.LINE_AA)
    cv2.circle(half, (wide // 2, high // 3), 15, (236, 206, 170), -1, cv2.LINE_AA)
    top, left = 22, 32
    picture[top : top + high, left : left + wide] = half
    picture[-top - high : -top, left : left + wide] = half[::-1, ::-1]
    cv2.rectangle(picture, (left, top), (left + wide, SIZE[1] - top), (30, 50, 120), 1, cv2.LINE_AA)


def _back(chance: np.random.Generator) -> Picture:
    """A lattice, stripes, rings or plain cloth colour, with a white border or to the edge."""
    body = np.array(_BACKS[chance.integers(len(_BACKS))])
    light = np.array((246, 246, 244))
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(float)
    period, share = chance.uniform(6, 26), chance.uniform(0.15, 0.5)
    kind = chance.integers(5)
    u, v = (x + y) / period, (x - y) / period
    middle = np.hypot(x - SIZE[0] / 2, y - SIZE[1] / 2)
    lines: list[Array] = [
        np.minimum(np.abs(u % 1 - 0.5), np.abs(v % 1 - 0.5)) < share / 2.4,
        np.abs(u % 1 - 0.5) < share / 2,
        np.abs((middle / period) % 1 - 0.5) < share / 2,
        ((u % 1 < share + 0.2) ^ (v % 1 < share + 0.2)),
        (np.sin(x / period * 3) * np.sin(y / period * 3) > 0.55),
    ]
    picture = np.where(lines[kind][..., None], light, body)
    if chance.random() < 0.7:
        edge = chance.integers(8, 20)
        out = np.minimum(np.minimum(x, SIZE[0] - 1 - x), np.minimum(y, SIZE[1] - 1 - y)) < edge
        picture = np.where(out[..., None], light, picture)
    if chance.random() < 0.4:
        ring = middle < chance.uniform(20, 50)
        picture = np.where(ring[..., None], np.where(middle[..., None] % 12 < 6, light, body), picture)
    return np.ascontiguousarray(picture.astype(np.uint8)[..., ::-1])


_BACKS: Final[tuple[Colour, ...]] = (
    (176, 24, 36),
    (28, 58, 140),
    (24, 24, 28),
    (20, 92, 52),
    (96, 40, 110),
    (200, 120, 30),
    (110, 30, 36),
    (60, 110, 180),
)
