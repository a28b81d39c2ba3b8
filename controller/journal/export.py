"""Writes recorded lines out of the journal as a sensor log that `floorcall replay` reads.

Sealed, as a rule: a card that everybody saw, on the board or tabled, stands by its name, any other by a
stand-in that tells nothing and is the same within its hand only; the deck's map stays out. With the key an
auditor gets every line as it was recorded, but never those of a hand that is not over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from controller.journal.boxes import Opener
from controller.journal.cover import as_line
from controller.journal.hands import starts_hand
from controller.journal.records import Record, fields_of
from controller.journal.seal import Seal, SealError
from controller.journal.store import JournalError, Store


def exported(
    store: Store, log: int, opener: Opener | None = None, hand: int | None = None
) -> Iterator[bytes]:
    """Yield the lines of log number ``log``, without newlines. Raise JournalError where it is not there.

    With ``hand`` only the hand that starts at that line is opened, and the header and that hand are given.
    """
    end = None if opener is None else open_hand(store, log)
    known, seal = public_cards(store, log), None
    scope, count = 0, 0
    for record in store.records(log=log):
        if starts_hand(record):
            scope = record.line or 0
        if (
            record.kind == "key"
            and opener is not None
            and hand in (None, fields_of(record.body).get("start"))
        ):
            seal = unboxed(record, opener)
        elif record.kind == "key":
            seal = None
        if record.line is None or (hand is not None and record.kind != "header" and scope != hand):
            continue
        if end is not None and record.line >= end:
            return
        count += 1
        yield covered_line(record, known.get(scope, {})) if seal is None else _opened(record, seal)
    if not count:
        raise JournalError(f"{store.path}: there is no log {log}")


def unboxed(record: Record, opener: Opener) -> Seal:
    """Return the seal whose key lies boxed in ``record``. Raise JournalError where the opener does not open it."""
    try:
        return Seal(opener.open(bytes.fromhex(str(fields_of(record.body).get("box"))), record.place()))
    except ValueError as error:
        raise JournalError(f"record {record.n}: the key does not open this record") from error


def open_hand(store: Store, log: int) -> int | None:
    """Return the first line of a hand that is not over, None where the last hand is."""
    start: int | None = None
    for record in store.records(log=log):
        if starts_hand(record):
            start = record.line
        elif record.kind == "event" and b'"hand.end"' in record.body:
            start = None if fields_of(record.body).get("type") == "hand.end" else start
    return start


def public_cards(store: Store, log: int) -> dict[int, dict[str, str]]:
    """Return each finished hand's public cards by stand-in, under the hand's first line."""
    found: dict[int, dict[str, str]] = {}
    for record in store.records(log=log):
        if record.kind == "public":
            fields = fields_of(record.body)
            found[int(fields["start"])] = dict(fields["cards"])
    return found


def covered_line(record: Record, known: dict[str, str]) -> bytes:
    """Return a line as it may be seen without the key."""
    if record.sealed is None:
        return record.body
    fields: dict[str, Any] = fields_of(record.body)
    if fields.get("type") == "deck":
        # A deck without its map would make every card a stranger; the line itself has to stay.
        return as_line({"t": fields["t"], "type": "tick", "sealed": "deck"})
    if fields.get("tag") in known:
        fields["tag"] = known[fields["tag"]]
    return as_line(fields)


def _opened(record: Record, seal: Seal) -> bytes:
    if record.sealed is None:
        return record.body
    try:
        raw = seal.open(record.sealed, record.place())
    except SealError as error:
        raise JournalError(f"record {record.n}: {error}") from error
    if record.kind == "bad":
        return as_line({"t": record.t, "type": "bad", "raw": raw.decode(errors="replace")})
    return raw
