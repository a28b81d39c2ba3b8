"""What of a camera's picture nobody may see: everything but the betting zones and the board, and white paper in a zone.

Shown are the zones of the profile, up to the height of a tall stack, and the place of the board. All else is made
so coarse that neither a face nor a card's index is left: people, the places of hole cards and of the muck, and what
lies outside. In a zone white paper from 3 cm² on is coarse too: a card that lies there open, and with it chips that are as
white. A small or dark piece of a card in a zone may still be seen. Of a zone at rest that was read less is shown: its
felt and its stacks alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.finding.survey import Box
from vision.geometry.camera import Array, Lens, Picture, Pose, size_of
from vision.geometry.pose import Fit
from vision.geometry.zones import Zone, on_felt
from vision.profile import Profile

TALL_MM: Final = 60.0
"""How high over the felt a zone is shown: a stack of eighteen chips."""
RAISED_MM: Final = 40.0
"""How high a hole card's place is hidden: a corner that is lifted to be looked at."""
COARSE_MM: Final = 25.0
"""The grain of what is hidden: three times a card's index, in mm of felt."""
COARSE_SHARE: Final = 1 / 26
"""... and at least this share of the picture's width: a face has three of it."""
PAPER_MM2: Final = 300.0
"""From this area on white paper may be the corner of a card: 2 by 3 cm, seen at a slant. A chip's spots have less."""
_ROUND_MM: Final = 8.0
_ROOM_PX: Final = 6
"""What stays clear beside a stack's box: blur and shade of its edges. Round what is no stack twice as much goes."""
_FINEST: Final = 8.0
"""More pixels than this has no millimetre of a picture that goes out."""
_WHITE_SHARE: Final = 0.55
_COLOURLESS: Final = 80
_INK_MM: Final = 3.0
"""How wide a line of print on paper is closed over; what paper goes all round belongs to it anyway."""

Mask = npt.NDArray[np.uint8]


class Screen:
    """Hides what must be hidden in the pictures of one camera."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._zones = [zone.polygon for zone in profile.zones]
        self._board = [place.polygon for place in profile.places if place.zone == "board"]
        self._cards = [place.polygon for place in profile.places if place.zone != "board"]

    def hide(self, picture: Picture, fit: Fit) -> Picture:
        """Return ``picture``, taken where ``fit`` says, with all hidden that must be. Raise BadPicture for another shape."""
        lens, pose = self._profile.lens.sized(size_of(picture)), fit.pose
        scale = self._scale(lens, pose)
        zones = _filled(picture, lens, pose, self._zones, (0.0, TALL_MM))
        cards = _filled(picture, lens, pose, self._cards, (0.0, RAISED_MM))
        paper = _grown(_paper(picture, scale), _ROUND_MM * scale)
        board = _filled(picture, lens, pose, self._board, (0.0, 0.0))
        shown = ((zones & ~paper) | board) & ~_grown(cards, _ROUND_MM * scale)
        seen = np.asarray(np.where(shown[..., None] > 0, picture, _coarse(picture, scale)), np.uint8)
        return seen

    def hide_but_stacks(
        self, picture: Picture, fit: Fit, zone: Zone, things: Iterable[tuple[Box, bool]]
    ) -> Picture:
        """Return the part of ``picture`` that shows ``zone``, in which nothing is clear but its felt and its stacks.

        ``things`` are the boxes of what was found there, and whether each is a stack. Raise BadPicture for another shape.
        """
        lens, pose = self._profile.lens.sized(size_of(picture)), fit.pose
        scale = self._scale(lens, pose)
        cards = _filled(picture, lens, pose, self._cards, (0.0, RAISED_MM))
        paper = _grown(_paper(picture, scale), _ROUND_MM * scale)
        shown = (
            _filled(picture, lens, pose, [zone.polygon], (0.0, 0.0))
            & ~paper
            & ~_grown(cards, _ROUND_MM * scale)
        )
        for (left, top, right, bottom), is_stack in sorted(things, key=lambda thing: not thing[1]):
            room = _ROOM_PX if is_stack else 2 * _ROOM_PX
            part = slice(max(top - room, 0), bottom + room + 1), slice(max(left - room, 0), right + room + 1)
            shown[part] = 255 * is_stack
        rows, columns = np.flatnonzero(shown.any(axis=1)), np.flatnonzero(shown.any(axis=0))
        if not len(rows):
            return np.zeros((1, 1, 3), np.uint8)
        part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        return np.asarray(
            np.where(shown[part][..., None] > 0, picture[part], _coarse(picture, scale)[part]), np.uint8
        )

    def _scale(self, lens: Lens, pose: Pose) -> float:
        """Return the most pixels that a millimetre of the shown felt has."""
        most = 0.0
        for polygon in [*self._zones, *self._board, *self._cards]:
            felt = on_felt(polygon.mean(axis=0) + np.array([(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)]))
            if _before(felt, pose):
                middle, *beside = lens.project(felt, pose)
                most = max(most, *(float(np.linalg.norm(one - middle)) / 10 for one in beside))
        return min(most or 1.0, _FINEST)


def _before(points: Array, pose: Pose) -> bool:
    """Whether all points lie before the camera."""
    return bool((points @ pose.rotation[2] + pose.translation[2] > 0).all())


def _filled(
    picture: Picture, lens: Lens, pose: Pose, polygons: Iterable[Array], heights: tuple[float, float]
) -> Mask:
    """Return where ``picture`` shows what stands between two heights over ``polygons``."""
    mask: Mask = np.zeros(picture.shape[:2], np.uint8)
    for polygon in polygons:
        corners = np.concatenate([on_felt(polygon, height) for height in heights])
        if not _before(corners, pose):  # reaches behind the camera: it is hidden with the rest
            continue
        hull = cv2.convexHull(np.round(lens.project(corners, pose)).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 255)
    return mask


def _paper(picture: Picture, scale: float) -> Mask:
    """Return where white paper of a card corner's size or more lies, with the print on it."""
    colour = picture if picture.ndim == 3 else cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    _, saturation, value = cv2.split(cv2.cvtColor(colour, cv2.COLOR_BGR2HSV))
    white = _WHITE_SHARE * float(np.percentile(value, 99))
    found = ((value >= white) & (saturation <= _COLOURLESS)).astype(np.uint8) * 255
    closed = cv2.morphologyEx(found, cv2.MORPH_CLOSE, _disc(_INK_MM * scale))
    edges, _ = cv2.findContours(closed.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    large = [edge for edge in edges if cv2.contourArea(edge) >= PAPER_MM2 * scale * scale]
    paper: Mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.drawContours(paper, large, -1, 255, cv2.FILLED)
    return paper


def _coarse(picture: Picture, scale: float) -> Picture:
    width, height = size_of(picture)
    grain = max(COARSE_MM * scale, COARSE_SHARE * width)
    small = max(1, round(width / grain)), max(1, round(height / grain))
    return coarsened(picture, small)


def coarsened(picture: Picture, cells: tuple[int, int]) -> Picture:
    """Return ``picture`` with no more detail than so many cells across and down have."""
    small = cv2.resize(picture, cells, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, size_of(picture), interpolation=cv2.INTER_LINEAR), np.uint8)


def _grown(mask: Mask, by_px: float) -> Mask:
    return np.asarray(cv2.dilate(mask, _disc(2 * by_px)), np.uint8)


def _disc(across_px: float) -> Mask:
    size = max(1, round(across_px)) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)
