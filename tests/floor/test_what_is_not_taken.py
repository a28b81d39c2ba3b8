"""A touch on the floor's page that nobody took is answered where it is seen, whether an alert is open or not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.floor.conftest import Visit
from tests.floor.tables import SaidTable

NOT_TAKEN = "Key was not taken; try again"


@pytest.fixture
def page(visit: Visit, seven: SaidTable) -> Page:
    """Return the page, as Ana, with one call; what it sends does not arrive."""
    opened = visit()
    seven.alert()
    opened.wait_for_selector(".line-of-row .go:visible")
    for path in ("**/mark*", "**/notes*"):
        opened.route(path, lambda route: route.abort())
    return opened


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


def test_what_is_looked_up_stays_and_so_does_what_is_half_written_of_it(page: Page) -> None:
    page.click('.tab[data-view="history"]')
    page.fill("#lookup [name=table]", "7")
    page.click("#lookup button")
    page.click("#found .row")
    page.wait_for_selector("#detail:visible")
    page.fill("#lookup [name=person]", "Mar")
    page.fill("#lookup [name=since]", "2026-11-20T19:30")
    page.reload()
    page.wait_for_selector("[data-mode=live] #lookup:visible")
    page.wait_for_selector("#found .row")
    assert page.is_visible("#detail")
    written = ("table", "kind", "rule", "seat", "person", "since", "until")
    assert [page.input_value(f"#lookup [name={name}]") for name in written] == [
        "7",
        "",
        "",
        "",
        "Mar",
        "2026-11-20T19:30",
        "",
    ]
    page.click("#lookup button")
    page.wait_for_selector("#found p")
    page.select_option("#language", "hr")
    page.wait_for_selector("html[lang=hr] [data-mode=live] #lookup:visible")
    assert page.input_value("#lookup [name=person]") == "Mar"


def test_below_an_open_alert_it_is_said_once(page: Page) -> None:
    page.click(".line-of-row .row")
    page.wait_for_selector("#coming:visible")
    page.click("#coming")
    page.wait_for_selector("#complaint:visible")
    assert page.inner_text("#complaint") == NOT_TAKEN
    assert not page.is_visible("#refusalbar")
