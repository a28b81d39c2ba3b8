"""Checks what comes in: a typed event with its ``t``, or why it is none."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from controller.sensorlog.line import BadLineError
from controller.sensorlog.parse import parse_line
from controller.table.events import AnyEvent, LogHeader


class Sensed(Struct, frozen=True, kw_only=True):
    """An event ready for the journal: ``raw`` is its JSON line, ``fields`` the same as plain values."""

    event: AnyEvent
    fields: dict[str, Any]
    raw: bytes


class Unfit(ValueError):
    """An event that cannot be taken: ``place`` is the field, ``error`` what is wrong with it."""

    def __init__(self, place: str, error: str) -> None:
        super().__init__(f"{place}: {error}")
        self.place, self.error = place, error


class Stray(Unfit):
    """An event about a zone that its device does not sense; told once a device, and kept."""


def stamp(payload: bytes, fields: dict[str, Any], t: float, extra: dict[str, Any] | None = None) -> Sensed:
    """Return the event that ``payload`` holds, seen at ``t``. Raise Unfit where it is none.

    ``fields`` is the payload decoded; ``extra`` is added to it. The original bytes are kept where nothing
    in them has to give way.
    """
    added = {"t": round(t, 6), **(extra or {})}
    if payload[:1] == b"{" and payload[-1:] == b"}" and fields and not added.keys() & fields.keys():
        raw = msgspec.json.encode(added)[:-1] + b"," + payload[1:]
    else:
        raw = msgspec.json.encode({**fields, **added})
    return Sensed(event=read(raw), fields={**added, **fields, **added}, raw=raw)


def keyed(fields: dict[str, Any], t: float) -> Sensed:
    """Return the event that somebody keyed at ``t``. Raise Unfit where it is none."""
    try:
        payload = msgspec.json.encode(fields)
    except (TypeError, ValueError, OverflowError) as error:
        raise Unfit("key", f"holds what is no plain value: {error}") from error
    return stamp(payload, fields, t)


def read(raw: bytes) -> AnyEvent:
    """Return the event of a line. Raise Unfit where it is none."""
    try:
        event = parse_line(raw)
    except BadLineError as bad:
        raise Unfit(bad.place, bad.error) from bad
    if isinstance(event, LogHeader):
        raise Unfit("type", "a log's header is no event")
    return event
