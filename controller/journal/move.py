"""Takes an older journal over into one of this version: every record, each hand under a key of its own.

The old file is read and left as it is. Its chain is checked first, and its head stands in the new one, which has
its name only once it is whole: what an attempt that was cut short left behind, the next one clears away.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from controller.journal.hands import starts_hand
from controller.journal.journal import Journal
from controller.journal.keys import Keys
from controller.journal.lock import take
from controller.journal.naming import give_to_owner_of, sync_folder
from controller.journal.records import GENESIS, Record, fields_of
from controller.journal.seal import WHICH_KEY, OldSeal, SealError
from controller.journal.store import JournalError, Store
from controller.privacy import HiddenCards
from controller.sole import is_locked
from controller.there import hidden

OLD_VERSION = 1
_AHEAD: Final = 256
"""How many records may wait for the disk: they lie in memory, and the keys of all their hands in a file of fixed size."""
_HANDS: Final = 16
"""Of how many hands the tags are kept in mind: a hand's end is on record soon after it."""
_PARTS: Final = ("", "-wal", "-shm", ".keys", ".lock")
"""The files of a journal, by what stands after its name."""


def move(old: Path, new: Path, keys: Keys) -> int:
    """Write all that the journal ``old`` holds into a new one at ``new``; return how many records that were.

    Raise JournalError where the old one is not as it was written or is written still, or the new one is there already.
    """
    if why := hidden(new):
        raise JournalError(why)
    if new.exists():
        raise JournalError(f"{new}: is there already; name a file that is not")
    if is_locked(old):
        raise JournalError(f"{old}: another floorcall is writing this journal; stop it first")
    store = Store(old, read_only=True, version=OLD_VERSION)
    try:
        store.hold_still()
        head, count = _checked(store)
        with _kept_free(new):
            draft = new.with_name(new.name + ".moving")
            try:
                _write(draft, store, keys, _Disk(new), head, count)
                _name(draft, new)
            finally:
                _clear(draft)
    except SealError as error:
        raise JournalError(f"{old}: {error}; {WHICH_KEY}") from error
    except sqlite3.Error as error:
        raise JournalError(f"{old}: {error}") from error
    except OSError as error:
        raise JournalError(f"{new}: could not be written: {error.strerror}") from error
    finally:
        store.close()
    return count


@contextlib.contextmanager
def _kept_free(new: Path) -> Iterator[None]:
    """Let no daemon begin a journal at ``new`` meanwhile."""
    lock = take(new)
    try:
        give_to_owner_of(new.parent, new.with_name(new.name + ".lock"))
        yield
    finally:
        os.close(lock)


def _write(draft: Path, store: Store, keys: Keys, disk: _Disk, head: bytes, count: int) -> None:
    """Write what ``store`` holds into a journal of its own, durable."""
    _clear(draft)
    moved = Journal(draft, keys, HiddenCards())
    moved.start(disk.kept, disk.troubled)
    try:
        moved.came_from(str(store.path), count, head.hex())
        for record, raw, known in _opened(store, OldSeal(keys.seal.key)):
            moved.take_over(record, raw, known)
            disk.wait(moved.n - _AHEAD)
        disk.wait(moved.n)
    except BaseException:
        moved.close()
        raise
    if not moved.close():
        disk.gives_up()


class _Disk:
    """Says how far a journal is safe. ``kept`` and ``troubled`` are for its thread, ``wait`` for who fills it."""

    def __init__(self, new: Path) -> None:
        self._new, self._news = new, threading.Condition()
        self._n, self._problem = 0, ""

    def kept(self, records: Sequence[Record]) -> None:
        """Note what is durable."""
        with self._news:
            self._n = records[-1].n
            self._news.notify_all()

    def troubled(self, problem: str) -> None:
        """Note what keeps the journal from writing."""
        with self._news:
            self._problem = self._problem or problem
            self._news.notify_all()

    def wait(self, n: int) -> None:
        """Wait until record ``n`` is durable. Raise JournalError where it cannot be."""
        with self._news:
            self._news.wait_for(lambda: self._n >= n or self._problem)
        if self._problem:
            self.gives_up()

    def gives_up(self) -> NoReturn:
        """Raise JournalError with what keeps the journal from being written."""
        problem = self._problem or "it takes too long"
        raise JournalError(f"{self._new}: could not be written: {problem}; nothing was moved")


def _name(draft: Path, new: Path) -> None:
    """Give a journal that is whole its name, the keys first; it belongs to whom its folder belongs to."""
    for part in ("-wal", "-shm"):  # of a journal that is gone: SQLite would take it for this one's
        new.with_name(new.name + part).unlink(missing_ok=True)
    for part in (".keys", ""):
        file = draft.with_name(draft.name + part)
        give_to_owner_of(new.parent, file)
        file.rename(new.with_name(new.name + part))
    sync_folder(new.parent)


def _clear(draft: Path) -> None:
    for part in _PARTS:
        draft.with_name(draft.name + part).unlink(missing_ok=True)


def _checked(store: Store) -> tuple[bytes, int]:
    before, count = GENESIS, 0
    try:
        for record, digest in store.chain():
            if record.n != count + 1 or record.digest(before) != digest:
                raise JournalError(f"record {count + 1} is not as it was written")
            before, count = digest, record.n
    except JournalError as error:
        raise JournalError(f"{store.path}: {error}; nothing was moved") from error
    return before, count


def _opened(store: Store, seal: OldSeal) -> Iterator[tuple[Record, bytes | None, dict[str, str]]]:
    """Yield each record, opened where it was sealed, with the tags behind the stand-ins of its hand."""
    scope, tags = 0, dict[str, str]()
    by_hand: dict[tuple[int, int], dict[str, str]] = {}
    for record in store.records():
        if record.kind == "header":
            scope, tags = 0, {}
        elif starts_hand(record):
            scope, tags = record.line or 0, {}
        raw = None if record.sealed is None else seal.open(record.sealed, record.place())
        fields: dict[str, Any] = {} if raw is None else fields_of(raw)
        if isinstance(fields.get("tag"), str):
            tags[seal.token(fields["tag"], f"{record.log}:{scope}")] = fields["tag"]
        by_hand[record.log, scope] = tags
        while len(by_hand) > _HANDS:
            del by_hand[next(iter(by_hand))]
        if record.kind == "public":
            yield record, raw, by_hand.get((record.log, int(fields_of(record.body).get("start", 0))), {})
        else:
            yield record, raw, tags
