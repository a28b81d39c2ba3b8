"""Reads a log's bytes from a file, a compressed file or standard input, in constant memory.

Compressed logs (zstandard, any number of frames) are told by their first bytes, not by their name, so
that a pipe may carry them too. A frame that ends early or is damaged ends the log there; what could be
unpacked before it counts.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Timer
from typing import BinaryIO, cast

import zstandard

from controller.sensorlog.names import ENDING, LOGS

MAX_LINE_BYTES = 1 << 20
"""A line longer than this is no line of ours and is never held whole."""

_QUIET_S = 2.0
"""Nothing for so long from a pipe or a keyboard is told."""
_BLOCK_BYTES = 1 << 16
"""At most so much is read at a time."""
_MAGIC = b"\x28\xb5\x2f\xfd"
_PASSED_OVER = b"\x2a\x4d\x18"
"""After a byte of 50 to 5f: a frame that holds nothing, as some packers write before each that does."""
_GZIP = b"\x1f\x8b"
_SQLITE = b"SQLi"
"""How a journal begins."""
_PACKED_CHUNK = 512
"""Packed bytes unpacked at once: a block unpacks to at most 128 KiB and takes at least 4 bytes."""
_MAX_WINDOW = 1 << 27
"""Largest back-reference window accepted, bytes: what the zstd tool makes without ``--long``."""


class LogFileError(OSError):
    """A log that cannot be opened; the message names it and says what is wrong."""


class Source:
    """A log's lines. ``cut`` says, once they are read, why the bytes ended early; None where they did not."""

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self.name = name
        plain = stream if hasattr(stream, "peek") else io.BufferedReader(cast(io.RawIOBase, stream))
        self._stream = cast(io.BufferedReader, plain)
        self._unpacker: _Unpacker | None = None
        try:
            begins = self._stream.peek(4)[:4]
        except OSError as error:
            raise LogFileError(f"{name}: cannot be read: {error.strerror}") from error
        if begins == _MAGIC or (begins[1:] == _PASSED_OVER and begins[0] >> 4 == 5):
            self._unpacker = _Unpacker(self._stream)
            self._stream = io.BufferedReader(self._unpacker, 1 << 17)
        elif begins[:2] == _GZIP:
            raise LogFileError(
                f"{name}: is gzip, not zstandard; unpack it first: gunzip, or pipe zcat into -"
            )
        elif begins == _SQLITE:
            raise LogFileError(
                f"{name}: is no log but a journal: floorcall journal export takes its logs out"
            )
        elif name.endswith(".zst") and begins:
            raise LogFileError(f"{name}: no zstandard data, whatever its name says")

    @property
    def cut(self) -> str | None:
        """Return why the compressed data ended early, or None."""
        return self._unpacker.cut if self._unpacker else None

    def blocks(self) -> Iterator[bytes]:
        """Yield the log in runs of whole lines, as soon as they are there; the last may lack its newline.

        Of a line longer than MAX_LINE_BYTES little more than so much comes. Raise LogFileError where the medium fails.
        """
        begun = b""
        while block := self._block():
            end = block.rfind(b"\n") + 1
            if end:
                yield begun + block[:end] if begun else block[:end]
            begun = block[end:] if end else begun + block
            if len(begun) > MAX_LINE_BYTES:
                begun = begun[: MAX_LINE_BYTES + 1]
        if begun:
            yield begun

    def _block(self) -> bytes:
        try:
            return self._stream.read1(_BLOCK_BYTES)
        except OSError as error:
            raise LogFileError(f"{self.name}: cannot be read to its end: {error.strerror}") from error


class _Unpacker(io.RawIOBase):
    """Zstandard frames as a raw stream that knows whether its last frame was whole."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        self._frame = self._new_frame()
        self._inside = False
        self._left = b""
        self._ready = memoryview(b"")
        self.cut: str | None = None

    @staticmethod
    def _new_frame() -> zstandard.ZstdDecompressionObj:
        return zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW).decompressobj()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # typeshed's Buffer is wider
        while not self._ready and self._refill():
            pass
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _refill(self) -> bool:
        """Unpack the next bytes; False at the end, whole or not."""
        packed = self._left or self._packed.read(_PACKED_CHUNK)
        self._left = b""
        if not packed or self.cut:
            if self._inside and not self.cut:
                self.cut = "the compressed data ends in the middle"
            return False
        try:
            self._ready = memoryview(self._frame.decompress(packed))
        except zstandard.ZstdError:
            self.cut = "the compressed data is damaged from here on"
            return False
        self._inside = not self._frame.eof
        if self._frame.eof:
            self._left = self._frame.unused_data
            self._frame = self._new_frame()
        return True


@contextmanager
def open_log(name: str) -> Iterator[Source]:
    """Open a log by path, or standard input by ``-``. Raise LogFileError where it cannot be read."""
    with _opened(name) as stream:
        yield Source(name, stream)


@contextmanager
def readable_again(name: str, times: int) -> Iterator[Callable[[], AbstractContextManager[Source]]]:
    """Let a log be read ``times`` times over: standard input and pipes are kept in a file meanwhile."""
    if times == 1 or (name != "-" and not Path(name).is_fifo()):
        yield lambda: open_log(name)
        return
    import shutil
    import tempfile

    with tempfile.TemporaryFile() as kept:
        with _opened(name) as given:
            shutil.copyfileobj(given, kept)

        def from_start() -> AbstractContextManager[Source]:
            kept.seek(0)
            return nullcontext(Source(name, cast(BinaryIO, kept)))

        yield from_start


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        with _waiting("standard input"):
            _begins(sys.stdin.buffer)
        yield sys.stdin.buffer
        return
    try:
        pipe = Path(name).is_fifo()
        with _waiting(name) if pipe else nullcontext():
            stream = Path(name).open("rb")  # noqa: SIM115  (closed below; the error is about opening alone)
            if pipe:
                _begins(stream)
    except OSError as error:
        raise LogFileError(f"{name}: {error.strerror or error}") from error
    with stream:
        yield stream


def _begins(stream: BinaryIO) -> None:
    """Wait for the first of what comes from ``stream``; what is held in memory is there."""
    if isinstance(stream, io.BufferedReader):
        stream.peek(1)


@contextmanager
def _waiting(name: str) -> Iterator[None]:
    """Say that nothing has come from ``name`` yet, where that takes longer than a moment: nobody may write there."""
    says = Timer(
        _QUIET_S, print, (f"nothing has come from {name} yet; waiting",), {"file": sys.stderr, "flush": True}
    )
    says.daemon = True
    says.start()
    try:
        yield
    finally:
        says.cancel()


def find_logs(names: list[str]) -> list[str]:
    """Return the logs that ``names`` stand for: files and ``-`` as given, folders by their logs, sorted.

    What is expected of a log lies beside it and is no log of its folder.
    Raise LogFileError for a path that is not there or cannot be looked at, and for a folder without logs.
    """
    found = []
    for name in names:
        try:
            found += [name] if name == "-" else _logs_at(name)
        except OSError as error:
            raise (
                error if isinstance(error, LogFileError) else LogFileError(f"{name}: {error.strerror}")
            ) from error
    return found


def _logs_at(name: str) -> list[str]:
    path = Path(name)
    if not path.is_dir():
        if not path.exists():
            raise LogFileError(f"{name}: no such log")
        return [name]
    logs = sorted(
        str(log) for log in path.iterdir() if log.name.endswith(LOGS) and not log.name.endswith(ENDING)
    )
    if not logs:
        raise LogFileError(f"{name}: no .jsonl or .jsonl.zst logs in this folder")
    return logs
