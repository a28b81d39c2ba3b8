"""A room with long names: its map stays a map, and its page leaves room for the calls."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from controller.languages import LANGUAGES
from tests.daemon.conftest import wait_for
from tests.floor.tables import Floor, SaidTable
from tests.web.states import LONG_NAMES

LINE_PX = 90.0
"""A tile's most: its number, its seats in two lines, and whose it is in one."""


@pytest.mark.matrix(("language", LANGUAGES), ("width", [390, 1024, 1280]))
def test_whose_table_it_is_takes_one_line_however_long_his_name(
    browser: Browser, floor: Floor, seven: SaidTable, language: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.goto(f"{floor.address}?lang={language}")
    page.wait_for_selector(".tile")
    for name in LONG_NAMES:
        hers = {"by": name, "table": "zagreb/7"}
        wait_for(lambda hers=hers: floor.ask("POST", "/take", hers)[0] == 202, "the table to be taken")
        page.wait_for_selector(f'.tile[title="{name}"]')
        assert page.locator(".tile").bounding_box()["height"] <= LINE_PX
        assert page.evaluate("() => document.querySelector('.tile').scrollWidth") <= width
    page.close()


def test_on_a_phone_the_keys_above_the_list_take_two_lines(
    browser: Browser, floor: Floor, seven: SaidTable
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(floor.address)
    page.wait_for_selector(".tile")
    tops = {
        round(key.bounding_box()["y"])
        for key in page.locator("#tools > *").all()
        if key.is_visible() and key.bounding_box()
    }
    assert len(tops) == 2
    page.close()
