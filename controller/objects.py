"""Reads a message from outside that must be one JSON object."""

from __future__ import annotations

from typing import Any

import msgspec

from controller.refused import Refused


def object_of(payload: bytes, most: int) -> dict[str, Any]:
    """Return a message's object. Raise Refused where it is none, or longer than ``most`` bytes."""
    if len(payload) > most:
        raise Refused("body", f"longer than {most} bytes", 413)
    try:
        fields = msgspec.json.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("body", f"not JSON: {error}") from error
    except RecursionError as error:
        raise Refused("body", "nested too deeply") from error
    if not isinstance(fields, dict):
        raise Refused("body", "send one object")
    return fields
