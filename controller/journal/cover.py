"""Says what of an event may lie on disk in the clear, and covers the rest.

Only the fields that the log format knows stay; a tag gives way to its stand-in, a deck's map to its size,
and free words go through the privacy gate like anything else that leaves the process. Whatever the result
does not say stands in the sealed text beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

import msgspec

from controller.privacy import HiddenCards, redact
from controller.table.events import AnyEvent

_EVERY: Final = ("sensed", "device", "by", "why")
"""What the daemon adds to any event: when it was sensed, which device or page it is from, and what the table
worked out by itself, with its reason."""
_OF_ONE: Final = {"ruling": frozenset({"on"})}
"""What the daemon adds to one type: of a ruling, the kind and clause of the finding that it is on."""
_KNOWN: Final[dict[str, frozenset[str]]] = {
    str(kind.__struct_config__.tag): frozenset(kind.__struct_encode_fields__)
    | {"type", *_EVERY}
    | _OF_ONE.get(str(kind.__struct_config__.tag), frozenset())
    for kind in get_args(AnyEvent)
}


def cover(fields: dict[str, Any], stand_in: Callable[[str], str], secrets: HiddenCards) -> dict[str, Any]:
    """Return ``fields`` of an event as they may lie on disk; ``stand_in`` gives a tag another name."""
    known = _KNOWN.get(str(fields.get("type")), frozenset())
    open_fields: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in known:
            continue
        if name == "tag":
            open_fields[name] = None if value is None else stand_in(str(value))
        elif name == "cards":
            open_fields[name] = {}
        else:
            open_fields[name] = redact(value, secrets)
    return open_fields


def tags_in(fields: dict[str, Any]) -> list[str]:
    """Return every tag that an event names."""
    tags = [fields["tag"]] if isinstance(fields.get("tag"), str) else []
    cards = fields.get("cards")
    if fields.get("type") == "deck" and isinstance(cards, dict):
        tags += [tag for tag in cards if isinstance(tag, str)]
    return tags


def covered_bad(raw: bytes) -> dict[str, Any]:
    """Return what may be said on disk of a payload that could not be read: that it was there."""
    return {"type": "bad", "bytes": len(raw)}


def as_line(fields: dict[str, Any]) -> bytes:
    """Return ``fields`` as a line of the log, without its newline."""
    return msgspec.json.encode(fields)
