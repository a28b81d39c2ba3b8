"""Enrols a chip set from one picture: a stack of each denomination, all of one count, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.counting.chip_set import Chip, ChipSet
from vision.counting.decoding import ROWS_PER_CHIP
from vision.counting.edge_look import Look, look_of
from vision.counting.look import edges_told, unrolled
from vision.counting.paper import paper_of
from vision.counting.rectify import straightened
from vision.counting.strip_net import StripNet
from vision.counting.twins import twins
from vision.felt_view import FeltView, felt_view
from vision.finding.sides_net import SidesNet
from vision.finding.silhouette import CLEAR, Fitted, outline_mask, stacks_in
from vision.finding.survey import survey
from vision.geometry import markers
from vision.geometry.camera import BadPicture, Lens, Picture, Pose, VisionError, size_of
from vision.geometry.pose import fit
from vision.geometry.sharpness import COUNTS_PX, edge_px
from vision.geometry.unwrap import Stack, Strip, unwrap
from vision.geometry.zones import Zone
from vision.profile import Profile

ONE_HEIGHT: Final = 0.08
"""How far the stacks' heights may lie apart, as a share: chips of a set are equally thick."""
_STANDS_STILL_PX: Final = 1.5
_AROUND_MM: Final = 60.0
"""How far from the outlines stacks are looked for by their faces."""
_FEWEST_SEAMS: Final = 5
"""The fewest chips whose seams tell their thickness better than the outlines do."""


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
    felt = bare_of(picture, shown, profile)
    lens, pose = felt.lens, felt.fit.pose
    found = _stacks(picture, shown, profile, felt, denominations, diameter_mm / 2)
    height = float(np.median([stack.height_mm for stack in found]))
    net = StripNet()
    thick = [_thickness(net, picture, stack, lens, pose, height / count, count) for stack in found]
    for denomination, stack, told in zip(denominations, found, thick, strict=True):
        _check(denomination, stack, count, height, by_seams=told is not None)
        _check_edge(denomination, stack, height / count, lens, pose)
    measured = [told for told in thick if told is not None]
    thickness = float(np.median(measured)) if len(measured) * 2 > len(found) else height / count
    chips, strips, said = [], {}, []
    for denomination, stack in zip(denominations, found, strict=True):
        others = [other for other in found if other is not stack]
        strip = unwrap(picture, stack, lens, pose, others)
        look = look_of(strip, count)
        said.append(_told(denomination, stack, strip, look))
        chips.append(Chip(denomination, look.body, look.spots, look.spot_count or 0))
        strips[denomination] = strip.picture
    held = ChipSet(name, diameter_mm, round(thickness, 3), tuple(chips), paper_of(picture, shown))
    return Enrolment(held, strips, (f"{held.thickness_mm:.2f} mm thick", *said, *twins(held)))


def _thickness(
    net: StripNet, picture: Picture, stack: Stack, lens: Lens, pose: Pose, about_mm: float, count: int
) -> float | None:
    """Return how far apart the seams of ``count`` chips lie, in mm; None where another number is seen.

    Where a stack stands, and so how high its outline is, is known to a millimetre; its seams' distance is not touched
    by that.
    """
    if count < _FEWEST_SEAMS:
        return None
    strip = straightened(unrolled(picture, stack, (), lens, pose, about_mm))
    _, held = edges_told(net, strip, stack.height_mm)
    if held is None or held.count != count:
        return None
    return about_mm / ROWS_PER_CHIP * -float(np.polyfit(np.arange(1, count), held.edges[1:-1], 1)[0])


def bare_of(picture: Picture, shown: markers.Found, profile: Profile) -> FeltView:
    """Return the bare felt behind ``picture``. Raise VisionError where the camera has moved since it was taken."""
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
    return felt


