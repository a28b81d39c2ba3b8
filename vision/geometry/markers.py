"""Finds ArUco markers in a picture, and draws the sheet of them."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.geometry.camera import Array, Picture
from vision.geometry.corners import refined

DICTIONARY: Final = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
CELLS: Final = 6
"""Cells along a marker's side, its black border of one cell included."""

_ENOUGH: Final = 4
"""So many markers where they are thought to be tell where the camera stands, and whether one of them is amiss: others are hidden."""

Found = dict[int, Array]
"""Id to the pixels, (4, 2), of its corners in OpenCV's order: from the marker's upper left, clockwise."""


def pattern(number: int) -> Picture:
    """Return marker ``number`` as ``CELLS`` by ``CELLS`` cells, 0 black and 255 white."""
    return np.asarray(cv2.aruco.generateImageMarker(DICTIONARY, number, CELLS), np.uint8)


def find(picture: Picture, thought: Found | None = None) -> Found:
    """Return the markers that ``picture`` shows. An id that shows twice is left out: neither can be trusted.

    Where enough of those ``thought`` to show lie within a marker's width of there, nothing else of the picture is searched.
    """
    grey = picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    near = _near(grey, thought) if thought else {}
    return near if len(near) >= _ENOUGH else _found(grey)


def _near(grey: Picture, thought: Found) -> Found:
    """Return the markers ``thought`` to show that lie within a marker's width of there."""
    found: Found = {}
    for number, corners in thought.items():
        room = np.ptp(corners, axis=0)
        low = np.maximum(corners.min(axis=0) - room, 0).astype(int)
        high = np.maximum(corners.max(axis=0) + room, 0).astype(int)
        part = grey[low[1] : high[1], low[0] : high[0]]
        seen = _found(np.ascontiguousarray(part)) if min(part.shape) >= CELLS else {}
        if number in seen:
            found[number] = seen[number] + low
    return found


def _found(grey: Picture) -> Found:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(DICTIONARY, parameters).detectMarkers(grey)
    if ids is None:
        return {}
    numbers = [int(number) for number in np.asarray(ids).ravel()]
    return {
        number: refined(grey, np.asarray(square, float).reshape(4, 2), CELLS)
        for number, square in zip(numbers, corners, strict=True)
        if numbers.count(number) == 1
    }


def square(centre: tuple[float, float], side_mm: float, turned: float = 0.0) -> Array:
    """Return the corners, (4, 3) in mm, of a marker lying flat, its top away from the camera.

    ``turned`` is by how much it is turned counter-clockwise, in radians.
    """
    half = side_mm / 2
    corners = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    cos, sin = np.cos(turned), np.sin(turned)
    placed = corners @ np.array([(cos, sin), (-sin, cos)]) + np.array(centre)
    return np.concatenate((placed, np.zeros((4, 1))), axis=1)
