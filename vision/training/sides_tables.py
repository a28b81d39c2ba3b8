"""Makes samples for the sides net: tables of ``render`` with hands, cards, heaps and shadows; Blender's venues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.counting.chip_set import Chip
from vision.finding.evidence import Bits
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.unwrap import Stack
from vision.geometry.zones import on_felt
from vision.settings import Colour
from vision.training.render import Renderer, developed
from vision.training.samples import Shown, taken, venue_pictures, venues_in
from vision.training.scene import Light, Pile, Scene
from vision.training.sides import Sample, fan_round, sample_of

_SIZE: Final = (600, 440)
_APART_MM: Final = 39.3
_RADIUS_MM: Final = 19.5
_DEEP_MM: Final = 28.0
"""Chips of a heap lie so deep in another: farther apart they would look like stacks."""
_EDGE_PX: Final = (2.2, 7.5)
_FITS: Final = 4

Chance = np.random.Generator


def of_venues(folder: Path, seed: int, takes: int, kept_out: bool = False) -> Iterator[Sample]:
    """Yield samples of all venues but every fourth, or of those alone: ``takes`` bad pictures of each picture."""
    for number, venue, is_kept_out in venues_in(folder):
        if is_kept_out != kept_out:
            continue
        chance = np.random.default_rng((seed, number))
        for shown in venue_pictures(venue):
            stacks = [standing.stack for standing in shown.standing]
            bare = felt_of(shown, stacks)
            felt_shows = np.ones(bare.shape[:2], np.uint8)
            for stack in stacks:
                cv2.fillConvexPoly(felt_shows, _hull(stack, shown.lens, shown.pose, 0.7), 0)
            colour = bare.reshape(-1, 3).mean(axis=0) / 255
            for _ in range(takes):
                ink = prints(shown.lens, shown.pose, colour, chance)
                printed = np.where(felt_shows[..., None] > 0, _inked(shown.picture, ink), shown.picture)
                now, felt = _photographed(printed, _inked(bare, ink), chance)
                yield sample_of(now, felt, shown.lens, fan_round(stacks, shown.pose, chance), stacks)


def felt_of(shown: Shown, stacks: Sequence[Stack]) -> Picture:
    """Return a picture of the felt alone, by what of it shows outside of shadows: its light changes smoothly."""
    height, width = shown.picture.shape[:2]
    hidden = np.zeros((height, width), np.uint8)
    for stack in stacks:
        cv2.fillConvexPoly(hidden, _hull(stack, shown.lens, shown.pose, 3.0), 1)
    y, x = np.mgrid[:height, :width] / max(height, width) - 0.5
    terms = np.stack((np.ones_like(x), x, y, x * x, x * y, y * y), axis=-1)
    soft = cv2.GaussianBlur(shown.picture, (5, 5), 0)
    levels = np.log(soft.astype(float) + 4)
    told = levels.sum(axis=-1)
    use = hidden == 0
    for _ in range(_FITS):
        fitted = terms @ np.linalg.lstsq(terms[use], told[use], rcond=None)[0]
        use = (hidden == 0) & (np.abs(told - fitted - 0.05) < 0.25)
        if use.sum() < 100:
            use = hidden == 0
            break
    held = [terms @ np.linalg.lstsq(terms[use], levels[use][:, at], rcond=None)[0] for at in range(3)]
    grain = (shown.picture.astype(float) - soft)[use]
    levels = np.exp(np.stack(held, axis=-1)) - 4
    noise = np.random.default_rng(0).standard_normal(levels.shape[:2])[..., None]
    return np.asarray(np.clip(levels + noise * grain.std(), 0, 255), np.uint8)


def _inked(picture: Picture, ink: Light) -> Picture:
    return np.asarray(np.clip(picture * ink, 0, 255), np.uint8)


def prints(lens: Lens, pose: Pose, felt: Array, chance: Chance) -> Light:
    """Return by how much lines and markers printed on a felt of colour ``felt`` change its light at each pixel."""
    shares = np.ones((lens.size[1], lens.size[0], 3), np.float32)
    if chance.random() < 0.5:
        ink = chance.uniform(0.1, 1.0) * (1 - 0.4 * chance.random(3))
        wide = chance.uniform(1.5, 8)
        for _ in range(int(chance.integers(1, 4))):
            low = chance.uniform((-150, -120), (80, 80))
            high = low + chance.uniform(60, 170, 2)
            corners = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
            for one, other in zip(corners, np.roll(corners, -1, axis=0), strict=True):
                along = (other - one) / np.linalg.norm(other - one)
                across = np.array((-along[1], along[0])) * wide / 2
                _print(
                    shares,
                    np.stack((one - across, other - across, other + across, one + across)),
                    ink / felt,
                    lens,
                    pose,
                )
    if chance.random() < 0.5:
        for _ in range(int(chance.integers(1, 4))):
            middle, turn, half = (
                chance.uniform((-130, -110), (130, 110)),
                chance.uniform(0, 6.3),
                chance.uniform(15, 25),
            )
            _print_marker(shares, middle, turn, half, felt, lens, pose, chance)
    return np.minimum(shares, 80.0)


def _print(shares: Light, corners: Array, colour: Array, lens: Lens, pose: Pose) -> None:
    shape = np.round(lens.project(on_felt(corners), pose) * 16).astype(np.int32)
    cv2.fillPoly(shares, [shape], [float(part) for part in colour], cv2.LINE_AA, 4)


def _print_marker(
    shares: Light,
    middle: Array,
    turn: float,
    half: float,
    felt: Array,
    lens: Lens,
    pose: Pose,
    chance: Chance,
) -> None:
    along = np.array((np.cos(turn), np.sin(turn)))
    across = np.array((-along[1], along[0]))
    cells = np.pad(np.pad(chance.integers(0, 2, (4, 4)), 1), 1, constant_values=1)
    for row, line in enumerate(cells):
        for column, white in enumerate(line):
            at = middle + half * ((row - 4) / 3 * along + (column - 4) / 3 * across)
            ends = (at, at + half / 3 * along, at + half / 3 * (along + across), at + half / 3 * across)
            _print(shares, np.stack(ends), (0.9 if white else 0.04) / felt, lens, pose)


def of_tables(count: int, seed: int, takes: int = 1) -> Iterator[Sample]:
    """Yield samples of ``count`` tables drawn by ``render``."""
    for number in range(count):
        chance = np.random.default_rng((seed, 77, number))
        lens, pose = _camera(chance)
        piles, heap = _piles(chance)
        now, bare, over = _drawn(lens, pose, piles + heap, chance)
        stacks, lying = ([pile.stack for pile in held] for held in (piles, heap))
        for _ in range(takes):
            taken_now, taken_bare = _photographed(now, bare, chance)
            fan = fan_round([*stacks, *lying], pose, chance)
            yield sample_of(taken_now, taken_bare, lens, fan, stacks, over, lying)


def _photographed(now: Picture, bare: Picture, chance: Chance) -> tuple[Picture, Picture]:
    """Return both as one cheap camera gives them in nearly one light: in false colours, soft, grainy, packed."""
    gamma, tint = chance.uniform(0.7, 1.4), chance.uniform(0.7, 1.15, 3)
    order = chance.permutation(3) if chance.random() < 0.5 else np.arange(3)
    lamp = chance.uniform(0.92, 1.08) * chance.uniform(0.98, 1.02, 3)
    levels = [(255 * (held / 255.0) ** gamma * tint)[..., order] for held in (now, bare)]
    levels[0] = levels[0] * lamp
    if chance.random() < 0.35:
        levels[0] = levels[0] * _patches(now.shape[:2], chance, chance.uniform(20, 120))[..., None]
    one, other = (taken(np.asarray(np.clip(held, 0, 255), np.float32), chance) for held in levels)
    return one, other


def _patches(shape: tuple[int, int], chance: Chance, size: float) -> Array:
    """Return a field of light with soft shadows in it, 1 where none is."""
    grid = chance.normal(0, 1, (max(2, int(shape[0] / size) + 2), max(2, int(shape[1] / size) + 2)))
    field = cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC)
    edge = chance.uniform(0.1, 1.5)
    return np.asarray(1 - chance.uniform(0, 0.6) / (1 + np.exp(-np.clip((field - 0.7) / edge * 6, -40, 40))))


def _hull(stack: Stack, lens: Lens, pose: Pose, grown_mm: float = 0.0) -> Array:
    angles = np.linspace(0, 2 * np.pi, 32)
    ring = (stack.radius_mm + grown_mm) * np.stack((np.cos(angles), np.sin(angles)), 1) + (
        stack.x_mm,
        stack.y_mm,
    )
    points = np.concatenate((on_felt(ring), on_felt(ring, stack.height_mm)))
    return np.asarray(cv2.convexHull(lens.project(points, pose).astype(np.float32)), np.int32)


def _camera(chance: Chance) -> tuple[Lens, Pose]:
    """Return a camera that sees the stacks with 2 to 7.5 pixels a chip's edge."""
    distance, up, turn = chance.uniform(450, 850), np.radians(chance.uniform(22, 45)), chance.uniform(-1, 1)
    focal = float(min(chance.uniform(*_EDGE_PX) / 3.3 / np.cos(up) * distance, 1900.0))
    matrix = np.array([[focal, 0, _SIZE[0] / 2 - 0.5], [0, focal, _SIZE[1] / 2 - 0.5], [0, 0, 1]])
    flat = np.array((np.sin(turn), -np.cos(turn))) * np.cos(up) * distance
    distortion = np.array([chance.uniform(-0.2, 0.1), 0.0, 0.0, 0.0, 0.0])
    return Lens(matrix, distortion, _SIZE), Pose.looking((*flat, np.sin(up) * distance), (0.0, 0.0, 15.0))


