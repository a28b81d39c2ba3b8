"""Reads a finding's evidence for the floor's page from the journal while the table plays on."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from controller.journal.case_law import CaseLaw
from controller.journal.store import JournalError, Store
from controller.journal.stretch import hand_up_to
from controller.table.outputs import Finding
from controller.table_api import Evidence
from controller.timeline.follow import Follower
from controller.timeline.strip import AFTER_S, around


class EvidenceReader:
    """Reads one journal, in a thread of its own each time: the table never waits for it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._cases = CaseLaw()
        self._one_at_a_time = asyncio.Lock()

    async def of(self, finding: Finding, log: int, *, pots: bool) -> Evidence:
        """Return what log number ``log`` has about ``finding``; an empty strip where it cannot be read.

        ``pots``: amounts that tell a pot may be shown.
        """
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._read, finding, log, pots=pots)

    def _read(self, finding: Finding, log: int, *, pots: bool) -> Evidence:
        follower = Follower(pots=pots)
        past = []
        try:
            store = Store(self._path, read_only=True)
            try:
                last = max(finding.evidence, default=0)
                for line, event in hand_up_to(store, log, last, finding.t + AFTER_S):
                    follower.take(line, event)
                past = self._cases.like(finding, store, log)
            finally:
                store.close()
        except (JournalError, sqlite3.Error):
            return Evidence(finding=finding, strip=follower.strip())
        return Evidence(
            finding=finding, strip=around(follower.strip(), finding.evidence, finding.t), past=past
        )
