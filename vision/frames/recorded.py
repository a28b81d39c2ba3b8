"""Plays frames of pictures and video files. Time is the file's own; single pictures count as one a second."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.frames.frame import End, Fault, Frame, FrameSource, Outcome, Silence
from vision.frames.pictures import SUFFIXES
from vision.geometry.camera import BadPicture

USUAL_FPS: Final = 30.0
_HAIR_S: Final = 0.002
_MOST_DAMAGED: Final = 300
"""After so many frames in a row that cannot be read a video is at its end."""
_WAIT_S: Final = 0.5


class Pictures:
    """Picture files, in the order given."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = list(paths)
        self._next = 0

    def read(self) -> Outcome:
        """Return the next picture. Raise BadPicture where the file cannot be read."""
        t = float(self._next)
        if self._next >= len(self._paths):
            return End(t)
        path = self._paths[self._next]
        self._next += 1
        try:
            return Frame(t, str(path), packed=path.read_bytes())
        except OSError as error:
            raise BadPicture(f"{path}: {error.strerror}") from None

    def close(self) -> None:
        """Nothing is held."""


class VideoFile:
    """A video. Of more than ``most_fps`` frames a second the rest are not even unpacked.

    Damaged frames are passed over; that there were some is said before the next good one.
    """

    def __init__(self, path: Path, most_fps: float | None = None) -> None:
        self._path = path
        self._gap_s = 1 / most_fps if most_fps else 0.0
        self._wanted_t = 0.0
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise BadPicture(f"{path}: is neither a picture nor a video that can be read")
        self._fps = self._capture.get(cv2.CAP_PROP_FPS) or USUAL_FPS
        self._count = 0
        self._good: Frame | None = None

    def read(self) -> Outcome:
        """Return the next frame that is wanted."""
        if self._good is not None:
            good, self._good = self._good, None
            return good
        damaged = 0
        while damaged < _MOST_DAMAGED:
            grabbed = self._capture.grab()
            number, self._count = self._count, self._count + 1
            t = max(self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000, 0.0) or number / self._fps
            if grabbed and t < self._wanted_t - _HAIR_S:
                continue
            well, picture = self._capture.retrieve() if grabbed else (False, None)
            if not well:
                damaged += 1
                continue
            self._wanted_t = t + self._gap_s
            frame = Frame(t, f"{self._path} at {t:.2f} s", picture=np.asarray(picture, np.uint8))
            if not damaged:
                return frame
            self._good = frame
            return Fault(t, f"damaged pictures before {t:.2f} s")
        return End((self._count - damaged) / self._fps)

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()


class Paced:
    """Plays what is recorded at the pace at which it was taken; times become the machine's monotonic ones."""

    def __init__(self, recorded: FrameSource) -> None:
        self._recorded = recorded
        self._began: float | None = None
        self._next: Outcome | None = None

    def read(self) -> Outcome:
        """Return the next frame when it is due."""
        outcome = self._next if self._next is not None else self._recorded.read()
        now = time.monotonic()
        if self._began is None:
            self._began = now - outcome.t
        due = self._began + outcome.t
        if due - now > _WAIT_S:
            self._next = outcome
            time.sleep(_WAIT_S)
            return Silence(time.monotonic())
        self._next = None
        time.sleep(max(0.0, due - now))
        return replace(outcome, t=due)

    def close(self) -> None:
        """Let go of the file."""
        self._recorded.close()


def in_folder(folder: Path) -> list[Path]:
    """Return the pictures of ``folder`` by name. Raise BadPicture where there is none."""
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not found:
        raise BadPicture(f"{folder}: holds no picture ({', '.join(sorted(SUFFIXES))})")
    return found
