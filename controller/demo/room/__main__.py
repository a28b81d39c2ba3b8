"""Starts a broker, ten virtual tables and the floor's screen in one command without a setting: ``make room``.

The last table is the demo's own: devices, camera and daemon are real processes, so that its calls come with evidence
and with pictures. The others play what was gone through before.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import click
import structlog

from controller import rulebooks
from controller.command_line import command_of
from controller.config.room import RoomConfig
from controller.demo.night import Options, evening, virtual_table
from controller.demo.people import People
from controller.demo.room.virtual import VirtualTable, evenings
from controller.exits import NOT_THERE, refuse

TABLES: Final = 10
HAND_S: Final = 45.0
WRONG: Final = 0.25
ALONE_S: Final = 90.0
"""How long a call of the whole table waits before the demo's own floor answers it, in seconds."""
START_S: Final = 120.0
"""How long the floor's screen may take to start, in seconds."""


def broker_at(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """Start Mosquitto on this machine. Raise FileNotFoundError where it is not installed."""
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
    if program is None:
        raise FileNotFoundError("mosquitto is not here; install it with: sudo apt-get install mosquitto")
    config = folder / "mosquitto.conf"
    config.write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n"
        "max_queued_messages 100000\nmax_inflight_messages 1000\n"
    )
    return subprocess.Popen(
        [program, "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def free_port(wanted: int = 0) -> int:
    """Return ``wanted`` where nobody has it, else a port that nobody has."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            return free_port()
        return int(probe.getsockname()[1])


def answers(process: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until a page can be opened; return False where its process ended, or takes too long to start."""
    ends = time.monotonic() + START_S
    while process.poll() is None and time.monotonic() < ends:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.1)
    return False


async def whole_table(port: int, name: str, floor_key: Path) -> None:
    """Play a table with all of its processes at the broker on ``port``, its pictures sealed to the floor's key."""
    options = Options(
        book=rulebooks.load("deltin"), rulebook="deltin", port=free_port(), patience_s=ALONE_S, pictures=True
    )
    room = (
        f'[room]\nsite = "demo"\ntable = "{name}"\nbroker = "mqtt://127.0.0.1:{port}"\n'
        f'floor_key = "{floor_key}"\n'
    )
    people = People(options.port)
    async with virtual_table(options, more=room) as table, asyncio.TaskGroup() as group:
        group.create_task(people.watch())
        group.create_task(table.daemon.died())
        group.create_task(evening(options, table, people, lambda told: None))


async def play(port: int, floor_key: Path, tables: int = TABLES) -> None:
    """Have virtual tables play at the broker on ``port`` until SIGINT or SIGTERM."""
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    book = rulebooks.load("deltin")
    clean, wrong = evenings(book)
    config = RoomConfig(site="demo", broker=f"mqtt://127.0.0.1:{port}")
    room = [
        VirtualTable(config, str(n), book, clean, wrong, hand_s=HAND_S, wrong_part=WRONG, seed=n)
        for n in range(1, tables)
    ]
    playing = [asyncio.create_task(table.run()) for table in room]
    playing.append(asyncio.create_task(whole_table(port, str(tables), floor_key)))
    await stopped.wait()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def main() -> None:
    """Start a broker, ten virtual tables and the floor's screen on this machine, and put all away at Ctrl-C."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory(prefix="floorcall-room-") as name:
        folder = Path(name)
        port, pages = free_port(), free_port(8720)
        try:
            broker = broker_at(folder, port)
        except FileNotFoundError as error:
            refuse(error, NOT_THERE)
        half = (
            [str(n) for n in range(1, TABLES // 2 + 1)],
            [str(n) for n in range(TABLES // 2 + 1, TABLES + 1)],
        )
        (folder / "floor.toml").write_text(
            f'[floor]\nbroker = "mqtt://127.0.0.1:{port}"\n[server]\nport = {pages}\n'
            f'[[section]]\nname = "Window"\ntables = {half[0]}\n[[section]]\nname = "Bar"\ntables = {half[1]}\n'
        )
        command = [sys.executable, "-m", "controller.cli", "floor", "--config", str(folder / "floor.toml")]
        with (folder / "floor.log").open("wb") as log:
            floor = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            if not answers(floor, pages):
                refuse(
                    f"the floor's screen did not start:\n{(folder / 'floor.log').read_text()[-2000:]}",
                    NOT_THERE,
                )
            click.echo(
                f"Ten virtual tables. The floor's screen: http://127.0.0.1:{pages}/  Ctrl-C stops all."
            )
            asyncio.run(play(port, folder / "floor-evidence.pub"))
        finally:
            for process in (floor, broker):
                process.terminate()
                process.wait(timeout=15)


if __name__ == "__main__":
    command_of(main, "room").main(prog_name="python -m controller.demo.room")
