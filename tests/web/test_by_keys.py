"""The floor's page of one table, and the page of its seats, by a keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import ScriptedTable, settle, taken_by
from tests.web.states import FACING, NIGHT, snapshot
from tests.web.test_seat_page import keyed, shown


def test_a_row_is_opened_by_enter_and_left_by_escape(visit: Callable[..., Page], api: ScriptedTable) -> None:
    api.show(NIGHT)
    page = visit("/floor", 1280, 800)
    row = page.locator(".row").nth(1)
    row.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    expect(row).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('#ruling') !== null"), "the decision is next"


def test_the_place_is_seen_on_a_white_key_too(visit: Callable[..., Page], api: ScriptedTable) -> None:
    api.show(NIGHT)
    page = visit("/floor", 1280, 800)
    page.keyboard.press("Tab")
    page.focus("#ruling .key.main")
    outline, ground = page.evaluate(
        "() => { const key = getComputedStyle(document.activeElement); return [key.outlineColor, key.backgroundColor]; }"
    )
    assert outline != ground


SEATS = {"floor": ("/seats?from=floor", 1280, 800), "dealer": ("/seats?from=dealer", 1024, 600)}
OPEN = "#acts .key:visible, #acts label:visible"


@pytest.mark.parametrize("whose", SEATS)
def test_escape_leaves_what_is_open_among_the_seats_the_innermost_first(
    whose: str, visit: Callable[..., Page], api: ScriptedTable, press: Callable[[Page, str], None]
) -> None:
    api.show(shown())
    page = visit(*SEATS[whose])
    title = page.locator("[data-text=title]")
    beginning = title.inner_text()
    press(page, ".tile[data-seat='2']")
    seat = title.inner_text()
    for step in ("Move", "Leave"):
        press(page, f'#acts .key:has(span:text-is("{step}"))')
        expect(page.locator("#acts .key:visible").last).not_to_have_text("Leave")
        page.keyboard.press("Escape")
        expect(title).to_have_text(seat)
        expect(page.locator("#acts .key:visible").last).to_have_text("Leave")
    page.keyboard.press("Escape")
    expect(title).to_have_text(beginning)
    for panel in ("Level", "Language"):
        press(page, f'#pagebar .key:has(span:text-is("{panel}"))')
        expect(title).not_to_have_text(beginning)
        page.keyboard.press("Escape")
        expect(title).to_have_text(beginning)
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/seats"))
    assert api.keys == []


def test_a_sheet_that_was_chosen_is_put_away_by_escape_and_then_its_panel(
    visit: Callable[..., Page], api: ScriptedTable, press: Callable[[Page, str], None], tmp_path: Path
) -> None:
    api.show(shown())
    page = visit(*SEATS["floor"])
    press(page, '#pagebar .key:has(span:text-is("Whole table"))')
    page.set_input_files(
        "#sheet", {"name": "t.csv", "mimeType": "text/csv", "buffer": b"seat,stack\n1,500\n"}
    )
    expect(page.locator("[data-text=title]")).to_contain_text("t.csv")
    page.keyboard.press("Escape")
    expect(page.locator("[data-text=title]")).to_have_text("Whole table")
    page.keyboard.press("Escape")
    expect(page.locator("[data-text=title]")).to_have_text("Touch a seat")
    assert api.tables == []


def test_a_number_is_keyed_among_the_seats_by_a_keyboard(
    visit: Callable[..., Page], api: ScriptedTable, press: Callable[[Page, str], None]
) -> None:
    api.show(shown())
    page = visit(*SEATS["floor"])
    press(page, ".tile[data-seat='9']")
    for keys in (["1", "Escape"], ["1", "2", "5", ".", "0", "Backspace", "Enter"]):
        press(page, '#acts .key:has(span:text-is("Stack"))')
        page.wait_for_selector("body[data-mode=entry]", state="attached")
        settle(page)
        for key in keys:
            page.keyboard.press(key)
        page.wait_for_selector("body[data-mode=seating]", state="attached")
    assert keyed(page, api) == {"type": "chips.stack", "seat": 9, "amount": 12500}


def test_a_keypads_escape_goes_back_and_enters_nothing(
    visit: Callable[..., Page], api: ScriptedTable, press: Callable[[Page, str], None]
) -> None:
    """The chips that were counted out are entered by the main key of their list, a ruling is done by that of its card."""
    api.show(snapshot(FACING))
    page = visit()
    press(page, ".tile[data-seat='2']")
    press(page, "#pad [data-do=more]")
    press(page, "#list .key >> text=Change")
    page.wait_for_selector("#list .key.main >> text=Enter")
    settle(page)
    page.click("#list .rows .key >> nth=0")
    page.keyboard.press("Escape")
    page.wait_for_selector("body[data-mode=table]", state="attached")
    api.show(NIGHT)
    page.wait_for_selector("body[data-mode=card]", state="attached")
    settle(page)
    page.keyboard.press("Escape")
    page.keyboard.press("F4")
    assert taken_by(page, api.keys) == [{"type": "floor.call", "by": "dealer"}]
    assert api.marks == []
