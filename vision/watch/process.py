"""Watches the camera on a thread, and wakes whoever serves the link by a descriptor.

The link must be answered within 50 ms whatever a picture costs, so the two never share a thread.
"""

from __future__ import annotations

import contextlib
import math
import os
import threading
from queue import Empty, SimpleQueue
from typing import Final

from vision.geometry.camera import VisionError
from vision.watch.pictures import Shown
from vision.watch.watched import News, Watcher

_STOPS_IN_S: Final = 2.0


class Eye:
    """Watches in a thread of its own. ``fileno`` is readable when ``news`` has something to tell."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._news: SimpleQueue[News] = SimpleQueue()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._woken, False)
        self._closing = threading.Event()
        self._ended = False
        self._settled = math.inf
        self.failed: VisionError | None = None
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return self._woken

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to see: the file's end, or ``failed`` says why."""
        return self._ended

    @property
    def settled(self) -> float:
        """No news of what was seen before this time, by the source's clock, will come any more."""
        return self._settled

    def news(self) -> list[News]:
        """Return the news since the last call, in order."""
        with contextlib.suppress(BlockingIOError):
            os.read(self._woken, 4096)
        found: list[News] = []
        while True:
            try:
                found.append(self._news.get_nowait())
            except Empty:
                return found

    def pictures(self, since: float, until: float) -> list[Shown]:
        """Return what was seen between two moments of the source's clock, hidden what must be; from any thread."""
        return [] if self._watcher.ring is None else self._watcher.ring.between(since, until)

    def close(self) -> None:
        """Stop watching and let go of the camera."""
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join(_STOPS_IN_S)
        self._watcher.close()
        if not self._thread.is_alive():
            os.close(self._woken)
            os.close(self._wake)

    def _run(self) -> None:
        try:
            while not self._closing.is_set() and not self._watcher.ended:
                for one in self._watcher.step():
                    self._news.put(one)
                    os.write(self._wake, b"!")
                self._settled = self._watcher.settled
        except VisionError as problem:
            self.failed = problem
        self._ended = True
        os.write(self._wake, b"!")
