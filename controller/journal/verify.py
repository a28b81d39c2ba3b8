"""Is the journal as it was written? The chain is followed from its beginning; the first break is named."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from msgspec import Struct

from controller.journal.records import GENESIS
from controller.journal.store import JournalError, Store


class Verdict(Struct, frozen=True, kw_only=True):
    """What was found: ``records`` that are as written, the chain's head, and the first thing wrong.

    ``bad`` is the number of the first bad record, None where all are sound or where the file itself is
    broken; ``problem`` is "" where nothing is wrong.
    """

    records: int
    head: str
    bad: int | None = None
    problem: str = ""


def verify(path: Path, head: str | None = None) -> Verdict:
    """Check the journal at ``path``; ``head`` is the head noted earlier, or the start of it, if there is one.

    Raise JournalError where there is no journal to check.
    """
    if not path.is_file():
        raise JournalError(f"{path}: there is no such journal")
    count, before, met = 0, GENESIS, head is None or GENESIS.hex().startswith(head)
    try:
        store = Store(path, read_only=True)
    except JournalError as error:
        return Verdict(records=0, head="", problem=str(error))
    try:
        for record, digest in store.chain():
            if record.n != count + 1:
                return _broken(count, before, count + 1, f"record {count + 1} is missing")
            if record.digest(before) != digest:
                return _broken(count, before, record.n, f"record {record.n} is not as it was written")
            count, before = record.n, digest
            met = met or (head is not None and digest.hex().startswith(head))
        damage = store.damage()
    except (JournalError, sqlite3.Error, UnicodeDecodeError) as error:
        return _broken(count, before, count + 1, f"record {count + 1} cannot be read: {error}")
    finally:
        store.close()
    if damage:
        return Verdict(records=count, head=before.hex(), problem=f"the file is damaged: {damage[0]}")
    if not met:
        return Verdict(
            records=count, head=before.hex(),
            problem=f"no record has the head {head}: records at the end are missing, or it is another journal",
        )  # fmt: skip
    return Verdict(records=count, head=before.hex())


def _broken(count: int, before: bytes, bad: int, problem: str) -> Verdict:
    return Verdict(records=count, head=before.hex(), bad=bad, problem=problem)
