"""Says what the floor's pages show: a tile for each table, the list, and what is wrong; sent only where it changes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import msgspec

from controller.floor.duties import Duties
from controller.floor.house import House
from controller.floor.rows import MARKS, Rows
from controller.floor.tables import TableSeen
from controller.ruling_cards.words import Words, words_in

LOOK_S: Final = 0.15
BEAT_S: Final = 0.9
MAY_HAVE: Final = range(1, 11)
"""How many seats a table may have."""
_encode = msgspec.json.Encoder(order="deterministic").encode

Part = dict[str, bytes]


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a page in one language shows now, each thing as JSON by its name."""

    tiles: Part
    rows: Part
    order: bytes
    head: bytes


class Board:
    """Makes what pages show, once for all pages of a language. Of the event loop's thread."""

    def __init__(
        self, house: House, rows: Rows, duties: Duties, problems: Callable[[Words], dict[str, str | int]]
    ) -> None:
        """``problems(words)`` returns what is wrong with store, broker, whom a call goes to and PINs, by name."""
        self._house, self._rows, self._duties, self._problems = house, rows, duties, problems
        self._made: dict[str, tuple[int, float, Shown]] = {}
        self._tiles: dict[str, tuple[Any, bytes]] = {}
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """End every ``changes``."""
        self._stopping.set()

    def now(self, language: str) -> Shown:
        """Return what a page in ``language`` shows now."""
        now = time.monotonic()  # a wall clock that is set back would let a page stand still
        known = self._made.get(language)
        if known is not None and known[0] == self._house.version and now - known[1] < BEAT_S:
            return known[2]
        shown = self._make(language, time.time())
        self._made[language] = (self._house.version, now, shown)
        return shown

    def _make(self, language: str, now: float) -> Shown:
        words = words_in(language)
        rows = self._rows.of(words, now)
        open_rows = [row for row in rows if row.open]
        worst: dict[str, int] = {}
        for row in open_rows:
            for name in row.tables:
                key, place = f"{row.site}/{name}", MARKS.index(row.mark)
                worst[key] = min(place, worst.get(key, place))
        head = {
            "open": len(open_rows), "new": sum(row.state == "new" and row.mark == "floor" for row in open_rows),
            "flood": self._rows.flood(open_rows, now), **self._duties.taken(), **self._problems(words),
        }  # fmt: skip
        return Shown(
            tiles={key: self._tile(table, worst.get(key)) for key, table in self._house.on_map().items()},
            rows={row.id: _encode(row) for row in rows}, order=_encode([row.id for row in rows]), head=_encode(head),
        )  # fmt: skip

    def _tile(self, table: TableSeen, worst: int | None) -> bytes:
        called = self._house.called(table.site, table.name)
        key = (table.version, worst, called)
        known = self._tiles.get(table.key)
        if known is not None and known[0] == key:
            return known[1]
        taken, of = table.state.get("seats_taken"), table.state.get("seats")
        tile = {
            "site": table.site, "name": table.name, "called": called, "section": self._rows.section(table.name),
            "mark": None if worst is None else MARKS[worst], "silent": table.is_silent, "gap": table.numbers.gap,
            "taken": len(taken) if isinstance(taken, list) else None, "of": of if of in MAY_HAVE else None,
            "hand": table.state.get("hand"), "rules": table.health.get("rules_live"),
        }  # fmt: skip
        made = _encode(tile)
        self._tiles[table.key] = (key, made)
        return made

    async def changes(self, language: str) -> AsyncIterator[bytes]:
        """Yield everything at once, then what has changed, and at least the clock once a second."""
        sent: Shown | None = None
        version, beat = -1, 0.0
        while not self._stopping.is_set():
            now = time.monotonic()
            if self._house.version != version or now - beat >= BEAT_S:
                version, beat = self._house.version, now
                shown = self.now(language)
                yield _message(sent, shown)
                sent = shown
            try:
                async with asyncio.timeout(LOOK_S):
                    await self._stopping.wait()
            except TimeoutError:
                continue


def _message(before: Shown | None, now: Shown) -> bytes:
    """Return one JSON object: the clock, and what is another than ``before``; what is gone is null."""
    parts = [
        b'"clock":' + _encode(time.strftime("%H:%M:%S")),
        b'"whole":' + (b"true" if before is None else b"false"),
    ]
    for name in ("tiles", "rows"):
        held: Part = {} if before is None else getattr(before, name)
        new: Part = getattr(now, name)
        changed = [
            _encode(key) + b":" + value for key, value in new.items() if held.get(key) != value
        ] + [_encode(key) + b":null" for key in held if key not in new]  # fmt: skip
        if changed or before is None:
            parts.append(_encode(name) + b":{" + b",".join(changed) + b"}")
    for name in ("order", "head"):
        if before is None or getattr(before, name) != getattr(now, name):
            parts.append(_encode(name) + b":" + getattr(now, name))
    return b"{" + b",".join(parts) + b"}"
