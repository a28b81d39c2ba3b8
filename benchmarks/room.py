"""A room of simulated tables on one broker and one floor screen: how soon a call is on the page, and what is lost.

    python -m benchmarks.room --tables 1000 --minutes 3 --cut 60

The tables are the demo's virtual ones: the real referee's lines, outbox and link, all in one process; the floor's
process, Mosquitto and chromium are the real ones. Everything runs on this machine. After the broker was away it is
measured when every table is heard again, when every call is as its table told it last before the broker was back, and
when nothing that was said is missing; and how many seconds of processor each process needed until then: what the floor
needs by itself, where tables have machines of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import structlog

from benchmarks.room_tables import Tables
from controller.demo.room.__main__ import broker_at
from tests.ports import port_nobody_has

SETTLE_S = 10.0
PATIENCE_S = 1500.0
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


class Store:
    """What the floor has kept, looked at from outside."""

    def __init__(self, path: Path) -> None:
        self._link = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def _one(self, query: str, *values: Any) -> int:
        (found,) = self._link.execute(query, values).fetchone()
        return int(found)

    def kept(self) -> int:
        """Return how many messages there are."""
        return self._one("SELECT count(*) FROM room_message")

    def doubled(self) -> int:
        """Return how many messages there are twice."""
        return self.kept() - self._one(
            "SELECT count(*) FROM (SELECT DISTINCT site, name, n FROM room_message)"
        )

    def calls(self) -> dict[str, int]:
        """Return by which number each call is known, by its table and its finding's id."""
        rows = self._link.execute(
            "SELECT site || '/' || name || '|' || json_extract(body, '$.finding.id'), n FROM room_alert"
        )
        return dict(rows.fetchall())

    def whole(self) -> dict[str, int]:
        """Return the highest number of each table of which nothing is missing."""
        rows = self._link.execute("SELECT site || '/' || name, high FROM room_table WHERE missing = '[]'")
        return dict(rows.fetchall())

    def lost(self, said: dict[str, int]) -> int:
        """Return how many of the numbers up to ``said``, by table, are not there."""
        rows = self._link.execute("SELECT DISTINCT site || '/' || name, n FROM room_message")
        return sum(said.values()) - sum(n <= said.get(name, 0) for name, n in rows)

    def heard(self, since: float) -> int:
        """Return how many tables were heard since a moment (seconds since 1970) and are there."""
        there = "heard_at >= ? AND json_extract(health, '$.state') <> 'down'"
        return self._one(f"SELECT count(*) FROM room_table WHERE {there}", since)


class Room:
    """Everything that runs, and what it is measured by."""

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.folder, self.port, self.pages = folder, port_nobody_has(), port_nobody_has()
        self.broker = broker_at(folder, self.port)
        config = folder / "floor.toml"
        config.write_text(
            f'[floor]\nbroker = "mqtt://127.0.0.1:{self.port}"\n[server]\nport = {self.pages}\n'
        )
        command = [sys.executable, "-m", "controller.cli", "floor", "--config", str(config)]
        self.floor = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.count = arguments.tables
        self.tables = Tables(self.port, arguments.tables, arguments.hand, arguments.wrong)

    async def heard(self) -> None:
        """Wait until the floor has heard every table."""
        while True:
            with contextlib.suppress(sqlite3.OperationalError):  # until the floor has made it
                if self.store().heard(0.0) >= self.count:
                    return
            await asyncio.sleep(0.5)

    def store(self) -> Store:
        """Return what the floor has kept."""
        return Store(self.folder / "floor.db")

    def processes(self) -> dict[str, list[int]]:
        """Return what is measured, by name."""
        chromium = [pid for pid in below(os.getpid()) if b"chrom" in _command(pid)]
        return {
            "broker": [self.broker.pid], "floor": [self.floor.pid], "tables": [self.tables.pid], "browser": chromium,
        }  # fmt: skip

    async def without_broker(self, down_s: float) -> dict[str, Any]:
        """Take the broker away for a while; return what that cost."""
        self.broker.terminate()
        self.broker.wait()
        await asyncio.sleep(down_s)
        self.broker = broker_at(self.folder, self.port)
        await asyncio.sleep(0.1)
        if self.broker.poll() is not None:
            raise RuntimeError(f"mosquitto does not start again at port {self.port}")
        began, since = time.monotonic(), time.time()
        before = {name: used(pids)[0] for name, pids in self.processes().items()}
        store, said, calls = self.store(), self.tables.said(), self.tables.calls()
        reached: dict[str, Any] = {}
        while len(reached) < 3 and time.monotonic() - began < PATIENCE_S:
            there = {
                "heard": lambda: store.heard(since) >= self.count,
                "calls": lambda: reaches(store.calls(), calls),
                "whole": lambda: reaches(store.whole(), said),
            }
            for name, is_there in there.items():
                if name not in reached and is_there():
                    took = round(time.monotonic() - began, 1)
                    reached[name] = {"again_s": took, "cpu_s": self._spent(before)}
            await asyncio.sleep(0.1)
        return {
            "down_s": down_s, **reached, "said": sum(said.values()), "calls_told": len(calls),
            "load": round(os.getloadavg()[0], 1), "lost": store.lost(said), "doubled": store.doubled(),
        }  # fmt: skip

    def _spent(self, before: dict[str, float]) -> dict[str, float]:
        return {name: round(used(pids)[0] - before[name], 2) for name, pids in self.processes().items()}

    async def stop(self) -> None:
        """End everything."""
        self.tables.stop()
        for process in (self.floor, self.broker):
            process.terminate()
            process.wait(timeout=20)


def reaches(known: dict[str, int], wanted: dict[str, int]) -> bool:
    """Whether each number that is wanted, or a higher one, is known under its name."""
    return all(known.get(name, -1) >= n for name, n in wanted.items())


def delays(moments: dict[str, float], seen: dict[str, float], started: float) -> dict[str, Any]:
    """Return how long it took from a finding at its table to its row on the page."""
    found = []
    for name, at in seen.items():
        parts = name.split("/", 4)
        if len(parts) < 5:  # a row about a table, not of an alert
            continue
        told = moments.get(f"{parts[0]}/{parts[1]}|{parts[4]}")
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
    await room.heard()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(300_000)
        await page.goto(f"http://127.0.0.1:{room.pages}/")
        await page.wait_for_selector("[data-mode=live]")
        await page.evaluate(WATCH)
        await asyncio.sleep(SETTLE_S)
        started = time.time()
        before = {name: used(pids)[0] for name, pids in room.processes().items()}
        await asyncio.sleep(arguments.minutes * 60)
        elapsed = time.time() - started
        figures["processes"] = {
            name: {
                "cpu_percent": round(100 * (seconds - before[name]) / elapsed, 1),
                "rss_mb": round(megabytes),
            }
            for name, pids in room.processes().items()
            for seconds, megabytes in [used(pids)]
        }
        figures["load"] = os.getloadavg()[0]
        figures["on_the_page"] = delays(
            room.tables.found(), await page.evaluate("() => window.seen"), started
        )
        figures["messages"] = sum(room.tables.said().values())
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
