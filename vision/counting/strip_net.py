"""Asks the net that says of each row of an unrolled stack whether the felt line, a seam or the rim is there.

It knows no chip and no colour: which chip lies there is for the enrolled set to say. ``nets/MODEL_CARD.md`` tells
what it was trained on and how well it does.
"""

from __future__ import annotations

from typing import Final

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
    levels = picture.astype(np.float32)
    seen = levels[shows] if shows.any() else levels.reshape(-1, 3)
    flat = (levels - seen.mean()) / (seen.std() + _LEAST_CONTRAST) * shows[..., None]
    return np.concatenate((flat, shows[..., None].astype(np.float32)), axis=-1).transpose(2, 0, 1)
