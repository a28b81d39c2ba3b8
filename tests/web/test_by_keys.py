"""The floor's page of one table by a keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import ScriptedTable
from tests.web.states import NIGHT


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
