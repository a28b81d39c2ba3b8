"""Reads the picture of the bare felt that a profile names, and the pose that it gives."""

from __future__ import annotations

from dataclasses import dataclass

from vision.frames import pictures
from vision.geometry import markers
from vision.geometry.camera import BadPicture, Lens, Picture, size_of
from vision.geometry.pose import Fit, NoPose, fit
from vision.profile import Profile


@dataclass(frozen=True)
class FeltView:
    """The bare felt, the lens for that picture's size, and where the camera stood."""

    picture: Picture
    lens: Lens
    fit: Fit


def felt_view(profile: Profile) -> FeltView | None:
    """Return the profile's picture of the bare felt, None where it names none.

    Raise BadPicture where the file is no picture of this camera, or does not show the markers.
    """
    if profile.empty is None:
        return None
    picture = pictures.read(profile.empty)
    lens = profile.lens.sized(size_of(picture))
    try:
        return FeltView(picture, lens, fit(markers.find(picture), profile.markers, lens))
    except NoPose as problem:
        raise BadPicture(f"{profile.empty}: the picture of the bare felt gives no pose: {problem}") from None
