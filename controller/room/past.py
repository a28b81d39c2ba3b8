"""Reads back from its journal what the table has said: for a broker that was away, and for who asks again."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.journal.records import Record, fields_of
from controller.journal.store import Store

_RECENT: Final = 500


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One message as it lies in the journal: its number, the last part of its topic, and what it says."""

    n: int
    topic: str
    body: dict[str, Any]


class Past:
    """Finds messages by their number: the newest in memory, older ones on disk. Of the event loop's thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._recent: deque[Message] = deque(maxlen=_RECENT)
        self._place = (0, 0)
        """The number of the last message that was read from disk, and of its record."""

    def kept(self, records: Sequence[Record]) -> None:
        """Note the messages among records that are durable now."""
        self._recent.extend(_message(record) for record in records if record.kind == "out")

    async def after(self, n: int, most: int) -> list[Message]:
        """Return the durable messages that follow number ``n``, ``most`` of them at the most."""
        if self._recent and self._recent[0].n <= n + 1:
            return list(islice((message for message in self._recent if message.n > n), most))
        return await asyncio.to_thread(self._read, n, most)

    def _read(self, n: int, most: int) -> list[Message]:
        store = Store(self._path, read_only=True)
        try:
            known, record_n = self._place
            at = record_n if known == n else _record_of(store, n)
            found = list(islice(store.records(at, kind="out"), most))
        finally:
            store.close()
        if found:
            self._place = (_message(found[-1]).n, found[-1].n)
        return [_message(record) for record in found]


def _record_of(store: Store, n: int) -> int:
    """Return a record number that message ``n`` and none after it lies at or before; numbers of both grow."""
    low, high = 0, store.head()[0]
    while low < high:
        middle = (low + high) // 2
        record = next(store.records(middle, kind="out"), None)
        if record is None or _message(record).n > n:
            high = middle
        else:
            low = record.n
    return low


def _message(record: Record) -> Message:
    fields = fields_of(record.body)
    return Message(n=int(fields["n"]), topic=str(fields["topic"]), body=fields["body"])
