"""The firmware's own modules under CPython, on a pty: what passes the pins comes out of the link."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest

from firmware_bridge import Delivered, HostSession, Link, LinkUp
from firmware_bridge.virtual_board import parse_options
from tests.ends import COMES_WITHIN_S

ACE, KING = "E004015000000001", "E004015000000002"


class Bench:
    """A board as a process and a host that acknowledges what it is told."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._pty: str | None = None
        self._news: asyncio.Queue[Any] = asyncio.Queue()
        self.link = Link(HostSession(lambda hello: None), lambda: self._pty, self._hear)

    def _hear(self, news: Any) -> None:
        if isinstance(news, Delivered):
            self.link.ack(news.boot_id, news.seq)
        self._news.put_nowait(news)

    async def says(self, name: str) -> Any:
        assert self._process.stdout is not None
        async with asyncio.timeout(COMES_WITHIN_S):
            while name not in (said := json.loads(await self._process.stdout.readline())):
                pass
        if name == "pty":
            self._pty = said["pty"]
            self.link.look_now()
        return said[name]

    def tell(self, **order: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")

    async def hears(self, kind: type) -> Any:
        async with asyncio.timeout(COMES_WITHIN_S):
            while not isinstance(news := await self._news.get(), kind):
                pass
        return news

    async def events(self, count: int) -> list[dict[str, Any]]:
        return [(await self.hears(Delivered)).event for _ in range(count)]


@contextlib.asynccontextmanager
async def board(*options: str) -> AsyncIterator[Bench]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "firmware_bridge.virtual_board", "--serial", "VB-1", *options,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    bench = Bench(process)
    running = asyncio.create_task(bench.link.run())
    try:
        async with asyncio.timeout(COMES_WITHIN_S):
            await bench.says("pty")
            # The reader has answered. A board that is well before it is welcomed tells no host.
            await bench.says("well")
            await bench.hears(LinkUp)
            yield bench
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        assert process.stdin is not None
        process.stdin.close()
        async with asyncio.timeout(COMES_WITHIN_S):
            await process.wait()


def test_cards_that_pass_the_throat_are_drawn_and_the_boxed_one_is_told() -> None:
    async def night() -> None:
        async with board("--kind", "shoe") as shoe:
            shoe.tell(draw=ACE)
            shoe.tell(draw=KING, up=True)
            shoe.tell(draw=None)
            assert await shoe.events(3) == [
                {"type": "card.draw", "tag": ACE, "face": "down"},
                {"type": "card.draw", "tag": KING, "face": "up"},
                {"type": "card.draw", "tag": None, "face": "down"},
            ]

    asyncio.run(night())


def test_a_card_that_moves_from_a_seat_to_the_muck_is_seen_there() -> None:
    async def night() -> None:
        async with board("--kind", "antennas", "--zones", "1=seat:1", "2=muck") as antennas:
            antennas.tell(place={"1": [ACE]})
            assert await antennas.events(1) == [{"type": "card.seen", "tag": ACE, "zone": "seat:1"}]
            antennas.tell(place={"1": [], "2": [ACE]})
            moved = await antennas.events(2)
            assert {event["type"]: event["zone"] for event in moved} == {
                "card.gone": "seat:1",
                "card.seen": "muck",
            }

    asyncio.run(night())


def test_a_knock_a_button_and_a_deck_that_goes_in() -> None:
    async def night() -> None:
        options = ("--kind", "antennas", "--zones", "1=seat:4", "--button", KING, "--taps", "3", "4", "5")
        async with board(*options) as antennas:
            antennas.tell(tap=4)
            assert await antennas.events(1) == [{"type": "tap", "seat": 4}]
            antennas.tell(place={"1": [KING]})
            assert await antennas.events(1) == [{"type": "button.moved", "seat": 4}]
        async with board("--kind", "shoe") as shoe:
            shoe.tell(deck=True)
            assert await shoe.events(1) == [{"type": "hand.start"}]
            shoe.tell(deck=False)
            shoe.tell(deck=True)
            assert await shoe.events(1) == [{"type": "hand.start"}]

    asyncio.run(night())


def test_a_cable_that_is_pulled_is_the_boards_power() -> None:
    async def night() -> None:
        async with board("--kind", "antennas", "--zones", "1=seat:1") as antennas:
            antennas.tell(unplug=True)
            await antennas.says("unplugged")
            antennas.tell(place={"1": [ACE]})
            antennas.tell(plug=True)
            await antennas.says("pty")
            assert not (await antennas.hears(LinkUp)).resumed
            assert await antennas.events(1) == [{"type": "card.seen", "tag": ACE, "zone": "seat:1"}]

    asyncio.run(night())


def test_a_strange_order_is_named_and_the_board_goes_on() -> None:
    async def night() -> None:
        async with board("--kind", "shoe") as shoe:
            shoe.tell(shuffle=True)
            assert await shoe.says("error") == "no order in ['shuffle']"
            shoe.tell(draw=ACE)
            assert len(await shoe.events(1)) == 1

    asyncio.run(night())


def test_antennas_without_zones_are_refused(capsys) -> None:
    with pytest.raises(SystemExit):
        parse_options(["--kind", "antennas", "--serial", "AN-1"])
    assert "--zones" in capsys.readouterr().err
