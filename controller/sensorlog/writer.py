"""Writes the lines of sensor logs: one compact JSON object a line, ``t`` to the microsecond.

A field that holds its default is left out, so that a log stays as small as what was sensed. Whoever
has the line as it arrived writes that line instead: unknown fields are then kept.
"""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from msgspec.structs import FieldInfo, fields

from controller.table.events import Event, LogHeader

_encode = msgspec.json.Encoder().encode


def encode_header(header: LogHeader) -> bytes:
    """Return the header's line, with its newline."""
    return _encode(header) + b"\n"


def encode_event(event: Event) -> bytes:
    """Return the event's line, with its newline; fields at their default are left out."""
    line: dict[str, Any] = {"t": round(event.t, 6), "type": event.__struct_config__.tag}
    for field in _fields_of(type(event)):
        value = getattr(event, field.name)
        if field.name != "t" and value is not msgspec.UNSET and not _is_default(field, value):
            line[field.encode_name] = value
    return _encode(line) + b"\n"


@functools.cache
def _fields_of(kind: type[Event]) -> tuple[FieldInfo, ...]:
    """Return the fields of a kind of event: to find them out takes ten times as long as to write a line."""
    return fields(kind)


def _is_default(field: FieldInfo, value: object) -> bool:
    if field.default is not msgspec.NODEFAULT:
        return bool(value == field.default)
    if field.default_factory is not msgspec.NODEFAULT:
        return bool(value == field.default_factory())
    return False
