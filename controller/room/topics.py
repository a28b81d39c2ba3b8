"""Names the messages of table and floor at the broker."""

from __future__ import annotations

from typing import Final

PREFIX: Final = "floorcall"
VERSION: Final = 1
"""Of the messages' format; a table says it in its health."""

HEALTH_EVERY_S: Final = 20.0
"""How often a table says its health though nothing has changed, in seconds."""

COUNTED: Final = ("finding", "action", "hand", "alert", "ruled")
"""Topics whose messages have a number and come from the journal; a repeated one is known by it."""

TO_TABLE: Final = ("ruling", "mark", "again")
"""Topics on which the floor tells a table something."""

DOWN: Final = b'{"state":"down"}'
"""A table's last will, and what it says when it is stopped."""


def topic(site: str, table: str, name: str) -> str:
    """Return the topic ``name`` of a table."""
    return f"{PREFIX}/{site}/{table}/{name}"


def evidence_name(finding: str, part: str, *, dots: bool = True) -> str:
    """Return the topic of a finding's evidence below its table; without ``dots`` its kind's dot stands as a dash."""
    return f"evidence/{finding if dots else finding.replace('.', '-')}/{part}"


def evidence_of(place: str) -> tuple[str, str]:
    """Return finding and part of what stands behind ``evidence/``, with its dot or a dash for it."""
    finding, _, part = place.rpartition("/")
    return finding.replace("-", "."), part


def client_id(site: str, table: str) -> str:
    """Return the name under which a table is known to the broker: always the same, so that its session is kept."""
    return f"{PREFIX}:{site}:{table}"


def parts_of(name: str) -> tuple[str, str, str] | None:
    """Return site, table and the rest of a topic, None where it is none of ours."""
    parts = name.split("/", 3)
    return (parts[1], parts[2], parts[3]) if len(parts) == 4 and parts[0] == PREFIX else None
