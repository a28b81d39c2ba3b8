"""Holds a journal against the file of heads that its table keeps elsewhere, at each start and in little time.

A head stands for all records before it, so the newest heads of the file are enough; `floorcall journal verify`
and `floorcall doctor` go through them all.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.journal.records import fields_of
from controller.journal.signing import SignedHead, fingerprint, is_signed
from controller.journal.store import JournalError, Store

_NEWEST: Final = 1 << 20
"""Bytes at the file's end that are looked at: some two thousand heads, a day of a table."""


def read_anchors(path: Path) -> list[SignedHead]:
    """Read signed heads, one a line. Raise JournalError naming the line that is none.

    A line that a power cut left half written says nothing: it is passed over, as if it were not there.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}") from error
    heads = [_head(f"{path}:{number}", line, _is_signed) for number, line in enumerate(lines, 1)]
    return [head for head in heads if head is not None]


def _is_signed(head: SignedHead) -> bool:
    """Whether a head is signed with the key that it names."""
    return is_signed(bytes.fromhex(head.key), head.signed.encode(), bytes.fromhex(head.signature))


def told_in(head: SignedHead) -> dict[str, Any]:
    """Return what a head says. Raise KeyError or ValueError where it says nothing of a journal."""
    fields = fields_of(head.signed.encode())
    return {**fields, "records": int(fields["records"]), "head": str(fields["head"])}


def denial(told: Mapping[str, Any], identity: str, records: int) -> str:
    """Say what a head that no record has makes of the journal ``identity`` with so many records."""
    of = told.get("journal", identity)
    if of != identity:
        return (
            f"journal {of} had {told['records']} records at {told.get('at')}, this one is {identity}: it was replaced, "
            "or it was begun anew and needs a file of heads of its own"
        )
    had = f"the journal had {told['records']} records at {told.get('at')} with the head {told['head'][:16]}"
    if told["records"] > records:
        return f"{had}, now it has {records}: records at the end are missing, or it is an older copy"
    return f"{had}, and that record has another: its end was cut off and written on, or the chain made anew"


def held_against(path: Path, anchor: Path) -> str:
    """Return what the newest heads in ``anchor`` deny of the journal at ``path``, "" where they agree with it.

    There is nothing to say where no head was ever written. Raise JournalError where either cannot be read.
    """
    heads = _newest(anchor)  # before the journal: what is there now is in the journal already
    store = Store(path, read_only=True)
    try:
        first = store.first()
        whose = {} if first is None else fields_of(first.body)
        identity, key, records = str(whose.get("id")), str(whose.get("key")), store.head()[0]
        for head in heads:
            told = told_in(head)
            if head.key == key and told.get("journal") == identity:
                digest = store.digest_of(told["records"])
                if digest is not None and digest.hex() == told["head"]:
                    continue
            if not _is_signed(head):
                return f"{anchor}: a line is no signed head: its signature does not fit"
            if head.key != key:
                other = fingerprint(bytes.fromhex(head.key))
                return f"{anchor} has a head signed with the key {other}: the file is another table's"
            return denial(told, identity, records)
    except (sqlite3.Error, ValueError) as error:
        raise JournalError(f"{path}: {error}") from error
    finally:
        store.close()
    return ""


def _newest(anchor: Path) -> list[SignedHead]:
    """Return the newest heads of the file, the newest first; none where there is no file yet."""
    try:
        with anchor.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _NEWEST))
            lines = file.read().splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise JournalError(f"{anchor}: {error.strerror}") from error
    whole = lines[size > _NEWEST :]
    # Only of one that is denied the signature is looked at: two thousand of them take a Pi's processor too long.
    heads = [_head(str(anchor), line, _has_hex) for line in reversed(whole)]
    return [head for head in heads if head is not None]


def _has_hex(head: SignedHead) -> bool:
    return bool(bytes.fromhex(head.key) and bytes.fromhex(head.signature))


def _head(where: str, line: bytes, sound: Callable[[SignedHead], bool]) -> SignedHead | None:
    """Return a line's head, None where a power cut left it half written. Raise JournalError where it is none."""
    try:
        head = msgspec.json.decode(line, type=SignedHead)
        if not sound(head):
            raise ValueError("its signature does not fit")
        told_in(head)
    except (msgspec.DecodeError, ValueError, KeyError, TypeError) as error:
        if not line.endswith(b"}"):
            return None
        raise JournalError(f"{where}: is no signed head: {error}") from error
    return head
