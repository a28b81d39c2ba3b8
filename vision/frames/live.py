"""Takes frames of a camera that runs by itself on a thread: the newest is kept, and silence is noticed."""

from __future__ import annotations

import base64
import os
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import unquote, urlsplit

import cv2
import numpy as np

from vision.frames.frame import Fault, Frame, Gone, NotThere, Outcome, Silence
from vision.frames.mjpeg import JpegCutter
from vision.frames.v4l import why_shut
from vision.geometry.camera import BadPicture

WAIT_S: Final = 0.5
TRY_AGAIN_S: Final = 1.0
STREAM_TIMEOUT_S: Final = 3.0
_MJPG: Final = cv2.VideoWriter.fourcc(*"MJPG")
_CHUNK: Final = 65_536
_CLOCK_FITS_S: Final = 5.0


def taken_at(stamped: float) -> float:
    """Return when a frame was taken, in seconds: as its driver stamped it where that is the monotonic clock, else now."""
    now = time.monotonic()
    return stamped if 0 <= now - stamped <= _CLOCK_FITS_S else now


class Grabber(Protocol):
    """Opens a camera and gives its frames until something ends it."""

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come. Raise NotThere where the camera is away, OSError where it is at fault."""
        ...


class Live:
    """Runs a grabber in a thread of its own, opens it again whenever it ends, and hands out the newest frame."""

    def __init__(self, grabber: Grabber, now: Callable[[], float] = time.monotonic) -> None:
        self._grabber, self._now = grabber, now
        self._news = threading.Condition()
        self._newest: Outcome | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def read(self) -> Outcome:
        """Return the newest frame not read yet, or what happened instead; Silence after half a second."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None, WAIT_S)
            newest, self._newest = self._newest, None
        return newest if newest is not None else Silence(self._now())

    def close(self) -> None:
        """Stop. A read that hangs in the driver is left to end by itself."""
        self._closing.set()
        self._thread.join(WAIT_S)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                for frame in self._grabber.frames():
                    self._put(frame)
                    if self._closing.is_set():
                        return
                self._put(Fault(self._now(), "the pictures ended"))
            except NotThere as problem:
                self._put(Gone(self._now(), str(problem)))
            except OSError as problem:
                self._put(Fault(self._now(), str(problem)))
            self._closing.wait(TRY_AGAIN_S)

    def _put(self, outcome: Outcome) -> None:
        with self._news:
            self._newest = outcome
            self._news.notify()


class Device:
    """A V4L2 camera by its path. Its pictures stay packed (MJPG) so that idle ones need not be unpacked."""

    def __init__(self, path: Path, size: tuple[int, int] | None = None) -> None:
        self._path, self._size = path, size

    def frames(self) -> Iterator[Frame]:
        """Yield the camera's frames, stamped by its driver where that uses the monotonic clock."""
        if not self._path.exists():
            raise NotThere(f"there is no camera at {self._path}")
        capture = cv2.VideoCapture(str(self._path), cv2.CAP_V4L2)
        try:
            if not capture.isOpened():
                raise OSError(why_shut(self._path))
            self._set_up(capture)
            while True:
                well, data = capture.read()
                if not well:
                    self._why_it_ended()
                yield self._frame(capture, np.asarray(data, np.uint8))
        finally:
            capture.release()

    def _set_up(self, capture: cv2.VideoCapture) -> None:
        capture.set(cv2.CAP_PROP_FOURCC, _MJPG)
        if self._size is not None:
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        if int(capture.get(cv2.CAP_PROP_FOURCC)) == _MJPG:
            capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)  # packed, as they come; any other kind is unpacked

    def _frame(self, capture: cv2.VideoCapture, data: np.typing.NDArray[np.uint8]) -> Frame:
        t = taken_at(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        if data.ndim < 3:
            return Frame(t, str(self._path), packed=data.tobytes())
        return Frame(t, str(self._path), picture=data)

    def _why_it_ended(self) -> None:
        if not self._path.exists():
            raise NotThere(f"{self._path} was unplugged")
        raise OSError(f"{self._path} gives no more pictures")


class Stream:
    """MJPEG over HTTP, as ustreamer, mjpg-streamer and network cameras give it."""

    def __init__(self, url: str) -> None:
        try:
            parts = urlsplit(url)
            parts.port  # noqa: B018  a number that is no port shows when it is asked for
        except ValueError as problem:
            raise BadPicture(f"the stream's address cannot be used: {problem}") from None
        # An address may hold a password; people and logs get the place alone.
        self._place = parts.hostname or "the stream"
        name, _, place = parts.netloc.rpartition("@")
        self._asked = urllib.request.Request(parts._replace(netloc=place).geturl())
        if name:
            self._asked.add_unredirected_header("Authorization", _login(name))

    def frames(self) -> Iterator[Frame]:
        """Yield the stream's pictures, stamped when their last byte came."""
        try:
            with urllib.request.urlopen(self._asked, timeout=STREAM_TIMEOUT_S) as answer:
                cutter = JpegCutter()
                while data := answer.read1(_CHUNK):
                    for packed in cutter.feed(data):
                        yield Frame(time.monotonic(), self._place, packed=packed)
        except urllib.error.HTTPError as error:
            raise OSError(f"{self._place} answers {error.code}") from None
        except urllib.error.URLError as error:
            raise NotThere(f"{self._place} does not answer: {error.reason}") from None
        except (HTTPException, UnicodeError) as error:
            raise OSError(f"{self._place} speaks no HTTP ({type(error).__name__})") from None
        raise NotThere(f"{self._place} ended the stream")


def _login(name: str) -> str:
    """Return what HTTP asks for of who is named in an address, ``name:password``, as RFC 7617 writes it."""
    return "Basic " + base64.b64encode(unquote(name).encode()).decode()


def is_device(path: Path) -> bool:
    """Whether ``path`` is, or would be, a camera's node and no file."""
    return str(path).startswith("/dev/") and not os.path.isfile(path)
