"""The firmware on a real MicroPython, the daemon's own bridge at the other end of a pty, and a bad cable."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import (
    CommandDone,
    DeviceFault,
    LinkUp,
    Lost,
    Rebooted,
    TurnedAway,
)
from tests.firmware_bridge.desk import Desk
from tests.firmware_bridge.micropython import process
from tests.firmware_bridge.micropython.process import MicroPython

WHOLE = pytest.mark.soak(alone=True)
SHOE = """
from floorcall.firmware.main_shoe import build
turning.controller = build(serial="SHOE-1", link="uart")
turning.controller._sensor._reader.trouble = ""
"""
QUIET_READER = "turning.controller._sensor._reader.tick = lambda now_us: None"
SENSE = """
for n in range({first}, {last}):
    turning.controller.session.sense(b'{{"type":"card.draw","tag":"%d","face":"down"}}' % n, {t_us})
"""


@pytest.fixture
def board(tmp_path: Path) -> Iterator[MicroPython]:
    with MicroPython(tmp_path) as micropython:
        yield micropython


async def comes_true(board: MicroPython, expression: str) -> None:
    """Wait until the board says so; fail after a minute."""
    async with asyncio.timeout(60):
        while not board.ask(expression):  # noqa: ASYNC110 (the board tells nobody when it changes)
            await asyncio.sleep(0)


def numbers(desk: Desk) -> list[int]:
    return [int(event["tag"]) for event in desk.events]


def sense(board: MicroPython, first: int, last: int) -> None:
    board.run(SENSE.format(first=first, last=last, t_us="turning.controller._board.now_us()"))


@pytest.mark.parametrize("share", [pytest.param(0.0, marks=WHOLE), pytest.param(0.01, marks=WHOLE), 0.05])
def test_every_event_arrives_once_and_in_order_over_a_bad_cable(board: MicroPython, share: float) -> None:
    async def night() -> None:
        path, desk = board.turn_on(SHOE + QUIET_READER), Desk()
        board.order(faults={"loss": share, "flip": share, "twice": share, "tear": 0.3, "seed": 11})
        async with desk.at(path):
            await desk.until(lambda: bool(desk.of(LinkUp)))
            for first in range(0, 600, 60):
                sense(board, first, first + 60)
                await desk.until(lambda: len(desk.events) > first)  # noqa: B023
            await desk.until(lambda: len(desk.events) >= 600)
        assert numbers(desk) == list(range(600))
        assert desk.of(Lost) == []

    asyncio.run(night())


def test_a_micropython_that_cannot_start_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "MODULES", tmp_path / "nowhere")
    board, before = MicroPython(tmp_path), set(os.listdir("/proc/self/fd"))
    with pytest.raises(AssertionError, match="has ended"), board:
        pass
    assert board._process.returncode is not None
    assert set(os.listdir("/proc/self/fd")) == before


def test_the_firmware_runs_compiled_too(tmp_path: Path) -> None:
    async def night(board: MicroPython) -> None:
        path, desk = board.turn_on(SHOE + QUIET_READER), Desk()
        async with desk.at(path):
            sense(board, 0, 50)
            await desk.until(lambda: len(desk.events) == 50)
        assert numbers(desk) == list(range(50))

    with MicroPython(tmp_path, compiled=True) as board:
        assert list(tmp_path.rglob("session.mpy"))
        assert not list(tmp_path.rglob("session.py"))
        asyncio.run(night(board))


def test_a_board_that_loses_its_power_is_told_and_what_died_with_it_is_counted(board: MicroPython) -> None:
    async def night() -> None:
        path, desk = board.turn_on(SHOE + QUIET_READER), Desk()
        async with desk.at(path):
            await desk.until(lambda: bool(desk.of(LinkUp)))
            sense(board, 0, 20)
            await desk.until(lambda: len(desk.events) == 20)
            board.restart(SHOE + QUIET_READER)
            await desk.until(lambda: bool(desk.of(Rebooted)))
            sense(board, 20, 40)
            await desk.until(lambda: len(desk.events) == 40)
        assert numbers(desk) == list(range(40))

    asyncio.run(night())


def test_a_daemon_that_was_away_gets_what_it_missed_and_the_rest_is_counted(board: MicroPython) -> None:
    async def night() -> None:
        path, desk = board.turn_on(SHOE + QUIET_READER), Desk()
        async with desk.at(path):
            await desk.until(lambda: bool(desk.of(LinkUp)))
            sense(board, 0, 10)
            await desk.until(lambda: len(desk.events) == 10)
        sense(board, 10, 310)  # the ring holds 256
        async with desk.at(path):
            await desk.until(lambda: len(desk.events) == 10 + 256)
        assert sum(lost.count for lost in desk.of(Lost)) == 44
        assert numbers(desk) == [*range(10), *range(54, 310)]

    asyncio.run(night())


def test_a_daemon_that_was_away_gets_everything_where_the_ring_held_it(board: MicroPython) -> None:
    async def night() -> None:
        path, desk = board.turn_on(SHOE + QUIET_READER), Desk()
        for first in range(0, 250, 50):
            sense(board, first, first + 50)
            async with desk.at(path):
                await desk.until(lambda: len(desk.events) == first + 50)  # noqa: B023
        assert numbers(desk) == list(range(250))
        assert desk.of(Lost) == []

    asyncio.run(night())


def test_commands_reach_lamp_and_buzzer_and_faults_reach_the_desk(board: MicroPython) -> None:
    async def night() -> None:
        path, desk = board.turn_on(SHOE + QUIET_READER), Desk()
        async with desk.at(path) as link:
            await desk.until(lambda: bool(desk.of(LinkUp)))
            done = [
                link.command({"do": "lamp", "on": True}),
                link.command({"do": "buzzer", "ms": 5000, "times": 20}),
            ]
            await desk.until(lambda: len(desk.of(CommandDone)) == 2)
            assert [one.number for one in desk.of(CommandDone)] == done
            await comes_true(
                board, "[turning.machine.pins[17].level, turning.machine.pwms[16].duty] == [1, 32768]"
            )
            link.command({"do": "dance"})
            await desk.until(lambda: any("cannot do 'dance'" in getattr(one, "why", "") for one in desk.news))
            board.run("turning.controller._sensor._reader.trouble = 'no answer from the PN532'")
            await desk.until(lambda: bool(desk.of(DeviceFault)))
            board.run("turning.controller._sensor._reader.trouble = ''")
            await desk.until(lambda: len(desk.of(DeviceFault)) == 2)
        assert [(one.code, one.text) for one in desk.of(DeviceFault)] == [
            (6, "no answer from the PN532"),
            (0, ""),
        ]

    asyncio.run(night())


def test_a_board_that_is_refused_says_so_and_comes_in_later(board: MicroPython) -> None:
    async def night() -> None:
        path, desk = board.turn_on(SHOE + QUIET_READER), Desk()
        desk.refuse = True
        async with desk.at(path):
            await desk.until(lambda: bool(desk.of(TurnedAway)))
            await comes_true(board, "turning.controller.session.refused_text == 'not this one'")
        desk.refuse = False
        async with desk.at(path):
            await desk.until(lambda: bool(desk.of(LinkUp)))

    asyncio.run(night())
