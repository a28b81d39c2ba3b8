"""Plays films clip by clip as a live camera gives them: at their pace, with a sensor's noise, without an end."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.frames.frame import Frame, Outcome, Silence
from vision.geometry.camera import BadPicture, Picture

IDLE_FPS: Final = 5.0
_GRAINS: Final = 4
_STRENGTH: Final = 5
_WAITS_S: Final = 0.5


class Reel:
    """Plays ``path`` up to where ``play`` says and holds the picture there; times are monotonic seconds.

    Frames are read in one thread; ``play`` may be called from another.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wanted = (path, 0.0)
        self._until = 0.0
        self._asked = threading.Event()
        self._open()
        self._picture = self._next()
        chance = np.random.default_rng(3)
        self._grain = [chance.integers(0, _STRENGTH, self._picture.shape, np.uint8) for _ in range(_GRAINS)]
        self._number = 0
        self._due = time.monotonic()

    def play(self, until_s: float, path: Path | None = None) -> None:
        """Play up to ``until_s``, from where the film stands; from its beginning where that is past.

        Another ``path`` puts another film in.
        """
        self._wanted = (path or self._wanted[0], until_s)
        self._asked.set()

    def read(self) -> Outcome:
        """Return the next frame when it is due."""
        self._take_order()
        moves = self._until > self._at or self._until < self._at - 1 / self._fps
        self._due += 1 / (self._fps if moves else IDLE_FPS)
        now = time.monotonic()
        if self._due > now:
            self._asked.clear()
            if self._asked.wait(min(self._due - now, _WAITS_S)) and not moves:
                self._due = time.monotonic()
                return Silence(self._due)
        else:
            self._due = now
        if moves:
            self._step()
        self._number += 1
        noisy = cv2.add(self._picture, self._grain[self._number % _GRAINS])
        return Frame(self._due, f"{self._path.name} at {self._at:.2f} s", picture=np.asarray(noisy, np.uint8))

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()

    def _take_order(self) -> None:
        path, self._until = self._wanted
        if path != self._path:
            self._path = path
            self._capture.release()
            self._open()
            self._picture = self._next()

    def _step(self) -> None:
        if self._until < self._at:
            self._capture.release()
            self._open()
        self._picture = self._next()

    def _open(self) -> None:
        self._capture = cv2.VideoCapture(str(self._path))
        if not self._capture.isOpened():
            raise BadPicture(f"{self._path}: is no video that can be read")
        self._fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._frames = 0

    @property
    def _at(self) -> float:
        return self._frames / self._fps

    def _next(self) -> Picture:
        well, picture = self._capture.read()
        if not well:
            self._wanted = (self._wanted[0], self._at)
            return self._picture
        self._frames += 1
        return np.asarray(picture, np.uint8)
