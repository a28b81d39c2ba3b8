"""Keeps the table's side of the room: connected or not, and what goes out and comes in while it is.

Everything counted goes out of the journal in order and is marked once the broker has acknowledged it.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import aiomqtt
import msgspec
import structlog

from controller.config.room import RoomConfig
from controller.journal.signing import SignedHead
from controller.room.broker import MISSED_S, SHORT_S, Namesake, Pulse, client_for, hanging, why
from controller.room.evidence import EvidenceOut
from controller.room.orders import Orders
from controller.room.outbox import Outbox
from controller.room.past import Message, Past
from controller.room.topics import DOWN, HEALTH_EVERY_S, TO_TABLE, client_id, topic

BATCH: Final = 100
BEAT_S: Final = 1.0
"""State goes out at most once in this time, in seconds."""
STATE_EVERY_S: Final = 30.0
"""How often the state goes out though nothing has changed, in seconds."""
PATIENCE_S: Final = 5.0
"""How long the room may be away before the table says so, in seconds."""
RETRY_S: Final = 1.0
MOST_ASKED: Final = 200

log = structlog.get_logger()
Says = Callable[[], dict[str, Any]]
Timeless = tuple[str, ...]


class RoomLink:
    """Keeps one table connected to its room. Belongs to the event loop's thread."""

    def __init__(
        self, config: RoomConfig, folder: Path, table: str, outbox: Outbox, past: Past, orders: Orders,
        evidence: EvidenceOut, state: Says, health: Says, trouble: Callable[[str], None],
        entities: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """``state`` and ``health`` return what is to be said now; ``trouble`` is told what is wrong, "" when well.

        ``entities`` are the discovery messages for Home Assistant, topic to body.
        """
        self._config, self._folder, self._table = config, folder, table
        self._outbox, self._past, self._orders = outbox, past, orders
        self._evidence, self._entities = evidence, entities or {}
        self._state, self._health, self._trouble = state, health, trouble
        self._head: SignedHead | None = None
        self._new_head = asyncio.Event()
        self._asked: asyncio.Queue[tuple[int, int]] = asyncio.Queue(MOST_ASKED)
        self._down_since = time.monotonic()
        self._turn = 0
        self._namesake = Namesake()
        self._pulse = Pulse(self._hangs)
        self._sent = 0
        """Up to which number everything has been on its way to this broker."""
        self.problem = ""

    def head(self, head: SignedHead) -> None:
        """Take the journal's newest head; it goes out as soon as there is a broker."""
        self._head = head
        self._new_head.set()

    async def run(self) -> None:
        """Be connected, again and again, until cancelled."""
        while True:
            since = time.monotonic()
            try:
                await self._once()
            except (aiomqtt.MqttError, OSError, ValueError) as error:
                self._lost(error, time.monotonic() - since if self._up else None)
                self._turn += 1
            await asyncio.sleep(RETRY_S * (1 + random.random()))

    def crashed(self, error: BaseException) -> None:
        """Say that the link broke; it is started again."""
        log.error("the room's link broke", error=type(error).__name__)

    _up = False

    def _lost(self, error: BaseException, lasted_s: float | None) -> None:
        now = time.monotonic()
        if self._up:
            self._up, self._down_since = False, now
        if lasted_s is not None:
            self._namesake.lost(lasted_s)
        if self._namesake.there:
            name = client_id(self._config.site, self._table)
            self._say(f"another program is called {name} at the broker, and each throws the other out")
        elif now - self._down_since >= PATIENCE_S:
            self._say(why(error, self._config.node(self._turn)).detail)

    def _hangs(self, hangs: bool) -> None:
        if hangs:
            self._say(hanging(self._config.node(self._turn)).detail)
        else:
            self._well()

    def _say(self, problem: str) -> None:
        if problem != self.problem:
            self.problem = problem
            log.warning("room", problem=problem or "well again")
            self._trouble(problem)

    def _topic(self, name: str) -> str:
        return topic(self._config.site, self._table, name)

    async def _once(self) -> None:
        """Connect, and stay until the connection is lost: raise MqttError or OSError then."""
        will = aiomqtt.Will(self._topic("health"), DOWN, 1, True)
        name = client_id(self._config.site, self._table)
        node = self._config.node(self._turn)
        async with client_for(node, self._folder, name, will=will, keepalive=MISSED_S) as client:
            self._up = True
            try:
                await self._together(client)
            except* (aiomqtt.MqttError, OSError) as lost:
                raise aiomqtt.MqttError("the connection was lost") from lost.exceptions[0]
            except* asyncio.CancelledError:
                with contextlib.suppress(aiomqtt.MqttError):
                    await client.publish(self._topic("health"), DOWN, 1, True, timeout=1)
                raise

    async def _together(self, client: aiomqtt.Client) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen(client))
            group.create_task(self._pulse.feel(client))
            await client.subscribe([(self._topic(name), 1) for name in TO_TABLE])
            await self._publish(client, "health", self._health(), retain=True)
            await self._home(client)
            group.create_task(self._send(client))
            group.create_task(self._resend(client))
            group.create_task(self._beat(client))
            group.create_task(self._heads(client))
            group.create_task(self._shows(client))

    async def _publish(
        self, client: aiomqtt.Client, name: str, body: Any, qos: int = 1, *, retain: bool
    ) -> None:
        await client.publish(self._topic(name), msgspec.json.encode(body), qos, retain)

    async def _home(self, client: aiomqtt.Client) -> None:
        """List the table in Home Assistant where the house wants it."""
        for name, body in self._entities.items():
            await client.publish(name, msgspec.json.encode(body), 1, True)

    async def _put(self, client: aiomqtt.Client, messages: list[Message]) -> None:
        """Send counted messages in their order; return once the broker has acknowledged all of them."""
        async with asyncio.TaskGroup() as group:
            for message in messages:
                group.create_task(self._publish(client, message.topic, message.body, retain=False))

    async def _send(self, client: aiomqtt.Client) -> None:
        """Send what the broker has not, and go on with what comes."""
        outbox = self._outbox
        self._sent = outbox.told
        while True:
            outbox.more.clear()
            while self._sent < outbox.durable and (messages := await self._past.after(self._sent, BATCH)):
                await self._put(client, messages)
                self._sent = messages[-1].n
                outbox.has(self._sent)
                self._well()
            if self._sent >= outbox.durable:
                self._well()
            await outbox.more.wait()

    def _well(self) -> None:
        if not self._namesake.there and not self._pulse.hangs:
            self._say("")

    async def _resend(self, client: aiomqtt.Client) -> None:
        """Send once more what somebody lacks; what has not gone out yet comes in its turn."""
        while True:
            first, last = await self._asked.get()
            last = min(last, self._sent)
            while first <= last and (
                messages := await self._past.after(first - 1, min(BATCH, last - first + 1))
            ):
                await self._put(client, messages)
                first = messages[-1].n + 1

    async def _beat(self, client: aiomqtt.Client) -> None:
        """Say how the table stands and how it is, where that has changed, and now and then anyway."""
        state = _Said("state", 0, STATE_EVERY_S, ("at", "left_s"))
        health = _Said("health", 1, HEALTH_EVERY_S, ("at", "last_n", "clock_error_s"))
        health.due(self._health())
        while True:
            for said, body in ((state, self._state()), (health, self._health())):
                if said.due(body):
                    await self._publish(client, said.name, body, said.qos, retain=True)
            if self._namesake.suspected and time.monotonic() - self._down_since > 2 * SHORT_S:
                self._namesake.gone()
                self._well()
            await asyncio.sleep(BEAT_S)

    async def _heads(self, client: aiomqtt.Client) -> None:
        while True:
            if self._head is not None:
                await self._publish(client, "head", self._head, retain=True)
            self._new_head.clear()
            await self._new_head.wait()

    async def _shows(self, client: aiomqtt.Client) -> None:
        """Send the evidence of what was found, as soon as what follows it has come."""

        async def publish(name: str, body: bytes) -> None:
            await client.publish(self._topic(name), body, 1, False)

        while True:
            await self._evidence.send(publish)
            await asyncio.sleep(BEAT_S)

    async def _listen(self, client: aiomqtt.Client) -> None:
        """Carry out what the floor says, in its order."""
        async for message in client.messages:
            name = message.topic.value.rpartition("/")[2]
            payload = message.payload if isinstance(message.payload, bytes) else b""
            if name == "ruling":
                answer = await self._orders.ruling(payload)
                if answer is not None:
                    await self._publish(client, "ruled", answer, retain=False)
            elif name == "mark":
                await self._orders.mark(payload)
            elif name == "again" and (asked := self._orders.again(payload)) is not None:
                with contextlib.suppress(asyncio.QueueFull):
                    self._asked.put_nowait(asked)


class _Said:
    """What was said last on a retained topic; ``loose`` are fields whose change alone is no news."""

    def __init__(self, name: str, qos: int, every_s: float, loose: Timeless) -> None:
        self.name, self.qos = name, qos
        self._every_s, self._loose = every_s, loose
        self._last: dict[str, Any] | None = None
        self._at = 0.0

    def due(self, body: dict[str, Any]) -> bool:
        """Whether ``body`` is to be said now; it then counts as said."""
        firm = {name: value for name, value in body.items() if name not in self._loose}
        if isinstance(level := firm.get("level"), dict):
            firm["level"] = {name: value for name, value in level.items() if name not in self._loose}
        now = time.monotonic()
        if firm == self._last and now - self._at < self._every_s:
            return False
        self._last, self._at = firm, now
        return True
