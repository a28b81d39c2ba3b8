"""Asks the net that says of each row of an unrolled stack whether the felt line, a seam or the rim is there.

It knows no chip and no colour: which chip lies there is for the enrolled set to say. ``nets/MODEL_CARD.md`` tells
what it was trained on and how well it does.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array
from vision.geometry.unwrap import Strip
from vision.net_files import FOLDER, opened

MODEL: Final = FOLDER / "strip.onnx"
_LEAST_CONTRAST: Final = 6.0
"""Levels, of 255, added to a strip's contrast: noise alone is not blown up."""

Planes = npt.NDArray[np.float32]


class StripNet:
    """The net, on ``threads`` threads."""

    def __init__(self, threads: int = 1) -> None:
        self._session = opened(MODEL, threads)

    def shares(self, strip: Strip) -> Array:
        """Return how likely foot, seam and rim are at each row, (rows, 3), each from 0 to 1."""
        given = planes(strip.picture, strip.shows)[None]
        (told,) = self._session.run(None, {"strip": given})
        return np.asarray(told, np.float64)[0, :, :, 0].T


def planes(picture: npt.NDArray[np.uint8], shows: npt.NDArray[np.bool_]) -> Planes:
    """Return what the net is given, (4, rows, columns): the colours about their mean, and what shows."""
    mask = shows.astype(np.uint8)
    means, spreads = cv2.meanStdDev(picture, mask=mask if mask.any() else None)
    mean = means.mean()
    contrast = np.sqrt(max((spreads**2 + means**2).mean() - mean**2, 0)) + _LEAST_CONTRAST
    given = np.empty((4, *shows.shape), np.float32)
    given[:3] = picture.transpose(2, 0, 1)
    given[:3] -= np.float32(mean)
    given[:3] *= mask * np.float32(1 / contrast)
    given[3] = mask
    return given
