"""Finds JPEG pictures in a stream of bytes, however cut: multipart over HTTP, or one after another."""

from __future__ import annotations

from typing import Final

START: Final = b"\xff\xd8\xff"
END: Final = b"\xff\xd9"
LARGEST: Final = 16 * 1024 * 1024
"""Bytes after which what has no end is no picture."""


class _Torn(Exception):
    """What begins here is no picture, or the rest of its header was lost."""


class JpegCutter:
    """Finds whole pictures by their own marks; whatever stands between them is left alone."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._searched = 0

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes and return the pictures that they complete."""
        self._held += data
        found = []
        while (picture := self._cut()) is not None:
            found.append(picture)
        return found

    def _cut(self) -> bytes | None:
        while (start := self._held.find(START)) >= 0:
            self._leave(start)
            try:
                end = self._end()
            except _Torn:
                self._leave(len(END))
                continue
            if end is None:
                self._leave(len(self._held) if len(self._held) > LARGEST else 0)
                return None
            picture = bytes(self._held[:end])
            self._leave(end)
            return picture
        self._leave(max(0, len(self._held) - len(START) + 1))
        return None

    def _leave(self, count: int) -> None:
        """Let go of the first ``count`` bytes."""
        if count:
            del self._held[:count]
            self._searched = 0

    def _end(self) -> int | None:
        """Return where the picture that leads the bytes ends; a preview inside its header is stepped over.

        Raise _Torn where its header breaks off.
        """
        at = 2
        while at + 4 <= len(self._held) and self._searched == 0:
            if self._held[at] != 0xFF:
                raise _Torn
            if self._held[at + 1] == 0xFF:  # a marker may have any number of these before it
                at += 1
                continue
            kind = self._held[at + 1]
            if kind == 0xDA:  # from here on the picture itself, in which FFD9 is the end and nothing else
                self._searched = at
                break
            at += 2 + int.from_bytes(self._held[at + 2 : at + 4], "big")
        if self._searched == 0:
            return None
        end = self._held.find(END, self._searched)
        if end < 0:
            self._searched = max(self._searched, len(self._held) - 1)
            return None
        return end + len(END)
