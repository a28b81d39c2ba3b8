"""Works out a lens from pictures of the marker sheet in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry import sheet
from vision.geometry.camera import Array, Lens, VisionError
from vision.geometry.markers import Found
from vision.geometry.pose import LARGEST_ERROR_PX

FEWEST_SHOWN: Final = 6
"""Markers of the sheet that a view must show."""
WHOLE_LENS_VIEWS: Final = 5
"""From so many views on, the middle and the distortion are worked out too; before that the focal length alone."""
LARGEST_DOUBT: Final = 0.03
"""How unsure the focal length may be (one standard deviation), as a share of it."""
_BENT: Final = 0.03

_FOCAL_ONLY: Final = (
    cv2.CALIB_FIX_PRINCIPAL_POINT
    | cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K1
    | cv2.CALIB_FIX_K2
    | cv2.CALIB_FIX_K3
)


class NoLens(VisionError):
    """The pictures do not say what the lens is like."""


@dataclass(frozen=True)
class LensFit:
    """A lens, how many views it comes from, and how well it fits them (root mean square, px)."""

    lens: Lens
    views: int
    error_px: float

    @property
    def whole(self) -> bool:
        """Whether middle and distortion are known too, not the focal length alone."""
        return self.views >= WHOLE_LENS_VIEWS


def shows_sheet(found: Found) -> bool:
    """Whether ``found`` is the sheet in one piece and held flat."""
    printed = sheet.layout()
    shown = sorted(set(found) & set(printed))
    if len(shown) < FEWEST_SHOWN:
        return False
    flat = np.concatenate([printed[number][:, :2] for number in shown])
    seen = np.concatenate([found[number] for number in shown])
    plane, _ = cv2.findHomography(flat, seen)
    if plane is None:
        return False
    put = cv2.perspectiveTransform(flat.reshape(-1, 1, 2), np.asarray(plane)).reshape(-1, 2)
    off = np.sqrt(((put - seen) ** 2).sum(axis=1).mean())
    return bool(off <= _BENT * np.ptp(seen, axis=0).max())


def lens_of(views: Sequence[Found], size: tuple[int, int], side_mm: float = sheet.SIDE_MM) -> LensFit:
    """Return the lens that took ``views`` of the sheet in pictures of ``size``. Raise NoLens."""
    if not views:
        raise NoLens(
            f"no picture shows the marker sheet in one piece ({FEWEST_SHOWN} or more of its "
            f"{sheet.ROWS * sheet.COLUMNS} markers); hold it flat before the camera before you cut it up"
        )
    printed = sheet.layout(side_mm)
    shown = [sorted(set(view) & set(printed)) for view in views]
    felt = [_points(printed, numbers, 3) for numbers in shown]
    seen = [_points(view, numbers, 2) for view, numbers in zip(views, shown, strict=True)]
    guess = np.array(((size[0], 0, (size[0] - 1) / 2), (0, size[0], (size[1] - 1) / 2), (0, 0, 1)), float)
    whole = len(views) >= WHOLE_LENS_VIEWS
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | (cv2.CALIB_FIX_K3 if whole else _FOCAL_ONLY)
    error_px, matrix, distortion, _, _, doubts, *_ = cv2.calibrateCameraExtended(
        felt, seen, size, guess, np.zeros(5), flags=flags
    )
    lens = Lens(np.asarray(matrix, float), np.asarray(distortion, float).ravel(), size)
    doubt = float(np.asarray(doubts).ravel()[:2].max()) / lens.focal_px
    if not np.isfinite(doubt) or doubt > LARGEST_DOUBT:
        raise NoLens(
            f"the pictures leave the focal length open ({100 * doubt:.0f} % unsure): hold the sheet at steeper "
            "angles, tilted 30 to 50 degrees to each side"
        )
    if error_px > LARGEST_ERROR_PX:
        raise NoLens(
            f"no lens fits the pictures (off by {error_px:.1f} px, {LARGEST_ERROR_PX:g} allowed): the sheet must "
            "be flat and not move while a picture is taken"
        )
    return LensFit(lens, len(views), float(error_px))


def _points(held: dict[int, Array], numbers: Sequence[int], width: int) -> cv2.typing.MatLike:
    points = np.concatenate([held[number][:, :width] for number in numbers])
    return points.astype(np.float32).reshape(-1, 1, width)
