"""Connects the floor to the broker: hears every table, asks for what is missing, tells tables what was decided."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Final

import aiomqtt
import msgspec
import structlog

from controller.config.floor import FloorRoom
from controller.floor.hindrance import Hindrance, of_broker, of_hanging
from controller.floor.house import House
from controller.floor.store import Order
from controller.room.broker import SHORT_S, Namesake, Pulse, batches, client_for
from controller.room.topics import PREFIX, topic

ASK_S: Final = 3.0
"""How often missing messages are asked for again, in seconds."""
AGAIN_S: Final = 5.0
"""How often a table is told once more what it has not answered, in seconds."""
AT_ONCE: Final = ("health", "state", "alert", "finding", "ruled")
"""Topics that a page waits for."""
BEHIND: Final = ("action", "hand", "head", "evidence/+/+")
"""Topics that come by a session of their own, so that after an absence no call waits behind what was played."""
SETTLE_S: Final = 0.3
"""How long the first session is ahead, in seconds: whose journal speaks is known before what it counts comes."""
COMING: Final = 100
"""More late messages than that in a second are a backlog on its way: nobody is asked for it."""
MOST_ASKED: Final = 5_000
"""How many messages are asked for at once."""
PORTION: Final = 500
"""How many of them of one table."""
RETRY_S: Final = 0.5
"""Half of what a table waits: where a broker has forgotten its sessions, the floor listens before they speak."""

log = structlog.get_logger()


class FloorLink:
    """Keeps the floor connected. Belongs to the event loop's thread."""

    def __init__(self, config: FloorRoom, folder: Path, house: House) -> None:
        self._config, self._folder, self._house = config, folder, house
        self.problem: Hindrance | None = Hindrance("not_yet")
        """Why nothing is heard, None where the broker is there."""
        self._orders: asyncio.Queue[Order] = asyncio.Queue()
        self._turn = 0
        self._there = asyncio.Event()
        self._there_since = 0.0
        self._namesake = Namesake()
        self._pulse = Pulse(self._hangs)
        self._sent: dict[str, float] = {}
        self._asked: dict[tuple[str, int], float] = {}

    def tell(self, order: Order) -> None:
        """Have a table told something, again until it answers."""
        self._house.tell(order)
        self._orders.put_nowait(order)

    async def run(self) -> None:
        """Be connected, again and again, until cancelled."""
        while True:
            try:
                await self._once()
            except (aiomqtt.MqttError, OSError, ValueError) as error:
                self._say(self._lost(error))
                self._turn += 1
            except Exception as error:
                # Whatever it is: it is said, and the floor connects anew.
                self._say(Hindrance("link", f"the link to the broker broke: {type(error).__name__}"))
                self._turn += 1
            await asyncio.sleep(RETRY_S * (1 + random.random()))

    def _lost(self, error: BaseException) -> Hindrance:
        """Return why the broker is not there; a broker that lets in another of the same name does not say so."""
        if self._there.is_set():
            self._namesake.lost(time.monotonic() - self._there_since)
        else:
            self._namesake.gone()
        if not self._namesake.there:
            return of_broker(error, self._config.node(self._turn))
        name = self._config.name
        detail = f"another floor is connected as {name}: give one of them another `name`"
        return Hindrance("twin", detail, {"name": name})

    async def _stays(self) -> None:
        """Say that the broker is there, once it is; where the last connections were cut short, once this one was not."""
        await self._there.wait()
        self._there_since = time.monotonic()
        if not self._namesake.there:
            self._say(None)
        await asyncio.sleep(SHORT_S)
        self._namesake.gone()
        self._hangs(self._pulse.hangs)

    async def _miss(self) -> None:
        """Look again and again who says nothing, while the broker would carry it."""
        await self._there.wait()
        since = time.monotonic()
        while True:
            await asyncio.sleep(1.0)
            if self._pulse.hangs:
                since = time.monotonic()
            self._house.miss(since, time.monotonic())
            self._house.leave(time.time())

    def _hangs(self, hangs: bool) -> None:
        self._say(of_hanging(self._config.node(self._turn)) if hangs else None)

    def _say(self, problem: Hindrance | None) -> None:
        if problem != self.problem:
            self.problem = problem
            self._house.version += 1
            log.warning("broker", problem="there again" if problem is None else problem.detail)

    async def _once(self) -> None:
        name = f"{PREFIX}:floor:{self._config.name}"
        node = self._config.node(self._turn)
        self._there.clear()
        async with client_for(node, self._folder, name) as client:
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._listen(client))
                    await client.subscribe(self._below(AT_ONCE))
                    self._sent.clear()
                    self._asked.clear()
                    group.create_task(self._history(f"{name}:history"))
                    group.create_task(self._stays())
                    group.create_task(self._miss())
                    group.create_task(self._pulse.feel(client))
                    group.create_task(self._tell_on(client))
                    group.create_task(self._ask(client))
            except* (aiomqtt.MqttError, OSError) as lost:
                raise aiomqtt.MqttError("the connection was lost") from lost.exceptions[0]

    async def _history(self, name: str) -> None:
        """Hear what fills the history; the broker is there once both sessions are."""
        await asyncio.sleep(SETTLE_S)
        async with client_for(self._config.node(self._turn), self._folder, name) as client:
            await client.subscribe(self._below(BEHIND))
            self._there.set()
            await self._listen(client)

    def _below(self, topics: tuple[str, ...]) -> list[tuple[str, int]]:
        return [(f"{PREFIX}/{site}/+/{what}", 1) for site in self._config.sites or ["+"] for what in topics]

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for batch in batches(client):
            self._pulse.felt()
            now = time.time()
            for message in batch:
                payload = message.payload if isinstance(message.payload, bytes) else b""
                self._house.take(message.topic.value, payload, now, retained=bool(message.retain))

    async def _tell_on(self, client: aiomqtt.Client) -> None:
        while True:
            try:
                async with asyncio.timeout(1.0):
                    await self._send(client, await self._orders.get())
            except TimeoutError:
                for order in list(self._house.orders.values()):
                    # A silent table has it at the broker, where each copy would wait for it.
                    if order.id not in self._sent or not self._house.is_silent(order):
                        await self._send(client, order)

    async def _send(self, client: aiomqtt.Client, order: Order) -> None:
        now = time.monotonic()
        if order.answer is None and now - self._sent.get(order.id, -AGAIN_S) >= AGAIN_S:
            self._sent[order.id] = now
            place = topic(order.site, order.name, order.topic)
            await client.publish(place, msgspec.json.encode(order.body), 1)

    async def _ask(self, client: aiomqtt.Client) -> None:
        """Ask for what is missing, in portions, each gap anew where nothing of it has come for a while."""
        filled = self._house.filled
        while True:
            await asyncio.sleep(ASK_S / 3)
            before, filled = filled, self._house.filled
            if filled - before > COMING:
                continue
            now, most = time.monotonic(), MOST_ASKED
            gaps = self._house.gaps()
            self._asked = {
                (table.key, first): self._asked.get((table.key, first), now) for table, first, _ in gaps
            }
            for table, first, last in gaps:
                if now < self._asked[table.key, first] + ASK_S / 3 or most <= 0:
                    continue
                self._asked[table.key, first] = now + ASK_S
                last = min(last, first + PORTION - 1)
                most -= last - first + 1
                place = topic(table.site, table.name, "again")
                await client.publish(place, msgspec.json.encode({"from": first, "to": last}), 1)
