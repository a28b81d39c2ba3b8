"""A board whose clock nobody can ask: it is welcome, and what it senses cannot be placed in time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.codes import Type
from firmware_bridge.device import DeviceSession, Identity
from firmware_bridge.frames import Frame, FrameDecoder, encode_frame
from firmware_bridge.pty_wire import PtyWire
from tests.daemon.conftest import wait_for
from tests.daemon.test_devices_in_trouble import logged, problem, read

CARD = {"type": "card.seen", "tag": "As", "zone": "seat:1"}


class Clockless:
    """An antenna board on a pty that keeps its answers to PING for itself, until ``answers``."""

    def __init__(self, link: Path) -> None:
        self.answers = False
        self._wire = PtyWire(link)
        self._session = DeviceSession(Identity(kind="antennas", serial="AN-1", build="early"), 0xA11)
        self._lock, self._out = threading.Lock(), threading.Event()
        self._wire.plug()
        self._works = threading.Thread(target=self._work, daemon=True)
        self._works.start()

    def sense(self, event: dict[str, Any]) -> None:
        with self._lock:
            self._session.sense(event, _now_us())

    def close(self) -> None:
        self._out.set()
        self._works.join(timeout=10)
        self._wire.unplug()

    def _work(self) -> None:
        said = FrameDecoder()
        while not self._out.wait(0.005):
            with self._lock:
                self._session.receive(self._wire.read(), _now_us())
                frames = said.feed(self._session.to_send())
            for frame in frames:
                assert isinstance(frame, Frame)
                if self.answers or frame.type != Type.PONG:
                    self._wire.write(encode_frame(frame))


def _now_us() -> int:
    return time.monotonic_ns() // 1000


@pytest.fixture
def early(table: Any) -> Iterator[Clockless]:
    """The daemon running, and the early board at the antennas' port."""
    for kind in ("shoe", "chips", "panel"):
        table.plug(kind)
    board = Clockless(table.folder / "antennas")
    table.start()
    yield board
    board.close()


def test_a_card_that_cannot_be_placed_in_time_waits_and_the_board_is_named(table, early) -> None:
    early.sense(CARD)
    wait_for(lambda: problem(table, "antennas", "answers no PING"), "the board to be named")
    metrics = read(table.get("/metrics"))
    assert metrics["floorcall_events_total", "card.seen"] == 0
    assert metrics["floorcall_link_resends_asked_total", "antennas"] == 0, "it is there, and is not asked for"
    early.answers = True
    wait_for(lambda: table.device_state("antennas")["state"] == "up", "the board to be well")
    wait_for(lambda: read(table.get("/metrics"))["floorcall_events_total", "card.seen"] == 1, "the card")


def test_a_board_that_senses_nothing_either_stays_down_and_is_named_once(table, early) -> None:
    wait_for(lambda: problem(table, "antennas", "answers no PING"), "the board to be named")
    ups = read(table.get("/metrics"))["floorcall_link_links_up_total", "antennas"]
    wait_for(
        lambda: read(table.get("/metrics"))["floorcall_link_links_up_total", "antennas"] >= ups + 2,
        "it to say hello twice more",
    )
    assert problem(table, "antennas", "answers no PING")
    told = [line["state"] for line in logged(table, "device") if line["device"] == "antennas"]
    assert told[-1] == "down"
    assert told.count("down") == 1, told
    early.close()
    wait_for(lambda: problem(table, "antennas", "there is no"), "the board to be missed")