def _stacks(
    picture: Picture,
    shown: markers.Found,
    profile: Profile,
    felt: FeltView,
    denominations: Sequence[int],
    radius_mm: float,
) -> list[Stack]:
    """Return the stack of each of ``denominations``, from the picture's left: by their outlines, or else by their faces.

    Outlines place a stack best, but chips of the felt's colour and shadows spoil them: of black chips on dark felt
    only the inlay of the topmost may stand out, a clear outline of something flat and far away.
    """
    lens, pose = felt.lens, felt.fit.pose

    def column(stack: Stack) -> float:
        return float(lens.project(np.array([(stack.x_mm, stack.y_mm, 0.0)]), pose)[0, 0])

    found = stacks_in(outline_mask(picture, felt.picture), lens, pose, radius_mm)
    found = sorted(found, key=lambda fitted: column(fitted.stack))
    wanted = len(denominations)
    outlined = [fitted.stack for fitted in found]
    clear = len(found) == wanted and all(fitted.overlap >= CLEAR for fitted in found)
    if clear and _alike(outlined):
        return outlined
    seen = sorted(_by_faces(picture, shown, profile, felt, found, radius_mm), key=column)
    if len(seen) == wanted and _alike(seen):
        return seen
    if clear:
        return outlined
    if len(found) != wanted:
        raise VisionError(
            f"{len(found)} stacks are seen, {wanted} denominations were named: stand them a hand's "
            "breadth apart on bare felt, beside no marker"
        )
    spoilt = min(zip(denominations, found, strict=True), key=lambda each: each[1].overlap)[0]
    raise VisionError(
        f"the stack of {spoilt} has no clear outline: is it straight, alone, and of another colour than the felt?"
    )


def _alike(stacks: Sequence[Stack]) -> bool:
    """Whether stacks are about equally high."""
    heights = np.array([stack.height_mm for stack in stacks])
    return bool(np.ptp(heights) < 2 * ONE_HEIGHT * heights.mean())


def _by_faces(
    picture: Picture,
    shown: markers.Found,
    profile: Profile,
    felt: FeltView,
    near: Sequence[Fitted],
    radius_mm: float,
) -> list[Stack]:
    """Return the stacks that the sides net finds where the outlines ``near`` are."""
    if not near:
        return []
    places = np.array([(fitted.stack.x_mm, fitted.stack.y_mm) for fitted in near])
    (left, low), (right, high) = places.min(axis=0) - _AROUND_MM, places.max(axis=0) + _AROUND_MM
    part = Zone(0, np.array(((left, low), (right, low), (right, high), (left, high))))
    printed = [corners for number, corners in profile.markers.items() if number in shown]
    pose = felt.fit.pose
    seen = survey(picture, felt.lens, pose, felt, [part], printed, radius_mm, SidesNet())
    return [cylinder.stack for cylinder in seen.standing(part)]


def _check(denomination: int, stack: Stack, count: int, middle_mm: float, *, by_seams: bool) -> None:
    """See that it is one stack of ``count`` chips: by its seams, or as high as most are."""
    height = stack.height_mm
    if abs(height - middle_mm) > ONE_HEIGHT * middle_mm and not by_seams:
        raise VisionError(
            f"the stack of {denomination} is {height:.0f} mm high, most are {middle_mm:.0f}: "
            f"{count} chips of each are wanted"
        )


def _check_edge(denomination: int, stack: Stack, thickness_mm: float, lens: Lens, pose: Pose) -> None:
    edge = edge_px(lens, pose, np.array((stack.x_mm, stack.y_mm, 0.0)), thickness_mm)
    if edge < COUNTS_PX:
        raise VisionError(
            f"the stack of {denomination} shows {edge:.1f} px a chip edge, {COUNTS_PX:g} are needed: "
            "stand the stacks nearer, or take larger pictures"
        )


def _told(denomination: int, stack: Stack, strip: Strip, look: Look) -> str:
    spots = {None: "spots that could not be counted", 0: "no spots"}.get(
        look.spot_count, f"{look.spot_count} spots"
    )
    return (
        f"{denomination}: at ({stack.x_mm:.0f}, {stack.y_mm:.0f}) mm, {stack.height_mm:.1f} mm high, "
        f"{100 * strip.visible:.0f} % visible, {spots}"
    )
