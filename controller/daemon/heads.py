"""Signs the journal's head once a minute at least, and puts each where the journal is not."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
import structlog

from controller.daemon.core import TableCore
from controller.journal.openings import beside, forget_openings, waiting_openings
from controller.journal.records import Record
from controller.journal.signing import SignedHead

log = structlog.get_logger()
EVERY_S: Final = 60.0
Told = Callable[[SignedHead], None]


class Heads:
    """Signs, and tells each head that is safe to whoever asked. Belongs to the event loop's thread."""

    def __init__(self, core: TableCore, anchor: Path | None) -> None:
        self._core, self._anchor = core, anchor
        self.on_head: list[Told] = []
        """Called with each signed head once it is safe on disk."""
        self._problem = ""
        self._unread = ""
        """Why what auditors opened cannot be recorded, "" where it can."""
        self._taken, self._taken_n = 0, 0
        """How many bytes of the file of openings are in the chain, and up to which record."""

    def kept(self, records: Sequence[Record]) -> None:
        """Tell the heads among records that are durable now."""
        if self._taken and records[-1].n >= self._taken_n:
            self._forget_openings()
        for record in records:
            if record.kind == "signed" and record.sealed is not None:
                head = self._core.journal.told_head(record)
                for told in self.on_head:
                    told(head)
                if self._anchor is not None:
                    asyncio.get_running_loop().run_in_executor(None, self._write, self._anchor, head)

    async def watch(self) -> None:
        """Sign again and again, and record what auditors opened."""
        while True:
            self._record_openings()
            self._core.journal.sign(self._core.clock.now())
            await asyncio.sleep(EVERY_S)

    def _record_openings(self) -> None:
        """Record what auditors opened; what cannot be read now waits where it is, and nothing is signed later for it."""
        problem = ""
        try:
            openings, self._taken = waiting_openings(self._core.journal.path, self._taken)
            for opening in openings:
                self._core.journal.append_opened(self._core.clock.now(), opening)
            self._taken_n = self._core.journal.n if openings else self._taken_n
        except OSError as error:
            problem = f"{beside(self._core.journal.path)}: {error.strerror}"
        if problem != self._unread:
            self._unread = problem
            log.warning("openings not recorded", why=problem) if problem else log.info(
                "openings recorded again"
            )

    def _forget_openings(self) -> None:
        """Take what is in the chain and on disk out of the file; where that cannot be now, it is tried again later."""
        with contextlib.suppress(OSError):
            if forget_openings(self._core.journal.path, self._taken):
                self._taken = 0

    def _write(self, path: Path, head: SignedHead) -> None:
        """Add a head to the file that the configuration names, in a thread: its disk may be slow or gone."""
        problem = ""
        try:
            with path.open("a+b") as file:
                file.write(_new_line(file) + msgspec.json.encode(head) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            problem = f"{path}: {error.strerror}"
        if problem != self._problem:
            self._problem = problem
            if problem:
                log.warning("anchor not written", why=problem)
            else:
                log.info("anchor written again")


def _new_line(file: BinaryIO) -> bytes:
    """Return what ends a line that a power cut, or a full disk, left half written; nothing after a whole one."""
    if not file.seek(0, os.SEEK_END):
        return b""
    file.seek(-1, os.SEEK_END)
    return b"" if file.read(1) == b"\n" else b"\n"
