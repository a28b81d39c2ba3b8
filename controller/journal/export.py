"""Writes recorded lines out of the journal as a sensor log that `floorcall replay` reads.

Sealed, as a rule: a card that everybody saw, on the board or tabled, stands by its name, any other by a
stand-in that tells nothing and is the same within its hand only; the deck's map stays out. With the key an
auditor gets every line as it was recorded, but never those of a hand that is not over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from controller.journal.boxes import Opener
from controller.journal.cover import as_line
from controller.journal.hands import is_type, starts_hand
from controller.journal.records import Record, fields_of
from controller.journal.seal import Seal, SealError
from controller.journal.store import JournalError, Store


def exported(
    store: Store, log: int, opener: Opener | None = None, hand: int | None = None
) -> Iterator[bytes]:
    """Yield the lines of log number ``log``, without newlines. Raise JournalError where it is not there.

    With ``hand`` the log goes up to the hand that starts at that line, and that hand alone is opened: what came
    before says who sat there with how much, as everybody saw it.
    """
    end = None if opener is None else open_hand(store, log)
    known, key, decks = public_cards(store, log), _Key(opener), list[bytes]()
    scope, count = 0, 0
    for record in store.records(log=log):
        if record.kind == "key":
            key.turn(record)
        if starts_hand(record):
            scope = record.line or 0
            if scope == hand:
                yield from (as_line({**fields_of(deck), "t": record.t}) for deck in decks)
        if hand is not None and scope > hand:
            return
        if record.line is None:
            continue
        if end is not None and record.line >= end:
            return
        count += 1
        if opener is not None and hand in (None, key.start):
            yield _opened(record, key.seal)
        elif opener is not None and record.sealed is not None and is_type(record, "deck"):
            # Its tags are strangers to the hands before, which stay covered: it is told where the opened one begins.
            decks.append(_opened(record, key.seal))
        else:
            yield covered_line(record, known.get(scope, {}))
    if not count:
        raise JournalError(f"there is no log {log}")


class _Key:
    """The key of what is recorded now, out of its box once something is to be opened with it."""

    def __init__(self, opener: Opener | None) -> None:
        self._opener = opener
        self._record: Record | None = None
        self.start: int | None = None

    def turn(self, record: Record) -> None:
        """Take another one; ``start`` is the first line of the hand that it is of, None between two."""
        self._record, self.start = record, fields_of(record.body).get("start")
        self.__dict__.pop("seal", None)

    @cached_property
    def seal(self) -> Seal | None:
        """The seal that it opens; None where nothing was sealed yet."""
        if self._record is None or self._opener is None:
            return None
        return unboxed(self._record, self._opener)


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


def _opened(record: Record, seal: Seal | None) -> bytes:
    if record.sealed is None or seal is None:
        return record.body
    try:
        raw = seal.open(record.sealed, record.place())
    except SealError as error:
        raise JournalError(f"record {record.n}: {error}") from error
    if record.kind == "bad":
        return as_line({"t": record.t, "type": "bad", "raw": raw.decode(errors="replace")})
    return raw
