"""Enrols a deck's backs: one picture each of a card that lies face down, alone, on the bare felt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.cards.deck import Back, Deck, shape_of
from vision.cards.fitting import Lies, explained
from vision.cards.lying import PX_PER_MM, Above, Window
from vision.cards.sides import Sides
from vision.counting.enrol import bare_of
from vision.counting.paper import paper_of
from vision.geometry import markers
from vision.geometry.camera import Array, Lens, Picture, Pose, VisionError
from vision.geometry.zones import on_felt
from vision.profile import Profile

_A_CARD: Final = 0.5
"""The share of a card's area from which a thing on the felt may be one."""
_WHITE: Final = 0.18
"""By how much a back must differ from white paper, as a share of its light."""


def enrol(
    shown: Sequence[tuple[str, Picture]], profile: Profile, name: str, size_mm: tuple[float, float]
) -> Deck:
    """Return the deck of which each picture, with its name, shows one card face down.

    Raise VisionError naming the picture and what is wrong with it.
    """
    return Deck(name, size_mm, tuple(_back(each, picture, profile, size_mm) for each, picture in shown))


def _back(name: str, picture: Picture, profile: Profile, size_mm: tuple[float, float]) -> Back:
    seen = markers.find(picture)
    felt = bare_of(picture, seen, profile)
    lens, pose = felt.lens, felt.fit.pose
    reach = np.concatenate([corners[:, :2] for corners in profile.markers.values()])
    above = Window(reach, lens, pose, felt, [profile.markers[n] for n in seen if n in profile.markers]).look(
        picture
    )
    card = _alone(name, above, size_mm)
    at = above.to_felt(np.array(((card.x, card.y),)))[0]
    upright = _upright(picture, lens, pose, at, card.turn_deg, size_mm)
    paper = paper_of(picture, seen)
    if paper is None:
        raise VisionError(f"{name}: the markers are too bright or too dark to measure the light by")
    back = Back(upright, paper)
    _check(name, back, size_mm)
    return back


def _alone(name: str, above: Above, size_mm: tuple[float, float]) -> Lies:
    """Return where the one card lies."""
    size = size_mm[0] * PX_PER_MM, size_mm[1] * PX_PER_MM
    large = [p for p in above.pieces if p.sum() > _A_CARD * size[0] * size[1]]
    if len(large) != 1:
        raise VisionError(
            f"{name}: {len(large)} things of a card's size are seen: lay one card, face down and alone, on the bare "
            "felt. One that is not seen at all has the felt's colour: another deck is needed, or another light"
        )
    held = explained(large[0], above.known, size)
    if len(held.cards) != 1 or not held.sure:
        raise VisionError(
            f"{name}: what lies there is no single card of {size_mm[0]:g} x {size_mm[1]:g} mm: is it flat, "
            "alone, and clear of the felt's colour all round?"
        )
    return held.cards[0]


def _upright(
    picture: Picture, lens: Lens, pose: Pose, at: Array, turn_deg: float, size_mm: tuple[float, float]
) -> Picture:
    """Return the card as it lies, turned upright, from the picture itself."""
    rows, columns = shape_of(size_mm)
    turn = np.radians(turn_deg)
    along, across = np.array((np.cos(turn), -np.sin(turn))), np.array((np.sin(turn), np.cos(turn)))
    down, right = np.meshgrid(
        (np.arange(rows) + 0.5) / rows * size_mm[1] - size_mm[1] / 2,
        (np.arange(columns) + 0.5) / columns * size_mm[0] - size_mm[0] / 2,
        indexing="ij",
    )
    points = at + down[..., None] * along + right[..., None] * across
    pixels = lens.project(on_felt(points.reshape(-1, 2)), pose).reshape(rows, columns, 2).astype(np.float32)
    return np.asarray(cv2.remap(picture, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR), np.uint8)


def _check(name: str, back: Back, size_mm: tuple[float, float]) -> None:
    """See that the back cannot be taken for a face."""
    rows, columns = shape_of(size_mm)
    whole = np.ones((rows, columns), bool)
    lies = Lies(columns / 2 - 0.5, rows / 2 - 0.5, 90.0)
    size = float(columns), float(rows)
    judged = Sides((back,), size_mm).judge(back.picture.astype(np.float32), lies, whole, size, back.paper)
    if judged.plain < _WHITE:
        raise VisionError(
            f"{name}: this side is nearly as white as a face: lay the card face down. A deck with such a back cannot be "
            "told by the camera"
        )
