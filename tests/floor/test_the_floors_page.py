"""The floor's page for all tables in Debian's chromium, fed by the real process."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, Route

from controller.languages import LANGUAGES
from tests.daemon.conftest import wait_for
from tests.floor.conftest import Visit
from tests.floor.tables import Floor, SaidTable, seconds_ago
from tests.room.broker import Broker
from tests.web.states import LONG_NAMES
from tests.web.test_floors_page import LIES_ON

CLICKABLE = "button, select, input, textarea, a"


def row_of(page: Page, title: str):
    return page.locator(".line-of-row", has_text=title)


def test_a_call_is_answered_in_one_touch_and_ruled_in_two(visit: Visit, seven: SaidTable):
    page = visit()
    seven.alert()
    row = row_of(page, "String bet")
    row.locator(".go").click()
    row.get_by_text("Ana is coming").wait_for()
    assert wait_for(lambda: seven.marked, "the table to hear it")[0]["by"] == "Ana"
    row.locator(".row").click()
    page.locator("#options .key", has_text="Call").click()
    order = wait_for(lambda: seven.ruled, "the ruling")[0]
    assert (order["decision"], order["by"]) == ("call", "Ana")
    seven.alert(state="ruled", ruling={"decision": "call", "by": "Ana"})
    row.get_by_text("Call · Ana").wait_for()


def test_a_browser_that_keeps_the_sound_off_says_so_until_it_is_touched(visit: Visit, seven: SaidTable):
    page = visit()
    bar = page.locator("#soundbar")
    bar.wait_for()
    assert "keeps the sound off" in bar.inner_text()
    bar.click()
    bar.wait_for(state="hidden")
    page.get_by_text("Sound on").wait_for()


def test_the_first_alert_sounds(visit: Visit, seven: SaidTable):
    page = visit()
    page.evaluate(
        "() => { window.notes = 0; const start = OscillatorNode.prototype.start; OscillatorNode.prototype.start = function (...at) { window.notes += 1; return start.apply(this, at); }; }"
    )
    page.locator("#soundbar").click()
    page.locator("#soundbar").wait_for(state="hidden")
    seven.alert()
    page.wait_for_function("() => window.notes === 3")


def test_rows_are_found_by_table_seat_name_and_tile(visit: Visit, seven: SaidTable, broker):
    eight = SaidTable(broker.port, "8")
    eight.up()
    page = visit()
    seven.alert(seat=3)
    eight.alert("turn.skipped", seat=5, words={}, state="coming", coming="Ivo")
    row_of(page, "Table 8").wait_for()
    row_of(page, "Table 7").wait_for()
    for asked, left in (
        ("ivo", "Table 8"),
        ("seat 3", "Table 7"),
        ("turn.skipped", "Table 8"),
        ("7", "Table 7"),
    ):
        page.fill("#search", asked)
        page.wait_for_function("() => document.querySelectorAll('.line-of-row').length === 1")
        assert left in page.locator(".line-of-row").inner_text(), asked
    page.fill("#search", "")
    page.locator('.tile[data-table="zagreb/8"]').click()
    page.wait_for_function("() => document.querySelectorAll('.line-of-row').length === 1")
    assert "Table 8" in page.locator(".line-of-row").inner_text()
    eight.close()


def test_an_other_decision_needs_its_reason(visit: Visit, seven: SaidTable):
    page = visit()
    seven.alert()
    row_of(page, "String bet").locator(".row").click()
    page.locator("#more").click()
    page.select_option("#other", "misdeal")
    page.locator("#otherwise .main").click()
    page.locator("#complaint").wait_for()
    assert not seven.ruled
    page.fill("#why", "Dealt from two decks")
    page.locator("#otherwise .main").click()
    told = wait_for(lambda: seven.ruled, "the ruling")[0]
    assert (told["decision"], told["note"]) == ("misdeal", "Dealt from two decks")


def test_a_decision_and_a_note_that_are_touched_twice_are_sent_once(visit: Visit, seven: SaidTable):
    page = visit()
    seven.answers = False
    seven.alert()
    row_of(page, "String bet").locator(".row").click()
    page.locator("#options .key", has_text="Call").dblclick()
    page.locator('.tab[data-view="notes"]').click()
    page.fill("#note textarea", "Table 7: watch seat 3")
    page.locator("#note button").dblclick()
    page.wait_for_selector("#kept p")
    page.fill("#note textarea", "Next shift: two decks")
    page.locator("#note button").click()
    page.wait_for_selector("#kept >> text=two decks")
    assert page.locator("#kept p").count() == 2
    orders = wait_for(lambda: seven.ruled, "the ruling")
    assert [order["decision"] for order in orders] == ["call"]


def test_what_is_open_and_half_written_stays_in_another_language(visit: Visit, seven: SaidTable, broker):
    eight = SaidTable(broker.port, "8")
    eight.up()
    page = visit()
    seven.alert()
    eight.alert("turn.skipped", seat=5, words={})
    row_of(page, "Table 8").wait_for()
    page.locator('.tile[data-table="zagreb/7"]').click()
    page.fill("#search", "seat 3")
    row_of(page, "String bet").locator(".row").click()
    page.locator("#more").click()
    page.select_option("#other", "misdeal")
    page.fill("#why", "half a sentence")
    page.select_option("#language", "hr")
    page.wait_for_selector("html[lang=hr] [data-mode=live]")
    page.wait_for_selector("#detail:visible")
    assert page.input_value("#search") == "seat 3"
    assert page.locator('.tile[aria-pressed="true"] b').all_inner_texts() == ["7"]
    page.wait_for_selector("#otherwise:visible")
    assert (page.input_value("#other"), page.input_value("#why")) == ("misdeal", "half a sentence")
    page.locator('.tab[data-view="history"]').click()
    page.select_option("#language", "en")
    page.wait_for_selector("html[lang=en] [data-mode=live]")
    assert page.is_visible("#past")
    eight.close()


def test_what_is_half_written_stays_when_the_page_is_reloaded(visit: Visit, seven: SaidTable):
    page = visit()
    seven.alert()
    row_of(page, "String bet").locator(".row").click()
    page.locator("#more").click()
    page.select_option("#other", "misdeal")
    page.fill("#why", "half a sentence")
    page.reload()
    page.wait_for_selector("[data-mode=live] #otherwise:visible")
    assert (page.input_value("#other"), page.input_value("#why")) == ("misdeal", "half a sentence")


def test_a_shift_hands_over_and_the_history_is_looked_up(visit: Visit, seven: SaidTable):
    page = visit()
    seven.alert(state="ruled", ruling={"decision": "call", "by": "Ana"})
    page.locator('.tab[data-view="notes"]').click()
    page.fill("#note textarea", "Seat 3 of table 7 argues")
    page.locator("#note .main").click()
    page.get_by_text("Seat 3 of table 7 argues").wait_for()
    page.locator('.tab[data-view="history"]').click()
    page.fill("#lookup [name=person]", "Ana")
    page.locator("#lookup .main").click()
    page.locator("#found .row", has_text="String bet").click()
    page.locator("#detail h2", has_text="String bet").wait_for()


NOTED = {"decision": "misdeal", "by": "Ana", "seat": 3, "amount": None, "note": "Two cards stuck together"}


def test_a_ruling_is_shown_with_its_name_and_note_now_and_in_the_history(
    visit: Visit, seven: SaidTable, floor: Floor
):
    page = visit()
    seven.alert(state="done", ruling=NOTED)
    row_of(page, "String bet").locator(".row").click()
    ruled = page.locator("#ruled")
    ruled.get_by_text("Two cards stuck together").wait_for()
    assert ruled.inner_text().split() == [
        "Ruling",
        "Misdeal",
        "·",
        "seat",
        "3",
        "by",
        "Ana",
        "Two",
        "cards",
        "stuck",
        "together",
    ]
    seven.alert(state="done", ruling=NOTED | {"by": "Ivo", "note": "Two cards, and a third"})
    ruled.get_by_text("Two cards, and a third").wait_for()
    wait_for(lambda: floor.ask("GET", "/history")[1]["rows"][0]["by"] == "Ivo", "the ruling to be kept")
    page.locator("#back").dispatch_event("click")
    page.locator('.tab[data-view="history"]').click()
    page.locator("#lookup .main").click()
    page.locator("#found .row", has_text="Misdeal · Ivo").click()
    ruled.get_by_text("Two cards, and a third").wait_for()


def test_what_is_of_another_day_says_so_in_the_history(visit: Visit, seven: SaidTable, floor: Floor):
    page = visit()
    at = datetime.now().astimezone() - timedelta(days=2)
    seven.alert(state="done", ruling=NOTED, times={"found": at.isoformat(), "changed": seconds_ago(1)})
    row_of(page, "String bet").wait_for()
    wait_for(lambda: floor.ask("GET", "/history")[1]["rows"], "the call to be kept")
    page.locator('.tab[data-view="history"]').click()
    page.locator("#lookup .main").click()
    page.locator("#found .row").click()
    assert page.locator("#found time").inner_text() == at.strftime("%d.%m. %H:%M")
    assert page.locator("[data-text=age]").inner_text() == at.strftime("%d.%m. %H:%M")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (768, 1024), (844, 390)])
def test_on_a_tablet_or_a_phone_on_its_side_a_call_can_be_read(
    visit: Visit, seven: SaidTable, width: int, height: int, language: str
):
    page = visit(width, height)
    seven.alert()
    page.select_option("#language", language)
    page.wait_for_selector(f"html[lang={language}] .row")
    assert page.evaluate(LIES_ON) == []
    page.locator(".row").click()
    page.wait_for_selector("#options .key")
    story, decisions = (page.locator(part).bounding_box() for part in (".happened", "#options"))
    assert story["y"] + story["height"] <= decisions["y"]
    assert story["width"] > width / 3


def test_a_rulings_note_stands_on_its_row(visit: Visit, seven: SaidTable):
    page = visit()
    seven.alert(state="done", ruling=NOTED)
    row = row_of(page, "String bet")
    row.locator("small").get_by_text(NOTED["note"]).wait_for()


@pytest.mark.parametrize("width", [1280, 768, 390])
def test_a_long_name_leaves_room_for_its_table_and_seat(
    visit: Visit, seven: SaidTable, floor: Floor, width: int
):
    page = visit(width, 844)
    for n, name in enumerate(LONG_NAMES):
        seven.alert(k=n, seat=n + 8, state="coming", coming=name)
        seven.alert(k=n + 3, seat=n + 1, state="done", ruling=NOTED | {"by": name})
    page.wait_for_function("() => document.querySelectorAll('.row').length === 6")
    assert page.evaluate(LIES_ON) == []
    if width == 1280:
        wait_for(lambda: len(floor.ask("GET", "/history")[1]["rows"]) == 6, "all to be kept")
        page.locator('.tab[data-view="history"]').click()
        page.locator("#lookup .main").click()
        page.wait_for_selector("#found .row")
        assert page.evaluate(LIES_ON) == []


def test_a_late_answer_does_not_take_a_newer_notes_place(visit: Visit, seven: SaidTable):
    page = visit()
    late: list[Route] = []
    page.route("**/notes", lambda route: late.append(route), times=1)
    with page.expect_request("**/notes"):
        page.locator('.tab[data-view="notes"]').click()
    page.fill("#note textarea", "Seat 3 of table 7 argues")
    page.locator("#note .main").click()
    note = page.get_by_text("Seat 3 of table 7 argues")
    note.wait_for()
    with page.expect_response("**/notes"):
        late[0].fulfill(json={"notes": []})
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    assert note.is_visible()


def test_on_a_phone_nothing_is_small_and_nothing_runs_out(visit: Visit, seven: SaidTable):
    page = visit(390, 844)
    seven.alert(words={"en": {"headline": "A headline as long as may be", "options": [], "steps": []}})
    seven.alert("turn.skipped", seat=5, times={"found": seconds_ago(200)})
    page.locator(".stage").wait_for()

    def small():
        return page.evaluate(
            """(what) => [...document.querySelectorAll(what)].filter((n) => n.checkVisibility({ visibilityProperty: true }))
              .map((n) => [n.id || n.className || n.name, n.getBoundingClientRect().height]).filter(([, high]) => high < 47.5)""",
            CLICKABLE,
        )

    assert small() == []
    assert page.locator("#name").input_value() == "Ana"
    page.locator("#name").tap(trial=True)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    page.locator(".row").first.tap()
    page.locator("#detail h2").wait_for()
    assert small() == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    page.locator("#back").tap()
    page.locator("#alerts .row").first.wait_for()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_a_broker_that_is_gone_is_said_above_an_alert_too(
    width: int, height: int, visit: Visit, seven: SaidTable, broker: Broker
):
    page = visit(width, height)
    seven.alert()
    row_of(page, "String bet").locator(".row").click()
    page.locator("#detail h2").wait_for()
    broker.stop()
    bar = page.locator("#brokerbar")
    bar.wait_for()
    said, band = bar.bounding_box(), page.locator("#detail .band").bounding_box()
    assert said is not None
    assert band is not None
    assert 0 <= said["y"] < said["y"] + said["height"] <= band["y"]


def test_a_flood_is_said_and_put_together(visit: Visit, seven: SaidTable):
    page = visit()
    for seat in range(1, 11):
        seven.alert(k=seat, seat=seat, hand=seat)
    seven.alert("turn.skipped", seat=2, hand=30)
    page.locator("#floodbar").wait_for()


def test_a_silent_floor_process_is_said_within_two_seconds(visit: Visit, seven: SaidTable, floor: Floor):
    page = visit()
    seven.alert()
    row_of(page, "String bet").wait_for()
    wait_for(lambda: floor.ask("GET", "/history")[1]["rows"], "the alert to be kept")
    floor.kill()
    page.locator("#silent").wait_for()
    floor.start()
    page.locator("#silent").wait_for(state="hidden")
    row_of(page, "String bet").wait_for()


@pytest.mark.matrix(("language", LANGUAGES), ("width", [390, 1280]))
def test_a_full_tables_seats_and_whose_it_is_stay_in_its_tile(
    browser: Browser, floor: Floor, seven: SaidTable, language: str, width: int
):
    seven.up()
    seven.raw("state", {"hand": 3, "seats": 10, "seats_taken": list(range(1, 11))}, retain=True)
    hers = {"by": "Marija-Magdalena Kovačić", "table": "zagreb/7"}
    wait_for(lambda: floor.ask("POST", "/take", hers)[0] == 202, "the table to be heard and taken")
    wait_for(lambda: floor.state()["tiles"]["zagreb/7"]["taken"] == 10, "the seats to be heard")
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.goto(f"{floor.address}?lang={language}")
    more = page.locator(".tile small", has_text="Marija")
    more.wait_for()
    out = page.evaluate(
        """() => [...document.querySelectorAll('.tile')].filter((tile) => {
             const box = tile.getBoundingClientRect();
             return [...tile.children].some((part) => {
               const range = document.createRange();
               range.selectNodeContents(part);
               const text = range.getBoundingClientRect();
               return text.width && (text.left < box.left || text.right > box.right || text.bottom > box.bottom);
             });
           }).map((tile) => tile.textContent)"""
    )
    page.close()
    assert out == []