def _piles(chance: Chance) -> tuple[list[Pile], list[Pile]]:
    """Return stacks, many side by side or behind each other, and in every fifth table a heap of chips."""
    thickness = float(chance.uniform(3.0, 3.5))
    chips = [_chip(chance) for _ in range(chance.integers(1, 6))]
    piles: list[Pile] = []
    wanted = int(chance.integers(1, 7))
    for _ in range(wanted * 30):
        if len(piles) == wanted:
            break
        at = chance.uniform((-95, -75), (95, 75))
        if piles and chance.random() < 0.6:
            beside = piles[int(chance.integers(len(piles)))]
            turn = chance.uniform(0, 2 * np.pi)
            step = _APART_MM + chance.exponential(4.0)
            at = np.array((beside.x_mm + step * np.cos(turn), beside.y_mm + step * np.sin(turn)))
        if all(np.hypot(at[0] - pile.x_mm, at[1] - pile.y_mm) > _APART_MM for pile in piles):
            piles.append(_pile(at, chips, _height(chance), thickness, chance))
    heap: list[Pile] = []
    if chance.random() < 0.3:
        middle = chance.uniform((-80, -60), (80, 60))
        piles = [p for p in piles if np.hypot(p.x_mm - middle[0], p.y_mm - middle[1]) > 85] or piles[:1]
        for _ in range(int(chance.integers(3, 9))):
            at = middle + chance.normal(0, 18, 2)
            if all(np.hypot(at[0] - p.x_mm, at[1] - p.y_mm) > _APART_MM for p in piles):
                heap.append(_pile(at, chips, int(chance.integers(1, 4)), thickness, chance))
        heap = [p for p in heap if min((_apart(p, q) for q in heap if q is not p), default=99.0) < _DEEP_MM]
    return piles, heap


