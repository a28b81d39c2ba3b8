"""Takes an older journal over into one of this version: every record, each hand under a key of its own.

The old file is read and left as it is. Its chain is checked first, and its head stands in the new one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.journal.hands import starts_hand
from controller.journal.journal import Journal
from controller.journal.keys import Keys
from controller.journal.records import GENESIS, Record, fields_of
from controller.journal.seal import OldSeal, SealError
from controller.journal.store import JournalError, Store
from controller.privacy import HiddenCards
from controller.there import hidden

OLD_VERSION = 1


def move(old: Path, new: Path, keys: Keys) -> int:
    """Write all that the journal ``old`` holds into a new one at ``new``; return how many records that were.

    Raise JournalError where the old one is not as it was written or the new one is there already.
    """
    if why := hidden(new):
        raise JournalError(why)
    if new.exists():
        raise JournalError(f"{new}: is there already; name a file that is not")
    store = Store(old, read_only=True, version=OLD_VERSION)
    try:
        head, count = _checked(store)
        moved = Journal(new, keys, HiddenCards())
        troubles: list[str] = []
        moved.start(lambda _: None, troubles.append)
        moved.came_from(str(old), count, head.hex())
        for record, raw, known in _opened(store, OldSeal(keys.seal.key)):
            moved.take_over(record, raw, known)
        if not moved.close():
            raise JournalError(f"{new}: {troubles[-1] if troubles else 'could not be written to the end'}")
    except (sqlite3.Error, SealError) as error:
        raise JournalError(f"{old}: {error}") from error
    finally:
        store.close()
    return count


def _checked(store: Store) -> tuple[bytes, int]:
    before, count = GENESIS, 0
    for record, digest in store.chain():
        if record.n != count + 1 or record.digest(before) != digest:
            raise JournalError(
                f"{store.path}: record {count + 1} is not as it was written; nothing was moved"
            )
        before, count = digest, record.n
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
        if record.kind == "public":
            yield record, raw, by_hand.get((record.log, int(fields_of(record.body).get("start", 0))), {})
        else:
            yield record, raw, tags
