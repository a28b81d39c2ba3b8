"""Reads a tag reader on a serial port of this machine, for whoever may wait for it."""

from __future__ import annotations

import contextlib
import os
import select
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self

from firmware_bridge.errors import PortUnusable
from firmware_bridge.pump import CHUNK, open_port
from firmware_bridge.readers.look import Look, Reader

BAUD: Final = 115_200
STEP_S: Final = 0.005


class ReaderPort:
    """A reader and its open port. Use it as a context. Raise PortUnusable where the port is, or goes, away."""

    def __init__(self, path: str, reader: Reader, baud: int = BAUD) -> None:
        self.path, self.reader, self._baud = path, reader, baud
        self._unsent = b""

    def __enter__(self) -> Self:
        self._port = open_port(self.path, self._baud)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):
            self._port.close()

    def looks(self, within_s: float) -> list[Look]:
        """Return what the reader has seen as soon as there is something, at the latest after ``within_s``."""
        end = time.monotonic() + within_s
        while True:
            self.step(STEP_S)
            looks = self.reader.take_looks()
            if looks or time.monotonic() >= end:
                return looks

    def step(self, within_s: float, also: Sequence[int] = ()) -> None:
        """Wait for the reader, or for any descriptor of ``also``, and let the driver do what is due."""
        fd = self._port.fileno()
        try:
            ready, _, _ = select.select([fd, *also], [], [], within_s)
            data = os.read(fd, CHUNK) if fd in ready else b""
            gone = fd in ready and not data
            self.reader.feed(data, time.monotonic_ns() // 1000)
            self._unsent += self.reader.to_send()
            with contextlib.suppress(BlockingIOError):
                self._unsent = self._unsent[os.write(fd, self._unsent) :]
        except OSError as error:
            raise PortUnusable(self.path, os.strerror(error.errno or 0).lower()) from error
        if gone:
            raise PortUnusable(self.path, "the reader is gone")
