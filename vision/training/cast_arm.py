"""Draws arms for the second drawer's films: a hand that pinches, tapered bones cast as rays, lamps that shade softly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry.camera import Array
from vision.training.arms import Arm, about_in_view
from vision.training.bets import Bone
from vision.training.cast_light import LAMP_PARTS, Bits, Disc, Field, Sample, window
from vision.training.chip_paint import linear
from vision.training.scene import Light
from vision.training.tables import Table

_KNUCKLES: Final = (-27.0, -9.0, 9.0, 26.0)
_ROUND: Final = 10
_SKY_LEFT: Final = 0.35
"""What of the room's light still reaches a hand from all sides."""


@dataclass(frozen=True)
class Shadow:
    """A ball that keeps light away: its middle and radius, in mm."""

    middle: Array
    radius: float


def bones_of(arm: Arm, tip: Array) -> list[Bone]:
    """Return somebody's hand with the fingers' tips at ``tip``, pinching, and the forearm behind it."""
    chance = np.random.default_rng(int(abs(arm.shoulder[0]) * 1000) + 1)
    side_of = float(chance.choice((-1, 1)))
    away = np.array(arm.shoulder, float) - tip[:2]
    away /= np.linalg.norm(away)
    turn = float(chance.normal(0, 0.2))
    away = np.array(
        (away[0] * np.cos(turn) - away[1] * np.sin(turn), away[0] * np.sin(turn) + away[1] * np.cos(turn))
    )
    back, side = np.array((*away, 0.0)), side_of * np.array((-away[1], away[0], 0.0))
    up, skin = np.array((0, 0, 1.0)), arm.skin
    wrist = tip + 128 * back + 44 * up + 8 * side
    bones = []
    for number, across in enumerate(_KNUCKLES):
        knuckle = tip + 66 * back + (0.95 * across + 6) * side + (36 - 3 * abs(number - 1)) * up
        bent = tip + (24 + 5 * number) * back + (0.8 * across + 6) * side + (30 - 2 * number) * up
        end = tip + (6.0 * number) * back + (0.45 * across + 10) * side + 1.5 * number * up
        bones += [Bone(knuckle, bent, 10.5, 9.5, skin), Bone(bent, end, 9.0, 7.5, skin)]
        bones.append(Bone(wrist, knuckle, 19.0, 13.5, skin))
    thumb = tip + 34 * back - 30 * side + 24 * up
    bones += [
        Bone(wrist - 14 * side, thumb, 15.0, 11.0, skin),
        Bone(thumb, tip - 9 * side + 4 * back, 10.5, 8.5, skin),
    ]
    elbow = tip + 395 * back + float(chance.uniform(70, 150)) * up
    bare = float(chance.choice((0.08, 0.1, 0.6)))
    sleeve = wrist + bare * (elbow - wrist)
    bones.append(Bone(wrist, sleeve, 24.0, 28.0 + 10 * bare, skin))
    if chance.random() < 0.3:
        strap = wrist + 0.06 * (elbow - wrist)
        bones.append(Bone(strap, strap + 0.04 * (elbow - wrist), 27.0, 27.0, (26, 26, 30)))
    bones.append(Bone(sleeve, elbow, 36.0, 50.0, arm.sleeve))
    return bones


def shadows_of(bones: Sequence[Bone]) -> list[Shadow]:
    """Return balls along ``bones`` that keep as much light away as they do."""
    found = []
    for bone in bones:
        count = max(2, int(np.linalg.norm(bone.end - bone.start) / (0.7 * bone.thin)) + 1)
        for share in np.linspace(0, 1, count):
            middle = bone.start + share * (bone.end - bone.start)
            found.append(Shadow(middle, bone.thick + share * (bone.thin - bone.thick)))
    return found


def shadows_of_chips(pile: Sequence[Disc], radius: float) -> list[Shadow]:
    """Return the same of a stack."""
    return [Shadow(disc.middle, radius) for disc in pile]


def shade(light: Light, table: Table, balls: Sequence[Shadow], samples: Sequence[Sample]) -> None:
    """Darken the felt, and what lies on it, where ``balls`` keep lamps from it."""
    lamps = [sample for sample in samples if not sample.far]
    whole = sum(float(sample.colour.mean()) for sample in samples)
    taken = np.zeros(light.shape[:2], np.float32)
    for at in range(0, len(lamps), LAMP_PARTS):
        of_lamp = lamps[at : at + LAMP_PARTS]
        part = np.zeros(light.shape[:2], np.float32)
        for sample in of_lamp:
            part += _thrown(table, balls, sample, light.shape[:2])
        share = float(of_lamp[0].colour.mean()) / max(whole, 1e-6)
        taken += cv2.GaussianBlur(part, (0, 0), 3.0) * np.float32(share)
    light *= np.expand_dims(1 - np.minimum(taken, 0.95), -1)


