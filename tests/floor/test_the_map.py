"""The map on the floor's page: a tile for each table, by section, and what calls there."""

from __future__ import annotations

import pytest

from tests.daemon.conftest import wait_for
from tests.floor.conftest import Visit
from tests.floor.tables import Floor, SaidTable
from tests.floor.test_the_floors_page import row_of
from tests.room.broker import Broker


@pytest.mark.parametrize("width", [390, 1280])
def test_a_table_touched_on_the_map_shows_what_calls_there(
    visit: Visit, seven: SaidTable, broker: Broker, width
):
    eight = SaidTable(broker.port, "8")
    try:
        eight.up()
        seven.alert()
        eight.alert("misdeal.card_count", hand=4)
        page = visit(width)
        tile = page.locator(".tile", has=page.locator("b", has_text="8"))
        page.locator(".tile.floor >> nth=1").wait_for()
        page.click(".tab[data-view=history]")
        tile.click()
        page.wait_for_selector("#detail:visible")
        assert page.locator(".line-of-row .row").count() == 1
        assert page.inner_text("[data-text=where]").startswith("Table 8")
        assert tile.get_attribute("aria-pressed") == "true"
        if width > 500:
            tile.click()
            page.wait_for_selector(".line-of-row >> nth=1")
            assert tile.get_attribute("aria-pressed") == "false"
    finally:
        eight.close()


def test_the_map_shows_each_table_by_section(browser, broker, tmp_path):
    sections = '[[section]]\nname = "Window"\ntables = ["1", "2"]\npeople = ["Ana"]\n[[section]]\nname = "Bar"\ntables = ["3"]\npeople = ["Ivo"]'
    floor = Floor(tmp_path, broker, "", "floor.db")
    floor.config.write_text(floor.config.read_text() + sections)
    floor.start()
    tables = [SaidTable(broker.port, name) for name in ("1", "2", "3")]
    try:
        for table in tables:
            table.up()
        tables[2].alert()
        wait_for(lambda: len(floor.state()["tiles"]) == 3 and floor.rows(), "three tables")
        page = browser.new_page()
        page.add_init_script("localStorage.setItem('name', 'Ana')")
        page.goto(floor.address)
        page.wait_for_selector(".tile")
        assert page.locator(".tile b").all_inner_texts() == ["1", "2"]
        assert page.locator("#map h3").all_inner_texts() == ["Window"]
        assert row_of(page, "String bet").count() == 0
        page.select_option("#section", "")
        page.wait_for_selector(".tile.floor")
        assert page.locator(".tile.floor b").inner_text() == "3"
        assert page.locator(".tile svg:visible").count() == 1, "a table that needs nobody has no sign"
        row_of(page, "String bet").wait_for()
        page.context.close()
    finally:
        floor.close()
        for table in tables:
            table.close()


def test_tables_of_one_name_at_two_sites_are_told_apart(visit: Visit, seven: SaidTable, broker: Broker):
    page = visit()
    seven.alert()
    page.locator(".row", has_text="Table 7 · seat 3").wait_for()
    assert page.locator("#map h3").all_inner_texts() == ["Other tables"]
    other = SaidTable(broker.port, "7", site="split")
    try:
        other.up()
        other.alert("misdeal.card_count")
        page.locator(".row", has_text="Table zagreb/7 · seat 3").wait_for()
        page.locator(".row", has_text="Table split/7").wait_for()
        page.locator("#map section", has_text="split · Other tables").locator(".tile.floor").wait_for()
        page.locator("#map section", has_text="zagreb · Other tables").locator(".tile.floor").wait_for()
        page.locator('.tile[data-table="split/7"]').click()
        page.wait_for_selector("#detail:visible")
        assert page.inner_text("[data-text=where]").startswith("Table split/7")
        assert page.inner_text("#take").endswith("Table split/7")
    finally:
        other.close()
