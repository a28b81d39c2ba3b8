"""Signs the journal's head once a minute at least, puts each where the journal is not, and holds the journal against those."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import structlog

from controller.daemon.anchor_file import AnchorFile
from controller.daemon.core import TableCore
from controller.journal.openings import beside, forget_openings, waiting_openings
from controller.journal.records import Record
from controller.journal.signing import SignedHead
from controller.table_api import JOURNAL

log = structlog.get_logger()
EVERY_S: Final = 60.0
Told = Callable[[SignedHead], None]


class Heads:
    """Signs, and tells each head that is safe to whoever asked. Belongs to the event loop's thread."""

    def __init__(self, core: TableCore, anchor: Path | None, changed: Callable[[], None]) -> None:
        self._core, self._changed = core, changed
        self._anchor = None if anchor is None else AnchorFile(anchor)
        self.on_head: list[Told] = []
        """Called with each signed head once it is safe on disk."""
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
                    self._anchor.add(head)

    async def watch(self) -> None:
        """Hold the journal against the heads kept elsewhere; then sign again and again, and record what auditors opened."""
        if self._anchor is not None:
            loop = asyncio.get_running_loop()
            self._anchor.start(
                self._core.journal.path, lambda problem: loop.call_soon_threadsafe(self._denied, problem)
            )
        while True:
            self._record_openings()
            self._core.journal.sign(self._core.clock.now())
            await asyncio.sleep(EVERY_S)

    def close(self) -> None:
        """Write what waits for the file elsewhere."""
        if self._anchor is not None:
            self._anchor.close()

    def _denied(self, problem: str) -> None:
        """Say it on the pages, in the log and on record; play goes on."""
        log.error("journal denied by its heads", why=problem)
        self._core.devices.journal_doubted(problem)
        self._core.key({"type": "device", "device": JOURNAL, "state": "degraded", "detail": problem})
        self._changed()

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
