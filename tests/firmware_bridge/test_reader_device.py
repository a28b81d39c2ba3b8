"""A reader on the Pi's own port is a device of the table: what it confirms arrives, what it doubts does not."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import DeviceFault, LinkUp
from firmware_bridge.emulated.field import either
from tests.ends import comes
from tests.firmware_bridge.desk import Desk
from tests.readers.process import ROOT, EmulatedReader

A, B, C = "E004015012345678", "E00401501234ABCD", "E0040150DEADBEEF"


class ReaderDevice:
    """The process beside an emulated reader."""

    def __init__(self, port: str, folder: Path, *more: str) -> None:
        deck = folder / "deck.toml"
        deck.write_text('id = "d"\n[cards]\n' + "".join(f'{tag} = "As"\n' for tag in (A, B, C)), "utf-8")
        given = ["--reader", "pepper", "--port", port, "--serial", "AN-1", "--deck", str(deck), *more]
        zones = ["--zones", "1=seat:1", "2=board"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "firmware_bridge.reader_device", *given, *zones],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        with comes(self.process, "the device's pty"):
            self.path = str(json.loads(self.process.stdout.readline())["pty"])

    def close(self) -> str:
        """End it; return what it said since it began."""
        self.process.terminate()
        out, _ = self.process.communicate(timeout=20)
        return out


@pytest.fixture
def reader() -> Iterator[EmulatedReader]:
    emulated = EmulatedReader("pepper")
    yield emulated
    emulated.close()


@pytest.fixture
def device(reader: EmulatedReader, tmp_path: Path) -> Iterator[ReaderDevice]:
    made = ReaderDevice(reader.path, tmp_path)
    yield made
    if made.process.poll() is None:
        made.close()


def told(desk: Desk) -> list[tuple[Any, ...]]:
    return [(event["type"], event["tag"], event["zone"]) for event in desk.events]


def test_cards_come_and_go_under_their_zones(reader: EmulatedReader, device: ReaderDevice) -> None:
    async def night() -> None:
        desk = Desk()
        async with desk.at(device.path):
            await desk.until(lambda: bool(desk.of(LinkUp)))
            reader.place(A, B)
            await desk.until(lambda: len(desk.events) == 2)
            reader.place(A)
            reader.place(B, antenna=2)
            await desk.until(lambda: len(desk.events) == 4)
        assert sorted(told(desk)[:2]) == [("card.seen", A, "seat:1"), ("card.seen", B, "seat:1")]
        assert told(desk)[2:] == [("card.gone", B, "seat:1"), ("card.seen", B, "board")]

    asyncio.run(night())
    assert device.process.poll() is None


def test_a_phantom_is_doubted_aloud_without_its_tag_and_never_told(
    reader: EmulatedReader, device: ReaderDevice
) -> None:
    async def night() -> None:
        desk = Desk()
        async with desk.at(device.path):
            await desk.until(lambda: bool(desk.of(LinkUp)))
            reader.place(either(A, B))
            reader.place(C, antenna=2)
            await desk.until(lambda: bool(desk.events))
        assert told(desk) == [("card.seen", C, "board")]

    asyncio.run(night())
    said = device.close()
    assert '{"doubt": "phantom", "antenna": 1}' in said.splitlines()
    assert "E00401" not in said


def test_a_reader_that_falls_silent_is_a_fault_until_it_is_back(
    reader: EmulatedReader, device: ReaderDevice
) -> None:
    async def night() -> None:
        desk = Desk()
        async with desk.at(device.path):
            await desk.until(lambda: bool(desk.of(LinkUp)))
            reader.tell(hang=True)
            await desk.until(lambda: any("no answer" in fault.text for fault in desk.of(DeviceFault)))
            reader.tell(hang=False)
            await desk.until(lambda: desk.of(DeviceFault)[-1].code == 0)

    asyncio.run(night())


def test_a_reader_that_is_pulled_out_and_put_back_goes_on(tmp_path: Path) -> None:
    link = tmp_path / "reader"
    first = EmulatedReader("pepper")
    link.symlink_to(first.path)
    device = ReaderDevice(str(link), tmp_path, "--link", str(tmp_path / "antennas"))

    async def night() -> None:
        desk = Desk()
        async with desk.at(os.fspath(tmp_path / "antennas")):
            await desk.until(lambda: bool(desk.of(LinkUp)))
            first.place(A)
            await desk.until(lambda: len(desk.events) == 1)
            first.close()
            await desk.until(lambda: any("no reader" in fault.text for fault in desk.of(DeviceFault)))
            second = EmulatedReader("pepper")
            link.unlink()
            link.symlink_to(second.path)
            second.place(A, B)
            await desk.until(lambda: len(desk.events) == 2)
            await desk.until(lambda: desk.of(DeviceFault)[-1].code == 0)
            second.close()
        assert told(desk) == [("card.seen", A, "seat:1"), ("card.seen", B, "seat:1")]

    asyncio.run(night())
    device.close()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--zones", "1=lap"], "such as 1=seat:1"),
        (["--zones", "1=seat:1", "--deck", "nowhere.toml"], "nowhere.toml: is no deck's file"),
        (["--zones", "1=seat:1", "--serial", "x" * 33], "printable ASCII"),
    ],
)
def test_bad_options_are_refused(given: list[str], says: str) -> None:
    command = [
        sys.executable,
        "-m",
        "firmware_bridge.reader_device",
        "--reader",
        "pepper",
        "--port",
        "/dev/null",
    ]
    done = subprocess.run(
        [*command, "--serial", "AN-1", *given], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, says in done.stderr) == (2, True), done.stderr
