"""Asks a camera for its last pictures, at a socket beside its link. Needs nothing of what a camera needs.

The question is one JSON line, ``{"since": …, "until": …}`` in seconds of the machine's monotonic clock. The answer is
MessagePack, ``[[t, JPEG], …]``, and the end.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import msgspec

SUFFIX: Final = ".pictures"
PATIENCE_S: Final = 4.0
"""How long the daemon waits for a camera's pictures, in seconds."""
_MOST_TOLD: Final = 2 * 1024 * 1024

Taken = tuple[float, bytes]
"""When a picture was taken, by the machine's monotonic clock, and its JPEG."""


class Asked(msgspec.Struct, frozen=True):
    """From when to when pictures are wanted."""

    since: float
    until: float


def place_of(link: str | Path) -> Path:
    """Return where a camera whose link is at ``link`` answers."""
    return Path(f"{link}{SUFFIX}")


async def ask(link: str, since: float, until: float) -> list[Taken]:
    """Return the pictures of the camera at ``link``. Raise OSError where it does not answer in time, or nonsense."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            reader, writer = await asyncio.open_unix_connection(str(place_of(link)))
            try:
                writer.write(msgspec.json.encode(Asked(since, until)) + b"\n")
                told = await _whole(reader)
            finally:
                writer.close()
        return msgspec.msgpack.decode(told, type=list[Taken])
    except (TimeoutError, msgspec.MsgspecError) as error:
        raise OSError(str(error) or "no answer in time") from error


async def _whole(reader: asyncio.StreamReader) -> bytes:
    told = b""
    while more := await reader.read(65_536):
        told += more
        if len(told) > _MOST_TOLD:
            raise OSError("more pictures than a camera may give")
    return told
