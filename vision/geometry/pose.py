"""Works out where the camera stands from the markers that a picture shows, or says that it is not known."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry.camera import Array, Lens, Pose, VisionError
from vision.geometry.markers import Found

LARGEST_ERROR_PX: Final = 2.0
"""Root mean square distance, in pixels of the picture, of the corners from where the pose puts them."""
FEWEST_MARKERS: Final = 3
AGREES_PX: Final = 1.0
"""A single displaced marker is told only where all others agree this well without it."""
SPOILS_PX: Final = 0.5
SPOILS: Final = 3.0
"""From which error on a marker is looked for that spoils the pose, and so many times better the others agree without it:
one that a stack half covers is read a few pixels off."""


class NoPose(VisionError):
    """The picture does not say where the camera stands. ``missing`` are the markers that do not show."""

    def __init__(self, problem: str, missing: tuple[int, ...] = ()) -> None:
        super().__init__(problem)
        self.missing = missing


@dataclass(frozen=True)
class Fit:
    """A pose and how well it is known. ``displaced`` are markers that do not show where the profile says."""

    pose: Pose
    error_px: float
    used: tuple[int, ...]
    missing: tuple[int, ...]
    displaced: tuple[int, ...] = ()

    def shows(self, markers: Mapping[int, Array], lens: Lens) -> Found:
        """Return where ``lens`` sees those of ``markers``, corners on the felt, that the pose is known by."""
        return {number: lens.project(markers[number], self.pose) for number in self.used}

    def expects(self, markers: Mapping[int, Array], lens: Lens) -> Found:
        """Return where ``lens`` would see all ``markers``."""
        return {number: lens.project(corners, self.pose) for number, corners in markers.items()}


def fit(found: Found, markers: dict[int, Array], lens: Lens) -> Fit:
    """Return the camera's pose from the markers in ``found`` that ``markers`` places on the felt.

    Raise NoPose where too few show or they do not agree within 2 px.
    """
    used = tuple(sorted(set(found) & set(markers)))
    missing = tuple(sorted(set(markers) - set(found)))
    needed = min(FEWEST_MARKERS, len(markers))
    if len(used) < needed:
        raise NoPose(
            f"{len(used)} of {len(markers)} markers show, {needed} are needed; {named(missing)} missing",
            missing,
        )
    pose, error_px = _solve(found, markers, lens, used)
    displaced: tuple[int, ...] = ()
    if error_px > SPOILS_PX and (best := _without_one(found, markers, lens, used)) is not None:
        without, odd, error = best
        if error <= AGREES_PX and (error_px > LARGEST_ERROR_PX or error * SPOILS <= error_px):
            pose, displaced, error_px = without, (odd,), error
            used = tuple(number for number in used if number != odd)
    if error_px > LARGEST_ERROR_PX:
        raise NoPose(
            f"{named(used)} do not lie as the profile says: off by {error_px:.1f} px, {LARGEST_ERROR_PX:g} allowed; "
            "calibrate anew"
        )
    return Fit(pose, error_px, used, missing, displaced)


def error_of(found: Found, markers: dict[int, Array], lens: Lens, pose: Pose, used: Collection[int]) -> float:
    """Return the root mean square distance in px of the corners of ``used`` from where ``pose`` puts them."""
    felt = np.concatenate([markers[number] for number in used])
    seen = np.concatenate([found[number] for number in used])
    return float(np.sqrt(((lens.project(felt, pose) - seen) ** 2).sum(axis=1).mean()))


def named(markers: Collection[int]) -> str:
    """Return markers for people: "marker 3" or "markers 3, 5"."""
    return f"marker{'s' * (len(markers) != 1)} {', '.join(map(str, markers)) or 'none'}"


def _solve(found: Found, markers: dict[int, Array], lens: Lens, used: tuple[int, ...]) -> tuple[Pose, float]:
    felt = np.concatenate([markers[number] for number in used])
    seen = np.concatenate([found[number] for number in used])
    way = cv2.SOLVEPNP_SQPNP if felt[:, 2].any() else cv2.SOLVEPNP_IPPE
    _, rotations, shifts, _ = cv2.solvePnPGeneric(felt, seen, lens.matrix, lens.distortion, flags=way)
    poses = []
    for rotation, shift in zip(rotations, shifts, strict=True):
        refined = cv2.solvePnPRefineLM(felt, seen, lens.matrix, lens.distortion, rotation, shift)
        pose = Pose.of(*refined)
        if pose.centre[2] > 0:  # no camera looks at the felt from below
            poses.append((error_of(found, markers, lens, pose, used), pose))
    if not poses:
        raise NoPose(
            "the markers show mirrored: the picture is flipped, or their corners are in another order"
        )
    error_px, pose = min(poses, key=lambda pair: pair[0])
    return pose, error_px


def _without_one(
    found: Found, markers: dict[int, Array], lens: Lens, used: tuple[int, ...]
) -> tuple[Pose, int, float] | None:
    """Return the pose on which all markers but one agree best, that one and their error; None where they are too few."""
    if len(used) <= FEWEST_MARKERS:
        return None
    tried = []
    for odd in used:
        pose, error = _solve(found, markers, lens, tuple(number for number in used if number != odd))
        tried.append((error, odd, pose))
    error, odd, pose = min(tried, key=lambda entry: entry[0])
    return pose, odd, error
