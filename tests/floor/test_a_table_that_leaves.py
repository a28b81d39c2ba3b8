"""A table that was broken leaves the floor's map by two touches, and comes back by itself when it speaks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.daemon.conftest import wait_for
from tests.floor.conftest import Visit
from tests.floor.tables import Floor, SaidTable


@pytest.fixture
def gone(floor: Floor, seven: SaidTable) -> SaidTable:
    """Table 7, which called the floor and was then switched off."""
    seven.up()
    seven.alert()
    wait_for(lambda: floor.row(kind="bet.string"), "the call")
    switched_off(seven)
    wait_for(lambda: floor.tile("7")["silent"], "the table to be silent")
    return seven


def switched_off(table: SaidTable) -> None:
    table.raw("health", {"state": "down"}, retain=True)


def taken_off(floor: Floor) -> None:
    assert floor.ask("POST", "/off", {"table": "zagreb/7", "by": "Ana"})[0] == 202
    wait_for(lambda: floor.state()["tiles"] == {}, "the table to leave the map")


def test_two_touches_take_it_off_with_its_calls(visit: Visit, gone: SaidTable):
    page = visit()
    page.locator(".tile.silent").click()
    page.locator("#off", has_text="Take table 7 off the map").click()
    expect(page.locator(".tile")).to_have_count(0)
    expect(page.locator(".line-of-row")).to_have_count(0)
    expect(page.locator("#off")).to_be_hidden()
    expect(page.locator("[data-text=open]")).to_have_text("0")


def test_its_calls_are_found_in_the_history(floor: Floor, gone: SaidTable):
    taken_off(floor)
    (row,) = wait_for(lambda: floor.ask("GET", "/history?table=7")[1]["rows"], "the history")
    assert row["kind"] == "bet.string"


def test_what_the_broker_keeps_of_it_and_its_last_will_bring_it_back_neither_now_nor_after_a_restart(
    floor: Floor, gone: SaidTable
):
    gone.up()
    wait_for(lambda: floor.tile("7")["silent"] is False, "the table to be back")
    switched_off(gone)
    wait_for(lambda: floor.tile("7")["silent"], "the table to be silent")
    taken_off(floor)
    switched_off(gone)
    gone.handed_over()
    floor.stop()
    floor.start()
    other = SaidTable(gone.port, "8")
    other.up()
    wait_for(lambda: floor.tile("8")["silent"] is False, "another table to be heard")
    other.close()
    assert list(floor.state()["tiles"]) == ["zagreb/8"]
    assert floor.rows() == []


def test_it_is_there_again_with_what_it_has_open_as_soon_as_it_speaks(floor: Floor, gone: SaidTable):
    taken_off(floor)
    gone.up()
    wait_for(lambda: floor.tile("7")["silent"] is False, "the table to be on the map")
    assert floor.row(kind="bet.string")["open"]
    floor.stop()
    floor.start()
    assert list(floor.state()["tiles"]) == ["zagreb/7"]


def test_a_table_that_speaks_is_not_taken_off(floor: Floor, seven: SaidTable):
    seven.up()
    wait_for(lambda: floor.tile("7")["silent"] is False, "the table")
    code, answer = floor.ask("POST", "/off", {"table": "zagreb/7", "by": "Ana"})
    assert (code, answer["error"]["place"]) == (400, "table")
    assert "still speaks" in answer["error"]["message"]
    assert list(floor.state()["tiles"]) == ["zagreb/7"]


@pytest.mark.parametrize(
    ("body", "code"),
    [({"table": "zagreb/99", "by": "Ana"}, 404), ({"by": "Ana"}, 404), ({"table": "zagreb/7"}, 400)],
)
def test_who_and_which_table_are_needed(floor: Floor, gone: SaidTable, body: dict[str, str], code: int):
    assert floor.ask("POST", "/off", body)[0] == code
    assert list(floor.state()["tiles"]) == ["zagreb/7"]
