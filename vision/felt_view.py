"""Reads the picture of the bare felt that a profile names, and the pose that it gives."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frames import pictures
from vision.geometry import markers
from vision.geometry.camera import BadPicture, Lens, Picture, Pose, size_of
from vision.geometry.pose import Fit, NoPose, fit
from vision.profile import Profile


@dataclass(frozen=True)
class FeltView:
    """The bare felt, the lens for that picture's size, and where the camera stood."""

    picture: Picture
    lens: Lens
    fit: Fit

    def seen_from(self, pose: Pose, lens: Lens) -> Picture:
        """Return the felt with nothing on it as a camera at ``pose`` sees it through ``lens``, of that one's size."""
        columns, rows = np.meshgrid(np.arange(lens.size[0]), np.arange(lens.size[1]))
        points = lens.felt_at(np.stack((columns.ravel(), rows.ravel()), axis=1), pose)
        flat = np.concatenate((points, np.zeros((len(points), 1))), axis=1)
        where = self.lens.project(flat, self.fit.pose).astype(np.float32)
        where = where.reshape(lens.size[1], lens.size[0], 2)
        share = lens.size[0] / self.lens.size[0]
        blurred = cv2.GaussianBlur(self.picture, (0, 0), 0.4 / share) if share < 1 else self.picture
        return np.asarray(cv2.remap(blurred, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8)


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
