"""A camera of the Raspberry Pi, by Picamera2 (Debian's ``python3-picamera2``): exposure and white balance are locked.

Automatic exposure follows every sleeve that reaches over the table, and the chips change their colours with it. So it
settles on the felt once, whenever the camera is opened, and then stays.
"""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from vision.frames.frame import Frame, NotThere
from vision.frames.live import taken_at

PREFIX: Final = "picamera"
"""``picamera`` is the first camera, ``picamera:1`` the second."""
USUAL_SIZE: Final = (1920, 1080)
FPS: Final = 15.0
SETTLES_S: Final = 4.0
"""So long exposure and white balance may take to settle; then they are locked as they are."""
_CALM: Final = 5
"""They have settled where so many frames in a row change them by hardly anything."""
_HARDLY: Final = 0.01
_LOCKED: Final = ("ExposureTime", "AnalogueGain", "ColourGains")
_STAMPED: Final = "SensorTimestamp"


class PiCamera:
    """Camera ``number`` of this Raspberry Pi, at ``size``."""

    def __init__(self, number: int = 0, size: tuple[int, int] | None = None) -> None:
        self._number, self._size = number, size or USUAL_SIZE

    @classmethod
    def named(cls, name: str, size: tuple[int, int] | None = None) -> PiCamera:
        """Return the camera that ``name`` means. Raise NotThere where Picamera2 is not installed or the name is none."""
        number = name.removeprefix(PREFIX).removeprefix(":") or "0"
        if not number.isdigit():
            raise NotThere(f"{name}: is no camera; the first is {PREFIX}:0")
        if importlib.util.find_spec("picamera2") is None:
            raise NotThere(
                f"{name} needs Picamera2: sudo apt install python3-picamera2, and this program in an environment "
                "made with --system-site-packages"
            )
        return cls(int(number), size)

    def frames(self) -> Iterator[Frame]:
        """Yield the camera's pictures, stamped by its sensor where that uses the monotonic clock."""
        maker = importlib.import_module("picamera2").Picamera2
        there = len(maker.global_camera_info())
        if self._number >= there:
            raise NotThere(f"there is no camera {PREFIX}:{self._number}; {there} found")
        try:
            camera = maker(self._number)
        except (RuntimeError, IndexError) as problem:
            raise OSError(f"{PREFIX}:{self._number} is in use, or does not answer: {problem}") from None
        try:
            camera.configure(
                camera.create_video_configuration(
                    main={"size": self._size, "format": "RGB888"},  # which is blue first in memory
                    controls={"FrameRate": FPS},
                )
            )
            camera.start()
            lock(camera)
            while True:
                yield self._frame(camera.capture_request())
        except RuntimeError as problem:
            raise OSError(f"{PREFIX}:{self._number}: {problem}") from None
        finally:
            camera.close()

    def _frame(self, request: Any) -> Frame:
        try:
            picture, told = request.make_array("main"), request.get_metadata()
        finally:
            request.release()
        t = taken_at(told.get(_STAMPED, 0) / 1e9)
        return Frame(t, f"{PREFIX}:{self._number}", picture=np.ascontiguousarray(picture[..., :3]))


def lock(camera: Any, seconds: float = SETTLES_S) -> dict[str, Any]:
    """Let exposure and white balance settle for ``seconds`` at most, lock them there and return them."""
    told: Mapping[str, Any] = camera.capture_metadata()
    until, calm = time.monotonic() + seconds, 0
    while calm < _CALM and time.monotonic() < until:
        before, told = told, camera.capture_metadata()
        calm = calm + 1 if _alike(before, told) else 0
    held = {name: told[name] for name in _LOCKED if name in told}
    camera.set_controls({"AeEnable": False, "AwbEnable": False, **held})
    return held


def _alike(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    return all(np.allclose(before.get(name, 0.0), now.get(name, 0.0), rtol=_HARDLY) for name in _LOCKED)
