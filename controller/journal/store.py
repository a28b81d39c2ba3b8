"""Keeps the journal's SQLite file: WAL with full sync, one table of chained records.

``heard`` and ``checkpoint`` only save time: both can be worked out from the records, and `floorcall journal
verify` holds both against them.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from controller.journal.live_keys import LiveKey
from controller.journal.records import GENESIS, Record, RecordKind, fields_of

SCHEMA_VERSION: Final = 2
_SCHEMA: Final = """
CREATE TABLE record (
  n INTEGER PRIMARY KEY, log INTEGER NOT NULL, line INTEGER, kind TEXT NOT NULL, t REAL NOT NULL,
  body BLOB NOT NULL, sealed BLOB, device TEXT, boot INTEGER, seq INTEGER, device_us INTEGER,
  digest BLOB NOT NULL
);
CREATE TABLE heard (
  device TEXT PRIMARY KEY, boot INTEGER NOT NULL, seq INTEGER NOT NULL, device_us INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE checkpoint (id INTEGER PRIMARY KEY CHECK (id = 1), n INTEGER NOT NULL, sealed BLOB NOT NULL);
"""
_RECORDS: Final = "record WHERE n > 0"
"""What counts as a record: the first is 1, and a row before it was put in by somebody else."""
_COLUMNS: Final = "n, log, line, kind, t, body, sealed, device, boot, seq, device_us"


class JournalError(Exception):
    """The journal cannot be read or written; the message names the file and what is wrong."""


class OlderJournalError(JournalError):
    """A journal as an older edition wrote it, which ``floorcall journal move`` takes over."""


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """The last durable event of a device's boot; ``t`` where it stands in the journal's last log."""

    boot: int
    seq: int
    device_us: int
    t: float | None = None


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """The table's state at a hand's end, sealed; ``n`` is the journal's last record then."""

    n: int
    sealed: bytes


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What is written at one go: a record, and with it the state and the keys that hold from there on.

    A ``signed`` record is filled in when its place in the chain is known.
    """

    record: Record
    checkpoint: Checkpoint | None = None
    keys: tuple[LiveKey, ...] | None = None


Fill = Callable[[Record, bytes], Record]
"""Returns a ``signed`` record with its signature, given the chain's head before it."""


class Store:
    """One open journal file. Belongs to one thread."""

    def __init__(self, path: Path, *, read_only: bool = False, version: int = SCHEMA_VERSION) -> None:
        self.path, self._version = path, version
        with ExitStack() as opening:
            try:
                self._db = opening.enter_context(closing(_connect(path, read_only)))
                if not read_only:
                    self._make_durable()
                self._check_schema(read_only)
            except (sqlite3.Error, UnicodeDecodeError) as error:
                raise JournalError(f"{path}: is no journal that can be opened: {error}") from error
            opening.pop_all()

    def _make_durable(self) -> None:
        for setting in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "temp_store = MEMORY",
            "cache_size = -1024",
        ):
            self._db.execute(f"PRAGMA {setting}")
        self.path.chmod(0o600)

    def _check_schema(self, read_only: bool) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0 and not read_only and not self._tables():
            self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
        elif version != self._version or "record" not in self._tables():
            older = version == 1 and self._version == SCHEMA_VERSION
            hint = "; `floorcall journal move` takes it over" if older else ""
            raise (OlderJournalError if older else JournalError)(
                f"{self.path}: is no floorcall journal of version {self._version} (it says {version}){hint}"
            )

    def _tables(self) -> set[str]:
        return {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}

    def close(self) -> None:
        """Close the file; the write-ahead log is folded in where nobody else reads."""
        self._db.close()

    def hold_still(self) -> None:
        """See from here on the file as it is now, whatever a daemon writes meanwhile."""
        self._db.execute("BEGIN")
        self._db.execute("SELECT 1 FROM record LIMIT 1").fetchone()

    def copy_to(self, path: Path) -> None:
        """Write all that is in the file into a new one at ``path``, durable. Raise sqlite3.Error where not all is left."""
        copy = sqlite3.connect(path, isolation_level=None)
        try:
            copy.execute("PRAGMA synchronous = FULL")
            path.chmod(0o600)
            self._db.backup(copy)
            if damage := _damage(copy):
                raise sqlite3.DatabaseError(damage[0])
        finally:
            copy.close()

    def append(
        self, entries: Sequence[Entry], before: bytes, heard: dict[str, Heard], fill: Fill
    ) -> tuple[bytes, list[Record]]:
        """Write ``entries`` in one durable transaction; return the chain's new head and the records as written."""
        rows, written = [], []
        for entry in entries:
            record = fill(entry.record, before) if entry.record.kind == "signed" else entry.record
            before = record.digest(before)
            written.append(record)
            rows.append((*_row(record), before))
        kept = [entry.checkpoint for entry in entries if entry.checkpoint is not None]
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany(f"INSERT INTO record VALUES ({'?, ' * 11}?)", rows)
            self._db.executemany(
                "INSERT OR REPLACE INTO heard VALUES (?, ?, ?, ?)",
                [(device, last.boot, last.seq, last.device_us) for device, last in heard.items()],
            )
            for checkpoint in kept[-1:]:
                self._db.execute(
                    "INSERT OR REPLACE INTO checkpoint VALUES (1, ?, ?)", (checkpoint.n, checkpoint.sealed)
                )
        return before, written

    def head(self) -> tuple[int, bytes]:
        """Return the number and digest of the last record; 0 and the chain's beginning where empty."""
        row = self._db.execute(f"SELECT n, digest FROM {_RECORDS} ORDER BY n DESC LIMIT 1").fetchone()
        return (row[0], bytes(row[1])) if row else (0, GENESIS)

    def digest_of(self, n: int) -> bytes | None:
        """Return the digest of record ``n``, None where it is not there; 0 is the chain's beginning."""
        row = self._db.execute(f"SELECT digest FROM {_RECORDS} AND n = ?", (n,)).fetchone()
        return bytes(row[0]) if row else GENESIS if n == 0 else None

    def last_line(self) -> tuple[int, int]:
        """Return the last log's number and its last line; 0, 0 where there is none."""
        query = f"SELECT log, line FROM {_RECORDS} AND line IS NOT NULL ORDER BY n DESC LIMIT 1"
        row = self._db.execute(query).fetchone()
        return (row[0], row[1]) if row else (0, 0)

    def last_t(self, log: int) -> float:
        """Return the largest ``t`` of a log's newest stretch, in seconds; no line lies further back."""
        newest = f"SELECT t FROM {_RECORDS} AND log = ? ORDER BY n DESC LIMIT 2000"
        row = self._db.execute(f"SELECT max(t) FROM ({newest})", (log,)).fetchone()
        return float(row[0] or 0.0)

    def header(self, log: int) -> Record | None:
        """Return a log's header."""
        query = f"SELECT {_COLUMNS} FROM {_RECORDS} AND log = ? AND kind = 'header' ORDER BY n LIMIT 1"
        row = self._db.execute(query, (log,)).fetchone()
        return _record(row) if row else None

    def last_of(self, log: int, kind: str) -> Record | None:
        """Return a log's newest record of a kind."""
        query = f"SELECT {_COLUMNS} FROM {_RECORDS} AND log = ? AND kind = ? ORDER BY n DESC LIMIT 1"
        row = self._db.execute(query, (log, kind)).fetchone()
        return _record(row) if row else None

    def last_line_of(self, log: int, kind: str) -> int:
        """Return the line of a log's last event of a type, 0 where there is none."""
        query = f"SELECT line, body FROM {_RECORDS} AND log = ? AND kind = 'event' AND instr(body, ?) ORDER BY n DESC"
        for line, body in self._db.execute(query, (log, f'"{kind}"')):
            if fields_of(body).get("type") == kind:
                return int(line)
        return 0

    def record_of(self, log: int, line: int) -> int:
        """Return the number of the record that is ``line`` of a log, 1 where there is none."""
        query = f"SELECT n FROM {_RECORDS} AND log = ? AND line = ? ORDER BY n DESC LIMIT 1"
        row = self._db.execute(query, (log, line)).fetchone()
        return int(row[0]) if row else 1

    def heard(self) -> dict[str, Heard]:
        """Return each device's last durable event."""
        t = (
            f"SELECT t FROM {_RECORDS} AND record.device = heard.device AND record.boot = heard.boot"
            f" AND record.seq = heard.seq AND log = (SELECT MAX(log) FROM {_RECORDS}) ORDER BY n DESC LIMIT 1"
        )
        rows = self._db.execute(f"SELECT device, boot, seq, device_us, ({t}) FROM heard")
        return {row[0]: Heard(boot=row[1], seq=row[2], device_us=row[3], t=row[4]) for row in rows}

    def records(self, after: int = 0, log: int | None = None, kind: str | None = None) -> Iterator[Record]:
        """Yield the records after number ``after``, in order, of one log or of all, of one kind or of all."""
        query = f"SELECT {_COLUMNS} FROM record WHERE n > ?"
        values: tuple[int | str, ...] = (after,)
        if log is not None:
            query, values = f"{query} AND log = ?", (*values, log)
        if kind is not None:
            query, values = f"{query} AND kind = ?", (*values, kind)
        for row in self._db.execute(f"{query} ORDER BY n", values):
            yield _record(row)

    def events_of(
        self, kind: str, *, after: int = 0, before: int | None = None, log: int | None = None
    ) -> Iterator[Record]:
        """Yield the events of a type between two records, in order, of one log or of all."""
        query = f"SELECT {_COLUMNS} FROM record WHERE kind = 'event' AND n > ? AND instr(body, ?)"
        values: list[object] = [after, f'"{kind}"']
        for column, condition in ((before, "n < ?"), (log, "log = ?")):
            if column is not None:
                query += f" AND {condition}"
                values.append(column)
        for row in self._db.execute(f"{query} ORDER BY n", values):
            record = _record(row)
            if fields_of(record.body).get("type") == kind:
                yield record

    def chain(self, after: int | None = None) -> Iterator[tuple[Record, bytes]]:
        """Yield every record after number ``after`` with the digest that stands beside it.

        Without ``after`` all that there is: a row too that stands where no record can, before the first.
        """
        query = f"SELECT {_COLUMNS}, digest FROM record WHERE ?1 IS NULL OR n > ?1 ORDER BY n"
        for row in self._db.execute(query, (after,)):
            if not isinstance(row[-1], bytes):
                raise JournalError(f"record {row[0]}: digest is no bytes")
            yield _record(row[:-1]), row[-1]

    def key_before(self, log: int, after: int) -> Record | None:
        """Return the record of the hand's key that holds up to record ``after`` of a log."""
        query = f"SELECT {_COLUMNS} FROM {_RECORDS} AND log = ? AND kind = 'key' AND n <= ? ORDER BY n DESC LIMIT 1"
        row = self._db.execute(query, (log, after)).fetchone()
        return _record(row) if row else None

    def first(self) -> Record | None:
        """Return the first record: whose journal it is."""
        row = self._db.execute(f"SELECT {_COLUMNS} FROM {_RECORDS} ORDER BY n LIMIT 1").fetchone()
        return _record(row) if row else None

    def last_of_kind(self, kind: str) -> Record | None:
        """Return the newest record of a kind in any log, None where there is none."""
        query = f"SELECT {_COLUMNS} FROM {_RECORDS} AND kind = ? ORDER BY n DESC LIMIT 1"
        row = self._db.execute(query, (kind,)).fetchone()
        return _record(row) if row else None

    def foreign(self) -> str:
        """Return what the file holds beside the journal's own tables, "" where nothing."""
        rows = self._db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        wanted = sqlite3.connect(":memory:")
        try:
            wanted.executescript(_SCHEMA)
            ours = wanted.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        finally:
            wanted.close()
        odd = [row for row in rows if row not in ours] or [row for row in ours if row not in rows]
        return f"{odd[0][0]} {odd[0][1]}" if odd else ""

    def damage(self) -> list[str]:
        """Return what SQLite itself finds wrong with the file, nothing where it is sound."""
        return _damage(self._db)

    def checkpoint(self) -> Checkpoint | None:
        """Return the last checkpoint, if there is one."""
        row = self._db.execute("SELECT n, sealed FROM checkpoint").fetchone()
        return Checkpoint(n=row[0], sealed=bytes(row[1])) if row else None


