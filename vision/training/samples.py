"""Cuts training strips from drawn pictures with the reader's own ``unwrap``, off by as much as a finder is off."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.counting.chip_set import Chip, ChipSet
from vision.counting.edge_look import look_of
from vision.counting.look import unrolled
from vision.counting.rectify import straightened
from vision.frames import pictures
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.unwrap import Stack, Strip, unwrap

Light = npt.NDArray[np.float32]

PLACE_OFF_MM: Final = 1.0
HEIGHT_OFF_MM: Final = 0.9
_ENROLLED_OFF_MM: Final = 0.4
"""How far off a finder, and who enrols chips, put a stack: an axis of its place, its height."""
_KEPT_OUT: Final = 4
"""One venue of so many is for measuring alone."""


@dataclass(frozen=True)
class Sample:
    """A strip, what of it shows, and for each row how much foot, seam and rim are there, (rows, 3)."""

    picture: Picture
    shows: npt.NDArray[np.bool_]
    targets: npt.NDArray[np.float32]


@dataclass(frozen=True)
class Standing:
    """A stack whose truth is known: each chip's kind, place and lower edge over the felt, in mm; and the rim's."""

    stack: Stack
    kinds: tuple[int, ...]
    places: Array
    edges: Array


@dataclass(frozen=True)
class Shown:
    """A picture, the camera, and what stands there."""

    picture: Picture
    lens: Lens
    pose: Pose
    standing: tuple[Standing, ...]


def targets(rows_at: Array, rows: int) -> npt.NDArray[np.float32]:
    """Return the targets of edges at ``rows_at``, the felt line first: each is shared by the rows next to it."""
    held = np.zeros((rows, 3), np.float32)
    for place, row in enumerate(rows_at):
        kind = 0 if place == 0 else 2 if place == len(rows_at) - 1 else 1
        low = int(np.floor(row))
        for at, share in ((low, low + 1 - row), (low + 1, row - low)):
            if 0 <= at < rows:
                held[at, kind] = max(held[at, kind], share)
    return held


def degraded(picture: Picture, chance: np.random.Generator) -> Picture:
    """Return ``picture`` as a cheap camera gives it: in false colours, soft, grainy, packed."""
    levels = 255 * (picture / 255.0) ** chance.uniform(0.75, 1.35) * chance.uniform(0.75, 1.15, 3)
    if chance.random() < 0.3:
        levels = levels[..., chance.permutation(3)]
    return taken(np.asarray(np.clip(levels, 0, 255), np.float32), chance)


def taken(levels: Light, chance: np.random.Generator) -> Picture:
    """Return a picture of ``levels`` as a webcam takes it: soft, grainy, most often packed as JPEG."""
    soft = cv2.GaussianBlur(levels, (0, 0), chance.uniform(0.3, 0.9))
    grain = chance.normal(0, chance.uniform(0.5, 5.0), soft.shape[:2])[..., None]
    held = np.clip(soft + grain + chance.normal(0, 1.5, soft.shape), 0, 255).astype(np.uint8)
    if chance.random() < 0.7:
        _, packed = cv2.imencode(".jpg", held, (cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(55, 97))))
        held = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(held, np.uint8)


def venues_in(folder: Path) -> Iterator[tuple[int, Path, bool]]:
    """Yield the venues drawn under ``folder``: number, folder, and whether it is kept out of training."""
    for number, truth in enumerate(sorted(folder.glob("*/truth.json"))):
        yield number, truth.parent, number % _KEPT_OUT == _KEPT_OUT - 1


def venue_pictures(folder: Path) -> Iterator[Shown]:
    """Yield what ``vision.training.blender`` drew of one venue, the enrolment first."""
    said = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    pose = Pose(np.array(said["rotation"]), np.array(said["translation"]))
    for shown in said["pictures"]:
        lens = Lens(np.array(shown["matrix"]), np.zeros(5), tuple(shown["size"]))
        standing = tuple(_standing(stack, said["diameter_mm"] / 2) for stack in shown["stacks"])
        yield Shown(pictures.read(folder / shown["picture"]), lens, pose, standing)


def thickness_of(folder: Path) -> float:
    """Return how thick a venue's chips are, in mm."""
    return float(json.loads((folder / "truth.json").read_text(encoding="utf-8"))["thickness_mm"])


