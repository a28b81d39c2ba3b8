"""The real thing: the pump in an event loop, a virtual device as a process, a pty between them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import termios
import time
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.ending import end_all
from firmware_bridge import (
    BadEvent,
    CommandDone,
    Delivered,
    DeviceFault,
    Durable,
    HostSession,
    Link,
    LinkNews,
    LinkState,
    LinkUp,
    Lost,
    Nonsense,
    PortLost,
    PortOpened,
    PortRefused,
    Rebooted,
    Silent,
    WrongVersion,
    pump,
)
from firmware_bridge.frames import BadFrame, Frame, FrameDecoder

PATIENCE_S = 60
"""A deadline for a machine that is busy with other things; nothing here takes so long."""


class Desk:
    """The daemon's side in a test: a link, and what it told."""

    def __init__(self, find_path: Callable[[], str | None]) -> None:
        self.news: list[LinkNews] = []
        self.durable: Durable | None = None
        self._stirred = asyncio.Event()
        self.link = Link(HostSession(lambda hello: self.durable), find_path, self._told)

    def _told(self, news: LinkNews) -> None:
        self.news.append(news)
        if isinstance(news, (Delivered, BadEvent, Lost)) and news.seq is not None:
            self.durable = Durable(boot_id=news.boot_id, seq=news.seq)
            self.link.ack(news.boot_id, news.seq)
        self._stirred.set()

    def of(self, kind: type) -> list[Any]:
        return [one for one in self.news if isinstance(one, kind)]

    async def hears(self, kind: type, count: int = 1) -> Any:
        """Return the ``count``-th news of a kind; fail after ``PATIENCE_S``."""
        async with asyncio.timeout(PATIENCE_S):
            while len(self.of(kind)) < count:
                self._stirred.clear()
                await self._stirred.wait()
        return self.of(kind)[count - 1]

    @property
    def events(self) -> list[Any]:
        return [one.event for one in self.of(Delivered)]


@asynccontextmanager
async def running(find_path: Callable[[], str | None]) -> AsyncIterator[Desk]:
    """A desk whose link runs; whatever ends the link ends the test."""
    desk = Desk(find_path)
    task = asyncio.create_task(desk.link.run())
    try:
        yield desk
        assert not task.done(), task.exception()
    finally:
        await end_all([task])


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_the_owner_is_told_when_a_device_has_reported_past_what_it_waits_for(virtual: Any, card: Any) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1")
        reported = asyncio.Event()
        async with running(lambda: shoe.path) as desk:
            desk.link.on_report = reported.set
            shoe.order(event=card(0))
            sensed = await desk.hears(Delivered)
            async with asyncio.timeout(PATIENCE_S):
                while (desk.link.settled_s() or 0.0) <= sensed.at_s:
                    reported.clear()
                    desk.link.ask()
                    await reported.wait()
        assert await shoe.ends() == 0

    asyncio.run(scene())


def test_a_hand_is_dealt_through_a_real_pty(virtual: Any, card: Any) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1", "--build", "7a")
        async with running(lambda: shoe.path) as desk:
            up = await desk.hears(LinkUp)
            assert (up.hello.kind, up.hello.serial, up.hello.build) == ("shoe", "SHOE-1", "7a")
            for number in range(20):
                shoe.order(event=card(number))
            await desk.hears(Delivered, 20)
            assert desk.events == [card(number) for number in range(20)]
            assert all(one.error_s < 0.05 for one in desk.of(Delivered))
            while (await shoe.hears("acked"))["acked"] < 20:
                pass
            number = desk.link.command({"do": "lamp", "on": True})
            assert await desk.hears(CommandDone) == CommandDone(number=number)
            assert (await shoe.hears("command"))["command"] == {"do": "lamp", "on": True}
        assert await shoe.ends() == 0

    asyncio.run(scene())


def test_damage_on_a_real_pty_costs_nothing(virtual: Any, card: Any) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1", "--seed", "4")
        async with running(lambda: shoe.path) as desk:
            await desk.hears(LinkUp)
            for number in range(60):
                if number % 10 == 0:
                    shoe.order(drop=2)
                if number % 10 == 3:
                    shoe.order(garble=2)
                if number % 10 == 6:
                    shoe.order(noise=200)
                shoe.order(event=card(number))
            await desk.hears(Delivered, 60)
            assert desk.events == [card(number) for number in range(60)]
            assert not desk.of(Lost)
        assert await shoe.ends() == 0

    asyncio.run(scene())


