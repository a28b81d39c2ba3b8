"""The last pictures of a camera, in memory: asked for where something was found, else forgotten.

A frame is kept only where the camera's place is known and nothing is in doubt, for what must not be seen in it is
hidden by where it lies on the felt (``vision.watch.hiding``). It is hidden when somebody asks, before it leaves.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Final

import cv2

from vision.frames import pictures
from vision.frames.frame import Frame
from vision.geometry.camera import BadPicture, Picture, size_of
from vision.geometry.pose import Fit
from vision.profile import Profile
from vision.watch.hiding import Screen

EVERY_S: Final = 0.4
"""One frame is kept in so many seconds."""
HOLDS_S: Final = 30.0
"""How far back the ring reaches, in seconds: 12 before a finding, 4 after it, and the time until somebody asks."""
MOST_HELD: Final = 48 * 1024 * 1024
MOST_GIVEN: Final = 640 * 1024
"""How many bytes one answer has at most; less is given of each picture, then fewer of them."""
WIDTH: Final = 640
_JITTER_S: Final = 0.02
_UNSURE_S: Final = 1.5
"""What was kept so shortly before a trouble may show it already, in seconds."""
_QUALITIES: Final = (70, 50, 30)


@dataclass(frozen=True)
class Kept:
    """A frame of the ring: when it was taken, as JPEG or whatever it came in, and where its camera stood."""

    t: float
    packed: bytes
    fit: Fit


@dataclass(frozen=True)
class Shown:
    """A picture as it may leave the camera: JPEG, with the time it was taken."""

    t: float
    jpeg: bytes


class Ring:
    """The newest frames of one camera. Frames come from one thread, questions from another."""

    def __init__(self, profile: Profile) -> None:
        self._screen = Screen(profile)
        self._lock = threading.Lock()
        self._held: deque[Kept] = deque()
        self._bytes = 0

    def take(self, frame: Frame, picture: Picture, fit: Fit) -> None:
        """Keep a frame that can be believed; ``picture`` is what it shows, at any size."""
        with self._lock:
            if self._held and 0 <= frame.t - self._held[-1].t < EVERY_S - _JITTER_S:
                return
        packed = frame.packed if frame.packed is not None else _packed(picture, _QUALITIES[0])
        with self._lock:
            self._held.append(Kept(frame.t, packed, fit))
            self._bytes += len(packed)
            while self._held and (self._held[0].t < frame.t - HOLDS_S or self._bytes > MOST_HELD):
                self._bytes -= len(self._held.popleft().packed)

    def doubt(self, t: float) -> None:
        """Forget what was kept shortly before ``t``, at which the camera turned out to be moved or blind."""
        with self._lock:
            while self._held and self._held[-1].t > t - _UNSURE_S:
                self._bytes -= len(self._held.pop().packed)

    def between(self, since: float, until: float, most: int = MOST_GIVEN) -> list[Shown]:
        """Return the pictures between two moments of the source's clock, all hidden in them that must be."""
        with self._lock:
            wanted = [kept for kept in self._held if since <= kept.t <= until]
        hidden = [(kept.t, picture) for kept in wanted if (picture := self._hidden(kept)) is not None]
        while hidden:
            for quality in _QUALITIES:
                shown = [Shown(t, _packed(picture, quality)) for t, picture in hidden]
                if sum(len(one.jpeg) for one in shown) <= most:
                    return shown
            hidden = hidden[::2] if len(hidden) > 1 else []
        return []

    def _hidden(self, kept: Kept) -> Picture | None:
        try:
            whole = pictures.decode(kept.packed, "a frame of the ring")
            return self._screen.hide(_narrow(whole), kept.fit)
        except BadPicture:
            return None


def _narrow(picture: Picture) -> Picture:
    width, height = size_of(picture)
    if width <= WIDTH:
        return picture
    size = WIDTH, max(1, round(height * WIDTH / width))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype("uint8", copy=False)


def _packed(picture: Picture, quality: int) -> bytes:
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return packed.tobytes()
