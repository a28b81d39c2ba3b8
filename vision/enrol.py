"""A chip set enrolled from one picture: a stack of each denomination, all of one count, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision import markers
from vision.camera import BadPicture, Lens, Picture, Pose, VisionError, size_of
from vision.chip_set import Chip, ChipSet
from vision.edge_look import Look, look_of
from vision.felt_view import felt_view
from vision.paper import paper_of
from vision.pose import fit
from vision.profile import Profile
from vision.sharpness import COUNTS_PX, edge_px
from vision.silhouette import Fitted, outline_mask, stacks_in
from vision.unwrap import Strip, unwrap

CLEAR: Final = 0.93
"""How well a cylinder must cover a stack's outline."""
ONE_HEIGHT: Final = 0.08
"""How far the stacks' heights may lie apart, as a share: chips of a set are equally thick."""
_STANDS_STILL_PX: Final = 1.5


@dataclass(frozen=True)
class Enrolment:
    """The set, the unrolled stack of each denomination, and lines for people."""

    chips: ChipSet
    strips: dict[int, Picture]
    said: tuple[str, ...]


def enrol(
    picture: Picture,
    profile: Profile,
    denominations: Sequence[int],
    count: int,
    name: str,
    diameter_mm: float,
) -> Enrolment:
    """Return the chips of ``picture``: ``count`` of each of ``denominations``, from left to right.

    Raise VisionError naming what is wrong with the picture or the stacks.
    """
    shown = markers.find(picture)
    lens, pose, bare = _bare(picture, shown, profile)
    found = stacks_in(outline_mask(picture, bare), lens, pose, diameter_mm / 2)
    _check(found, denominations, count, lens, pose)
    height = float(np.median([fitted.stack.height_mm for fitted in found]))
    chips, strips, said = [], {}, []
    for denomination, fitted in zip(denominations, found, strict=True):
        others = [other.stack for other in found if other is not fitted]
        strip = unwrap(picture, fitted.stack, lens, pose, others)
        look = look_of(strip, count)
        said.append(_told(denomination, fitted, strip, look))
        chips.append(Chip(denomination, look.body, look.spots, look.spot_count or 0))
        strips[denomination] = strip.picture
    held = ChipSet(name, diameter_mm, round(height / count, 3), tuple(chips), paper_of(picture, shown))
    return Enrolment(held, strips, (f"{held.thickness_mm:.2f} mm thick", *said))


def _bare(picture: Picture, shown: markers.Found, profile: Profile) -> tuple[Lens, Pose, Picture]:
    felt = felt_view(profile)
    if felt is None:
        raise VisionError("the profile names no picture of the bare felt: calibrate the camera anew")
    if size_of(picture) != size_of(felt.picture):
        raise BadPicture(
            f"the picture is {'x'.join(map(str, size_of(picture)))}, that of the bare felt is "
            f"{'x'.join(map(str, size_of(felt.picture)))}: both must be taken alike"
        )
    now = fit(shown, profile.markers, felt.lens)
    corners = np.concatenate([profile.markers[number] for number in now.used])
    apart = felt.lens.project(corners, now.pose) - felt.lens.project(corners, felt.fit.pose)
    if np.sqrt((apart**2).sum(axis=1).mean()) > _STANDS_STILL_PX:
        raise VisionError("the camera has moved since the bare felt was taken: calibrate it anew")
    return felt.lens, felt.fit.pose, felt.picture


def _check(found: list[Fitted], denominations: Sequence[int], count: int, lens: Lens, pose: Pose) -> None:
    if len(found) != len(denominations):
        raise VisionError(
            f"{len(found)} stacks are seen, {len(denominations)} denominations were named: stand them a hand's "
            "breadth apart on bare felt, beside no marker"
        )
    heights = [fitted.stack.height_mm for fitted in found]
    middle = float(np.median(heights))
    for denomination, fitted in zip(denominations, found, strict=True):
        stack = fitted.stack
        if fitted.overlap < CLEAR:
            raise VisionError(f"the stack of {denomination} has no clear outline: is it straight, and alone?")
        if abs(stack.height_mm - middle) > ONE_HEIGHT * middle:
            raise VisionError(
                f"the stack of {denomination} is {stack.height_mm:.0f} mm high, most are {middle:.0f}: "
                f"{count} chips of each are wanted"
            )
        edge = edge_px(lens, pose, np.array((stack.x_mm, stack.y_mm, 0.0)), middle / count)
        if edge < COUNTS_PX:
            raise VisionError(
                f"the stack of {denomination} shows {edge:.1f} px a chip edge, {COUNTS_PX:g} are needed: "
                "stand the stacks nearer, or take larger pictures"
            )


def _told(denomination: int, fitted: Fitted, strip: Strip, look: Look) -> str:
    stack = fitted.stack
    spots = {None: "spots that could not be counted", 0: "no spots"}.get(
        look.spot_count, f"{look.spot_count} spots"
    )
    return (
        f"{denomination}: at ({stack.x_mm:.0f}, {stack.y_mm:.0f}) mm, {stack.height_mm:.1f} mm high, "
        f"{100 * strip.visible:.0f} % visible, {spots}"
    )
