"""Draws made-up tables a second way, to test what POV-Ray's tables cannot: another light, other moulds, other felt.

Every ray is cast, as ``render`` does; but each chip lies where it lies, lamps are wide and the room shines from above, so
overhangs and neighbours shade softly. The net that names chips is trained on what comes of it, from seed 2000 on; nothing else is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.training.bets import Bets, Bone, Standing
from vision.training.cast_felt import felt_of
from vision.training.cast_light import (
    LAMP_PARTS,
    Bits,
    Disc,
    Field,
    Part,
    Sample,
    aside_of,
    blocked_by,
    samples_of,
    window,
)
from vision.training.chip_paint import linear
from vision.training.scene import Light
from vision.training.tables import Table

Paint = Callable[[Field], Field]
"""The colours of points on a chip."""

_FINER: Final = 2
_BEVEL_MM: Final = 0.5
_NEAR_MM: Final = 130.0
"""How far away a stack may stand and still shade another."""
_GLOSS: Final = (0.05, 0.25, 0.6)
"""How much chips shine, by table: clay, plastic, worn plastic under a lamp."""


def light_of(table: Table, held: Bets, seed: int = 0, finer: int = _FINER) -> Light:
    """Return the light, linear, that the camera of ``table`` gets with ``held`` lying there.

    Stacks are drawn ``finer`` times as fine as the picture.
    """
    chance = np.random.default_rng((table.seed, 3, seed))
    samples = list(samples_of(table))
    light, depth = stood(table, list(_piles(table, held, chance)), samples, finer)
    for bone in held.hand:
        _reach(light, depth, table, bone, samples[:1])
    return light


def stood(
    table: Table, piles: Sequence[list[Disc]], samples: Sequence[Sample], finer: int = _FINER
) -> tuple[Light, Field]:
    """Return the light of the table with ``piles`` on it, and how far each of them is; the felt is infinitely far."""
    light = felt_of(table, piles, samples)
    depth = np.full(light.shape[:2], np.inf, np.float32)
    for at, pile in enumerate(piles):
        others = [other for number, other in enumerate(piles) if number != at and _near(pile, other)]
        stand(light, depth, table, pile, others, samples, finer)
    return light, depth


def discs_of(table: Table, standing: Standing, chance: np.random.Generator) -> list[Disc]:
    """Return the chips of a stack where they lie, each as bright as chance moulds it."""
    pile, thick = standing.pile, table.thickness_mm
    return [
        Disc(
            look,
            np.array((pile.x_mm + shift[0], pile.y_mm + shift[1], (level + 0.5) * thick)),
            float(turn),
            np.zeros(2),
            float(chance.normal(1, 0.04)),
        )
        for level, (look, shift, turn) in enumerate(
            zip(standing.looks, standing.shifts, standing.turns, strict=True)
        )
    ]


def _piles(table: Table, held: Bets, chance: np.random.Generator) -> Iterator[list[Disc]]:
    for standing in held.standing:
        yield discs_of(table, standing, chance)
    for flat in held.flat:
        yield [Disc(flat.look, flat.middle, float(chance.uniform(0, 6.28)), flat.leans, 1.0)]


def _near(pile: Sequence[Disc], other: Sequence[Disc]) -> bool:
    return bool(np.hypot(*(pile[0].middle - other[0].middle)[:2]) < _NEAR_MM)


@dataclass
class _Seen:
    """What each fine pixel of a window shows of a pile: how far, which chip, and its colour, normal and gloss."""

    depth: Field
    colour: Field
    normal: Field

    @classmethod
    def nothing(cls, shape: tuple[int, ...]) -> _Seen:
        return cls(
            np.full(shape, np.inf, np.float32),
            np.zeros((*shape, 3), np.float32),
            np.zeros((*shape, 3), np.float32),
        )

    def take(
        self, where: Part, shows: Bits, depth: Field, points: Field, normal: Field, paint: Paint
    ) -> None:
        """Take what is nearer, of the fine pixels ``where``."""
        nearer = shows & (depth < self.depth[where])
        self.depth[where][nearer] = depth[nearer]
        self.colour[where][nearer] = paint(points[nearer])
        self.normal[where][nearer] = normal[nearer]


def _within(part: Part, smaller: Part, finer: int) -> Part:
    """Return the fine pixels of ``part`` that are those of a ``smaller`` one."""
    rows, columns = (
        slice(max(s.start - p.start, 0) * finer, max(min(s.stop, p.stop) - p.start, 0) * finer)
        for s, p in zip(smaller, part, strict=True)
    )
    return rows, columns


def _fine(table: Table, part: Part, finer: int) -> Field:
    """Return the rays, in the felt's frame, of the fine pixels of ``part``."""
    rows, columns = (np.arange(s.start * finer, s.stop * finer) for s in part)
    if not rows.size or not columns.size:
        return np.zeros((len(rows), len(columns), 3), np.float32)
    x, y = np.meshgrid((columns + 0.5) / finer - 0.5, (rows + 0.5) / finer - 0.5)
    rays = table.lens.rays(np.stack((x.ravel(), y.ravel()), axis=1)) @ table.pose.rotation
    return np.asarray(rays.reshape(*x.shape, 3), np.float32)


