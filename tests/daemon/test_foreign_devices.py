"""Devices in another language, written from the two pages alone, deal a hand that the daemon takes in whole."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import threading
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.daemon.conftest import Device, Table, wait_for
from tests.daemon.test_power_cuts import exported

PROGRAM = Path(__file__).with_name("foreign_device.mjs")


class ForeignDevice(Device):
    """Such a device on a pty whose host's end stays open here."""

    def __init__(self, kind: str, link: Path) -> None:
        self.kind, self.link = kind, link
        self.said: list[dict[str, Any]] = []
        self._ends = os.openpty()
        tty.setraw(self._ends[1])
        link.symlink_to(os.ttyname(self._ends[1]))
        self._process = subprocess.Popen(
            ["node", str(PROGRAM), kind, f"{kind.upper()}-JS", str(self._ends[0])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[self._ends[0]],
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def sense(self, event: dict[str, Any], ago_ms: float = 0.0) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(event).encode() + b"\n")
        self._process.stdin.flush()

    def close(self) -> None:
        super().close()
        for end in self._ends:
            with contextlib.suppress(OSError):
                os.close(end)


@pytest.fixture
def foreign(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    try:
        for kind in ("shoe", "antennas", "chips", "panel"):
            table.devices[kind] = ForeignDevice(kind, tmp_path / kind)
        table.start()
        table.wait_up()
        yield table
    finally:
        table.close()


def test_they_deal_a_hand(foreign, hand) -> None:
    told = [hand.deck(), *hand.events()]
    foreign.play(told)
    wait_for(lambda: foreign.state()["view"]["street"] == "between", "the hand to be over")
    foreign.kill()
    foreign.start()
    foreign.wait_up()
    foreign.play([{"type": "hand.start", "button": 1}])
    assert foreign.stop() == 0
    lines = exported(foreign)
    kinds = [line["type"] for line in lines]
    assert kinds.count("card.draw") == [event["type"] for event in told].count("card.draw")
    assert not [line for line in lines if line["type"] == "bad" or line.get("lost")]
