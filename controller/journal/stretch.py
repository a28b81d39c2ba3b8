"""Cuts a stretch out of a recorded log, from which a finding's evidence is drawn while the table plays on."""

from __future__ import annotations

from typing import Final

from controller.journal.export import covered_line
from controller.journal.records import Record
from controller.journal.store import Store
from controller.sensorlog.line import BadLineError
from controller.sensorlog.parse import parse_line
from controller.table.events import AnyEvent, LogHeader

LATE_S: Final = 1.0
"""How much later than wanted a record's time may be before no earlier one is looked for, in seconds."""


def hand_up_to(store: Store, log: int, line: int, until: float) -> list[tuple[int, AnyEvent]]:
    """Return the events of the hand that ``line`` belongs to up to ``until``, in order of time.

    The last state of each device before the hand comes first. No event has a tag that is not a stand-in.
    """
    at = store.record_of(log, line) if line else store.head()[0]
    start = max((record.n for record in store.events_of("hand.start", before=at + 1, log=log)), default=1)
    found = _devices(store, log, start)
    for record in store.records(after=start - 1, log=log):
        if record.t > until + LATE_S:
            break
        if record.kind == "event" and record.t <= until:
            found.append(record)
    events = [(record.line or 0, event) for record in found if (event := _event(record)) is not None]
    return sorted(events, key=lambda entry: (entry[1].t, entry[0]))


def _devices(store: Store, log: int, before: int) -> list[Record]:
    """Return the last word on each device before a record."""
    last: dict[str, Record] = {}
    for record in store.events_of("device", before=before, log=log):
        event = _event(record)
        if event is not None:
            last[str(getattr(event, "device", ""))] = record
    return list(last.values())


def _event(record: Record) -> AnyEvent | None:
    try:
        event = parse_line(covered_line(record, {}) + b"\n")
    except BadLineError:
        return None
    return None if isinstance(event, LogHeader) else event
