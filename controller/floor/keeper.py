"""Stores what came a moment later on a thread of its own, all of it or none, and says what keeps it from that."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import structlog

from controller.floor.hindrance import Hindrance, of_store
from controller.floor.house import House
from controller.floor.proof import Opening, Shelved
from controller.floor.store import FloorStore, Heard, KeptAlert, KeptTable, StoreTrouble

EVERY_S: Final = 0.2
RETRY_S: Final = 2.0
MOST_HELD: Final = 200_000
"""How many messages wait in memory for a store that does not write; later ones are asked for again."""
CLEAR_S: Final = 3600.0
DAY_S: Final = 86_400.0
MOST_SHELVED: Final = 1_000
"""How many pieces of evidence wait so, of 256 KB at most."""

log = structlog.get_logger()
T = TypeVar("T")


class Keeper:
    """Writes what the house has heard. Everything but ``do``'s work belongs to the event loop's thread."""

    def __init__(self, store: FloorStore, house: House) -> None:
        self._store, self._house = store, house
        self._thread = ThreadPoolExecutor(1, "store")
        self._batch: list[Heard] = []
        self._tables: dict[str, KeptTable] = {}
        self._alerts: dict[str, KeptAlert] = {}
        self._shelved: list[Shelved] = []
        self._writing = asyncio.Lock()
        self.problem: Hindrance | None = None
        """What keeps the store from writing, None where it writes."""
        self.unkept = 0
        """How many pieces of evidence were let go because the store did not write for too long."""

    async def do(self, work: Callable[[FloorStore], T]) -> T:
        """Have something done in the store's thread. Raise StoreTrouble where it cannot be."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._store)

    async def run(self) -> None:
        """Write again and again what came."""
        while True:
            await asyncio.sleep(EVERY_S if not self.problem else RETRY_S)
            await self.write()

    async def clear(self, days: int) -> None:
        """Delete evidence that is older than ``days``, now and every hour."""
        while True:
            try:
                gone = await self.do(lambda store: store.shelf.clear(time.time() - days * DAY_S))
                if gone:
                    log.info("old evidence deleted", alerts=gone)
            except StoreTrouble as error:
                self.trouble(error)
            await asyncio.sleep(CLEAR_S)

    async def write(self) -> None:
        """Write what came; keep it where that fails.

        What the store's thread has begun is ended and noted, even where nobody waits for it any more: nothing is
        written twice.
        """
        await asyncio.shield(self._write_one_by_one())

    async def _write_one_by_one(self) -> None:
        async with self._writing:
            await self._write()

    async def _write(self) -> None:
        batch, tables, alerts = self._house.drain()
        self._batch += batch[: max(0, MOST_HELD - len(self._batch))]
        self._tables |= {f"{one.site}/{one.name}": one for one in tables}
        self._alerts |= {one.id: one for one in alerts}
        self._shelve(self._house.shelved())
        if not (self._batch or self._tables or self._alerts or self._shelved):
            return
        what = (
            list(self._batch),
            list(self._tables.values()),
            list(self._alerts.values()),
            list(self._shelved),
        )
        try:
            await self.do(lambda store: store.write(*what))
        except Exception as error:
            # Whatever it is: what came is kept, tried again, and nobody believes it safe.
            self.trouble(error)
            return
        del self._batch[: len(what[0])]
        self._tables = _without(self._tables, what[1])
        self._alerts = _without(self._alerts, what[2])
        del self._shelved[: len(what[3])]
        if self.problem:
            self.problem = None
            self._house.version += 1
            log.info("the store writes again")

    def _shelve(self, came: list[Shelved]) -> None:
        """Hold evidence for the store; where it is too much the oldest goes, and that is said. Who looked stays."""
        self._shelved += came
        held = [one for one in self._shelved if not isinstance(one, Opening)]
        if len(held) > MOST_SHELVED:
            gone = {id(one) for one in held[:-MOST_SHELVED]}
            self._shelved = [one for one in self._shelved if id(one) not in gone]
            self.unkept += len(gone)
            self._house.version += 1
            log.error("evidence is not kept", pieces=self.unkept)

    def opened(self, opening: Opening) -> None:
        """Note who looked at evidence; it is kept as soon as the store writes."""
        self._shelved.append(opening)

    def opened_by(self, alert: str) -> list[Opening]:
        """Return who looked at an alert's evidence and is not in the store yet."""
        return [one for one in self._shelved if isinstance(one, Opening) and one.alert == alert]

    def trouble(self, error: Exception) -> None:
        """Note what keeps the store from its work."""
        why = of_store(error)
        if why != self.problem:
            self.problem = why
            self._house.version += 1
            log.error("the store cannot be written", why=why.detail)

    async def close(self) -> None:
        """Write what waits and let go of the store."""
        await self.write()
        await self.do(lambda store: store.close())
        self._thread.shutdown()


def _without(held: dict[str, Any], written: list[Any]) -> dict[str, Any]:
    done = {id(one) for one in written}
    return {name: one for name, one in held.items() if id(one) not in done}
