"""Measures the light of a picture by what is white in it: the paper of the markers."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.geometry.camera import Picture
from vision.geometry.markers import CELLS, Found, pattern
from vision.settings import Colour

_CLIPPED: Final = 250
_DARK: Final = 25
_GAMMA: Final = 2.2
_OTHER_HUE: Final = 2.0
_OTHER_LEVEL: Final = 3.0
"""By how much the colours of two lights, and how bright they are, may differ for chips to be told by one in the other."""


def paper_of(picture: Picture, found: Found) -> Colour | None:
    """Return the colour of the white cells of the markers ``found``; None where it is no measure of the light.

    It is none where paper is too bright for the camera, or hardly lit.
    """
    seen = [_white(picture, number, corners) for number, corners in found.items()]
    if not seen:
        return None
    blue, green, red = (round(float(level)) for level in np.median(np.stack(seen), axis=0))
    if max(blue, green, red) >= _CLIPPED or min(blue, green, red) < _DARK:
        return None
    return red, green, blue


def _white(
    picture: Picture, number: int, corners: np.typing.NDArray[np.float64]
) -> np.typing.NDArray[np.float64]:
    """Return the colour of a marker's white cells, taken in the middle of each."""
    square = np.array(((0, 0), (CELLS, 0), (CELLS, CELLS), (0, CELLS)), np.float32)
    lies = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    rows, columns = np.nonzero(pattern(number))
    middles = np.stack((columns + 0.5, rows + 0.5), axis=1).astype(np.float32)[:, None]
    at = np.asarray(cv2.perspectiveTransform(middles, lies), np.float32)
    levels = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.median(np.asarray(levels, np.float64).reshape(-1, picture.shape[-1]), axis=0)


def other_light(paper: Colour | None, enrolled: Colour | None) -> str:
    """Return how the light of ``paper`` differs from that in which chips were ``enrolled``, nothing where it does little.

    Markers' white says how much brighter each colour is, and that is taken out; so much cannot be.
    """
    if paper is None or enrolled is None:
        return ""
    share = (np.maximum(paper, 1) / np.maximum(enrolled, 1)) ** _GAMMA
    bright = float(np.exp(np.log(share).mean()))
    red, _, blue = share / bright
    if max(share) / min(share) > _OTHER_HUE:
        return "bluer than" if blue > red else "redder than"
    if not 1 / _OTHER_LEVEL <= bright <= _OTHER_LEVEL:
        return f"{bright:.1f} times as bright as"
    return ""
