"""The floor's two pages by a keyboard alone: a call is opened, answered, ruled and left, and the place is never lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.daemon.conftest import wait_for
from tests.floor.conftest import Visit
from tests.floor.tables import SaidTable

AT = """() => {
  const at = document.activeElement;
  return at.closest('[data-id]')?.dataset.id ? `row ${at.className}` : at.id || at.dataset.decision || at.className || at.tagName;
}"""
RING = """() => {
  const style = getComputedStyle(document.activeElement);
  return [style.outlineStyle, parseFloat(style.outlineWidth) >= 3, style.outlineColor !== style.backgroundColor];
}"""
VISIBLE = ["solid", True, True]


@pytest.fixture
def page(visit: Visit, seven: SaidTable) -> Page:
    """Return the page, as Ana, with two calls, the first one's row reached by Tab."""
    opened = visit()
    for k in (1, 2):
        seven.alert(k=k, hand=k)
    opened.wait_for_selector(".line-of-row >> nth=1")
    opened.focus("#map .tile")
    opened.keyboard.press("Tab")
    return opened


def at(page: Page, wanted: str) -> None:
    """Wait until the keyboard's place is there, and see that it is drawn."""
    page.wait_for_function(f"(wanted) => ({AT})().startsWith(wanted)", arg=wanted)
    assert page.evaluate(RING) == VISIBLE


def test_a_call_is_answered_and_the_place_stays_on_its_row(page: Page, seven: SaidTable) -> None:
    at(page, "row row")
    page.keyboard.press("Tab")
    at(page, "row go")
    page.keyboard.press("Enter")
    wait_for(lambda: seven.marked, "the table to hear it")
    page.wait_for_function("() => document.querySelectorAll('.go:not([hidden])').length === 1")
    at(page, "row row")


def test_a_call_is_opened_ruled_and_left(page: Page, seven: SaidTable) -> None:
    seven.answers = False
    page.keyboard.press("Enter")
    at(page, "detail")
    page.wait_for_selector("#options .key")
    page.keyboard.press("Tab")
    at(page, "call")
    page.keyboard.press("Enter")
    assert wait_for(lambda: seven.ruled, "the ruling")[0]["decision"] == "call"
    page.wait_for_selector("#choice", state="hidden")
    at(page, "detail")
    page.keyboard.press("Escape")
    page.wait_for_selector("#detail", state="hidden")
    at(page, "row row")


def test_escape_in_a_field_leaves_what_is_half_written(page: Page) -> None:
    page.keyboard.press("Enter")
    page.wait_for_selector("#options .key")
    page.click("#more")
    page.fill("#why", "half a sentence")
    page.keyboard.press("Escape")
    assert page.is_visible("#detail")
    assert page.input_value("#why") == "half a sentence"


def test_an_alert_of_the_history_is_left_to_its_row_and_the_history_to_the_list(page: Page) -> None:
    page.click('.tab[data-view="history"]')
    page.press("#lookup [name=table]", "Escape")
    assert page.is_visible("#lookup"), "in a field it is the field's"
    page.fill("#lookup [name=table]", "7")
    page.keyboard.press("Enter")
    page.focus("#found .row >> nth=1")
    page.keyboard.press("Enter")
    at(page, "detail")
    page.keyboard.press("Escape")
    page.wait_for_selector("#detail", state="hidden")
    at(page, "row row")
    assert page.evaluate("() => document.activeElement.closest('#found') !== null")
    page.keyboard.press("Escape")
    page.wait_for_selector("#alerts:visible")
    at(page, "tab")
    page.keyboard.press("Escape")
    assert page.is_visible("#alerts")