def _apart(one: Pile, other: Pile) -> float:
    return float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))


def _height(chance: Chance) -> int:
    low, high = ((1, 5), (6, 10), (11, 20))[int(chance.choice(3, p=(0.5, 0.25, 0.25)))]
    return int(chance.integers(low, high + 1))


def _pile(at: Array, chips: list[Chip], count: int, thickness: float, chance: Chance) -> Pile:
    stays, held = chance.choice((0.0, 0.6, 1.0)), [chips[int(chance.integers(len(chips)))]]
    while len(held) < count:
        held.append(held[-1] if chance.random() < stays else chips[int(chance.integers(len(chips)))])
    return Pile(float(at[0]), float(at[1]), tuple(held), 2 * _RADIUS_MM, thickness)


def _chip(chance: Chance) -> Chip:
    body, count = _colour(chance, 250), int(chance.choice((0, 3, 4, 6, 8, 12)))
    return Chip(1, body, _colour(chance, 250) if count else body, count)


def _colour(chance: Chance, most: int) -> Colour:
    level = chance.uniform(5, most)
    red, green, blue = (int(np.clip(level + chance.normal(0, 60), 5, most)) for _ in range(3))
    return red, green, blue


def _drawn(lens: Lens, pose: Pose, piles: Sequence[Pile], chance: Chance) -> tuple[Picture, Picture, Bits]:
    """Return the picture, the bare felt's, and what lies over everything."""
    lamp = chance.uniform((-900, -700, 500), (900, 900, 1700))
    scene = Scene(
        felt=_colour(chance, 150),
        lamp=(float(lamp[0]), float(lamp[1]), float(lamp[2])),
        brightness=float(chance.uniform(0.4, 1.1)),
        ambient=float(chance.uniform(0.1, 0.7)),
    )
    if piles and chance.random() < 0.1:
        felt = piles[int(chance.integers(len(piles)))].chips[0].body
        near = np.clip(np.array(felt) + chance.normal(0, 12, 3), 3, 250).astype(int)
        scene = replace(scene, felt=(int(near[0]), int(near[1]), int(near[2])))
    if chance.random() < 0.25:
        scene = replace(scene, paper=_card(chance))
    renderer, seed = Renderer(lens, 2), int(chance.integers(1 << 30))
    bare = renderer.expose(scene, pose, seed)
    card = scene.paper is not None and chance.random() < 0.5
    if card:
        bare = renderer.expose(replace(scene, paper=None), pose, seed)
    now = renderer.expose(replace(scene, piles=tuple(piles)), pose, seed)
    light = _shaded(now.light, bare.light, now.depth, bare.depth, chance)
    weave = _weave(light.shape[:2], chance)
    weave = weave[..., None] * prints(lens, pose, (np.array(scene.felt) / 255) ** 2.2 + 0.002, chance)
    bared = np.abs(now.depth - bare.depth) < 0.5
    light = np.where(bared[..., None], light * weave, light)
    still = np.zeros(light.shape, np.float32)
    picture, over = developed(light.astype(np.float32), still), np.zeros(light.shape[:2], bool)
    if chance.random() < 0.25:
        picture, over = _with_hand(picture, chance)
    return picture, developed((bare.light * weave).astype(np.float32), still), over