def _thrown(table: Table, balls: Sequence[Shadow], sample: Sample, shape: tuple[int, int]) -> Field:
    """Return where ``balls`` throw their shadow, 1 where they do."""
    middles = np.array([ball.middle for ball in balls])
    radii = np.array([ball.radius for ball in balls])
    line = np.asarray(sample.towards(middles.astype(np.float32)), float)
    feet = (middles - line * (middles[:, 2:] / np.maximum(line[:, 2:], 0.15)))[:, :2]
    turns = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
    ring = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    outlines = feet[:, None] + ring[None] * radii[:, None, None]
    flat = np.concatenate((outlines.reshape(-1, 2), np.zeros((outlines.size // 2, 1))), axis=1)
    shown = _in_view(flat, table).reshape(len(balls), -1).all(axis=1)
    mask = np.zeros(shape, np.uint8)
    if shown.any():
        of_shown = flat.reshape(len(balls), -1, 3)[shown].reshape(-1, 3)
        pixels = np.round(table.lens.project(of_shown, table.pose)).astype(np.int32)
        for outline in pixels.reshape(int(shown.sum()), -1, 2):
            cv2.fillConvexPoly(mask, outline, 1)
    return mask.astype(np.float32)


def _in_view(points: Array, table: Table) -> Bits:
    return about_in_view(points @ table.pose.rotation.T + table.pose.translation, table.lens)


def lay(
    light: Light, depth: Field, rays: Field, table: Table, bones: Sequence[Bone], samples: Sequence[Sample]
) -> None:
    """Draw ``bones`` where they are nearer; ``rays`` are those of each pixel, in the felt's frame."""
    eye = table.pose.centre
    for bone in bones:
        ends = np.stack((bone.start, bone.end))
        if not _in_view(ends, table).any():
            continue
        around = np.concatenate(
            [ends + radius * off for radius in (bone.thick, bone.thin) for off in _CORNERS]
        )
        around = around[_in_view(around, table)]
        if not len(around):
            continue
        part = window(table.lens, table.pose, around)
        if depth[part].size:
            _cast(light[part], depth[part], rays[part], eye, bone, samples)


_CORNERS: Final = np.array([(i, j, k) for i in (-1.2, 1.2) for j in (-1.2, 1.2) for k in (-1.2, 1.2)])


def _cast(light: Light, depth: Field, rays: Field, eye: Array, bone: Bone, samples: Sequence[Sample]) -> None:
    """Cast the rays of a window at a bone: at the ball on its axis that each ray passes nearest to."""
    axis = np.asarray(bone.end - bone.start, np.float32)
    start = np.asarray(bone.start - eye, np.float32)
    dd, ad, aa = np.einsum("ijk,ijk->ij", rays, rays), rays @ axis, float(axis @ axis)
    sd, sa = rays @ start, float(start @ axis)
    along = np.clip((ad * sd - dd * sa) / np.maximum(dd * aa - ad**2, 1e-6), 0, 1)
    middle = start + along[..., None] * axis
    radius = bone.thick + along * (bone.thin - bone.thick)
    b = np.einsum("ijk,ijk->ij", rays, middle)
    under = b**2 - dd * (np.einsum("ijk,ijk->ij", middle, middle) - radius**2)
    deep = np.asarray((b - np.sqrt(np.maximum(under, 0))) / dd, np.float32)
    shows = (under > 0) & (deep < depth)
    if not shows.any():
        return
    points = deep[shows][:, None] * rays[shows]
    normal = (points - middle[shows]) / radius[shows][:, None]
    colour = linear(bone.colour).astype(np.float32)
    lit = np.zeros_like(normal)
    for sample in samples:
        facing = np.maximum(
            np.einsum("ij,ij->i", sample.towards((points + eye).astype(np.float32)), normal), 0
        )
        if sample.far:
            facing = _SKY_LEFT + (1 - _SKY_LEFT) * facing
        lit += facing[:, None] * sample.colour * colour
    light[shows], depth[shows] = lit, deep[shows]
