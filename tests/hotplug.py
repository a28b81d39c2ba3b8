"""Four devices pulled out and put back, again and again, under a real daemon.

    umockdev-wrapper python -m tests.hotplug --cycles 1000

Udev, the tty nodes and the plug messages are umockdev's; finding, opening, link, journal and health are the
daemon's own. Each time a device comes back on another port, under another tty number, started anew, and
senses something at once. One JSON object is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import structlog

from controller import rulebooks
from controller.config.journal_keys import load_keys, make_missing
from controller.config.model import (
    Config,
    DeviceConfig,
    JournalConfig,
    LevelConfig,
    SeatConfig,
    TableConfig,
)
from controller.daemon.service import TableService
from controller.privacy import HiddenCards
from firmware_bridge.device import Acked, DeviceSession, Identity
from tests.umock import Testbed

SENSED: dict[str, dict[str, Any]] = {
    "shoe": {"type": "card.draw", "tag": None, "face": "down"},
    "antennas": {"type": "card.seen", "tag": "E0040001", "zone": "seat:3"},
    "chips": {"type": "chips.push", "seat": 3, "chips": {"25": 2}},
    "panel": {"type": "floor.call"},
}
PORTS = range(1, 9)
DEADLINE_S = 60.0
WARM_UP = 12


class PulledDevice:
    """A device on the testbed: each time it is plugged in it has started anew."""

    def __init__(
        self, bed: Testbed, kind: str, taken: set[int], numbers: Iterator[int], chance: random.Random
    ) -> None:
        self.kind, self.serial = kind, f"{kind.upper()}-1"
        self._bed, self._taken, self._numbers, self._chance = bed, taken, numbers, chance
        self._session: DeviceSession | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._acked = asyncio.Event()
        self._where = (0, 0)
        self._fd = -1
        self.delivered = 0

    def plug(self) -> None:
        """Plug it in somewhere, with something sensed already."""
        port = self._chance.choice([port for port in PORTS if port not in self._taken])
        self._where = n, port = next(self._numbers), port
        self._taken.add(port)
        self._session = DeviceSession(
            Identity(kind=self.kind, serial=self.serial), self._chance.randrange(1, 2**32)
        )
        self._session.sense(SENSED[self.kind], _now_us())
        self._acked.clear()
        self._bed.plug(n, self.serial, port)
        self._fd = self._bed.device_end(n)
        os.set_blocking(self._fd, False)
        asyncio.get_running_loop().add_reader(self._fd, self._step)
        self._step()

    async def recorded(self) -> None:
        """Wait until the daemon has what was sensed on disk."""
        async with asyncio.timeout(DEADLINE_S):
            await self._acked.wait()
        self.delivered += 1

    def unplug(self) -> None:
        """Pull the cable."""
        asyncio.get_running_loop().remove_reader(self._fd)
        if self._timer is not None:
            self._timer.cancel()
        n, port = self._where
        self._bed.unplug(n, port)
        os.close(self._fd)
        self._taken.discard(port)

    def _step(self) -> None:
        assert self._session is not None
        try:
            data = os.read(self._fd, 4096)
        except OSError:
            data = b""
        for news in self._session.receive(data, _now_us()):
            if isinstance(news, Acked):
                self._acked.set()
        with contextlib.suppress(OSError):  # nobody has opened the other end yet: lost, as on a wire
            os.write(self._fd, self._session.to_send())
        if self._timer is not None:
            self._timer.cancel()
        wait_s = max(0.0, (self._session.next_wake() - _now_us()) / 1e6)
        self._timer = asyncio.get_running_loop().call_later(wait_s, self._step)


def _now_us() -> int:
    return time.monotonic_ns() // 1000


def _config(folder: Path) -> Config:
    return Config(
        table=TableConfig(
            id="7", rulebook="deltin", level=LevelConfig(small=50, big=100),
            seats={seat: SeatConfig(stack=10_000) for seat in range(1, 7)},
            keyed=["checks", "words", "faces", "awards", "hands"],
        ),
        journal=JournalConfig(path=str(folder / "table.db"), seal_key=str(folder / "key" / "seal.key")),
        device=[DeviceConfig(kind=kind, udev={"ID_SERIAL_SHORT": f"{kind.upper()}-1"}) for kind in SENSED],  # type: ignore[arg-type]
    )  # fmt: skip


async def _cycles(
    device: PulledDevice, service: TableService, changed: asyncio.Event, count: int, took_s: list[float]
) -> None:
    for _ in range(count):
        started = time.perf_counter()
        device.plug()
        await device.recorded()
        took_s.append(time.perf_counter() - started)
        device.unplug()
        async with asyncio.timeout(DEADLINE_S):
            while service.core.devices.state(device.kind) != "down":
                changed.clear()
                await changed.wait()


async def _night(folder: Path, cycles: int, seed: int) -> dict[str, Any]:
    bed, taken, numbers, chance = Testbed(), set[int](), itertools.count(), random.Random(seed)
    config = _config(folder)
    make_missing(config, lambda what, path: None)
    service = TableService(config, rulebooks.load("deltin"), load_keys(config), HiddenCards())
    devices = [PulledDevice(bed, kind, taken, numbers, chance) for kind in SENSED]
    service.start()
    changed = _changes(service)
    try:
        stranger = await _stranger(bed, service, changed, next(numbers))
        await asyncio.gather(*(_cycles(device, service, changed, WARM_UP, []) for device in devices))
        before = _held()
        took_s: list[float] = []
        share = cycles // len(devices)
        await asyncio.gather(*(_cycles(device, service, changed, share, took_s) for device in devices))
        after = await _settled(before)
    finally:
        await service.stop()
    took_s.sort()
    return {
        "stranger": stranger,
        "cycles": len(took_s),
        "p50_s": round(took_s[len(took_s) // 2], 4),
        "p99_s": round(took_s[int(len(took_s) * 0.99)], 4),
        "max_s": round(took_s[-1], 4),
        "descriptors": [before[0], after[0]],
        "tasks": [before[1], after[1]],
        "delivered": {device.kind: device.delivered for device in devices},
        "recorded": _recorded(folder / "table.db"),
    }


async def _stranger(bed: Testbed, service: TableService, changed: asyncio.Event, n: int) -> str:
    """Plug something in that is not the table's, and pull it; return what the table said of it."""
    bed.plug(n, "MODEM-7", 9, maker="Some", model="Modem")
    async with asyncio.timeout(DEADLINE_S):
        while not (
            found := [view.problem for view in service.core.devices.views() if view.kind == "stranger"]
        ):
            changed.clear()
            await changed.wait()
        bed.unplug(n, 9)
        while any(view.kind == "stranger" for view in service.core.devices.views()):
            changed.clear()
            await changed.wait()
    return found[0]


