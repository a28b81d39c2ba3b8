"""Makes of a stack as it was drawn what else a camera could see: other light, other colours, another house's set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.counting.chip_set import Chip
from vision.geometry.unwrap import Strip
from vision.settings import Colour
from vision.training.scene import Light
from vision.training.tables import Look

_OTHERS: Final = (0.4, 0.35, 0.25)
"""How often none, one and two denominations are added that no chip of the stack is."""
_NEAR: Final = (25.0, 60.0)
_ALIKE: Final = 0.7
"""How far near colours of a house lie apart, in levels, and how many houses have any."""
_SHADES: Final = 0.7
"""How many stacks are seen in a light of their own besides."""
_STAYS: Final = 0.7
_STRANGE: Final = 0.1
"""How many of the denominations that no chip is stay in the set, and how many stacks have chips that are none of it."""
UNKNOWN: Final = -1
NONE: Final = -2
"""The kind of what is no one chip, and of a chip that is none of the set."""

Chance = np.random.Generator


def nearer(looks: Sequence[Look], chance: Chance) -> tuple[Look, ...]:
    """Return ``looks`` as houses have them: most have near colours, some one colour of spots for all."""
    held = list(looks)
    if chance.random() < 0.4:
        spots = colour_of(chance.uniform(0.75, 0.97) * np.array((250, 245, 235)))
        held = [_painted(look, look.chip.body, spots) for look in held]
    if chance.random() < _ALIKE:
        for _ in range(int(chance.integers(1, 3))):
            one, other = chance.choice(len(held), 2, replace=False)
            like, chip = held[one].chip, held[other].chip
            if chance.random() < 0.7:
                held[other] = _painted(held[other], _beside(like.body, chance), chip.spots)
            elif (
                chip.spot_count
                and min(_apart(chip.spots, paint) for paint in (like.body, like.spots)) > _NEAR[1]
            ):
                held[other] = _painted(held[other], like.body, chip.spots)
    return tuple(held)


def _painted(look: Look, body: Colour, spots: Colour) -> Look:
    """Return ``look`` in other colours, its spots only where it has any and they show on the body."""
    chip = look.chip
    if not chip.spot_count:
        return replace(look, chip=replace(chip, body=body, spots=body))
    kept = spots if _apart(spots, body) > _NEAR[1] else colour_of(255.0 - np.array(body))
    return replace(look, chip=replace(chip, body=body, spots=kept))


def _beside(colour: Colour, chance: Chance) -> Colour:
    """Return a colour near ``colour``: in any way, or lighter or darker alone."""
    way = chance.normal(0, 1, 3) if chance.random() < 0.6 else np.full(3, chance.choice((-1.0, 1.0)))
    return colour_of(np.array(colour) + way / np.linalg.norm(way) * chance.uniform(*_NEAR))


def shaded(strip: Strip, edges: Sequence[float] | npt.NDArray[np.float64], chance: Chance) -> Strip:
    """Return a stack in a light of its own: shade on some chips or a part of one, light that goes by, a worse camera."""
    if chance.random() >= _SHADES:
        return strip
    rows = np.arange(len(strip.picture), dtype=np.float64)
    bounds, turns = np.asarray(edges), np.linspace(-1, 1, strip.picture.shape[1])
    light = np.zeros(strip.picture.shape[:2])
    light += chance.normal(0, 0.15) * (rows[:, None] - rows.mean()) / len(rows) * 2
    light += chance.normal(0, 0.2) * turns + chance.normal(0, 0.1) * turns**2
    for _ in range(int(chance.integers(0, 4))):
        low = int(chance.integers(len(bounds) - 1))
        high = min(low + int(chance.choice((1, 1, 2, 3, 5))), len(bounds) - 1)
        foot = bounds[low] - chance.choice((0.0, 0.0, 0.5)) * (bounds[low] - bounds[low + 1])
        soft, bent = (
            chance.uniform(0.2, 2.0),
            chance.normal(0, 2.0) * turns[None] + chance.normal(0, 2.0) * turns[None] ** 2,
        )
        within = _step((foot - rows[:, None] + bent) / soft) * _step(
            (rows[:, None] - bounds[high] - bent) / soft
        )
        if chance.random() < 0.3:
            within = within * _step(
                (turns[None] - chance.uniform(-0.8, 0.8)) * chance.choice((-1, 1)) / chance.uniform(0.02, 0.3)
            )
        light += within * chance.uniform(-0.9, 0.35)
    tint = 1 + chance.normal(0, 0.05, 3)
    levels = 255 * (strip.picture / 255.0) * np.exp(light[..., None] * tint)
    return replace(strip, picture=_worse(np.clip(levels, 0, 255).astype(np.float32), chance))


def _step(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(4 * values, -30, 30))))


def _worse(levels: Light, chance: Chance) -> npt.NDArray[np.uint8]:
    """Return ``levels`` as a worse camera has them: colour over the edges, soft, grainy, packed."""
    held = np.asarray(levels, np.float64)
    if chance.random() < 0.4:
        grey = held.mean(axis=2, keepdims=True)
        sigma = (chance.uniform(0.3, 1.5), chance.uniform(0.3, 1.5))
        colours = cv2.GaussianBlur(held - grey, (0, 0), sigmaX=sigma[0], sigmaY=sigma[1])
        held = np.asarray(grey + colours, np.float64)
    if chance.random() < 0.3:
        held = np.asarray(cv2.GaussianBlur(held, (0, 0), chance.uniform(0.3, 0.8)), np.float64)
    if chance.random() < 0.5:
        held = held + chance.normal(0, chance.uniform(0.5, 4.0), held.shape)
    packed = np.clip(np.rint(held), 0, 255).astype(np.uint8)
    if chance.random() < 0.3:
        _, file = cv2.imencode(".jpg", packed, (cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(60, 95))))
        packed = np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), np.uint8)
    return packed


def otherwise(
    strip: Strip, chips: list[Chip], kinds: npt.NDArray[np.int64], chance: Chance
) -> tuple[Strip, list[Chip], npt.NDArray[np.int64]]:
    """Return a stack in other colours, of another set: the channels change places, some denominations go, others come.

    Now and then one of its own goes: its chips are then ``NONE`` of the set.
    """
    order, gains = chance.permutation(3), chance.uniform(0.7, 1.15, 3)
    gamma = chance.uniform(0.7, 1.4)

    def toned(levels: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.asarray(np.clip(255 * (levels / 255) ** gamma * gains, 0, 255)[..., order])

    picture = toned(strip.picture[..., ::-1].astype(np.float64))[..., ::-1].round().astype(np.uint8)
    off = chance.normal(1, 0.02, (len(chips), 2, 3))
    held = [
        replace(chip, body=colour_of(toned(np.array(chip.body, float)) * by[0]),
                spots=colour_of(toned(np.array(chip.spots, float)) * by[1 if chip.spots != chip.body else 0]))
        for chip, by in zip(chips, off, strict=True)
    ]  # fmt: skip
    there = {int(kind) for kind in kinds if kind >= 0}
    gone = int(chance.choice(sorted(there))) if there and chance.random() < _STRANGE else None
    left = [at for at in range(len(held)) if at != gone and (at in there or chance.random() < _STAYS)]
    if not left:
        gone, left = None, sorted(there) or [0]
    new = np.full(len(held) + 1, UNKNOWN)
    new[left] = np.arange(len(left))
    if gone is not None:
        new[gone] = NONE
    known, held = held, [held[at] for at in left]
    for number in range(int(chance.choice(3, p=_OTHERS))):
        held.append(_another([*known, *held], 1_000_000 + number, chance))
    return replace(strip, picture=np.ascontiguousarray(picture)), held, new[kinds]


def _another(held: Sequence[Chip], value: int, chance: Chance) -> Chip:
    """Return a denomination that no chip here is: like one of ``held``, in another colour."""
    like = held[int(chance.integers(len(held)))]
    near = 40.0 if chance.random() < 0.5 else 110.0
    body = colour_of(np.array(like.body) + chance.normal(0, near, 3))
    count = like.spot_count if chance.random() < 0.4 else int(chance.choice((0, 3, 4, 6, 8)))
    spots = colour_of(np.array(like.spots) + chance.normal(0, near / 2, 3)) if count else body
    if min(_apart(body, chip.body) for chip in held) < _NEAR[0]:
        body = colour_of(chance.uniform(5, 250, 3))
    return Chip(value, body, spots if count else body, count)


def _apart(one: Colour, other: Colour) -> float:
    return float(np.linalg.norm(np.subtract(one, other)))


def colour_of(levels: npt.ArrayLike) -> Colour:
    red, green, blue = (int(level) for level in np.clip(np.round(np.asarray(levels)), 2, 253))
    return red, green, blue
