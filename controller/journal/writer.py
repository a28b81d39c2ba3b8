"""The journal's own thread: many events, one commit, and a word back when they are safe on disk.

Nothing is reported durable that a sync did not bear, or that lies in a file that has lost its name. Where a
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

from controller.journal.naming import Named, write_anew
from controller.journal.records import Record
from controller.journal.store import Checkpoint, Heard, JournalError, Store

_RETRY_S = 1.0
_LOOK_S = 1.0
"""How often the names of the files are looked at while nothing is written, in seconds."""
_MOST_IN_ONE = 512

Kept = Callable[[Sequence[Record]], None]
"""Called in the journal's thread with records that are now durable, in order."""
Troubled = Callable[[str], None]
"""Called with what keeps the journal from writing; "" when it writes again."""
Repaired = Callable[[str], None]
"""Called in the journal's thread with what happened to the file, once all of it is safe again."""


class JournalWriter:
    """Appends records from a thread of its own. ``put``, ``look`` and ``close`` are for the owner's thread."""

    def __init__(
        self, path: Path, last: int, head: bytes, on_kept: Kept, on_trouble: Troubled, on_repair: Repaired
    ) -> None:
        self._path, self._end = path, (last, head)
        self._on_kept, self._on_trouble, self._on_repair = on_kept, on_trouble, on_repair
        self._waiting: deque[Record | Checkpoint | None] = deque()
        self._wake = threading.Event()
        self._batch: list[Record] = []
        self._checkpoint: Checkpoint | None = None
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

    def put(self, item: Record | Checkpoint) -> None:
        """Queue a record, or a checkpoint that holds once everything queued before it is durable."""
        self._waiting.append(item)
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
                while not (self._closing and not self._batch and self._checkpoint is None):
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
        if self._batch or self._checkpoint is not None or self._closing:
            return
        if not self._waiting:
            self._wake.wait(_LOOK_S)
        self._wake.clear()
        while self._waiting and len(self._batch) < _MOST_IN_ONE:
            # Out of the queue only once it is in the batch: a thread may end between any two steps.
            item = self._waiting[0]
            if item is None:
                self._closing = True
            elif isinstance(item, Checkpoint):
                self._checkpoint = item
            elif not self._batch or item.n > self._batch[-1].n:
                self._since = self._since or time.monotonic()
                self._batch.append(item)
            self._waiting.popleft()

    def _write(self) -> None:
        """Make the batch durable and report it, or raise."""
        store = self._sound_store()
        n, head = self._end
        if new := [record for record in self._batch if record.n > n]:
            self._end = new[-1].n, store.append(new, head, _heard(new))
        if self._checkpoint is not None:
            store.keep_checkpoint(self._checkpoint)
        if not self._named():
            self._write_anew(store)
        self._checkpoint = None
        self._kept(len(self._batch))
        self._since = None
        if self._troubled:
            self._troubled = False
            self._on_trouble("")

    def _kept(self, many: int) -> None:
        if many:
            self._on_kept(self._batch[:many])
            self._batch = self._batch[many:]

    def _sound_store(self) -> Store:
        """Return the open file; after a failure a fresh connection, for the old one may believe wrongly."""
        if self._store is not None and not self._named():
            return self._write_anew(self._store)
        if self._store is not None and not self._troubled:
            return self._store
        fresh = Store(self._path)
        if fresh.digest_of(self._end[0]) != self._end[1]:
            fresh.close()
            return self._write_anew(self._store)
        if self._store is not None:
            with contextlib.suppress(sqlite3.Error):
                self._store.close()
        self._store, self._names = fresh, Named(self._path)
        self._end = fresh.head()  # a commit that failed may have gone through after all
        return fresh

    def _named(self) -> bool:
        """Whether the open file still has its name; what lies in a file without one is lost with the process."""
        return self._names is not None and self._names.hold()

    def _write_anew(self, store: Store | None) -> Store:
        """Write all that the open file holds anew under its name."""
        gone = f"{self._path} was removed or replaced while it was written"
        self._trouble(f"{gone}; it is being written anew")
        if store is None:
            raise JournalError(f"{gone}, and what it held is open nowhere")
        aside = write_anew(self._path, store)
        self._store, self._names = Store(self._path), Named(self._path)
        moved = f"; what had taken its name is {aside}" if aside is not None else ""
        self._on_repair(f"{gone}: all {self._end[0]} records were written anew{moved}")
        return self._store

    def _trouble(self, problem: str) -> None:
        self._troubled = True
        self._on_trouble(problem)


def _heard(records: Sequence[Record]) -> dict[str, Heard]:
    heard: dict[str, Heard] = {}
    for record in records:
        if record.device is not None and record.boot is not None and record.seq is not None:
            heard[record.device] = Heard(boot=record.boot, seq=record.seq, device_us=record.device_us or 0)
    return heard