def stand(
    light: Light,
    depth: Field,
    table: Table,
    pile: list[Disc],
    others: Sequence[list[Disc]],
    samples: Sequence[Sample],
    finer: int = _FINER,
) -> None:
    """Draw a stack into the light and depth of a picture, where it is nearer; ``others`` may shade it."""
    radius = table.diameter_mm / 2
    corner = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * (
        radius,
        radius,
        table.thickness_mm,
    )
    points = np.concatenate([disc.middle + corner for disc in pile])
    part = window(table.lens, table.pose, points)
    rays, eye = _fine(table, part, finer), table.pose.centre.astype(np.float32)
    if not rays.size:
        return
    seen = _Seen.nothing(rays.shape[:2])
    for disc in pile:
        own = _within(part, window(table.lens, table.pose, disc.middle + corner), finer)
        for face in _faces(disc, table, eye, rays[own]):
            seen.take(own, *face)
    there = np.isfinite(seen.depth)
    lit = _lit(seen, there, rays, eye, table, pile, others, samples)
    _lay(light, depth, part, seen.depth, lit, there, finer)


def _lit(
    seen: _Seen,
    there: Bits,
    rays: Field,
    eye: Field,
    table: Table,
    pile: list[Disc],
    others: Sequence[list[Disc]],
    samples: Sequence[Sample],
) -> Field:
    """Return the light that comes from what is ``seen``, (rows, columns, 3)."""
    points = (eye + seen.depth[there][:, None] * rays[there]).astype(np.float32)
    order = np.argsort(points[:, 2], kind="stable")
    points, normal, colour = points[order], seen.normal[there][order], seen.colour[there][order]
    back = -rays[there][order]
    back /= np.sqrt(np.einsum("ij,ij->i", back, back))[:, None]
    light = np.full_like(colour, 0.012) * colour
    for sample in samples:
        line = sample.towards(points)
        facing = np.maximum(np.einsum("ij,ij->i", line, normal), 0)
        facing[blocked_by(points + 0.06 * normal, pile, sample, table)] = 0
        for other in others:
            near = np.flatnonzero(~aside_of(points, other, sample, table))
            facing[near[blocked_by(points[near], other, sample, table, (0.0,))]] = 0
        light += (facing[:, None] * sample.colour) * colour
        if not sample.far:
            half = line + back
            half /= np.sqrt(np.einsum("ij,ij->i", half, half))[:, None]
            shine = np.maximum(np.einsum("ij,ij->i", half, normal), 0) ** 40 * (facing > 0)
            light += np.float32(_GLOSS[table.seed % len(_GLOSS)]) * shine[:, None] * sample.colour
    drawn = np.zeros((*there.shape, 3), np.float32)
    drawn[there] = light[np.argsort(order)]
    return drawn


def _lay(light: Light, depth: Field, part: Part, deep: Field, lit: Field, there: Bits, finer: int) -> None:
    """Lay what was drawn finely over the picture, where it is nearer."""
    rows, columns = (s.stop - s.start for s in part)
    nearer = there & (deep < depth[part].repeat(finer, 0).repeat(finer, 1))
    share = nearer.reshape(rows, finer, columns, finer).mean(axis=(1, 3)).astype(np.float32)[..., None]
    colour = (lit * nearer[..., None]).reshape(rows, finer, columns, finer, 3).mean(axis=(1, 3))
    light[part] = light[part] * (1 - share) + colour
    near = np.where(nearer, deep, np.inf).reshape(rows, finer, columns, finer).min(axis=(1, 3))
    depth[part] = np.minimum(depth[part], np.where(share[..., 0] > 0.5, near, np.inf))


