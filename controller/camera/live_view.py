"""Draws what a camera sees for the page of ``floorcall chips --live``, with what is told of it in words."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np

from vision.drawing import drawn
from vision.frames.blindness import Change
from vision.frames.frame import Frame
from vision.geometry import sharpness
from vision.geometry.camera import BadPicture, Picture, size_of
from vision.geometry.pose import named
from vision.motion.zone import Whose
from vision.profile import Profile
from vision.reading import Reading
from vision.watch.process import Eye
from vision.watch.watched import Watcher

LATEST: Final = 8
READ_EVERY_S: Final = 0.7
_WIDTH: Final = 1280
_QUALITY: Final = 82
_STOPS_IN_S: Final = 3.0
_OVER: Final = {
    Whose.OWN: "hand over it",
    Whose.DEALER: "dealer's hand over it",
    Whose.OTHER: "another's hand over it",
}


class LiveView:
    """One camera looked at. ``read`` tells what a whole picture shows; ``line`` puts an event into words."""

    def __init__(
        self,
        watcher: Watcher,
        profile: Profile,
        read: Callable[[str, Picture], Reading],
        line: Callable[[Any], str],
    ) -> None:
        self._watcher, self._profile, self._read, self._line = watcher, profile, read, line
        self._eye = Eye(watcher)
        self._reading: Reading | None = None
        self._lines: deque[str] = deque(maxlen=LATEST)
        self._drawn: tuple[Frame | None, Reading | None, bytes] = (None, None, b"")
        self._trouble: Change | None = None
        self._seen = False
        self._began: float | None = None
        self._closing = threading.Event()
        self._reads = threading.Thread(target=self._keep_reading, name="reader", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._eye.start()
        self._reads.start()

    def close(self) -> None:
        """Stop looking and let go of the camera."""
        self._closing.set()
        self._eye.close()
        self._reads.join(_STOPS_IN_S)

    def picture(self) -> bytes:
        """Return the newest picture with what was read last drawn in, as JPEG; nothing before the first."""
        frame, reading = self._watcher.newest, self._reading
        if frame is None or (frame is self._drawn[0] and reading is self._drawn[1]):
            return self._drawn[2]
        try:
            seen = frame.full()
        except BadPicture:
            return self._drawn[2]
        shown = drawn(seen, reading, self._profile) if reading is not None else seen
        share = min(1.0, _WIDTH / shown.shape[1])
        small = cv2.resize(shown, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        packed = np.asarray(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]).tobytes()
        self._drawn = frame, reading, packed
        return packed

    def state(self) -> dict[str, Any]:
        """Return what the page says beside the picture."""
        for news in self._eye.news():
            if self._began is None:
                self._began = news.t
            self._lines.appendleft(self._line(replace(news, t=news.t - self._began)))
            if isinstance(news, Change):
                self._seen, self._trouble = True, news if news.trouble is not None else None
        return {
            "state": self._state(),
            "why": self._why(),
            "markers": self._markers(),
            "said": list(self._reading.said) if self._reading is not None else [],
            "zones": self._zones(),
            "lines": list(self._lines),
        }

    def _state(self) -> str:
        if self._eye.failed is not None or self._eye.ended:
            return "ended"
        if self._trouble is not None:
            return "blind"
        return "sees" if self._seen else "waits"

    def _why(self) -> str:
        if self._eye.failed is not None:
            return str(self._eye.failed)
        return "" if self._trouble is None else self._trouble.why

    def _markers(self) -> str:
        fit = self._reading.fit if self._reading is not None else None
        if fit is None:
            return "the camera's place is not known"
        told = f"{named(fit.used)} seen, {fit.error_px:.1f} px off"
        return f"{told}; {named(fit.missing)} hidden" if fit.missing else told

    def _zones(self) -> list[dict[str, Any]]:
        reading, fit = self._reading, self._watcher.fit
        told = {zone.seat: zone for zone in reading.zones} if reading is not None else {}
        reached = self._watcher.reached
        found = []
        for zone in self._profile.zones:
            seen = told.get(zone.seat)
            edge = sharpness.of_zone(self._profile.lens, fit.pose, zone) if fit is not None else None
            found.append(
                {
                    "seat": zone.seat,
                    "total": seen.total if seen is not None else None,
                    "hand": _OVER[reached[zone.seat]] if zone.seat in reached else "",
                    "edge": f"{edge.edge_px:.1f} px a chip edge" if edge is not None else "",
                    "sharp": edge is not None and edge.counts,
                    "advice": _advice(edge, self._profile) if edge is not None else "",
                }
            )
        return found

    def _keep_reading(self) -> None:
        last: Frame | None = None
        while not self._closing.wait(READ_EVERY_S):
            frame = self._watcher.newest
            if frame is None or frame is last:
                continue
            last = frame
            try:
                picture = frame.full()
                self._profile.lens.sized(size_of(picture))
                self._reading = self._read(frame.name, picture)
            except BadPicture:
                self._reading = None


def _advice(edge: sharpness.Sharpness, profile: Profile) -> str:
    """Return what to move for a sharper zone; whose zone it is stands beside it."""
    return sharpness.advice(edge, profile.lens).partition(": ")[2]
