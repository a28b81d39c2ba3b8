"""What the boards' firmware costs: its size, its memory, what it carries and how soon it answers.

Runs on the tests' MicroPython, whose objects have the size that they have on an RP2040 (both count in 32
bits). Its speed is that of this machine, and a board's is many times less; what is measured here is that the
protocol holds nothing back.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

import serial

from firmware_bridge import Delivered, HostSession, Link, LinkNews, LinkUp
from firmware_bridge.board_files import lay_out
from firmware_bridge.frames import BadFrame, FrameDecoder
from firmware_bridge.from_device import Hello
from firmware_bridge.from_host import Ping, Welcome, Who
from firmware_bridge.messages import FromHost, encode_message, parse_message
from tests.firmware_bridge.micropython.process import MicroPython

SHOE: Final = """
from floorcall.firmware.main_shoe import build
turning.controller = build(serial="SHOE-1", link="uart")
turning.controller._sensor._reader.tick = lambda now_us: None
"""
ANTENNAS: Final = """
from floorcall.firmware.main_antennas import build
turning.controller = build({n: "seat:%d" % n for n in range(1, 9)}, serial="ANT-1", link="uart")
"""
PINGS: Final = 2_000
ROUNDS: Final = 40
AT_ONCE: Final = 200
SENSE: Final = f"""
now = turning.controller._board.now_us()
for n in range({AT_ONCE}):
    turning.controller.session.sense(b'{{"type":"card.draw","tag":"E004015012345678","face":"down"}}', now)
"""


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


def sizes() -> None:
    """Say how many bytes go onto a board."""
    for compiled in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            files = lay_out(Path(folder), "", compiled=compiled)
            total = sum(file.stat().st_size for file in files)
        say(
            f"firmware and readers, {'compiled' if compiled else 'source'}: {total:,} bytes, {len(files)} files"
        )


def memory() -> None:
    """Say what the heap holds after power-up; an RP2040 leaves MicroPython about 190 kB."""
    for name, start in (("shoe", SHOE), ("antennas", ANTENNAS)):
        for compiled in (False, True):
            with (
                tempfile.TemporaryDirectory() as folder,
                MicroPython(Path(folder), compiled=compiled) as board,
            ):
                board.restart("", turning=False)
                before = board.held()
                board.restart(start, turning=False)
                after = board.held()
            say(f"{name}, {'compiled' if compiled else 'source'}: {(after - before) / 1024:.1f} KiB of heap")


def round_trips() -> None:
    """Say how long a PING takes to be answered, over a pty."""
    with (
        tempfile.TemporaryDirectory() as folder,
        MicroPython(Path(folder)) as board,
        serial.Serial(board.turn_on(SHOE), 115_200, timeout=1) as port,
    ):
        hello = _talk(port, Who(lowest=1, highest=1), 0, 0)
        assert isinstance(hello, Hello)
        port.write(encode_message(Welcome(durable=0, version=1), dev=1, boot_id=hello.boot_id, now_us=1))
        took_ms = []
        for n in range(PINGS):
            begun = time.perf_counter()
            _talk(port, Ping(durable=0, sent_us=n), 1, hello.boot_id)
            took_ms.append(1e3 * (time.perf_counter() - begun))
    hundredths = statistics.quantiles(took_ms, n=100)
    say(f"round trip over a pty: p50 {hundredths[49]:.2f} ms, p99 {hundredths[98]:.2f} ms of {PINGS:,}")


def _talk(port: serial.Serial, message: FromHost, dev: int, boot_id: int) -> object:
    """Say something and return the first sound frame that comes."""
    decoder = FrameDecoder()
    port.write(encode_message(message, dev=dev, boot_id=boot_id, now_us=1))
    while True:
        for found in decoder.feed(os.read(port.fileno(), 4096)):
            if not isinstance(found, BadFrame):
                return parse_message(found)


async def _carried(path: str, board: MicroPython) -> float:
    """Return how many events a second come through the daemon's bridge, each acknowledged."""
    came, up = 0, asyncio.Event()
    all_here = asyncio.Event()

    def hear(news: LinkNews) -> None:
        nonlocal came
        if isinstance(news, LinkUp):
            up.set()
        if isinstance(news, Delivered):
            came += 1
            if came % AT_ONCE == 0:
                asyncio.get_running_loop().call_soon(link.ack, news.boot_id, news.seq)
                all_here.set()

    link = Link(HostSession(lambda hello: None), lambda: path, hear)
    task = asyncio.create_task(link.run())
    await up.wait()
    spent_s = 0.0
    for _ in range(ROUNDS):
        all_here.clear()
        board.run(SENSE)
        begun = time.perf_counter()
        await all_here.wait()
        spent_s += time.perf_counter() - begun
        await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return came / spent_s


def throughput() -> None:
    """Say how many events a second the link carries."""
    with tempfile.TemporaryDirectory() as folder, MicroPython(Path(folder)) as board:
        rate = asyncio.run(_carried(board.turn_on(SHOE), board))
    say(f"events through the bridge, in bursts of {AT_ONCE}: {rate:,.0f} a second")


def main() -> None:
    """Measure everything."""
    sizes()
    memory()
    round_trips()
    throughput()


if __name__ == "__main__":
    main()
