"""The journal's own thread: many events, one commit, and a word back when they are safe on disk.

Nothing is reported durable that a sync did not bear. Where a commit fails (disk full, read-only, an I/O
error) the whole batch is tried again on a fresh connection until it succeeds; until then nothing is
acknowledged and the devices keep what they have.
"""

from __future__ import annotations

import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.journal.records import Record
from controller.journal.store import Checkpoint, Heard, JournalError, Store

_RETRY_S = 1.0
_MOST_IN_ONE = 512

Kept = Callable[[Sequence[Record]], None]
"""Called in the journal's thread with records that are now durable, in order."""
Troubled = Callable[[str], None]
"""Called in the journal's thread with what keeps it from writing; "" when it writes again."""


class JournalWriter:
    """Appends records from a thread of its own. ``put`` and ``close`` are for the owner's thread."""

    def __init__(self, path: Path, head: bytes, on_kept: Kept, on_trouble: Troubled) -> None:
        self._path, self._head = path, head
        self._on_kept, self._on_trouble = on_kept, on_trouble
        self._waiting: queue.SimpleQueue[Record | Checkpoint | None] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def put(self, item: Record | Checkpoint) -> None:
        """Queue a record, or a checkpoint that holds once everything queued before it is durable."""
        self._waiting.put(item)

    def close(self, timeout_s: float = 5.0) -> bool:
        """Write what is queued and stop. Return False if it could not all be written in time."""
        self._waiting.put(None)
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            self._stop.set()
            self._thread.join(timeout_s)
            return False
        return not self._stop.is_set()

    def _run(self) -> None:
        store: Store | None = None
        last = False
        while not last:
            records, checkpoint, last = self._gather()
            store = self._write(store, records, checkpoint)
            if store is None:
                return
        if store is not None:
            with contextlib.suppress(sqlite3.Error):
                store.close()

    def _gather(self) -> tuple[list[Record], Checkpoint | None, bool]:
        """Wait for something to write; return all that waits, and whether it is the last."""
        records: list[Record] = []
        checkpoint: Checkpoint | None = None
        item = self._waiting.get()
        while True:
            if item is None:
                return records, checkpoint, True
            if isinstance(item, Checkpoint):
                checkpoint = item
            else:
                records.append(item)
            if len(records) >= _MOST_IN_ONE:
                return records, checkpoint, False
            try:
                item = self._waiting.get_nowait()
            except queue.Empty:
                return records, checkpoint, False

    def _write(
        self, store: Store | None, records: list[Record], checkpoint: Checkpoint | None
    ) -> Store | None:
        """Make the batch durable, however often that takes. Return None where told to stop trying."""
        troubled = False
        while True:
            try:
                store = store or Store(self._path)
                if records:
                    self._head = store.append(records, self._head, _heard(records))
                if checkpoint is not None:
                    store.keep_checkpoint(checkpoint)
            except (sqlite3.Error, JournalError, OSError) as error:
                self._on_trouble(str(error))
                troubled = True
                store = self._reopened(store, records)
                if self._stop.wait(_RETRY_S):
                    return None
                continue
            if troubled:
                self._on_trouble("")
            if records:
                self._on_kept(records)
            return store

    def _reopened(self, store: Store | None, records: list[Record]) -> Store | None:
        """Drop the connection after a failure; a failed sync may have left it believing wrongly."""
        if store is not None:
            with contextlib.suppress(sqlite3.Error):
                store.close()
        with contextlib.suppress(sqlite3.Error, JournalError, OSError):
            fresh = Store(self._path)
            n, head = fresh.head()
            if records and n >= records[0].n:  # the commit had gone through after all
                kept = [record for record in records if record.n <= n]
                del records[: len(kept)]
                self._head = head
                self._on_kept(kept)
            return fresh
        return None


def _heard(records: Sequence[Record]) -> dict[str, Heard]:
    heard: dict[str, Heard] = {}
    for record in records:
        if record.device is not None and record.boot is not None and record.seq is not None:
            heard[record.device] = Heard(boot=record.boot, seq=record.seq, device_us=record.device_us or 0)
    return heard
