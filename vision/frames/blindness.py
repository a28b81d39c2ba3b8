"""Tells whether the camera sees: a covered lens, a frozen picture, bad light, a moved camera, no camera at all.

Frames and times go in, ``Change``s come out; nothing here waits or reads. Each trouble is named once it
has lasted ``NAMED_AFTER_S``, and is over once the picture has been good for ``SEES_AFTER_S``.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.frames.pictures import brightest
from vision.geometry.camera import Picture

NAMED_AFTER_S: Final = 1.0
SEES_AFTER_S: Final = 0.5
SILENT_AFTER_S: Final = 1.5
MARKERS_EVERY_S: Final = 0.4
FROZEN_EXTRA: Final = 10
"""A picture is frozen once it came this many times more than the frames of a second."""
FROZEN_WITHIN_S: Final = 1.8
"""... or, from a camera so slow that this takes too long, once it has stood so long and came four times."""
_FROZEN_LEAST: Final = 4
_LOOK_WIDTH: Final = 240
_NOTHING: Final = 6.0
_DARK: Final = 40.0
_FLAT: Final = 1.5
_FLAT_SHARE: Final = 0.03
_SATURATED: Final = 250
_MOST_SATURATED: Final = 0.35


class Trouble(enum.Enum):
    """Why the camera is blind."""

    COVERED = "the lens is covered"
    DARK = "too dark"
    BRIGHT = "too bright"
    FROZEN = "the picture is frozen"
    MOVED = "the camera was moved"
    LOST = "where it stands is not known"
    SILENT = "no pictures come"
    UNPLUGGED = "unplugged"


@dataclass(frozen=True)
class Change:
    """From ``t`` on the camera is blind for this ``trouble``, or sees again (None)."""

    t: float
    trouble: Trouble | None
    detail: str = ""

    @property
    def why(self) -> str:
        """The trouble in words; nothing where the camera sees."""
        if self.trouble is None:
            return ""
        return f"{self.trouble.value}: {self.detail}" if self.detail else self.trouble.value


@dataclass(frozen=True)
class Stands:
    """What the markers of a frame say of the camera's place: nothing wrong (None), MOVED or LOST, and why."""

    trouble: Trouble | None = None
    detail: str = ""


class Watch:
    """Judges one camera, frame by frame. Times are seconds and never go back.

    The first change says whether the camera sees at all.
    """

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self._known = False
        self._suspect: tuple[Trouble | None] | None = None
        self._since = 0.0
        self._still = _Stillness()
        self._stands: Stands | None = None
        self._markers_at: float | None = None
        self._frame_at: float | None = None

    @property
    def doubts(self) -> bool:
        """Whether something seems to be wrong that is not named yet."""
        return self._suspect is not None and self._suspect[0] not in (None, self.trouble)

    def wants_markers(self, t: float) -> bool:
        """Whether it is time to look for the markers again."""
        return self._markers_at is None or t - self._markers_at >= MARKERS_EVERY_S

    def frame(self, t: float, picture: Picture, stands: Stands | None = None) -> list[Change]:
        """Take a frame of any size; ``stands`` where its markers were looked for."""
        if stands is not None:
            self._stands, self._markers_at = stands, t
        self._frame_at = t
        frozen = self._still.frozen(t, picture)
        trouble, detail = light_of(picture)
        if trouble is None and frozen:
            trouble, detail = Trouble.FROZEN, "the same picture again and again"
        if trouble is None and self._stands is not None:
            trouble, detail = self._stands.trouble, self._stands.detail
        return self._judge(t, trouble, detail, NAMED_AFTER_S if trouble is not Trouble.FROZEN else 0.0)

    def nothing(self, t: float, detail: str = "") -> list[Change]:
        """Take note that no usable frame has come by ``t``."""
        if self._frame_at is None:
            self._frame_at = t
        if t - self._frame_at < SILENT_AFTER_S or self.trouble is Trouble.UNPLUGGED:
            return []
        return self._judge(t, Trouble.SILENT, detail or f"for {t - self._frame_at:.0f} s", 0.0)

    def gone(self, t: float, detail: str = "") -> list[Change]:
        """Take note that the camera is not there any more."""
        self._still = _Stillness()
        return self._judge(t, Trouble.UNPLUGGED, detail, 0.0)

    def _judge(self, t: float, trouble: Trouble | None, detail: str, after_s: float) -> list[Change]:
        # Another trouble right after a suspected one has not been there since then.
        if self._suspect != (trouble,):
            self._suspect, self._since = (trouble,), t
        if self._known and trouble is self.trouble:
            return []
        if t - self._since < (SEES_AFTER_S if trouble is None else after_s):
            return []
        self.trouble, self._known = trouble, True
        return [Change(t, trouble, detail)]


class _Stillness:
    """How long the very same picture has been coming. A live sensor's noise never repeats itself."""

    def __init__(self) -> None:
        self._last = b""
        self._first_t = self._last_t = 0.0
        self._again = 0

    def frozen(self, t: float, picture: Picture) -> bool:
        seen = picture.tobytes()
        if seen != self._last:
            self._last, self._first_t, self._again = seen, t, 0
        else:
            self._again += 1
        self._last_t = t
        stood_s = t - self._first_t
        fps = self._again / stood_s if stood_s > 0 else 0.0
        enough = self._again > fps + FROZEN_EXTRA or stood_s >= FROZEN_WITHIN_S
        return self._again >= _FROZEN_LEAST and enough


def light_of(picture: Picture) -> tuple[Trouble | None, str]:
    """Return what is wrong with the light of the whole picture, None where it is good, and in which words."""
    width = min(_LOOK_WIDTH, picture.shape[1])
    size = width, max(1, round(picture.shape[0] * width / picture.shape[1]))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    levels = brightest(small)
    high = float(np.percentile(levels, 95))
    saturated = float((levels >= _SATURATED).mean())
    if saturated > _MOST_SATURATED:
        return Trouble.BRIGHT, f"{100 * saturated:.0f} % of the picture is white"
    if high < _NOTHING:
        return Trouble.COVERED, "no light at all comes in: a cap, a cloth, or every lamp is out"
    if _sharpest(levels) < _FLAT + _FLAT_SHARE * high:
        return Trouble.COVERED, "nothing in the picture has an edge"
    if high < _DARK:
        return Trouble.DARK, f"the bright parts reach {high:.0f} of 255"
    return None, ""


def _sharpest(grey: cv2.typing.MatLike) -> float:
    """Return how steep the steepest edges are, in levels a pixel; what is before the lens has none."""
    soft = cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32)
    steep = np.hypot(
        cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8)
    )
    return float(np.percentile(steep, 99.8))
