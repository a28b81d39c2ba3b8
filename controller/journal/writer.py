"""Writes the journal on a thread of its own: many events, one commit, and a word back when they are safe on disk.

Nothing is reported durable that a sync did not bear, or that lies in a file that has lost its name or was cut. Where a
commit fails, for whatever reason, the whole batch is tried again on a fresh connection until it succeeds;
until then nothing is acknowledged and the devices keep what they have. A thread that ends is started anew by
``look`` with what it had in hand.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.journal.live_keys import LiveFile
from controller.journal.naming import Named, write_anew
from controller.journal.records import Record
from controller.journal.store import Entry, Fill, Heard, JournalError, Store

_RETRY_S = 1.0
_LOOK_S = 1.0
"""How often the names of the files are looked at while nothing is written, in seconds."""
_MOST_IN_ONE = 512

Kept = Callable[[Sequence[Record]], None]
"""Called in the journal's thread with records that are now durable, in order; again where it died as it told them."""
Troubled = Callable[[str], None]
"""Called with what keeps the journal from writing; "" when it writes again."""
Repaired = Callable[[str], None]
"""Called in the journal's thread with what happened to the file, once all of it is safe again."""


class JournalWriter:
    """Appends records from a thread of its own. ``put``, ``look`` and ``close`` are for the owner's thread."""

    def __init__(
        self, path: Path, end: tuple[int, bytes], fill: Fill, live: LiveFile, on_kept: Kept,
        on_trouble: Troubled, on_repair: Repaired,
    ) -> None:  # fmt: skip
        """``end`` is the number and digest of the last record; ``fill`` signs; ``live`` holds the keys in use."""
        self._path, self._end, self._fill, self._live = path, end, fill, live
        self._on_kept, self._on_trouble, self._on_repair = on_kept, on_trouble, on_repair
        self._waiting: deque[Entry | None] = deque()
        self._wake = threading.Event()
        self._batch: list[Entry] = []
        self._written: dict[int, Record] = {}
        self._closing = False
        self._since: float | None = None
        self._troubled = False
        self._store: Store | None = None
        self._names: Named | None = None
        self._stop = threading.Event()
        self._thread = self._make_thread()

    def _make_thread(self) -> threading.Thread:
        return threading.Thread(target=self._run, name="journal", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def put(self, entry: Entry) -> None:
        """Queue a record with what belongs to it."""
        self._waiting.append(entry)
        self._wake.set()

    def look(self) -> None:
        """See that the thread lives; start it anew where it does not."""
        if self._thread.is_alive() or self._stop.is_set():
            return
        self._trouble("its thread ended; it is started anew")
        self._thread = self._make_thread()
        self._thread.start()

    def stuck_s(self) -> float:
        """Return for how many seconds the disk has been at the batch in hand, 0 where it is at none."""
        since = self._since
        return 0.0 if since is None else time.monotonic() - since

    def close(self, timeout_s: float = 5.0) -> bool:
        """Write what is queued and stop. Return False if it could not all be written in time."""
        self._waiting.append(None)
        self._wake.set()
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            self._stop.set()
            self._thread.join(timeout_s)
            return False
        return self._closing and not (self._stop.is_set() or self._batch)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                while not (self._closing and not self._batch):
                    self._gather()
                    self._write()
                break
            except Exception as error:
                # Whatever it is: recording goes on, and nobody waits without knowing why.
                known = isinstance(error, (sqlite3.Error, JournalError, OSError))
                self._trouble(str(error) if known else f"{type(error).__name__}: {error}")
                self._stop.wait(_RETRY_S)
        if self._store is not None:
            with contextlib.suppress(sqlite3.Error):
                self._store.close()

    def _gather(self) -> None:
        """Take all that waits into the batch, unless one is in hand; wait a moment for something."""
        if self._batch or self._closing:
            return
        if not self._waiting:
            self._wake.wait(_LOOK_S)
        self._wake.clear()
        while self._waiting and len(self._batch) < _MOST_IN_ONE:
            # Out of the queue only once it is in the batch: a thread may end between any two steps.
            item = self._waiting[0]
            if item is None:
                self._closing = True
            elif not self._batch or item.record.n > self._batch[-1].record.n:
                self._since = self._since or time.monotonic()
                self._batch.append(item)
            self._waiting.popleft()

    def _write(self) -> None:
        """Make the batch durable and report it, or raise."""
        store = self._sound_store()
        self._keep_keys(ahead=True)
        n, head = self._end
        if new := [entry for entry in self._batch if entry.record.n > n]:
            head, written = store.append(new, head, _heard(new), self._fill)
            self._written.update((record.n, record) for record in written)
            self._end = written[-1].n, head
        if lost := self._lost():
            self._write_anew(store, lost)
        kept = [self._written.get(entry.record.n, entry.record) for entry in self._batch]
        if kept:
            self._on_kept(kept)
            self._keep_keys(ahead=False)
        self._batch = []
        self._written.clear()
        self._since = None
        if self._troubled:
            self._troubled = False
            self._on_trouble("")

    def _keep_keys(self, *, ahead: bool) -> None:
        """Keep the keys that the batch needs: before it is written all of them, once it is safe the last ones.

        So no record is ever safe whose key was lost, and a key is gone as soon as nothing needs it.
        """
        wanted = [entry.keys for entry in self._batch if entry.keys is not None]
        if not wanted:
            return
        if ahead:
            every = dict.fromkeys([key for keys in (self._live.held, *wanted) for key in keys])
            self._live.write(every, ahead=True)
        else:
            self._live.write(wanted[-1])

    def _sound_store(self) -> Store:
        """Return the open file; after a failure a fresh connection, for the old one may believe wrongly."""
        if self._store is not None and (lost := self._lost()):
            return self._write_anew(self._store, lost)
        if self._store is not None and not self._troubled:
            return self._store
        fresh = Store(self._path)
        if fresh.digest_of(self._end[0]) != self._end[1]:
            fresh.close()
            return self._write_anew(self._store, "replaced")
        if self._store is not None:
            with contextlib.suppress(sqlite3.Error):
                self._store.close()
        self._store, self._names = fresh, Named(self._path)
        self._end = fresh.head()  # a commit that failed may have gone through after all
        return fresh

    def _lost(self) -> str:
        """Return what has become of the open file; what lies in one without a name is lost with the process."""
        return "" if self._names is None else self._names.lost()

    def _write_anew(self, store: Store | None, lost: str) -> Store:
        """Write all that the open file holds anew under its name."""
        gone = f"{self._path} was {lost} while it was written"
        if not self._troubled:
            self._trouble(f"{gone}; it is being written anew")
        if store is None:
            raise JournalError(f"{gone}, and what it held is open nowhere")
        try:
            aside = write_anew(self._path, store)
        except sqlite3.Error as error:
            raise JournalError(f"{gone}, and not all of it is left: {error}") from error
        self._store, self._names = Store(self._path), Named(self._path)
        moved = f"; what had taken its name is {aside}" if aside is not None else ""
        self._on_repair(f"{gone}: all {self._end[0]} records were written anew{moved}")
        return self._store

    def _trouble(self, problem: str) -> None:
        self._troubled = True
        self._on_trouble(problem)


def _heard(entries: Sequence[Entry]) -> dict[str, Heard]:
    heard: dict[str, Heard] = {}
    for entry in entries:
        record = entry.record
        if record.device is not None and record.boot is not None and record.seq is not None:
            heard[record.device] = Heard(boot=record.boot, seq=record.seq, device_us=record.device_us or 0)
    return heard
