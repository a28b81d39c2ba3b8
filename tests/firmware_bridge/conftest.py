"""A device and a host on a simulated cable: time is what the test says, chance is seeded."""

from __future__ import annotations

import asyncio
import heapq
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import (
    BadEvent,
    Delivered,
    Durable,
    Hello,
    HostSession,
    LinkNews,
    LinkState,
    Lost,
)
from firmware_bridge.device import DeviceNews, DeviceSession, Identity

ROOT = Path(__file__).parents[2]


@dataclass
class Cable:
    """What a cable does to frames, each way: chances of 0 to 1, and a delay in seconds."""

    loss: float = 0.0
    twice: float = 0.0
    flip: float = 0.0
    least_s: float = 0.0005
    most_s: float = 0.0005
    cut: bool = False

    def carry(self, data: bytes, chance: random.Random) -> list[tuple[float, bytes]]:
        """Return what comes out of the far end, and after how long."""
        out: list[tuple[float, bytes]] = []
        for segment in filter(None, data.split(b"\x00")):
            copies = 0 if self.cut or chance.random() < self.loss else 1
            copies += copies and chance.random() < self.twice
            for _ in range(copies):
                body = bytearray(segment)
                if chance.random() < self.flip:
                    body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
                frame = b"\x00" + bytes(body) + b"\x00"
                out.append((chance.uniform(self.least_s, self.most_s), frame))
        return out


@dataclass
class Owner:
    """Stands for the daemon: writes down what it is handed and acknowledges a moment later."""

    disk_s: float = 0.004
    acknowledges: bool = True
    events: list[dict[str, Any]] = field(default_factory=list)
    news: list[LinkNews] = field(default_factory=list)
    durable: dict[str, Durable] = field(default_factory=dict)

    def admit(self, hello: Hello) -> Durable | None:
        return self.durable.get(hello.serial)

    def of(self, *kinds: type) -> list[Any]:
        """Return the news of these kinds, in order."""
        return [one for one in self.news if isinstance(one, kinds)]

    @property
    def lost(self) -> int:
        return sum(one.count for one in self.of(Lost))


