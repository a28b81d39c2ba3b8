"""What the floor has open and has begun to write stays his: other alerts come, and the page comes anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from controller.ruling_cards.words import words_in
from tests.web.conftest import ScriptedTable, settle, taken_by
from tests.web.states import CALLED, FACING, FOUR_FLOP, MISDEAL, RULED, STRING, alert, snapshot
from tests.web.test_seat_page import shown

Visit = Callable[..., Page]
SECOND = alert(replace(MISDEAL, id="129:misdeal.boxed_cards:1", hand=129, t=90.0))


def speak(page: Page, language: str) -> None:
    """Choose another language; the page comes anew."""
    page.select_option("#language", language)
    page.wait_for_selector(f"html[lang={language}] body[data-mode=live]")


@pytest.mark.parametrize("language", ["hr", "ar"])
def test_the_second_alert_stays_open_in_another_language(
    language: str, visit: Visit, api: ScriptedTable
) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP), SECOND))
    page = visit("/floor", 1280, 800, locale="en-GB")
    page.click(f".row[data-id='{SECOND.finding.id}']")
    page.wait_for_selector("#detail:visible")
    speak(page, language)
    page.wait_for_selector("#detail:visible")
    assert words_in(language).kind(MISDEAL.kind)["headline"] in page.inner_text("[data-text=headline]")


def test_a_ruling_half_written_stays_in_another_language(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP), CALLED))
    page = visit("/floor", 1280, 800, locale="en-GB")
    page.fill("#name", "Ana K.")
    page.click(f".row[data-id='{CALLED.finding.id}']")
    page.click("text=Other decision")
    page.select_option("#other", "bet")
    page.select_option("#ruledseat", "4")
    page.fill("#amount", "1200")
    page.fill("#why", "Seat 4 had said")
    speak(page, "hr")
    assert page.locator("#ruling input:checked").input_value() == "other"
    assert page.is_visible("#amount")
    page.click("#record")
    ruling = taken_by(page, api.keys)[0]
    assert {key: ruling[key] for key in ("finding", "decision", "seat", "amount", "note")} == {
        "finding": CALLED.finding.id, "decision": "bet", "seat": 4, "amount": 1200, "note": "Seat 4 had said",
    }  # fmt: skip
    page.wait_for_selector("#complaint.fine")  # the page has heard that it is recorded
    page.reload()
    page.wait_for_selector("body[data-mode=live]")
    assert page.input_value("#why") == ""


def reload(page: Page) -> None:
    page.reload()


def look_at_the_seats(page: Page) -> None:
    page.click("#seats")
    page.wait_for_selector("#pagebar button >> text=Back")
    settle(page)
    page.click("#pagebar button >> text=Back")


def go_back(page: Page) -> None:
    page.click("#seats")
    page.wait_for_selector("#pagebar button >> text=Back")
    page.go_back()


@pytest.mark.parametrize("away", [reload, look_at_the_seats, go_back])
def test_a_ruling_half_written_stays_when_its_page_is_left_and_comes_anew(
    away: Callable[[Page], None], visit: Visit, api: ScriptedTable
) -> None:
    api.show(shown(FACING, alert(FOUR_FLOP), CALLED))
    page = visit("/floor", 1280, 800)
    page.click(f".row[data-id='{CALLED.finding.id}']")
    page.click("text=Other decision")
    page.select_option("#other", "bet")
    page.fill("#why", "Seat 4 had said")
    away(page)
    page.wait_for_selector("body.floor[data-mode=live]")
    page.wait_for_selector(f".row.chosen[data-id='{CALLED.finding.id}']")
    assert page.is_checked("#ruling [value=other]")
    assert page.input_value("#other") == "bet"
    assert page.input_value("#why") == "Seat 4 had said"


def test_a_ruling_half_written_outlasts_a_reload_while_nothing_is_heard(
    visit: Visit, api: ScriptedTable
) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit("/floor", 1280, 800)
    page.wait_for_selector("#detail:visible")
    page.fill("#why", "Seat 4 had said")
    # What a stream begins with does not reach the page: it comes anew before it has heard anything.
    page.route("**/events?*", lambda route: route.abort())
    page.reload()
    page.unroute("**/events?*")
    page.reload()
    page.wait_for_selector("body[data-mode=live] #detail:visible")
    assert page.input_value("#why") == "Seat 4 had said"


def test_a_ruling_that_is_given_once_more_stays_open_in_another_language(
    visit: Visit, api: ScriptedTable
) -> None:
    api.show(snapshot(FACING, alert(MISDEAL), RULED))
    page = visit("/floor", 1280, 800, locale="en-GB")
    page.click(f".row[data-id='{RULED.finding.id}']")
    page.click("#again")
    page.click("#options label >> nth=0")
    speak(page, "hr")
    assert page.is_visible("#record")
    assert page.locator("#options input:checked").count() == 1


def test_what_is_being_written_stays_when_a_worse_alert_comes(visit: Visit, api: ScriptedTable) -> None:
    """Nobody has touched the row: the page itself has opened the first one."""
    api.show(snapshot(FACING, alert(STRING)))
    page = visit("/floor", 1280, 800)
    page.wait_for_selector("#ruling:visible")
    page.fill("#why", "half a sentence")
    api.show(snapshot(FACING, alert(FOUR_FLOP), alert(STRING)))
    page.wait_for_selector(".row >> nth=1")
    assert page.inner_text("[data-text=headline]") == "String bet"
    assert page.input_value("#why") == "half a sentence"


def test_what_is_being_written_stays_when_the_same_comes_up_again(visit: Visit, api: ScriptedTable) -> None:
    """One cause is one row; the newest stands first in the list that the table keeps."""
    api.show(snapshot(FACING, alert(STRING)))
    page = visit("/floor", 1280, 800)
    page.click(".row")
    page.fill("#why", "half a sentence")
    again = replace(STRING, id=f"{STRING.hand}:bet.string:2", t=STRING.t + 9)
    api.show(snapshot(FACING, alert(again), alert(STRING)))
    page.wait_for_selector(".row >> text=2 times")
    assert page.is_visible("#why")
    assert page.input_value("#why") == "half a sentence"
