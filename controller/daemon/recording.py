"""Watches whether the table is recorded: what stops the journal is on the display within two seconds, and in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from controller.daemon.core import TableCore
from controller.table_api import JOURNAL

log = structlog.get_logger()
_LOOK_S: Final = 0.25
_LATE_S: Final = 1.6
"""How long the disk may take before it is said, in seconds; slow cards do take a second."""
_LATE: Final = "the disk does not answer"


class Recording:
    """Follows the journal's writing. Belongs to the event loop's thread."""

    def __init__(self, core: TableCore, changed: Callable[[], None]) -> None:
        self._core, self._changed = core, changed
        self._problem = ""

    def troubled(self, problem: str) -> None:
        """Note what keeps the journal from writing; "" when it writes again."""
        if problem == self._problem:
            return
        if problem:
            log.error("recording stopped", why=problem)
        else:
            log.info("recording goes on")
        self._problem = problem
        self._core.devices.journal_trouble(f"recording stopped: {problem}" if problem else "")
        self._core.wait_for_disk(not problem)
        self._changed()

    def repaired(self, what: str) -> None:
        """Put into the log what happened to the journal's file; nothing that was acknowledged is lost."""
        log.error("journal written anew", what=what)
        self._core.key({"type": "device", "device": JOURNAL, "state": "degraded", "detail": what})

    async def watch(self) -> None:
        """See again and again that the journal's thread lives and that its disk answers."""
        while True:
            late = self._core.journal.look() > _LATE_S
            if late and not self._problem:
                self.troubled(_LATE)
            elif not late and self._problem == _LATE:
                self.troubled("")
            await asyncio.sleep(_LOOK_S)