class Bench:
    """One device, one host, a cable between them, and a clock that only the test moves."""

    def __init__(self, seed: int = 1, cable: Cable | None = None, owner: Owner | None = None) -> None:
        self.chance = random.Random(seed)
        self.cable = cable or Cable()
        self.owner = owner or Owner()
        self.now = 1000.0
        self.drift_ppm = 0.0
        self.powered_s = self.now
        self.identity = Identity(kind="shoe", serial="SHOE-1", build="1.0")
        self.device = DeviceSession(self.identity, 0xB001)
        self.host = HostSession(self.owner.admit)
        self.told: list[DeviceNews] = []
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def device_us(self) -> int:
        return int((self.now - self.powered_s) * (1e6 + self.drift_ppm))

    def at(self, when: float, act: Callable[[], None]) -> None:
        """Do something at a time of the test's clock."""
        self._count += 1
        heapq.heappush(self._queue, (when, self._count, act))

    def plug(self) -> None:
        self.host.port_opened(self.now)
        self._settle()

    def unplug(self) -> None:
        self._hear(self.host.port_closed(self.now))
        self._queue.clear()

    def sense(self, event: dict[str, Any] | bytes, ago_s: float = 0.0) -> int:
        """The device senses something, ``ago_s`` ago."""
        now_us = self.device_us()
        seq = self.device.sense(event, now_us, now_us - int(ago_s * 1e6))
        self._settle()
        return seq

    def ack(self, seq: int) -> None:
        """The owner has everything up to ``seq`` on disk."""
        self.host.ack(self.device.boot_id, seq)
        self._settle()

    def ask(self) -> None:
        """The owner wants to know now up to when it has heard everything."""
        self.host.ask(self.now)
        self._hear(self.host.tick(self.now))
        self._settle()

    def reboot(self, boot_id: int, **options: Any) -> None:
        self.powered_s = self.now
        self.device = DeviceSession(self.identity, boot_id, **options)
        self._settle()

    def restart_host(self) -> None:
        """The daemon dies and comes back: it knows what is on disk, and nothing else."""
        self._queue.clear()  # what was on its way to or from the old process
        self.host = HostSession(self.owner.admit)
        self.plug()

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while (due := self._next()) <= end:
            self.now = max(self.now, due)
            while self._queue and self._queue[0][0] <= self.now:
                heapq.heappop(self._queue)[2]()
            self._hear(self.host.tick(self.now))
            self.told += self.device.tick(self.device_us())
            self._settle()
        self.now = end

    def run_until(self, met: Callable[[], bool], most_s: float = 60.0) -> float:
        """Let time pass until ``met``; return how long that took. Fail after ``most_s``."""
        begin = self.now
        while not met():
            assert self.now - begin < most_s, f"not met within {most_s} s: {self.host.state}"
            self.run(0.01)
        return self.now - begin

    def up(self) -> Bench:
        self.plug()
        self.run_until(lambda: self.host.state is LinkState.UP)
        return self

    def _next(self) -> float:
        times = [self._queue[0][0]] if self._queue else []
        if (wake := self.host.next_wake()) is not None:
            times.append(wake)
        times.append(self.powered_s + (self.device.next_wake() + 1) / (1e6 + self.drift_ppm))
        # A wake-up in the past means now; a microsecond on keeps a sleepless session from stopping time.
        return max(min(times), self.now + 1e-6)

    def _settle(self) -> None:
        """Put on the cable what either side has to say."""
        for after_s, frame in self.cable.carry(self.host.to_send(), self.chance):
            self.at(self.now + after_s, partial(self._to_device, frame))
        for after_s, frame in self.cable.carry(self.device.to_send(), self.chance):
            self.at(self.now + after_s, partial(self._to_host, frame))

    def _to_device(self, frame: bytes) -> None:
        self.told += self.device.receive(frame, self.device_us())

    def _to_host(self, frame: bytes) -> None:
        if self.host.state is not LinkState.CLOSED:
            self._hear(self.host.receive(frame, self.now))

    def _hear(self, news: list[LinkNews]) -> None:
        for one in news:
            self.owner.news.append(one)
            if isinstance(one, Delivered):
                self.owner.events.append(one.event)
            if (
                isinstance(one, (Delivered, BadEvent, Lost))
                and one.seq is not None
                and self.owner.acknowledges
            ):
                self.at(self.now + self.owner.disk_s, partial(self._on_disk, one.boot_id, one.seq))

    def _on_disk(self, boot_id: int, seq: int) -> None:
        self.owner.durable[self.identity.serial] = Durable(boot_id=boot_id, seq=seq)
        self.host.ack(boot_id, seq)
        self._settle()


@pytest.fixture
def bench() -> Callable[..., Bench]:
    """Return the maker of benches."""
    return Bench


@pytest.fixture
def cable() -> type[Cable]:
    return Cable


@pytest.fixture
def owner() -> type[Owner]:
    return Owner


def card(number: int) -> dict[str, Any]:
    """Return the draw of a card that a test can tell from the others."""
    return {"type": "card.draw", "tag": f"E00401{number:06X}", "face": "down"}


@pytest.fixture(name="card")
def card_maker() -> Callable[[int], dict[str, Any]]:
    return card


class Process:
    """The virtual device as a process, with its orders and what it says."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.said: list[dict[str, Any]] = []
        self.path = ""

    @classmethod
    async def start(cls, *options: str) -> Process:
        self = cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "firmware_bridge.virtual_device",
                *options,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd=ROOT,
            )
        )
        self.path = (await self.hears("pty"))["pty"]
        return self

    def order(self, **fields: Any) -> None:
        """Write one order."""
        self.line(json.dumps(fields))

    def line(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode() + b"\n")

    async def hears(self, name: str) -> dict[str, Any]:
        """Return the next thing said that has a field ``name``; fail after a minute."""
        assert self.process.stdout is not None
        async with asyncio.timeout(60):
            while True:
                line = await self.process.stdout.readline()
                assert line, f"the virtual device ended without saying {name!r}: {self.said}"
                said: dict[str, Any] = json.loads(line)
                self.said.append(said)
                if name in said:
                    return said

    async def ends(self) -> int:
        """Close its orders and return the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        async with asyncio.timeout(60):
            return await self.process.wait()


@pytest.fixture
def virtual() -> Callable[..., Any]:
    """Return the starter of virtual devices: ``await virtual("--kind", "shoe", ...)``."""
    return Process.start


@pytest.fixture
def rng() -> random.Random:
    return random.Random(20_261_121)
