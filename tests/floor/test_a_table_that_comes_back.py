"""Real tables that leave the room and come back: what the floor's page says, and what becomes of what was answered meanwhile."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.daemon.conftest import Hand, Table, wait_for
from tests.floor.conftest import Visit
from tests.floor.tables import Floor
from tests.room.broker import Broker
from tests.room.conftest import in_room, started

MISSED_S = 20.0
"""Less than it took with MQTT's measure of 15 s, 22 s at least, and far more than it takes now."""
PLUGGED = ("shoe", "antennas", "chips")
"""The panel is not there: a table that starts waits two seconds for it until it goes on."""


class Cable:
    """What lies between a table and its broker: it can be pulled, and then carries nothing and ends nothing."""

    def __init__(self, port: int) -> None:
        self._to, self.pulled = port, False
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._let_in, daemon=True).start()

    def _let_in(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._to))
            self._ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while sent := one.recv(65536):
                if not self.pulled:
                    other.sendall(sent)
            if not self.pulled:
                other.shutdown(socket.SHUT_WR)
        except OSError:
            return

    def plug(self) -> None:
        """Carry again. What was on its way is lost, and so are its connections."""
        self.close_ends()
        self.pulled = False

    def close_ends(self) -> None:
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def close(self) -> None:
        self._door.close()
        self.close_ends()


@pytest.fixture
def cable(broker: Broker) -> Iterator[Cable]:
    """The cable from table 7 to its broker."""
    made = Cable(broker.port)
    yield made
    made.close()


@pytest.fixture
def table(broker: Broker, cable: Cable, tmp_path: Path) -> Iterator[Table]:
    """Table 7 in a hand, all its devices there but the panel."""
    (tmp_path / "table").mkdir()
    made = in_room(Table(tmp_path / "table"), broker)
    made.config.write_text(made.config.read_text().replace(broker.url, f"mqtt://127.0.0.1:{cable.port}"))
    for kind in PLUGGED:
        made.plug(kind)
    hand = Hand()
    started(made).play([hand.deck(), *hand.events(6, to="deal")])
    yield made
    made.close()


def called(table: Table, floor: Floor) -> str:
    """Return the row of a call of the floor."""
    assert table.post("/key", {"type": "floor.call"})[0] < 300
    return str(wait_for(lambda: floor.row(kind="floor.call"), "the call")["id"])


def answered(page: Page, call: str) -> None:
    """Say that one comes, and that there is nothing to rule, as Ana."""
    page.click(f".line-of-row[data-id='{call}'] .row")
    page.click("#coming")
    page.wait_for_function("() => document.getElementById('coming').disabled")
    page.click("#options [data-decision=no_action]")
    page.wait_for_selector("#choice", state="hidden")


def silent(page: Page) -> None:
    """Wait until the tile is hatched and the list has the table that is gone."""
    page.wait_for_selector(".tile.silent", timeout=MISSED_S * 1000)
    page.wait_for_selector(".line-of-row >> text=Table silent")


def back(page: Page) -> None:
    """Wait until the tile is as it was, and the list says nothing of it any more."""
    expect(page.locator(".tile.silent")).to_have_count(0)
    expect(page.locator(".line-of-row >> text=Table silent")).to_have_count(0)
    expect(page.locator(".tile small").first).to_have_text(re.compile("6/10 seats"))


def test_a_table_that_lost_its_power_takes_what_the_floor_answered_meanwhile(
    table: Table, floor: Floor, visit: Visit
) -> None:
    """It stops without a word, as without power; the call stands at the very end of its journal."""
    page = visit()
    call = called(table, floor)
    os.kill(table.pid, signal.SIGSTOP)
    silent(page)
    answered(page, call)
    assert page.inner_text("#order") == "No action · Ana · Goes to the table once it is back"
    assert page.inner_text(f".line-of-row[data-id='{call}'] em") == "Goes to the table once it is back"
    page.reload()
    page.wait_for_selector("#order:visible")
    assert page.is_hidden("#choice"), "who comes later sees that it is ruled"
    table.kill()
    table.start()
    back(page)
    page.wait_for_selector(f".line-of-row[data-id='{call}'] .over")
    assert page.is_hidden("#order")
    assert page.inner_text("#ruled b") == "No action"
    (alert,) = (one for one in table.state()["alerts"] if one["card"]["kind"] == "floor.call")
    assert (alert["state"], [moment["what"] for moment in alert["story"]]) == ("done", ["coming", "ruled"])


def test_a_table_whose_cable_was_pulled_tells_what_it_found_meanwhile_and_takes_what_was_answered(
    table: Table, floor: Floor, cable: Cable, visit: Visit
) -> None:
    page = visit()
    call = called(table, floor)
    cable.pulled = True
    silent(page)
    wait_for(lambda: table.device_state("room")["state"] == "down", "the table to miss its room")
    answered(page, call)
    assert page.inner_text("#order").endswith("Goes to the table once it is back")
    found = {"type": "declare", "seat": 5, "action": "call"}
    assert table.post("/key", found)[0] < 300
    cable.plug()
    back(page)
    page.wait_for_selector(f".line-of-row[data-id='{call}'] .over")
    wait_for(lambda: table.device_state("room")["state"] == "up", "the table to have its room again")
    page.wait_for_selector(".line-of-row >> text=Out of turn")
    assert floor.tile("7")["gap"] == 0


def test_a_call_of_a_log_that_is_over_is_closed_and_what_was_answered_to_it_is_not_of_the_next(
    table: Table, floor: Floor, broker: Broker
) -> None:
    """The technician changes the blinds while a call waits: the table begins a new log, whose calls have the same names."""
    call = called(table, floor)
    table.kill()
    wait_for(lambda: floor.tile("7")["silent"], "the table to be missed", MISSED_S)
    table.config.write_text(re.sub(r"big = \d+", "big = 200", table.config.read_text()))
    table.start()
    table.wait_up()
    assert table.post("/key", {"type": "floor.call"})[0] < 300

    def calls() -> set[str]:
        return {row["id"] for row in floor.rows() if row["kind"] == "floor.call"}

    (again,) = wait_for(lambda: calls() - {call}, "the call of the new log")
    wait_for(lambda: floor.row(id=call, open=False), "the first call to be closed")
    assert floor.row(id=again, open=True)
    assert floor.ask("POST", "/rule", {"id": call, "by": "Ana", "decision": "no_action"})[0] == 202
    wait_for(lambda: "no finding" in (floor.row(id=call) or {"order": ""})["order"], "the table's refusal")
    assert floor.row(id=again, open=True, ruled=None)
