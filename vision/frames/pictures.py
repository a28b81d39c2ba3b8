"""Reads pictures from files, and tells them from what is none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import BadPicture, Picture, size_of

SMALLEST_SIDE: Final = 16
_CALM_PX: Final = 3.0
_MOVED_LEVELS: Final = 20.0
_MOVED_SHARE: Final = 0.001
"""The share of a picture that may differ from the mean of several of one table."""
SUFFIXES: Final = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".ppm", ".tif", ".tiff", ".webp"})


def decode(data: bytes, name: str, reduced: bool = False) -> Picture:
    """Return the picture in ``data``, at half size if ``reduced``. Raise BadPicture naming ``name``."""
    way = cv2.IMREAD_REDUCED_COLOR_2 if reduced else cv2.IMREAD_COLOR
    found = cv2.imdecode(np.frombuffer(data, np.uint8), way) if data else None
    if found is None:
        raise BadPicture(f"{name}: is no picture that can be read (JPEG, PNG, WebP, TIFF, BMP)")
    picture = np.asarray(found, np.uint8)
    if min(size_of(picture)) < SMALLEST_SIDE:
        raise BadPicture(
            f"{name}: is {picture.shape[1]}x{picture.shape[0]} pixels, too small to show a table"
        )
    return picture


def read(path: Path) -> Picture:
    """Return the picture in a file. Raise BadPicture."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadPicture(f"{path}: {error.strerror}") from None
    return decode(data, str(path))


def mean(shown: Sequence[tuple[str, Picture]]) -> Picture:
    """Return the mean of pictures, each with its name, of a table on which nothing moves: it has less noise than each.

    Raise BadPicture naming the one that shows something else.
    """
    first = shown[0][1]
    if len(shown) == 1:
        return first
    for name, picture in shown:
        if picture.shape != first.shape:
            raise BadPicture(
                f"{name}: is {'x'.join(map(str, size_of(picture)))}, {shown[0][0]} is "
                f"{'x'.join(map(str, size_of(first)))}: all must be taken alike"
            )
    taken = np.asarray(np.mean([picture for _, picture in shown], axis=0, dtype=np.float32))
    calm = np.asarray(cv2.GaussianBlur(taken, (0, 0), _CALM_PX), np.float32)
    moved = {name: _moved(picture, calm) for name, picture in shown}
    odd = max(moved, key=lambda name: moved[name])
    if moved[odd] > _MOVED_SHARE:
        raise BadPicture(f"{odd}: shows something else than the others: leave camera and table as they are")
    return np.asarray(np.rint(taken), np.uint8)


def _moved(picture: Picture, calm: npt.NDArray[np.float32]) -> float:
    """Return the share of a picture that is not as in the mean, but for noise."""
    apart = cv2.absdiff(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), _CALM_PX), calm)
    return float((np.asarray(brightest(apart)) > _MOVED_LEVELS).mean())


def write(path: Path, picture: Picture) -> None:
    """Write a picture by its suffix, PNG where that says nothing. Raise OSError."""
    suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else ".png"
    _, packed = cv2.imencode(suffix, picture)
    path.write_bytes(packed.tobytes())


def brightest(picture: cv2.typing.MatLike) -> cv2.typing.MatLike:
    """Return the level of each pixel's brightest colour, of whole levels or of any; of a grey picture its own."""
    if picture.ndim == 2:
        return picture
    blue, green, red = cv2.split(picture)
    return cv2.max(cv2.max(blue, green), red)
