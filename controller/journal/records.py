"""Describes what the journal keeps: one record an event, chained so that no change goes unnoticed.

``body`` is what may lie on disk in the clear: the event without tags, with a stand-in for each. ``sealed``
is the original JSON, sealed, where the body says less. A record's digest is BLAKE2b over the digest before
it and everything the record holds.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec
from msgspec import Struct

RecordKind = Literal[
    "header", "event", "bad", "mark", "public", "house", "journal", "key", "signed", "opened", "out", "told"
]  # fmt: skip
"""``bad``: what a device sent and could not be read. The rest are no lines of the sensor log. ``mark``: an
alert was acknowledged. ``public``: the cards of a finished hand that everybody saw, by stand-in. ``house``: the
house's clock, and seats that wait for the end of a hand. ``journal``: the first record, whose journal it is.
``key``: a hand's key from here on, boxed for the auditor. ``signed``: the chain's head up to here, signed by
the table. ``opened``: an auditor opened sealed cards. ``out``: what the room is to be told. ``told``: how
far the room's broker has it."""

GENESIS = bytes(32)
_DIGEST_BYTES = 32
_encode = msgspec.msgpack.Encoder().encode


class Record(Struct, frozen=True, kw_only=True):
    """One row. ``n`` is its place in the journal, ``line`` its line in log number ``log``, both from 1.

    ``line`` is None for what is no line of the log. ``boot`` and ``seq`` are the device's own numbering,
    None where no device sent it; ``device_us`` is that device's clock.
    """

    n: int
    log: int
    line: int | None
    kind: RecordKind
    t: float
    body: bytes
    sealed: bytes | None = None
    device: str | None = None
    boot: int | None = None
    seq: int | None = None
    device_us: int | None = None

    def place(self) -> bytes:
        """Return what a sealed text is bound to."""
        return place_of(self.log, self.n, self.kind)

    def digest(self, before: bytes) -> bytes:
        """Return this record's link of the chain."""
        content = _encode(
            (
                self.n, self.log, self.line, self.kind, self.t, self.body, self.sealed,
                self.device, self.boot, self.seq, self.device_us,
            )
        )  # fmt: skip
        return hashlib.blake2b(before + content, digest_size=_DIGEST_BYTES).digest()


def place_of(log: int, n: int, kind: str) -> bytes:
    """Return the place in the journal that a sealed text is bound to."""
    return f"floorcall journal {log} {n} {kind}".encode()


def fields_of(body: bytes) -> dict[str, Any]:
    """Return a record's body as plain values; empty where it is no JSON object."""
    try:
        fields = msgspec.json.decode(body)
    except (ValueError, RecursionError):  # no JSON, no UTF-8, nested too deeply
        return {}
    return fields if isinstance(fields, dict) else {}
