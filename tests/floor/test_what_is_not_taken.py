"""A touch on the floor's page that nobody took is answered where it is seen, whether an alert is open or not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.floor.tables import Floor, SaidTable

NOT_TAKEN = "Key was not taken; try again"


@pytest.fixture
def page(browser: Browser, floor: Floor, seven: SaidTable) -> Iterator[Page]:
    """Return the page, as Ana, with one call; what it sends does not arrive."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script("localStorage.setItem('name', 'Ana')")
    opened = context.new_page()
    opened.goto(floor.address)
    opened.wait_for_selector("[data-mode=live]")
    seven.alert()
    opened.wait_for_selector(".line-of-row .go:visible")
    for path in ("**/mark*", "**/notes*"):
        opened.route(path, lambda route: route.abort())
    yield opened
    context.close()


def test_that_somebody_comes_is_answered_while_no_alert_is_open(page: Page) -> None:
    page.click(".line-of-row .go")
    page.wait_for_selector("#refusalbar:visible")
    assert page.inner_text("#refusalbar") == NOT_TAKEN
    page.wait_for_selector("#refusalbar", state="hidden")


def test_a_note_to_the_next_shift_is_answered_too(page: Page) -> None:
    page.click('.tab[data-view="notes"]')
    page.fill("#note textarea", "two decks")
    page.click("#note button")
    page.wait_for_selector("#refusalbar:visible")
    assert page.inner_text("#refusalbar") == NOT_TAKEN
    assert page.input_value("#note textarea") == "two decks"


def test_a_note_half_written_stays_when_the_page_is_reloaded_and_goes_once_it_is_kept(page: Page) -> None:
    page.click('.tab[data-view="notes"]')
    page.fill("#note textarea", "seat 3 of table 7")
    page.reload()
    page.wait_for_selector("[data-mode=live] #note textarea:visible")
    assert page.input_value("#note textarea") == "seat 3 of table 7"
    page.unroute("**/notes*")
    page.click("#note button")
    page.wait_for_selector("#kept >> text=seat 3 of table 7")
    page.reload()
    page.wait_for_selector("#kept >> text=seat 3 of table 7")
    assert page.input_value("#note textarea") == ""


def test_below_an_open_alert_it_is_said_once(page: Page) -> None:
    page.click(".line-of-row .row")
    page.wait_for_selector("#coming:visible")
    page.click("#coming")
    page.wait_for_selector("#complaint:visible")
    assert page.inner_text("#complaint") == NOT_TAKEN
    assert not page.is_visible("#refusalbar")