def _damage(db: sqlite3.Connection) -> list[str]:
    return [row[0] for row in db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]


def state_digest(checkpoint: Checkpoint) -> str:
    """Return what a signed head says of the state that is kept with it."""
    return hashlib.blake2b(b"%d " % checkpoint.n + checkpoint.sealed, digest_size=32).hexdigest()


def _connect(path: Path, read_only: bool) -> sqlite3.Connection:
    if read_only:
        # Not immutable: a running daemon may be writing, and its write-ahead log counts.
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        db.isolation_level = None
        return db
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.5)


def _row(record: Record) -> tuple[object, ...]:
    return (
        record.n, record.log, record.line, record.kind, record.t, record.body, record.sealed,
        record.device, record.boot, record.seq, record.device_us,
    )  # fmt: skip


_TYPES: Final = (int, int, int | None, str, float, bytes, bytes | None, str | None, *[int | None] * 3)


def _record(row: Sequence[Any]) -> Record:
    """Make a record of a row. Raise JournalError naming the record where a column is of another type."""
    n, log, line, kind, t, body, sealed, device, boot, seq, device_us = row
    names = _COLUMNS.split(", ")
    for name, value, wanted in zip(names, row, _TYPES, strict=True):
        if not isinstance(value, wanted):
            raise JournalError(f"record {n}: {name} is no {getattr(wanted, '__name__', wanted)}")
    if kind not in get_args(RecordKind):
        raise JournalError(f"record {n}: {kind!r} is no kind of record")
    return Record(
        n=n, log=log, line=line, kind=kind, t=t, body=body, sealed=sealed, device=device, boot=boot,
        seq=seq, device_us=device_us,
    )  # fmt: skip