def _shaded(now: Light, bare: Light, depth: Light, far: Light, chance: Chance) -> Light:
    """Return ``now`` with softer shadows on the felt: lamps are wide."""
    felt = np.abs(depth - far) < 0.5
    share = np.where(felt, now.sum(axis=-1) / np.maximum(bare.sum(axis=-1), 1e-4), 1.0).astype(np.float32)
    wide = float(chance.uniform(0.3, 9))
    weight = cv2.GaussianBlur(felt.astype(np.float32), (0, 0), wide)
    soft = cv2.GaussianBlur(share * felt, (0, 0), wide) / np.maximum(weight, 1e-3)
    ratio = soft / np.maximum(share, 1e-3)
    return np.where(felt[..., None], now * ratio[..., None], now).astype(np.float32)


def _weave(shape: tuple[int, int], chance: Chance) -> Array:
    grain = cv2.GaussianBlur(chance.standard_normal(shape), (0, 0), chance.uniform(0.4, 3.0))
    return np.asarray(1 + chance.uniform(0, 0.12) * grain / grain.std())


def _card(chance: Chance) -> Array:
    turn, middle = chance.uniform(0, np.pi), chance.uniform((-100, -80), (100, 80))
    along = np.array((np.cos(turn), np.sin(turn)))
    across = np.array((-along[1], along[0]))
    return np.stack(
        [middle + 44 * a * along + 31.5 * b * across for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )


def _with_hand(picture: Picture, chance: Chance) -> tuple[Picture, Bits]:
    """Return ``picture`` with something like a hand and its sleeve over it, and where that is."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    scale = width / 300 * chance.uniform(0.7, 1.3)
    palm = chance.uniform((0.1 * width, 0.1 * height), (0.9 * width, 0.9 * height))
    arm = palm + np.array((chance.normal(0, 120), -500.0)) * scale
    _limb(mask, palm, arm, 38 * scale)
    cv2.ellipse(mask, _point(palm), (int(32 * scale), int(24 * scale)), 0, 0, 360, 1, -1)
    for finger in (-24, -8, 8, 24):
        tip = palm + np.array((finger * 1.3 + chance.normal(0, 6), chance.uniform(25, 55))) * scale
        _limb(mask, palm + np.array((finger, 0)) * scale, tip, 13 * scale)
    skin = np.array(_colour(chance, 240))[::-1] * chance.uniform(0.5, 1.0)
    body = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    round_off = 0.6 + 0.4 * np.clip(body / (14 * scale), 0, 1)
    shades = round_off * (1 + 0.05 * _weave((height, width), chance) - 0.05)
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.8)[..., None]
    under = cv2.GaussianBlur(np.roll(mask, int(12 * scale), axis=0).astype(np.float32), (0, 0), 8 * scale)
    levels = picture * (1 - 0.35 * under[..., None]) * (1 - soft) + soft * skin * shades[..., None]
    return np.asarray(np.clip(levels, 0, 255), np.uint8), mask > 0


def _limb(mask: Picture, start: Array, end: Array, thick: float) -> None:
    cv2.line(mask, _point(start), _point(end), 1, max(1, int(thick)), cv2.LINE_8)


def _point(at: Array) -> tuple[int, int]:
    return int(at[0]), int(at[1])