def _changes(service: TableService) -> asyncio.Event:
    """Return an event that is set whenever something at the table has changed."""
    changed, tell = asyncio.Event(), service.changed

    def noted() -> None:
        tell()
        changed.set()

    service.changed = noted
    return changed


def _held() -> tuple[int, int]:
    """Return how many descriptors and tasks the process has."""
    return len(os.listdir("/proc/self/fd")), len(asyncio.all_tasks())


async def _settled(before: tuple[int, int]) -> tuple[int, int]:
    """Return what the process has once the last port is closed, or after a second."""
    for _ in range(100):
        if _held() <= before:
            break
        await asyncio.sleep(0.01)
    return _held()


def _recorded(journal: Path) -> dict[str, int]:
    """Return how many events of each device the journal has, each boot's number counted once."""
    with sqlite3.connect(journal) as db:
        rows = db.execute("SELECT DISTINCT device, boot, seq FROM record WHERE seq > 0").fetchall()
        twice = db.execute("SELECT count(*) FROM record WHERE seq > 0").fetchone()[0] - len(rows)
    db.close()
    return {**Counter(device for device, *_ in rows), "twice": twice}


def main() -> int:
    """Run the cycles and print what came of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--cycles", type=int, default=1000, help="unplugged and replugged, all devices together"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(_night(Path(folder), options.cycles, options.seed))))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