def test_reboot_fault_bad_event_and_another_version_are_told(virtual: Any, card: Any) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "antennas", "--serial", "ANT-1")
        async with running(lambda: shoe.path) as desk:
            await desk.hears(LinkUp)
            shoe.order(raw="not an event")
            assert "no JSON" in (await desk.hears(BadEvent)).problem
            shoe.order(fault="antenna 4 is open")
            assert (await desk.hears(DeviceFault)).text == "antenna 4 is open"
            shoe.order(reboot=True)
            await desk.hears(Rebooted)
            shoe.order(protocol=99)
            assert (await desk.hears(WrongVersion)).lowest == 99
            assert (await shoe.hears("refused"))["text"] == "this host speaks version 1"
            shoe.order(protocol=1)
            await desk.hears(LinkUp, 3)
            shoe.order(event=card(5))
            await desk.hears(Delivered)
        assert await shoe.ends() == 0

    asyncio.run(scene())


def test_a_hung_device_is_silent_and_comes_back_with_what_it_kept(virtual: Any, card: Any) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1")
        async with running(lambda: shoe.path) as desk:
            await desk.hears(LinkUp)
            shoe.order(hang=True)
            shoe.order(event=card(1))
            assert (await desk.hears(Silent)).heard
            shoe.order(hang=False)
            await desk.hears(Delivered)
            assert desk.of(LinkUp)[1].resumed
        assert await shoe.ends() == 0

    asyncio.run(scene())


def test_a_cable_pulled_again_and_again_leaks_nothing_and_loses_nothing(
    virtual: Any, card: Any, tmp_path: Path
) -> None:
    async def scene() -> None:
        path = tmp_path / "shoe"
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1", "--link", str(path))
        async with running(lambda: str(path) if path.exists() else None) as desk:
            await desk.hears(LinkUp)
            before = open_files()
            for pull in range(1, 9):
                shoe.order(unplug=True)
                await desk.hears(PortLost, pull)
                shoe.order(event=card(pull))
                shoe.order(plug=True)
                await shoe.hears("pty")
                desk.link.look_now()
                await desk.hears(PortOpened, pull + 1)
            await desk.hears(Delivered, 8)
            assert desk.events == [card(pull) for pull in range(1, 9)]
            assert open_files() == before
            assert not desk.of(Lost)
            assert not desk.of(Rebooted)
        assert await shoe.ends() == 0
        assert not path.is_symlink()

    asyncio.run(scene())


def test_a_daemon_that_comes_back_on_the_same_pty_gets_the_rest(virtual: Any, card: Any) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1")
        durable = None
        seen: list[Any] = []
        for life in range(4):
            shoe.order(event=card(life * 2))
            await shoe.hears("sensed")
            async with running(lambda: shoe.path) as desk:
                desk.durable = durable
                await desk.hears(Delivered, 1)
                shoe.order(event=card(life * 2 + 1))
                await desk.hears(Delivered, 2)
                assert desk.of(LinkUp)[0].resumed is (life > 0)
            durable = desk.durable
            seen += desk.events
        assert seen == [card(number) for number in range(8)]
        assert await shoe.ends() == 0

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("path", "why"),
    [
        (None, "no device found"),
        ("/dev/no-such-tty", "no such file or directory"),
        ("/dev/null", "is no serial port"),
        ("FILE", "is no serial port"),
    ],
)
def test_a_port_that_cannot_be_used_is_named_once_and_tried_again(
    path: str | None, why: str, tmp_path: Path
) -> None:
    if path == "FILE":
        path = str(tmp_path / "notes.txt")
        Path(path).write_text("no tty")

    async def scene() -> None:
        looked = asyncio.Semaphore(0)

        def find() -> str | None:
            looked.release()
            return path

        async with running(find) as desk, asyncio.timeout(PATIENCE_S):
            for _ in range(4):
                await looked.acquire()
                desk.link.look_now()
        assert desk.of(PortRefused) == [PortRefused(path=path or "", why=why)]

    asyncio.run(scene())


