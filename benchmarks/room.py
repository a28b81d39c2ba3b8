"""A room of simulated tables on one broker and one floor screen: how soon a call is on the page, and what is lost.

    python -m benchmarks.room --tables 1000 --minutes 3 --cut 60

The tables are the demo's virtual ones: the real referee's lines, outbox and link; the floor's process, Mosquitto and
chromium are the real ones. Everything runs on this machine, the tables too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import structlog

from controller import rulebooks
from controller.config.room import RoomConfig
from controller.demo.room.__main__ import broker_at, free_port
from controller.demo.room.virtual import VirtualTable, evenings
from controller.floor.store import FloorStore

SETTLE_S = 10.0
TICKS = os.sysconf("SC_CLK_TCK")
WATCH = """() => { window.seen = {}; const note = () => { for (const row of document.querySelectorAll('.line-of-row'))
  window.seen[row.dataset.id] ??= (performance.timeOrigin + performance.now()) / 1000; };
  new MutationObserver(note).observe(document.getElementById('alerts'), { childList: true, subtree: true }); }"""


def used(pids: list[int]) -> tuple[float, float]:
    """Return the processor seconds and the megabytes that processes use."""
    seconds = megabytes = 0.0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            seconds += (int(fields[11]) + int(fields[12])) / TICKS
            megabytes += int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except (OSError, IndexError):
            continue
    return seconds, megabytes


def below(pid: int) -> list[int]:
    """Return a process and all below it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            parents.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for one in found:
        found += parents.get(one, [])
    return found


def found_at(tables: list[VirtualTable]) -> dict[str, float]:
    """Return when each alert was found, by what ends its row's id."""
    moments: dict[str, float] = {}
    for table in tables:
        for message in table.said:
            if message.topic == "alert":
                name = f"demo/{table.name}|{message.body['finding']['id']}"
                moments.setdefault(name, datetime.fromisoformat(message.body["times"]["found"]).timestamp())
    return moments


async def caught_up(tables: list[VirtualTable], url: str, since: float) -> tuple[float, int, int]:
    """Wait until the store has all that was said; return after how long, how many are lost, how many there are."""
    while True:
        said = sum(table.outbox.last for table in tables)
        store = FloorStore(url)
        kept = store.count()
        store.close()
        if kept >= said or time.monotonic() - since > 240:
            return time.monotonic() - since, said - kept, kept
        await asyncio.sleep(0.5)


class Room:
    """Everything that runs, and what it is measured by."""

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.folder, self.port, self.pages = folder, free_port(), free_port()
        self.url = f"sqlite:///{folder / 'floor.db'}"
        self.broker = broker_at(folder, self.port)
        config = folder / "floor.toml"
        config.write_text(
            f'[floor]\nbroker = "mqtt://127.0.0.1:{self.port}"\n[server]\nport = {self.pages}\n'
        )
        command = [sys.executable, "-m", "controller.cli", "floor", "--config", str(config)]
        self.floor = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        book = rulebooks.load("deltin")
        clean, wrong = evenings(book)
        there = RoomConfig(site="demo", broker=f"mqtt://127.0.0.1:{self.port}")
        self.tables = [
            VirtualTable(
                there, str(n), book, clean, wrong, hand_s=arguments.hand, wrong_part=arguments.wrong, seed=n
            )
            for n in range(arguments.tables)
        ]
        self.playing: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Let the tables come one after the other, as on a morning."""
        for place, table in enumerate(self.tables):
            self.playing.append(asyncio.create_task(table.run()))
            if place % 20 == 19:
                await asyncio.sleep(0.1)

    def processes(self) -> dict[str, list[int]]:
        """Return what is measured, by name."""
        chromium = [pid for pid in below(os.getpid()) if b"chrom" in _command(pid)]
        return {"broker": [self.broker.pid], "floor": [self.floor.pid], "browser": chromium}

    async def without_broker(self, down_s: float) -> dict[str, Any]:
        """Take the broker away for a while; return what that cost."""
        self.broker.terminate()
        self.broker.wait()
        await asyncio.sleep(down_s)
        began = time.monotonic()
        self.broker = broker_at(self.folder, self.port)
        took, lost, kept = await caught_up(self.tables, self.url, began)
        return {"down_s": down_s, "whole_again_s": round(took, 1), "lost": lost, "kept": kept}

    async def stop(self) -> None:
        """End everything."""
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)
        for process in (self.floor, self.broker):
            process.terminate()
            process.wait(timeout=20)


def delays(tables: list[VirtualTable], seen: dict[str, float], started: float) -> dict[str, Any]:
    """Return how long it took from a finding at its table to its row on the page."""
    moments, found = found_at(tables), []
    for name, at in seen.items():
        site, table, _, rest = name.split("/", 3)
        told = moments.get(f"{site}/{table}|{rest.split('/', 1)[1]}")
        if told is not None and told > started:
            found.append(at - told)
    found.sort()
    if not found:
        return {"calls": 0}
    p99 = found[int(len(found) * 0.99)]
    return {"calls": len(found), "p50_s": round(found[len(found) // 2], 3), "p99_s": round(p99, 3)}


async def measure(arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Run the room and return the figures."""
    from playwright.async_api import async_playwright

    figures: dict[str, Any] = {"tables": arguments.tables, "hand_s": arguments.hand, "wrong": arguments.wrong}
    room = Room(arguments, folder)
    await room.start()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        await page.goto(f"http://127.0.0.1:{room.pages}/")
        await page.wait_for_selector("[data-mode=live]")
        await page.evaluate(WATCH)
        await asyncio.sleep(SETTLE_S)
        started = time.time()
        before = {name: used(pids)[0] for name, pids in room.processes().items()}
        await asyncio.sleep(arguments.minutes * 60)
        elapsed = time.time() - started
        for name, pids in room.processes().items():
            seconds, megabytes = used(pids)
            percent = round(100 * (seconds - before[name]) / elapsed, 1)
            figures[name] = {"cpu_percent": percent, "rss_mb": round(megabytes)}
        figures["on_the_page"] = delays(room.tables, await page.evaluate("() => window.seen"), started)
        figures["messages"] = sum(table.outbox.last for table in room.tables)
        figures["restart"] = await room.without_broker(2.0)
        figures["cut"] = await room.without_broker(arguments.cut)
        await browser.close()
    await room.stop()
    return figures


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument(
        "--hand", type=float, default=120.0, help="seconds of a hand: 120 are 30 hands an hour"
    )
    parser.add_argument(
        "--wrong", type=float, default=0.02, help="part of the hands in which something goes wrong"
    )
    parser.add_argument("--cut", type=float, default=60.0, help="seconds that the broker is away")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory(prefix="floorcall-bench-") as folder:
        Path(folder).chmod(0o755)
        print(json.dumps(asyncio.run(measure(arguments, Path(folder))), indent=2))  # noqa: T201


if __name__ == "__main__":
    main()