def _faces(
    disc: Disc, table: Table, eye: Field, rays: Field
) -> Iterator[tuple[Bits, Field, Field, Field, Paint]]:
    """Yield of the chip's side and its top where a ray meets them, how far, on the chip where, the normal and the colours there."""
    radius, half = table.diameter_mm / 2, table.thickness_mm / 2
    turned = np.asarray(cv2.Rodrigues(np.array((*disc.leans, 0.0)))[0], np.float32)
    start = (eye - disc.middle.astype(np.float32)) @ turned
    d = rays @ turned
    a = d[..., 0] ** 2 + d[..., 1] ** 2
    b = d[..., 0] * start[0] + d[..., 1] * start[1]
    under = b**2 - a * np.float32(start[0] ** 2 + start[1] ** 2 - radius**2)
    depth = (-b - np.sqrt(np.maximum(under, 0))) / a
    points = start + depth[..., None] * d
    shows = (under > 0) & (np.abs(points[..., 2]) <= half)
    bevel = np.clip((np.abs(points[..., 2]) - (half - _BEVEL_MM)) / _BEVEL_MM, 0, 1) * np.sign(points[..., 2])
    normal = np.stack((points[..., 0], points[..., 1], radius * bevel), axis=-1)
    normal /= np.sqrt(np.einsum("...i,...i", normal, normal))[..., None]
    yield shows, depth, points, np.asarray(normal @ turned.T, np.float32), lambda at: _edge(disc, at, half)
    depth = (half - start[2]) / np.minimum(d[..., 2], -1e-6)
    points = start + depth[..., None] * d
    shows = points[..., 0] ** 2 + points[..., 1] ** 2 <= radius**2
    normal = np.broadcast_to(np.array((0, 0, 1), np.float32) @ turned.T, points.shape)
    yield shows, depth, points, np.asarray(normal, np.float32), lambda at: _top(disc, at, radius)


def _edge(disc: Disc, points: Field, half: float) -> Field:
    colour = _round_it(disc, points)
    if disc.look.split:
        colour[np.abs(points[..., 2]) < 0.15 * half] *= np.float32(0.8)
    return np.asarray(colour * np.float32(disc.worn))


def _round_it(disc: Disc, points: Field) -> Field:
    chip = disc.look.chip
    body, spots = (linear(colour).astype(np.float32) for colour in (chip.body, chip.spots))
    colour = np.empty((*points.shape[:-1], 3), np.float32)
    colour[:] = body
    if chip.spot_count:
        turn = (np.arctan2(points[..., 1], points[..., 0]) + disc.turn) / (2 * np.pi)
        within = np.mod(turn * chip.spot_count, 1.0)
        spotted = within < disc.look.share
        if disc.look.split:
            spotted &= np.abs(within - disc.look.share / 2) > 0.12 * disc.look.share
        colour[spotted] = spots
    return colour


def _top(disc: Disc, points: Field, radius: float) -> Field:
    out = np.hypot(points[..., 0], points[..., 1]) / radius
    colour = _round_it(disc, points)
    colour[out < 0.76] = linear(disc.look.chip.body)
    colour[out < 0.6] = linear(disc.look.inlay)
    ink = (out < 0.42) & (np.mod(points[..., 0] * 0.35 + disc.turn, 1.0) < 0.3)
    colour[ink] = linear(disc.look.chip.body) * 0.5
    return np.asarray(colour * np.float32(disc.worn))


def _reach(light: Light, depth: Field, table: Table, bone: Bone, samples: Sequence[Sample]) -> None:
    """Draw a part of a hand: balls in a row."""
    for share in np.linspace(0, 1, 9):
        middle = bone.start + share * (bone.end - bone.start)
        radius = bone.thick + share * (bone.thin - bone.thick)
        box = middle + np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * radius
        part = window(table.lens, table.pose, box)
        rays, eye = _fine(table, part, _FINER), (table.pose.centre - middle).astype(np.float32)
        if not rays.size:
            continue
        a, b = (rays**2).sum(axis=-1), rays @ eye
        under = b**2 - a * np.float32(eye @ eye - radius**2)
        deep = np.asarray((-b - np.sqrt(np.maximum(under, 0))) / a, np.float32)
        normal = np.asarray((eye + deep[..., None] * rays) / np.float32(radius), np.float32)
        points = np.asarray(normal * np.float32(radius) + middle, np.float32)
        lit = np.zeros_like(normal)
        for sample in samples:
            facing = np.maximum(np.einsum("...i,...i", sample.towards(points), normal), 0)
            shine = (0.35 + facing)[..., None] * sample.colour * np.float32(LAMP_PARTS)
            lit += shine * linear(bone.colour).astype(np.float32)
        _lay(light, depth, part, deep, lit, under > 0, _FINER)
