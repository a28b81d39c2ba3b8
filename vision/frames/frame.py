"""Holds what a camera gives: frames with the time they were taken, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.frames import pictures
from vision.geometry.camera import Picture, VisionError


class NotThere(VisionError):
    """A camera, a stream or a service that is not there."""


@dataclass(frozen=True)
class Frame:
    """One picture, still packed where it came so. ``t`` is seconds by the source's clock, when it was taken."""

    t: float
    name: str
    packed: bytes | None = None
    picture: Picture | None = None

    def full(self) -> Picture:
        """Return the whole picture. Raise BadPicture where it is damaged."""
        if self.picture is not None:
            return self.picture
        return pictures.decode(self.packed or b"", self.name)

    def half(self) -> Picture:
        """Return the picture at half size: what is enough to watch, at a fraction of the work."""
        if self.packed is not None:
            return pictures.decode(self.packed, self.name, reduced=True)
        whole = self.full()
        size = (whole.shape[1] + 1) // 2, (whole.shape[0] + 1) // 2
        return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True)
class Silence:
    """No frame yet; the source is there."""

    t: float


@dataclass(frozen=True)
class Gone:
    """The camera was unplugged, or the stream's server is not there; the source goes on trying."""

    t: float
    detail: str


@dataclass(frozen=True)
class Fault:
    """The source is there and gives no usable frames; it goes on trying."""

    t: float
    detail: str


@dataclass(frozen=True)
class End:
    """A file or folder has no more frames."""

    t: float


Outcome = Frame | Silence | Gone | Fault | End


class FrameSource(Protocol):
    """Anything that frames come from, one at a time and in order."""

    def read(self) -> Outcome:
        """Return the next frame or why there is none; never block for more than a good second."""
        ...

    def close(self) -> None:
        """Let go of the camera or file."""
        ...
