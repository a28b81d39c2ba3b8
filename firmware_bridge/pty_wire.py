"""Keeps a virtual device's end of the cable: a pty of its own, and everything that can be wrong with a cable."""

from __future__ import annotations

import contextlib
import os
import random
import tty
from pathlib import Path
from typing import Final

CHUNK: Final = 4096


class PtyWire:
    """A pty whose far end the host opens like a serial port.

    Frames can be lost or damaged on their way to the host, and the cable can be pulled. ``link`` is a
    path that always points to the pty of the moment, as udev's by-id links do.
    """

    def __init__(self, link: Path | None, seed: int | None = None) -> None:
        self._link = link
        self._chance = random.Random(seed)
        self._device: int | None = None
        self._host: int | None = None
        self.path = ""
        self.frames_to_drop = 0
        self.frames_to_garble = 0

    @property
    def plugged(self) -> bool:
        return self._device is not None

    def fileno(self) -> int:
        """Return the device's descriptor; the cable must be plugged in."""
        if self._device is None:
            raise ValueError("the cable is out")
        return self._device

    def plug(self) -> str:
        """Make a fresh pty and return the path of the host's end."""
        self._device, self._host = os.openpty()
        # The host's end stays open here too, so that the pty outlives a host that comes and goes.
        tty.setraw(self._host)
        os.set_blocking(self._device, False)
        self.path = os.ttyname(self._host)
        if self._link is not None:
            self._point(self._link)
        return self.path

    def unplug(self) -> None:
        """Pull the cable: whoever has the host's end open is hung up on. A link that another has taken over is his."""
        if self._link is not None:
            with contextlib.suppress(OSError):
                if str(self._link.readlink()) == self.path:
                    self._link.unlink()
        for end in (self._device, self._host):
            if end is not None:
                os.close(end)
        self._device = self._host = None

    def read(self) -> bytes:
        """Return what the host has sent, b"" where that is nothing."""
        try:
            return os.read(self.fileno(), CHUNK)
        except (BlockingIOError, ValueError):
            return b""
        except OSError:
            return b""  # a hang-up in progress; the next write or plug shows it

    def write(self, data: bytes) -> None:
        """Send whole frames. Nobody may be reading: what does not fit is lost, as on a wire."""
        if not data or not self.plugged:
            return
        if self.frames_to_drop or self.frames_to_garble:
            data = b"".join(self._through_a_bad_cable(frame) for frame in _frames_in(data))
        with contextlib.suppress(OSError):
            os.write(self.fileno(), data)

    def noise(self, size: int) -> None:
        """Send bytes that mean nothing."""
        with contextlib.suppress(OSError, ValueError):
            os.write(self.fileno(), self._chance.randbytes(size))

    def _through_a_bad_cable(self, frame: bytes) -> bytes:
        if self.frames_to_drop:
            self.frames_to_drop -= 1
            return b""
        if self.frames_to_garble:
            self.frames_to_garble -= 1
            where = self._chance.randrange(1, len(frame) - 1)
            return frame[:where] + bytes([frame[where] ^ 1 << self._chance.randrange(8)]) + frame[where + 1 :]
        return frame

    def _point(self, link: Path) -> None:
        fresh = link.with_name(link.name + ".new")
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
        fresh.symlink_to(self.path)
        fresh.replace(link)


def _frames_in(data: bytes) -> list[bytes]:
    return [b"\x00" + segment + b"\x00" for segment in data.split(b"\x00") if segment]
