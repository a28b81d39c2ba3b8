"""A room on a three-node NATS cluster (MQTT gateway, JetStream), one node of which is killed while tables play.

    python -m benchmarks.nats --tables 60 --seconds 60

Debian's ``nats-server``; tables, outbox, link and the floor's process are the real ones. Tables and floor know all three
nodes (``nodes`` in their configuration). What is counted: messages that the floor lacks, messages that its store has
twice, how long until it hears every table again, and until it has all that was said.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
import structlog

from controller import rulebooks
from controller.config.room import RoomConfig
from controller.demo.room.__main__ import free_port
from controller.demo.room.virtual import VirtualTable, evenings
from controller.floor.store import FloorStore

NODES = 3
NODE = """
server_name: "node-{n}"
listen: "127.0.0.1:{client}"
http: "127.0.0.1:{monitor}"
jetstream {{ store_dir: "{folder}/node-{n}", max_mem: 256M, max_file: 2G }}
cluster {{ name: "house", listen: "127.0.0.1:{route}", routes: [{routes}] }}
mqtt {{ listen: "127.0.0.1:{mqtt}", ack_wait: "20s", max_ack_pending: 10000 }}
"""
PATIENCE_S = 120.0


class Cluster:
    """Three nodes of one cluster on this machine."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        if program is None:
            raise FileNotFoundError(
                "nats-server is not here; install it with: sudo apt-get install nats-server"
            )
        routes = [free_port() for _ in range(NODES)]
        self.mqtt = [free_port() for _ in range(NODES)]
        self._commands, self.nodes = [], []
        for n in range(NODES):
            config = folder / f"node-{n}.conf"
            config.write_text(
                NODE.format(
                    n=n, client=free_port(), monitor=free_port(), mqtt=self.mqtt[n], route=routes[n], folder=folder,
                    routes=", ".join(f'"nats://127.0.0.1:{route}"' for route in routes),
                )
            )  # fmt: skip
            self._commands.append([program, "-c", str(config), "-l", str(folder / f"node-{n}.log")])
        for n in range(NODES):
            self.nodes.append(self.started(n))

    def started(self, n: int) -> subprocess.Popen[bytes]:
        """Start node ``n``."""
        return subprocess.Popen(self._commands[n], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    async def ready(self) -> None:
        """Wait until every node takes MQTT connections and the cluster has a leader."""
        for port in self.mqtt:
            while True:
                try:
                    with socket.create_connection(("127.0.0.1", port), 1):
                        break
                except OSError:
                    await asyncio.sleep(0.2)

    def addresses(self, first: int) -> list[str]:
        """Return the nodes' addresses, beginning with one of them."""
        ports = self.mqtt[first % NODES :] + self.mqtt[: first % NODES]
        return [f"mqtt://127.0.0.1:{port}" for port in ports]

    def stop(self) -> None:
        """End all that still run."""
        for node in self.nodes:
            node.kill()
            node.wait()


class Heard:
    """What the floor's store has, looked at from outside."""

    def __init__(self, url: str) -> None:
        self._store = FloorStore(url)

    def counts(self) -> tuple[int, int]:
        """Return how many messages are kept, and how many of them twice under another journal's name."""
        with self._store._engine.connect() as connection:
            (kept,) = connection.execute(sa.text("SELECT count(*) FROM room_message")).one()
            query = "SELECT count(*) FROM (SELECT site, name, n FROM room_message GROUP BY site, name, n HAVING count(*) > 1) AS twice"
            (twice,) = connection.execute(sa.text(query)).one()
        return kept, twice

    def of_each(self) -> dict[str, int]:
        """Return the highest number that was kept of each table."""
        with self._store._engine.connect() as connection:
            rows = connection.execute(sa.text("SELECT name, max(n) FROM room_message GROUP BY name")).all()
        return {str(name): int(n) for name, n in rows}


async def whole(tables: list[VirtualTable], heard: Heard, since: float) -> tuple[float, int, int]:
    """Wait until the store has all that had been said when it is looked; return after how long, lost and twice."""
    while True:
        said = sum(table.outbox.last for table in tables)
        await asyncio.sleep(0.3)
        kept, twice = await asyncio.to_thread(heard.counts)
        if kept >= said or time.monotonic() - since > PATIENCE_S:
            return time.monotonic() - since, max(0, said - kept), twice


async def back(tables: list[VirtualTable], heard: Heard, since: float) -> dict[str, float]:
    """Return after how many seconds half of the tables, and all, were heard with something said since ``since``."""
    mark = {table.name: table.outbox.last for table in tables}
    waiting, times = set(mark), []
    while waiting and time.monotonic() - since < PATIENCE_S:
        await asyncio.sleep(0.2)
        high = await asyncio.to_thread(heard.of_each)
        come = {name for name in waiting if high.get(name, 0) > mark[name]}
        times += [time.monotonic() - since] * len(come)
        waiting -= come
    return (
        {"tables": len(times), "p50_s": round(times[len(times) // 2], 1), "last_s": round(times[-1], 1)}
        if times
        else {}
    )


def floor_at(cluster: Cluster, folder: Path) -> subprocess.Popen[bytes]:
    """Start the floor's process, which knows all nodes."""
    first, *others = cluster.addresses(0)
    nodes = ", ".join(f'"{other}"' for other in others)
    config = folder / "floor.toml"
    config.write_text(f'[floor]\nbroker = "{first}"\nnodes = [{nodes}]\n[server]\nport = {free_port()}\n')
    command = [sys.executable, "-m", "controller.cli", "floor", "--config", str(config)]
    with (folder / "floor.log").open("wb") as log:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)


async def measure(arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Run the room, kill a node, let it come back; return the figures."""
    cluster = Cluster(folder)
    await cluster.ready()
    url = f"sqlite:///{folder / 'floor.db'}"
    floor = floor_at(cluster, folder)
    book = rulebooks.load("deltin")
    clean, wrong = evenings(book)
    tables = []
    for n in range(arguments.tables):
        first, *others = cluster.addresses(n)
        there = RoomConfig(site="demo", broker=first, nodes=others)
        tables.append(
            VirtualTable(there, str(n), book, clean, wrong, hand_s=arguments.hand, wrong_part=0.05, seed=n)
        )
    playing = []
    for table in tables:
        playing.append(asyncio.create_task(table.run()))
        await asyncio.sleep(0.05)
    await asyncio.sleep(arguments.seconds / 2)
    heard = Heard(url)
    figures: dict[str, Any] = {"tables": arguments.tables, "nodes": NODES}
    took, lost, twice = await whole(tables, heard, time.monotonic())
    figures["before"] = {"whole_after_s": round(took, 1), "lost": lost, "twice": twice}
    cluster.nodes[0].kill()  # the floor's own node, and that of a third of the tables
    cluster.nodes[0].wait()
    killed = time.monotonic()
    figures["heard_again"] = await back(tables, heard, killed)
    await asyncio.sleep(arguments.seconds / 2)
    took, lost, twice = await whole(tables, heard, time.monotonic())
    figures["one_of_three_killed"] = {"lost": lost, "twice": twice, "kept": heard.counts()[0]}
    cluster.nodes[0] = cluster.started(0)
    await asyncio.sleep(arguments.seconds / 4)
    took, lost, twice = await whole(tables, heard, time.monotonic())
    figures["it_came_back"] = {
        "whole_after_s": round(took, 1),
        "lost": lost,
        "twice": twice,
        "kept": heard.counts()[0],
    }
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    floor.terminate()
    floor.wait(timeout=20)
    cluster.stop()
    return figures


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--hand", type=float, default=20.0, help="seconds of a hand")
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="how long is played, before and after the kill together"
    )
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory(prefix="floorcall-nats-") as folder:
        print(json.dumps(asyncio.run(measure(arguments, Path(folder))), indent=2))  # noqa: T201


if __name__ == "__main__":
    main()
