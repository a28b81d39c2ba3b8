"""Describes the tables of the floor's store. What is in a house's database grows by the steps in ``migrations``."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

METADATA = MetaData()
_NAME = String(64)

TABLES = Table(
    "room_table", METADATA,
    Column("site", _NAME, primary_key=True),
    Column("name", _NAME, primary_key=True),
    Column("series", _NAME, nullable=False),
    Column("high", BigInteger, nullable=False),
    Column("missing", Text, nullable=False),
    Column("health", Text, nullable=False),
    Column("head", Text, nullable=False),
    Column("heard_at", Float, nullable=False),
    Column("taken_off", String(40), nullable=True),
)  # fmt: skip
"""A table of the room: whose journal counts its messages, the highest number, which are missing; who took it off the map."""

MESSAGES = Table(
    "room_message", METADATA,
    Column("site", _NAME, primary_key=True),
    Column("name", _NAME, primary_key=True),
    Column("series", _NAME, primary_key=True),
    Column("n", BigInteger, primary_key=True),
    Column("topic", String(16), nullable=False),
    Column("log", Integer, nullable=False),
    Column("hand", Integer, nullable=True),
    Column("finding", String(120), nullable=True),
    Column("heard_at", Float, nullable=False),
    Column("body", Text, nullable=False),
    Index("room_message_finding", "site", "name", "finding"),
    Index("room_message_heard", "topic", "heard_at"),
)  # fmt: skip
"""Every counted message, once: site, table, journal and number are its key."""

ALERTS = Table(
    "room_alert", METADATA,
    Column("id", String(300), primary_key=True),
    Column("site", _NAME, nullable=False),
    Column("name", _NAME, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("kind", String(80), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("cites", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("person", String(40), nullable=True),
    Column("found_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Column("body", Text, nullable=False),
    Index("room_alert_found", "found_at"),
    Index("room_alert_kind", "site", "kind", "found_at"),
)  # fmt: skip
"""Each alert as it is now: what the list and the history show."""

ORDERS = Table(
    "room_order", METADATA,
    Column("id", String(80), primary_key=True),
    Column("site", _NAME, nullable=False),
    Column("name", _NAME, nullable=False),
    Column("topic", String(16), nullable=False),
    Column("alert", String(300), nullable=False),
    Column("person", String(40), nullable=False),
    Column("sent_at", Float, nullable=False),
    Column("body", Text, nullable=False),
    Column("answer", Text, nullable=True),
)  # fmt: skip
"""What the floor told a table: a ruling or a mark, and what came of it."""

EVIDENCE = Table(
    "room_evidence", METADATA,
    Column("alert", String(300), primary_key=True),
    Column("heard_at", Float, nullable=False),
    Column("body", Text, nullable=False),
)  # fmt: skip
"""What belongs to the evidence of an alert: its manifest, as the table sent it."""

PARTS = Table(
    "room_part", METADATA,
    Column("sha256", String(64), primary_key=True),
    Column("heard_at", Float, nullable=False),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip
"""The parts of evidence, by their digest."""

NAMED = Table(
    "room_evidence_part", METADATA,
    Column("alert", String(300), primary_key=True),
    Column("sha256", String(64), primary_key=True),
    Index("room_evidence_part_sha256", "sha256"),
)  # fmt: skip
"""Which parts the manifest of an alert names."""

OPENINGS = Table(
    "room_opening", METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("alert", String(300), nullable=False, index=True),
    Column("person", String(40), nullable=False),
    Column("at", Float, nullable=False),
)  # fmt: skip
"""Who looked at an alert's evidence, and when."""

DUTIES = Table(
    "room_duty", METADATA,
    Column("what", String(16), primary_key=True),
    Column("name", String(300), primary_key=True),
    Column("person", String(40), nullable=True),
    Column("by", String(40), nullable=False),
    Column("at", Float, nullable=False),
)  # fmt: skip
"""Whose a call, a table or a section is."""

PHONES = Table(
    "room_phone", METADATA,
    Column("endpoint", String(500), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("key", String(120), nullable=False),
    Column("secret", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("at", Float, nullable=False),
)  # fmt: skip
"""The browsers that are called when their page is closed, and their keys (RFC 8291)."""

CALLS = Table(
    "room_call", METADATA,
    Column("address", String(500), primary_key=True),
    Column("alert", String(300), primary_key=True),
    Column("at", Float, nullable=False),
)  # fmt: skip
"""Which phone or target has heard of which alert, so that a restart tells nobody twice."""

NOTES = Table(
    "room_note", METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("person", String(40), nullable=False),
    Column("text", Text, nullable=False),
)  # fmt: skip
"""What one shift hands over to the next."""
