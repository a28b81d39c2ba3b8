"""Lists the hands that a journal holds, for `floorcall journal list`."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from controller.journal.records import Record, fields_of
from controller.journal.signing import SignedHead
from controller.journal.store import Store
from controller.wall_time import wall_time


class RecordedHand(Struct, frozen=True, kw_only=True):
    """One hand. ``first`` to ``last`` are its lines in log number ``log``; ``number`` None: not over.

    ``at`` is the local time at which it began; ``found`` the kinds of its findings, in order.
    """

    log: int
    number: int | None
    first: int
    last: int
    at: str
    void: bool = False
    found: list[str] = []


def recorded_hands(store: Store) -> list[RecordedHand]:
    """Return every hand of the journal, in order. What the table began and took back was none, and has no end."""
    hands: list[RecordedHand] = []
    ends: dict[tuple[int, int], dict[str, Any]] = {}
    starts: list[tuple[int, int, str]] = []
    last_line: dict[int, int] = {}
    started: dict[int, str] = {}
    for record in store.records():
        if record.line is not None:
            last_line[record.log] = record.line
        if record.kind == "header":
            started[record.log] = str(fields_of(record.body).get("started"))
        elif record.kind == "public":
            fields = fields_of(record.body)
            ends[record.log, int(fields.get("start", 0))] = fields
        elif starts_hand(record):
            starts.append((record.log, record.line or 0, local_time(started.get(record.log, ""), record.t)))
    for place, (log, first, at) in enumerate(starts):
        following = starts[place + 1] if place + 1 < len(starts) else (0, 0, "")
        last = following[1] - 1 if following[0] == log else last_line[log]
        end = ends.get((log, first), {})
        if not end and following[0] == log:
            continue
        hands.append(
            RecordedHand(
                log=log, number=end.get("hand"), first=first, last=last, at=at,
                void=bool(end.get("void")), found=list(end.get("found", [])),
            )
        )  # fmt: skip
    return hands


def last_head(store: Store) -> tuple[str, SignedHead | None]:
    """Return the table's name, and the last head that it signed; None where there is none."""
    first, last = store.first(), store.last_of_kind("signed")
    header = store.header(store.last_line()[0])
    table = "" if header is None else str(fields_of(header.body).get("table"))
    if first is None or last is None:
        return table, None
    key = str(fields_of(first.body).get("key"))
    return table, SignedHead(signed=last.body.decode(), signature=(last.sealed or b"").hex(), key=key)


def starts_hand(record: Record) -> bool:
    """Whether a record is the first line of a hand."""
    return record.kind == "event" and b'"hand.start"' in record.body and is_type(record, "hand.start")


def is_type(record: Record, kind: str) -> bool:
    """Whether a record holds an event of type ``kind``."""
    return fields_of(record.body).get("type") == kind


def local_time(started: str, t: float) -> str:
    """Return the local time of ``t`` in a log that began at ``started``, "" where that is no time."""
    moment = wall_time(started, t)
    return "" if moment is None else moment.strftime("%Y-%m-%d %H:%M:%S")