def _standing(stack: dict[str, Any], radius: float) -> Standing:
    chips = stack["chips"]
    edges = np.concatenate(([0.0], np.cumsum([chip["thickness_mm"] for chip in chips])))
    places = np.array([(stack["x_mm"], stack["y_mm"])]) + np.array([chip["shift_mm"] for chip in chips])
    x, y = places.mean(axis=0)
    return Standing(
        Stack(float(x), float(y), radius, float(edges[-1])),
        tuple(chip["kind"] for chip in chips),
        places,
        edges,
    )


def enrolled_of(shown: Shown, thickness_mm: float, chance: np.random.Generator) -> ChipSet:
    """Return the chips of ``shown``'s stacks, each of one kind, as they are enrolled from them, their places a little off."""
    chips = {}
    for standing in shown.standing:
        x, y = chance.normal((standing.stack.x_mm, standing.stack.y_mm), _ENROLLED_OFF_MM)
        stack = replace(standing.stack, x_mm=float(x), y_mm=float(y))
        look, kind = (
            look_of(unwrap(shown.picture, stack, shown.lens, shown.pose), len(standing.kinds)),
            standing.kinds[0],
        )
        chips[kind] = Chip(kind + 1, look.body, look.spots, look.spot_count or 0)
    held = tuple(chips[kind] for kind in sorted(chips))
    return ChipSet("by chance", 2 * shown.standing[0].stack.radius_mm, float(thickness_mm), held)


def guessed(shown: Shown, chance: np.random.Generator) -> list[Stack]:
    """Return the stacks as a finder gives them: a little off in place and height."""
    return [
        replace(
            standing.stack,
            x_mm=standing.stack.x_mm + chance.normal(0, PLACE_OFF_MM),
            y_mm=standing.stack.y_mm + chance.normal(0, PLACE_OFF_MM),
            height_mm=max(standing.stack.height_mm + chance.normal(0, HEIGHT_OFF_MM), 1.0),
        )
        for standing in shown.standing
    ]


def cut(
    shown: Shown, picture: Picture, found: Sequence[Stack], thickness_mm: float
) -> Iterator[tuple[Standing, Strip, Array]]:
    """Yield each stack, its strip cut from ``picture`` at ``found``, and the rows at which its edges appear."""
    for number, (standing, stack) in enumerate(zip(shown.standing, found, strict=True)):
        others = [other for index, other in enumerate(found) if index != number]
        strip = unrolled(picture, stack, others, shown.lens, shown.pose, thickness_mm)
        yield standing, strip, np.array([strip.row_of(z) for z in apparent(standing, stack, shown.pose)])


def samples(shown: Shown, thickness_mm: float, chance: np.random.Generator) -> Iterator[Sample]:
    """Yield a sample of each stack of ``shown``, of another bad picture each time."""
    picture = degraded(shown.picture, chance)
    for _, cut_out, rows_at in cut(shown, picture, guessed(shown, chance), thickness_mm):
        strip = straightened(cut_out)
        yield Sample(strip.picture, strip.shows, targets(rows_at, len(strip.picture)))


def apparent(standing: Standing, stack: Stack, pose: Pose) -> Array:
    """Return at which heights of ``stack``, where it was thought to be, the edges appear."""
    centre = np.array((stack.x_mm, stack.y_mm))
    towards = pose.centre[:2] - centre
    distance = float(np.linalg.norm(towards))
    nearer = (standing.places - centre) @ (towards / distance)
    near = np.concatenate((nearer[:1], (nearer[1:] + nearer[:-1]) / 2, nearer[-1:]))
    rise = (pose.centre[2] - standing.edges) / (distance - stack.radius_mm)
    return np.asarray(standing.edges - near * rise)
