"""Makes the program's standard streams fit to be used, whatever it was started with.

A stream that is closed would lend its number to the next file that is opened: what is meant for a screen would be
written into a journal. And words on standard error help somebody, so that nobody there to hear them stops no work.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any, Final, TextIO

_STREAMS: Final = {0: "stdin", 1: "stdout", 2: "stderr"}


class OutputLostError(OSError):
    """Standard output that cannot be written: its disk is full, say. A reader who went away is a broken pipe as ever."""


def make_fit() -> None:
    """Open what is closed on nothing; have output that is lost be told, and words that are lost stop nothing."""
    for number, name in _STREAMS.items():
        if getattr(sys, name) is None:
            _open_on_nothing(number)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115
    if sys.stdout.fileno() == 1:
        sys.stdout = _through(_Output(1, "w", closefd=False), sys.stdout)
    if sys.stderr.fileno() == 2:
        sys.stderr = _through(_Words(2, "w", closefd=False), sys.stderr)


def _open_on_nothing(number: int) -> None:
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)


def _through(raw: io.FileIO, before: TextIO) -> TextIO:
    """Return a stream like the one ``before``, that writes through ``raw``; a sign that it has not is a ``?`` there."""
    assert isinstance(before, io.TextIOWrapper)
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        before.encoding,
        "replace" if before.errors == "strict" else before.errors,
        line_buffering=before.line_buffering,
        write_through=before.write_through,
    )


class _Output(io.FileIO):
    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except (BrokenPipeError, BlockingIOError):
            raise
        except OSError as error:
            raise OutputLostError(error.errno, error.strerror) from error


class _Words(io.FileIO):
    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes
