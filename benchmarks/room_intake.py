"""What a message costs the floor: a backlog of simulated tables, published by one thin client.

    python -m benchmarks.room_intake --tables 200 --hands 6

Mosquitto and the floor's process are the real ones; the tables' messages are made before. What is told is the floor's
seconds of processor, which other programs on the machine change little; how long it took, they change much.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import paho.mqtt.client as mqtt
import structlog

from benchmarks.room import SETTLE_S, Store, used
from controller import rulebooks
from controller.config.room import RoomConfig
from controller.demo.room.__main__ import answers, broker_at
from controller.demo.room.virtual import VirtualTable, evenings
from controller.room.topics import topic
from tests.ports import port_nobody_has

SITE = "demo"
PATIENCE_S = 300.0


async def backlog(tables: int, hands: int) -> list[tuple[str, bytes]]:
    """Return what tables say in some hands each, a hundred messages of each table in turn."""
    book = rulebooks.load("deltin")
    clean, wrong = evenings(book)
    room = RoomConfig(site=SITE, broker="mqtt://127.0.0.1:1")
    said = []
    for seed in range(tables):
        evening = random.Random(seed)
        table = VirtualTable(room, str(seed), book, clean, wrong, hand_s=0.0, wrong_part=0.02, seed=seed)
        for _ in range(hands):
            await table.plays(evening.choice(clean))
        said.append(
            [(topic(SITE, table.name, one.topic), msgspec.json.encode(one.body)) for one in table.said]
        )
    turns = range(0, max(map(len, said)), 100)
    return [message for turn in turns for table in said for message in table[turn : turn + 100]]


def measure(arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Publish the backlog and return what it cost."""
    messages = asyncio.run(backlog(arguments.tables, arguments.hands))
    port, pages = port_nobody_has(), port_nobody_has()
    broker = broker_at(folder, port)
    config = folder / "floor.toml"
    config.write_text(f'[floor]\nbroker = "mqtt://127.0.0.1:{port}"\n[server]\nport = {pages}\n')
    command = [sys.executable, "-m", "controller.cli", "floor", "--config", str(config)]
    floor = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if not answers(floor, pages):
            raise RuntimeError("the floor's process did not start")
        time.sleep(SETTLE_S)
        client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        client.max_inflight_messages_set(500)
        client.max_queued_messages_set(0)
        client.connect("127.0.0.1", port)
        client.loop_start()
        store, before, began = Store(folder / "floor.db"), used([floor.pid])[0], time.monotonic()
        for place, body in messages:
            client.publish(place, body, 1)
        while store.kept() < len(messages) and time.monotonic() - began < PATIENCE_S:
            time.sleep(0.1)
        took, cpu = time.monotonic() - began, used([floor.pid])[0] - before
        client.loop_stop()
        return {
            "messages": len(messages), "kept": store.kept(), "took_s": round(took, 1), "floor_cpu_s": round(cpu, 2),
            "floor_us_a_message": round(cpu / len(messages) * 1e6), "load": round(os.getloadavg()[0], 1),
        }  # fmt: skip
    finally:
        for process in (floor, broker):
            process.terminate()
            process.wait(timeout=20)


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--hands", type=int, default=6, help="hands of each table")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory(prefix="floorcall-bench-") as folder:
        Path(folder).chmod(0o755)
        print(json.dumps(measure(arguments, Path(folder)), indent=2))  # noqa: T201


if __name__ == "__main__":
    main()
