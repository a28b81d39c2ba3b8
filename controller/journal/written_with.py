"""Holds the keys that a configuration names against the journal: a table does not start on one that others wrote."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from controller.journal.boxes import Opener
from controller.journal.export import unboxed
from controller.journal.records import Record, fields_of
from controller.journal.seal import Seal
from controller.journal.signing import SignKey, fingerprint
from controller.journal.store import JournalError, Store
from controller.there import hidden


def has_records(path: Path) -> bool:
    """Whether there is a journal with records at ``path``; what is wrong with one is told elsewhere."""
    return _record(path, None) is not None


def kept_with(path: Path) -> str:
    """Say that a key which is lost may not be made anew, for the journal at ``path`` has records or nobody can tell.

    Nothing where there is no journal yet.
    """
    if why := hidden(path):
        return why
    if not path.exists() or not path.stat().st_size:
        return ""
    try:
        with contextlib.closing(Store(path, read_only=True)) as store:
            return f"{path} was written with it" if store.first() is not None else ""
    except JournalError as error:
        return str(error)
    except sqlite3.Error as error:
        return f"{path}: {error}"


def not_signed_by(path: Path, key: SignKey) -> str:
    """Say that the journal at ``path`` is signed with another key; nothing where it is this one, or where there is none."""
    first = _record(path, None)
    try:
        public = key.public if first is None else bytes.fromhex(fields_of(first.body)["key"])
    except (ValueError, LookupError, TypeError):
        return ""  # a record that was changed: the journal's own line tells it
    return "" if public == key.public else f"{path} is signed with another key, {fingerprint(public)}"


def not_sealed_by(path: Path, seal: Seal) -> str:
    """Say that the journal at ``path``, which no auditor opens, was sealed with another key; nothing where it was not."""
    newest = _record(path, "key")
    try:
        if newest is not None:
            unboxed(newest, Opener(seal.key))
    except JournalError as error:
        return f"{path}: {error}"
    return ""


def _record(path: Path, kind: str | None) -> Record | None:
    """Return the newest record of a kind, the first of all for None; None where the journal cannot be asked."""
    if hidden(path) or not path.exists():
        return None
    try:
        with contextlib.closing(Store(path, read_only=True)) as store:
            return store.first() if kind is None else store.last_of_kind(kind)
    except (JournalError, sqlite3.Error):
        return None
