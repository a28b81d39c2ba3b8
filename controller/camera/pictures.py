"""A camera's last pictures for the table's daemon: asked for at a socket beside the camera's link.

What is asked and answered stands in ``controller.camera.asking``. The socket lies where the link does, with
``.pictures`` behind its name, and only the camera's own account and group may open it.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from controller.camera.asking import Asked, place_of
from vision.watch.pictures import Shown

_ASKED_WITHIN_S: Final = 2.0
_MOST_ASKED: Final = 200
_LOOK_S: Final = 0.5


class PictureDoor:
    """Answers who asks for pictures, in a thread of its own."""

    def __init__(self, link: Path, pictures: Callable[[float, float], list[Shown]]) -> None:
        """Open the socket. Raise OSError where that cannot be."""
        self._path, self._pictures = place_of(link), pictures
        self._closing = threading.Event()
        self._path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            before = os.umask(0o117)
            try:
                self._socket.bind(str(self._path))
            finally:
                os.umask(before)
            self._ours = self._path.stat().st_ino
            self._socket.listen(4)
            self._socket.settimeout(_LOOK_S)
        except OSError:
            self._socket.close()
            raise
        self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Answer nobody any more. A place that another camera has taken over is its own."""
        self._closing.set()
        self._thread.join()
        with contextlib.suppress(OSError):
            if self._path.stat().st_ino == self._ours:
                self._path.unlink()
        self._socket.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                visitor, _ = self._socket.accept()
            except TimeoutError:
                continue
            with visitor, contextlib.suppress(OSError, msgspec.MsgspecError):
                visitor.settimeout(_ASKED_WITHIN_S)
                self._answer(visitor)

    def _answer(self, visitor: socket.socket) -> None:
        line = b""
        while not line.endswith(b"\n") and len(line) < _MOST_ASKED:
            more = visitor.recv(_MOST_ASKED)
            if not more:
                return
            line += more
        asked = msgspec.json.decode(line, type=Asked)
        shown = self._pictures(asked.since, asked.until)
        visitor.sendall(msgspec.msgpack.encode([(one.t, one.jpeg) for one in shown]))
