"""Reads a report's hands: logs as files, and journals as they may be read without a key."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller.file_names import shown_name
from controller.journal.boxes import Opener
from controller.journal.export import exported
from controller.journal.hands import last_head
from controller.journal.records import fields_of
from controller.journal.signing import SignedHead
from controller.journal.store import JournalError, Store
from controller.report.told import Timed
from controller.sensorlog.source import LogFileError, Source, find_logs, open_log
from controller.table_api import Moment

_SQLITE: Final = b"SQLite format 3\0"


class Input(Struct, frozen=True, kw_only=True):
    """One source: a log's ``path``, or log number ``log`` of the journal there."""

    path: str
    log: int | None = None

    @property
    def name(self) -> str:
        """How it is called in the report."""
        path = shown_name(self.path)
        return path if self.log is None else f"{path}, log {self.log}"


class TableHead(Struct, frozen=True, kw_only=True):
    """The last head that a table signed."""

    table: str
    head: SignedHead


def inputs(names: list[str]) -> list[Input]:
    """Return what ``names`` stand for: logs, folders of logs, journals with every log in them.

    Raise LogFileError for what is not there, JournalError for a journal that cannot be read.
    """
    found: list[Input] = []
    for name in names:
        if name != "-" and _is_journal(Path(name)):
            found += [Input(path=name, log=log) for log in _logs_in(Path(name))]
        else:
            found += [Input(path=log) for log in find_logs([name])]
    return found


def _is_journal(path: Path) -> bool:
    try:
        if not path.is_file():  # what a pipe gives is gone once it is read
            return False
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False


def _logs_in(path: Path) -> list[int]:
    with _store(path) as store:
        newest = store.last_line()[0]
        return [log for log in range(1, newest + 1) if store.header(log) is not None]


@contextmanager
def _store(path: Path) -> Iterator[Store]:
    """Open a journal. What cannot be read in it is named with its file."""
    with closing(Store(path, read_only=True)) as store:
        try:
            yield store
        except JournalError as error:
            raise JournalError(f"{path}: {error}") from error


@contextmanager
def opened(given: Input, opener: Opener | None) -> Iterator[Source]:
    """Open one source; a journal's hole cards stay sealed without an opener. Raise as ``inputs`` does."""
    if given.log is None:
        with open_log(given.path) as source:
            yield source
        return
    with closing(Store(Path(given.path), read_only=True)) as store:
        try:
            lines = b"".join(line + b"\n" for line in exported(store, given.log, opener))
        except JournalError as error:
            raise JournalError(f"{given.name}: {error}") from error
    yield Source(given.name, io.BytesIO(lines))


def marks_of(given: Input) -> dict[str, list[Timed]]:
    """Return what was said of each finding of a journal's log, oldest first; nothing for a log's file."""
    if given.log is None:
        return {}
    found: dict[str, list[Timed]] = {}
    with _store(Path(given.path)) as store:
        for record in store.records(log=given.log):
            if record.kind != "mark":
                continue
            fields = fields_of(record.body)
            moment = Moment(what=str(fields.get("state")), at="", by=fields.get("by"))
            found.setdefault(str(fields.get("finding")), []).append(Timed(t=record.t, moment=moment))
    return found


def heads_of(given: list[Input]) -> list[TableHead]:
    """Return the last signed head of each journal among the sources."""
    found = []
    for path in dict.fromkeys(one.path for one in given if one.log is not None):
        with _store(Path(path)) as store:
            table, head = last_head(store)
        if head is not None:
            found.append(TableHead(table=table, head=head))
    return found


__all__ = ["Input", "JournalError", "LogFileError", "TableHead", "heads_of", "inputs", "marks_of", "opened"]