def test_a_port_that_another_program_holds_is_named(virtual: Any) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1")
        async with running(lambda: shoe.path) as first:
            await first.hears(LinkUp)
            async with running(lambda: shoe.path) as second:
                assert (await second.hears(PortRefused)).why == "in use by another program"
        assert await shoe.ends() == 0

    asyncio.run(scene())


def test_a_port_full_of_nonsense_is_named() -> None:
    async def scene() -> None:
        far, near = open_pty()
        try:
            async with running(lambda: os.ttyname(near)) as desk:
                await desk.hears(PortOpened)
                sent, rubbish = 0, b"\x55" * 1000
                async with asyncio.timeout(PATIENCE_S):
                    while sent < 20_000:
                        with contextlib.suppress(BlockingIOError):
                            sent += os.write(far, rubbish)
                        desk.link._stir()
                        await asyncio.sleep(0)
                nonsense = await desk.hears(Nonsense)
                assert nonsense.bytes_seen > 10_000
                assert desk.link.session.state is LinkState.SILENT
        finally:
            os.close(far)
            os.close(near)

    asyncio.run(scene())


FAR_END_HAS_TAKEN = 4_096
"""What a pty's far end has in its own buffer already, for its reader."""


def open_pty() -> tuple[int, int]:
    far, near = os.openpty()
    tty.setraw(near)
    os.set_blocking(far, False)
    os.set_blocking(near, False)
    return far, near


def test_a_port_that_takes_no_bytes_is_closed_with_nothing_left_to_wait_for() -> None:
    async def scene() -> None:
        far, near = open_pty()
        try:
            held = 0
            with contextlib.suppress(BlockingIOError):
                while True:
                    held += os.write(near, b"\x55" * 1000)
            async with running(lambda: os.ttyname(near)) as desk:
                await desk.hears(PortOpened)
                assert desk.link._wire is not None
                assert desk.link._wire._unsent
            left = 0
            with contextlib.suppress(BlockingIOError):
                while True:
                    left += len(os.read(far, 65_536))
            assert left <= FAR_END_HAS_TAKEN < held
        finally:
            os.close(far)
            os.close(near)

    asyncio.run(scene())


def test_a_port_that_takes_no_bytes_fills_no_memory_and_gets_whole_frames_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pump, "MAX_UNSENT", 60)

    async def scene() -> None:
        far, near = open_pty()
        try:
            async with running(lambda: os.ttyname(near)) as desk:
                await desk.hears(PortOpened)
                termios.tcflow(near, termios.TCOOFF)
                wire = desk.link._wire
                assert wire is not None
                for step in range(40):
                    wire._session.tick(time.monotonic() + step)
                    wire._flush()
                assert 0 < len(wire._unsent) <= 60
                termios.tcflow(near, termios.TCOON)
                decoder = FrameDecoder()
                found: list[Frame | BadFrame] = []
                async with asyncio.timeout(PATIENCE_S):
                    while len(found) < 3:
                        with contextlib.suppress(BlockingIOError):
                            found += decoder.feed(os.read(far, 65_536))
                        await asyncio.sleep(0)
                assert {type(one) for one in found} == {Frame}
        finally:
            os.close(far)
            os.close(near)

    asyncio.run(scene())


@pytest.mark.parametrize("at", [PortOpened, LinkUp, Delivered])
def test_an_owner_that_breaks_ends_its_link_with_its_own_error_and_can_start_it_again(
    virtual: Any, card: Any, at: type
) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1")
        before = open_files()
        broken, seen = True, []

        def hear(news: LinkNews) -> None:
            if broken and isinstance(news, at):
                raise RuntimeError("the disk is gone")
            if isinstance(news, Delivered):
                seen.append(news.event)
            if len(seen) == 5:
                raise KeyError("enough")

        link = Link(HostSession(lambda hello: None), lambda: shoe.path, hear)
        for number in range(4):
            shoe.order(event=card(number))
            await shoe.hears("sensed")
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(RuntimeError, match="the disk is gone"):
                await link.run()
            assert open_files() == before
            broken = False
            shoe.order(event=card(4))
            with pytest.raises(KeyError, match="enough"):
                await link.run()
        assert seen == [card(number) for number in range(5)]
        assert await shoe.ends() == 0

    asyncio.run(scene())
