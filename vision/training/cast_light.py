"""The light of tables that the caster draws: lamps and a bright room in parts, and what keeps it away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array, Lens, Pose
from vision.training.tables import Look, Table

Field = npt.NDArray[np.float32]
Bits = npt.NDArray[np.bool_]
Part = tuple[slice, slice]
"""Rows and columns of a picture."""

LAMP_PARTS: Final = 4
_SKY_PARTS: Final = 6


@dataclass(frozen=True)
class Disc:
    """A chip that lies somewhere: its look, its middle in mm, how it is turned and how bright its own mould is."""

    look: Look
    middle: Array
    turn: float
    leans: Array
    worn: float


@dataclass(frozen=True)
class Sample:
    """A part of a lamp (``place`` in mm), or of the room's light (``place`` a direction): its linear colour."""

    place: Field
    colour: Field
    far: bool

    def towards(self, points: Field) -> Field:
        """Return the direction of unit length from each of ``points``, (n, 3)."""
        if self.far:
            return np.broadcast_to(self.place, points.shape)
        line = self.place - points
        return np.asarray(line / np.sqrt(np.einsum("...i,...i", line, line))[..., None], np.float32)


def samples_of(table: Table) -> Iterator[Sample]:
    """Yield parts of the lamps and of the room's light; all together they light the felt to 1 or so."""
    total = np.sum([lamp.colour for lamp in table.lamps], axis=0)
    for lamp in table.lamps:
        share = (1 - table.ambient) * np.asarray(lamp.colour) / total.mean() / LAMP_PARTS
        for turn in 2 * np.pi * np.arange(LAMP_PARTS) / LAMP_PARTS:
            off = np.array((np.cos(turn), np.sin(turn), 0)) * lamp.wide_mm / 2
            yield Sample(np.asarray(lamp.place + off, np.float32), np.asarray(share, np.float32), False)
    tint = total / total.mean() * (0.96, 1.0, 1.05)
    for at in range(_SKY_PARTS):
        turn, up = 2.4 * at, np.sqrt((at + 0.5) / _SKY_PARTS)
        out = np.sqrt(1 - up**2)
        place = np.array((out * np.cos(turn), out * np.sin(turn), up), np.float32)
        yield Sample(place, np.asarray(1.5 * table.ambient * tint / _SKY_PARTS, np.float32), True)


def window(lens: Lens, pose: Pose, points: Array) -> Part:
    """Return the part of the picture that ``points``, (n, 3) in mm, lie in, with a few pixels around them."""
    pixels = lens.project(points, pose)
    low = np.clip(np.floor(pixels.min(axis=0)).astype(int) - 2, 0, lens.size)
    high = np.clip(np.ceil(pixels.max(axis=0)).astype(int) + 3, 0, lens.size)
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def blocked_by(
    points: Field,
    discs: Sequence[Disc],
    sample: Sample,
    table: Table,
    planes: Sequence[float] = (-0.45, 0.45),
) -> Bits:
    """Say of which ``points``, (n, 3), ``discs`` keep the light of ``sample``; ``planes`` are where each is cut."""
    line = sample.towards(points[:1]) if sample.far else sample.towards(points)
    x, y, z = np.ascontiguousarray(points.T)
    east, north = (line[:, axis] / np.maximum(line[:, 2], 1e-3) for axis in (0, 1))
    x, y = x - east * z, y - north * z
    blocked = np.zeros(len(points), bool)
    lower = np.minimum.accumulate(z[::-1])[::-1]
    within = np.float32((table.diameter_mm / 2) ** 2)
    for disc in discs:
        middle = disc.middle.astype(np.float32)
        for plane in planes:
            height = middle[2] + np.float32(plane * table.thickness_mm)
            end = int(np.searchsorted(lower, height - np.float32(0.05)))
            off = (x[:end] + east[:end] * height - middle[0]) ** 2
            off += (y[:end] + north[:end] * height - middle[1]) ** 2
            blocked[:end] |= (off < within) & (z[:end] < height - np.float32(0.05))
    return blocked


def aside_of(points: Field, discs: Sequence[Disc], sample: Sample, table: Table) -> Bits:
    """Say of which ``points`` the light of ``sample`` comes past all of ``discs``, a stack's, however high it is."""
    line = sample.towards(points[:1]) if sample.far else sample.towards(points)
    middles = np.array([disc.middle[:2] for disc in discs], np.float32)
    middle = middles.mean(axis=0)
    reach = np.float32(table.diameter_mm / 2 + 0.1) + np.linalg.norm(middles - middle, axis=1).max()
    x, y = (middle - points[:, :2]).T
    along = x * line[:, 0] + y * line[:, 1]
    flat = line[:, 0] ** 2 + line[:, 1] ** 2
    return np.asarray(
        (along < 0) & (x**2 + y**2 > reach**2) | ((x**2 + y**2) * flat - along**2 > reach**2 * flat)
    )
