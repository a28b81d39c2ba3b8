"""Signs the journal's head once a minute at least, and puts each where the journal is not."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
import structlog

from controller.daemon.core import TableCore
from controller.journal.openings import beside, take_openings
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

    def kept(self, records: Sequence[Record]) -> None:
        """Tell the heads among records that are durable now."""
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
            for opening in take_openings(self._core.journal.path):
                self._core.journal.append_opened(self._core.clock.now(), opening)
        except OSError as error:
            problem = f"{beside(self._core.journal.path)}: {error.strerror}"
        if problem != self._unread:
            self._unread = problem
            log.warning("openings not recorded", why=problem) if problem else log.info(
                "openings recorded again"
            )

    def _write(self, path: Path, head: SignedHead) -> None:
        """Add a head to the file that the configuration names, in a thread: its disk may be slow or gone."""
        problem = ""
        try:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(head) + b"\n")
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
