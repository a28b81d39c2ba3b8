"""The table's journal as the daemon uses it: one log that grows, durable before anybody relies on it.

Opening takes the file for this process alone, checks the newest stretch of the chain, and says where the
log stands; ``append`` gives an event its line at once and tells ``on_kept`` when it is safe on disk.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from controller.journal.cover import as_line, cover, covered_bad, tags_in
from controller.journal.records import Record, RecordKind, fields_of, place_of
from controller.journal.seal import Seal
from controller.journal.store import Checkpoint, Heard, JournalError, Store
from controller.journal.writer import JournalWriter, Kept, Repaired, Troubled
from controller.privacy import Secrets

_TAIL = 2_000
"""How many of the last records are checked on opening; `floorcall journal verify` checks them all."""


class Source(Struct, frozen=True, kw_only=True):
    """The device that sent an event, by its name here and its own numbering."""

    device: str
    boot: int
    seq: int
    device_us: int


class Line(Struct, frozen=True, kw_only=True):
    """One recorded line of the log, opened: ``raw`` is the JSON as it entered the journal."""

    n: int
    line: int
    kind: RecordKind
    t: float
    raw: bytes


class Journal:
    """One open journal. Everything but the callbacks belongs to the owner's thread."""

    def __init__(self, path: Path, seal: Seal, secrets: Secrets) -> None:
        """Open or create the journal. Raise JournalError where that cannot be."""
        self.path = path
        self._seal, self._secrets = seal, secrets
        self._lock = _take(path)
        self._store = Store(path)
        self.n, self._head = self._store.head()
        _check_tail(self._store, self.n)
        self.log, self.line = self._store.last_line()
        self.heard: dict[str, Heard] = self._store.heard()
        self._scope = self._store.last_hand_start(self.log)
        self._writer: JournalWriter | None = None

    def start(self, on_kept: Kept, on_trouble: Troubled, on_repair: Repaired = lambda _: None) -> None:
        """Start writing. The callbacks run in the journal's thread."""
        self._store.close()
        self._writer = JournalWriter(self.path, self.n, self._head, on_kept, on_trouble, on_repair)
        self._writer.start()

    def look(self) -> float:
        """See that the writing goes on; return for how many seconds the disk has not answered."""
        assert self._writer is not None, "start the journal first"
        self._writer.look()
        return self._writer.stuck_s()

    def close(self) -> bool:
        """Write what waits and let go of the file. Return False where not all of it could be written."""
        whole = self._writer.close() if self._writer is not None else True
        os.close(self._lock)
        return whole

    # What was recorded before; only until ``start``.

    def header(self) -> dict[str, Any] | None:
        """Return the header of the last log, None where there is no log yet."""
        record = self._store.header(self.log)
        return None if record is None else fields_of(record.body)

    def last_t(self) -> float:
        """Return the largest ``t`` recorded in the last log, in seconds."""
        return self._store.last_t(self.log)

    def house(self) -> dict[str, Any]:
        """Return what was recorded last of the house's clock and of seats that wait; empty where nothing was."""
        record = self._store.last_of(self.log, "house")
        return {} if record is None else fields_of(record.body)

    def lines(self, after: int = 0) -> Iterator[Line]:
        """Yield the last log's lines and the marks between them after record ``after``, opened, in order."""
        for record in self._store.records(after, self.log):
            if record.kind != "header":
                raw = self._opened(record)
                yield Line(n=record.n, line=record.line or 0, kind=record.kind, t=record.t, raw=raw)

    def record_of(self, line: int) -> int:
        """Return the number of the record that is ``line`` of the last log."""
        return self._store.record_of(self.log, line)

    def checkpoint(self) -> tuple[int, bytes] | None:
        """Return the last checkpoint's record number and content, None where there is none of use."""
        kept = self._store.checkpoint()
        if kept is None or kept.n > self.n:
            return None
        try:
            return kept.n, self._seal.open(kept.sealed, place_of(self.log, kept.n, "checkpoint"))
        except ValueError:
            return None

    def _opened(self, record: Record) -> bytes:
        if record.sealed is None:
            return record.body
        try:
            return self._seal.open(record.sealed, record.place())
        except ValueError as error:
            raise JournalError(
                f"{self.path}: record {record.n}: {error}; is `journal.seal_key` the key that this journal "
                "was written with?"
            ) from error

    # What is recorded from now on.

    def begin(self, header: dict[str, Any]) -> None:
        """Start a new log with ``header``."""
        self.log, self.line, self._scope = self.log + 1, 0, 0
        self._put("header", 0.0, as_line(header), None, None, counts=True)

    def append(self, t: float, fields: dict[str, Any], raw: bytes, source: Source | None = None) -> int:
        """Record an event; return its line. ``raw`` is its JSON with ``t``, ``fields`` the same, decoded."""
        self._secrets.learn(tags_in(fields))
        if fields.get("type") == "hand.start":
            self._scope = self.line + 1
        shown = cover(fields, self._seal, f"{self.log}:{self._scope}", self._secrets)
        sealed = None if shown == fields else raw
        self._put("event", t, raw if sealed is None else as_line(shown), sealed, source, counts=True)
        return self.line

    def append_bad(self, t: float, raw: bytes, source: Source | None) -> int:
        """Record what a device sent and could not be read; return its line."""
        self._secrets.learn_raw(raw)
        body = as_line({"t": t, **covered_bad(raw), **({"device": source.device} if source else {})})
        self._put("bad", t, body, raw, source, counts=True)
        return self.line

    def append_mark(self, t: float, fields: dict[str, Any]) -> None:
        """Record that an alert was acknowledged, or a call answered; no line of the log."""
        self._put("mark", t, as_line(fields), None, None, counts=False)

    def append_house(self, t: float, fields: dict[str, Any]) -> None:
        """Record where the house's clock stands and which seats wait; no line of the log."""
        self._put("house", t, as_line(fields), None, None, counts=False)

    def append_hand(self, t: float, fields: dict[str, Any], public: dict[str, str]) -> None:
        """Record a finished hand; ``public`` maps the tags that everybody saw to their cards."""
        scope = f"{self.log}:{fields['start']}"
        cards = {self._seal.token(tag, scope): card for tag, card in public.items()}
        self._put("public", t, as_line({**fields, "cards": cards}), None, None, counts=False)

    def keep_checkpoint(self, state: bytes) -> None:
        """Keep ``state``, sealed, as the table's state after everything appended so far."""
        assert self._writer is not None, "start the journal first"
        sealed = self._seal.seal(state, place_of(self.log, self.n, "checkpoint"))
        self._writer.put(Checkpoint(n=self.n, sealed=sealed))

    def _put(
        self,
        kind: RecordKind,
        t: float,
        body: bytes,
        secret: bytes | None,
        source: Source | None,
        *,
        counts: bool,
    ) -> None:
        assert self._writer is not None, "start the journal first"
        self.n += 1
        self.line += counts
        sealed = None if secret is None else self._seal.seal(secret, place_of(self.log, self.n, kind))
        origin = msgspec.structs.asdict(source) if source is not None else {}
        self._writer.put(
            Record(
                n=self.n, log=self.log, line=self.line if counts else None, kind=kind, t=t, body=body,
                sealed=sealed, **origin,
            )
        )  # fmt: skip


def _take(path: Path) -> int:
    """Lock the journal for this process; return the lock's descriptor."""
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except FileNotFoundError as error:
        missing = f"there is no folder {path.parent.parent}; make it, or give another `journal.path`"
        raise JournalError(f"{path}: {missing}") from error
    except OSError as error:
        raise JournalError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JournalError(f"{path}: another floorcall is writing this journal") from error
    return lock


def _check_tail(store: Store, last: int) -> None:
    """Check the newest stretch of the chain. Raise JournalError naming the first bad record."""
    before: bytes | None = None
    for record, digest in store.chain(max(0, last - _TAIL)):
        if before is not None and record.digest(before) != digest:
            raise JournalError(
                f"{store.path}: record {record.n} was changed after it was written; "
                f"see `floorcall journal verify {store.path}`"
            )
        before = digest
