"""Pictures from files, told apart from what is none."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.geometry.camera import BadPicture, Picture, size_of

SMALLEST_SIDE: Final = 16
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


def write(path: Path, picture: Picture) -> None:
    """Write a picture by its suffix, PNG where that says nothing. Raise OSError."""
    suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else ".png"
    _, packed = cv2.imencode(suffix, picture)
    path.write_bytes(packed.tobytes())
