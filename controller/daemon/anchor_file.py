"""Keeps the file of heads in a thread of its own: its disk may be slow, hang or be gone, and nothing waits for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

import msgspec
import structlog

from controller.journal.anchors import held_against
from controller.journal.signing import SignedHead
from controller.journal.store import JournalError

log = structlog.get_logger()
_LAST_S: Final = 2.0
"""How long the end of the table waits for the last head to be written, in seconds."""


class AnchorFile:
    """Holds the journal against the heads in the file once, then adds each new one, in order."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        # Not waited for where its disk hangs: the table ends without it.
        self._thread = Thread(target=self._run, name="anchor", daemon=True)
        self._problem = ""

    def start(self, journal: Path, denied: Callable[[str], object]) -> None:
        """Start; ``denied`` is called in the file's thread with what its heads deny of the ``journal``."""
        self._work.put(partial(self._hold, journal, denied))
        self._thread.start()

    def add(self, head: SignedHead) -> None:
        """Add a head once those before it are written."""
        self._work.put(partial(self._write, head))

    def close(self) -> None:
        """Write what waits, and let go; a disk that hangs is left alone."""
        self._work.put(None)
        if self._thread.is_alive():
            self._thread.join(_LAST_S)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()

    def _hold(self, journal: Path, denied: Callable[[str], object]) -> None:
        try:
            problem = held_against(journal, self._path)
        except JournalError as error:
            log.warning("journal not held against its heads", why=str(error))
            return
        if problem:
            denied(problem)

    def _write(self, head: SignedHead) -> None:
        problem = ""
        try:
            with self._path.open("a+b") as file:
                file.write(_new_line(file) + msgspec.json.encode(head) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            problem = f"{self._path}: {error.strerror or error}"
        if problem != self._problem:
            self._problem = problem
            log.warning("anchor not written", why=problem) if problem else log.info("anchor written again")


def _new_line(file: BinaryIO) -> bytes:
    """Return what ends a line that a power cut, or a full disk, left half written; nothing after a whole one."""
    if not file.seek(0, os.SEEK_END):
        return b""
    file.seek(-1, os.SEEK_END)
    return b"" if file.read(1) == b"\n" else b"\n"
