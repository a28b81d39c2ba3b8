"""Runs the floor's process: broker, store and pages together."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import structlog

from controller.config.floor import FloorConfig
from controller.ending import end_all
from controller.floor.board import Board
from controller.floor.duties import Duties, Duty
from controller.floor.gallery import Gallery
from controller.floor.guesses import Guesses
from controller.floor.house import KNOWN_OVER, House
from controller.floor.keeper import Keeper
from controller.floor.link import FloorLink
from controller.floor.push import HouseKey, Phone
from controller.floor.rows import Rows
from controller.floor.store import FloorStore, KeptAlert, KeptTable, Order, StoreTrouble, Wanted
from controller.floor.targets import Targets
from controller.ruling_cards.words import Words

NIGHT_S: Final = 12 * 3600.0
"""How far back the list goes when the floor's process starts."""

log = structlog.get_logger()
Kept = TypeVar("Kept", KeptTable, KeptAlert, Order)


class FloorService:
    """Everything of one floor. Belongs to the event loop's thread once it is started."""

    def __init__(self, config: FloorConfig) -> None:
        """Open the store. Raise StoreTrouble where that cannot be, KeyTrouble for a key that cannot be used."""
        self.config = config
        self.gallery = Gallery(config.evidence_key_path)
        store = FloorStore(config.store_url)
        since = time.time() - NIGHT_S
        listed = [*reversed(store.alerts(Wanted(since=since, most=500))), *store.open_alerts()]
        alerts = {alert.id: alert for alert in self._heard_here(listed)}
        self.house = House(self._heard_here(store.tables()), alerts.values(), store.over(KNOWN_OVER))
        for order in self._heard_here(store.orders(unanswered=True)):
            self.house.tell(order)
        sections = {table: section.name for section in config.section for table in section.tables}
        self.duties = Duties(sections, store.crew.duties(since))
        self.rows = Rows(self.house, sections, config.floor.escalate_s, self.duties)
        self.keeper = Keeper(store, self.house)
        self.link = FloorLink(config.floor, config.folder, self.house)
        self.guesses = Guesses()
        self.board = Board(self.house, self.rows, self.duties, self._problems)
        key = None
        if config.push is not None:
            key = HouseKey(config.folder / config.push.key, config.push.contact)
        self.targets = Targets(
            config, self.rows, self.house, self.duties, key, store.crew.phones(), store.crew.calls(since)
        )  # fmt: skip
        self.targets.on_told = self._told
        self.targets.on_gone = self._phone_gone
        self.house.on_answer = self._answered
        self._tasks: set[asyncio.Task[Any]] = set()

    def _heard_here(self, kept: Iterable[Kept]) -> list[Kept]:
        """Return what is of the sites that are heard: of another nobody would say how it is by now."""
        sites = self.config.floor.sites
        return [one for one in kept if not sites or one.site in sites]

    def _problems(self, words: Words) -> dict[str, str | int]:
        known = {"broker": self.link.problem, "store": self.keeper.problem}
        told = {name: "" if found is None else found.text(words) for name, found in known.items()}
        targets, pins = self.targets.told(words)[:300], self.guesses.told(words.language)
        return {**told, "targets": targets, "pins": pins, "unkept": self.keeper.unkept}

    def start(self) -> None:
        """Start hearing and keeping, inside the event loop."""
        days = self.config.store.evidence_days
        for runs in (self.link.run(), self.keeper.run(), self.keeper.clear(days), self.targets.run()):
            self._task(runs)

    def hush(self) -> None:
        """End what pages follow."""
        self.board.stop()

    async def stop(self) -> None:
        """Stop hearing, keep what came, close the store."""
        self.board.stop()
        await end_all(self._tasks)
        await self.keeper.close()

    def _task(self, work: Any) -> None:
        task: asyncio.Task[Any] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a part of the floor broke", error=type(error).__name__, what=str(error)[:200])

    async def tell(
        self, alert: KeptAlert, topic: str, person: str, fields: dict[str, Any], key: str = ""
    ) -> Order:
        """Tell the table of an alert something, by ``person``; the same ``key`` tells it once.

        Raise StoreTrouble where it cannot be kept: what is not kept is not told.
        """
        name = key or uuid.uuid4().hex
        if (known := self.house.orders.get(name)) is not None:
            return known
        order = Order(
            id=name, site=alert.site, name=alert.name, topic=topic, alert=alert.id, person=person,
            sent_at=time.time(), body={**fields, "log": alert.body.get("log"), "by": person, "id": name},
        )  # fmt: skip
        await self.keeper.do(lambda store: store.order(order))
        self.link.tell(order)
        return order

    async def take(self, duty: Duty) -> None:
        """Note whose something is from now on. Raise StoreTrouble where it cannot be kept."""
        await self.keeper.do(lambda store: store.crew.take(duty))
        self.duties.take(duty)
        self.house.version += 1

    async def phone(self, phone: Phone) -> None:
        """Call a phone from now on. Raise StoreTrouble where it cannot be kept."""
        await self.keeper.do(lambda store: store.crew.phone(phone))
        self.targets.phone(phone)

    def _told(self, address: str, alert: str) -> None:
        self._later(lambda store: store.crew.told(address, alert, time.time()))

    def _phone_gone(self, phone: Phone) -> None:
        self._later(lambda store: store.crew.forget(phone.endpoint))

    def _answered(self, order: Order) -> None:
        self._later(lambda store: store.order(order))

    def _later(self, work: Callable[[FloorStore], None]) -> None:
        async def keep() -> None:
            try:
                await self.keeper.do(work)
            except StoreTrouble as error:
                self.keeper.trouble(error)

        self._task(keep())
