"""The page of seats, stacks and levels, as dealer and floor touch it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from controller.languages import LANGUAGES
from controller.ruling_cards.words import words_in
from controller.table.screen.seating import SeatingView
from controller.table_api import BlindsView, LevelsView, Snapshot, WaitingView
from tests.web.conftest import Draw, ScriptedTable, settle, taken_by
from tests.web.states import BETWEEN, FACING, FOUR_FLOP, STRING, alert, snapshot

Press = Callable[[Page, str], None]
SIZES = [
    (800, 480, "dealer"),
    (1024, 600, "dealer"),
    (1280, 800, "floor"),
    (390, 844, "floor"),
    (844, 390, "floor"),
    (390, 844, "dealer"),
    (844, 390, "dealer"),
    (360, 640, "dealer"),
    (720, 1280, "dealer"),
    (768, 1024, "dealer"),
    (320, 568, "floor"),
    (320, 568, "dealer"),
    (1920, 1080, "floor"),
]
AT_THE_TABLE = [(800, 480), (1024, 600)]
LEVELS = LevelsView(
    level=3, of=12, left=754, paused=False, started=True, now=BlindsView(small=100, big=200, ante=200),
    next=BlindsView(small=150, big=300, ante=300),
)  # fmt: skip


BETS = ("ante", "bring_in", "small_bet", "big_bet")


def seating(**changed: dict[str, Any]) -> list[SeatingView]:
    """Ten seats with 10,000 each; ``s4={...}`` says what is another at seat 4."""
    plain = {"state": "in", "stack": 10_000}
    return [SeatingView(seat=n, **{**plain, **changed.get(f"s{n}", {})}) for n in range(1, 11)]


TABLE = seating(
    s3={"owed": 5_000}, s4={"state": "absent"}, s5={"stack": 9_999_999}, s7={"state": "empty", "stack": None},
    s8={"state": "penalty", "to_miss": 6}, s9={"stack": None}, s10={"state": "out"},
)  # fmt: skip


def shown(view: Any = BETWEEN, *alerts: Any, **changed: Any) -> Snapshot:
    return snapshot(view, *alerts, **{"seating": TABLE, "levels": LEVELS, **changed})


@pytest.fixture
def page(visit: Callable[..., Page], api: ScriptedTable) -> Page:
    """The floor's seat page between hands; the floor is Ana."""
    api.show(shown())
    opened = visit("/seats?from=floor", 1280, 800)
    opened.evaluate("() => localStorage.setItem('name', 'Ana')")
    return opened


def act(page: Page, press: Press, label: str) -> None:
    press(page, f'#acts .key:has(span:text-is("{label}"))')


def seat(page: Page, press: Press, number: int) -> None:
    press(page, f'.tile[data-seat="{number}"]')


def enter(page: Page, press: Press, digits: str) -> None:
    """Key a number and Enter."""
    page.wait_for_selector("body[data-mode=entry]", state="attached")
    settle(page)
    for digit in digits:
        page.click(f'#entry [data-digit="{digit}"]')
    press(page, '#entry [data-do="enter"]')


def keyed(page: Page, api: ScriptedTable) -> dict[str, Any]:
    """The one key that came of it."""
    expect(page.locator("body")).to_have_attribute("data-mode", "seating")
    page.wait_for_function("() => document.getElementById('notice').textContent !== ''")
    (event,) = api.keys
    return event


# Seats -----------------------------------------------------------------------------------------------------------


def test_every_seat_says_who_is_there_and_with_what(page: Page) -> None:
    tile = '.tile[data-seat="{}"]'.format
    expect(page.locator(tile(2))).to_have_text("210,000")
    expect(page.locator(tile(8))).to_contain_text("misses 6")
    expect(page.locator(tile(9))).to_contain_text("stack ?")
    expect(page.locator(tile(7))).to_contain_text("empty")
    expect(page.locator("[data-text=second]")).to_have_text("Stack unknown: seat 9")


def test_a_player_sits_down_with_his_chips(page: Page, api: ScriptedTable, press: Press) -> None:
    seat(page, press, 7)
    act(page, press, "Sit down")
    enter(page, press, "7500")
    assert keyed(page, api) == {"type": "seat", "seat": 7, "state": "in", "stack": 7500}


def test_a_player_sits_down_whose_chips_nobody_has_counted(
    page: Page, api: ScriptedTable, press: Press
) -> None:
    seat(page, press, 7)
    act(page, press, "Sit down")
    enter(page, press, "")
    assert keyed(page, api) == {"type": "seat", "seat": 7, "state": "in"}


@pytest.mark.parametrize(
    ("number", "label", "event"),
    [
        (2, "Away", {"type": "seat", "seat": 2, "state": "absent"}),
        (4, "Back", {"type": "seat", "seat": 4, "state": "in"}),
        (2, "Sit out", {"type": "seat", "seat": 2, "state": "out"}),
        (10, "Back", {"type": "seat", "seat": 10, "state": "in"}),
        (8, "Lift penalty", {"type": "seat", "seat": 8, "state": "in"}),
        (3, "Bought", {"type": "ruling", "by": "Ana", "decision": "rebuy_paid", "seat": 3}),
    ],
)
def test_one_touch_says_what_became_of_a_seat(
    page: Page, api: ScriptedTable, press: Press, number: int, label: str, event: dict[str, Any]
) -> None:
    seat(page, press, number)
    act(page, press, label)
    assert keyed(page, api) == event


@pytest.mark.parametrize(
    ("label", "event"),
    [
        ("Stack", {"type": "chips.stack", "seat": 9, "amount": 12500}),
        ("Rebuy", {"type": "ruling", "by": "Ana", "decision": "rebuy", "seat": 9, "amount": 12500}),
        ("Penalty", {"type": "ruling", "by": "Ana", "decision": "missed_hands", "seat": 9, "amount": 12500}),
    ],
)
def test_a_number_is_keyed_for_a_seat(
    page: Page, api: ScriptedTable, press: Press, label: str, event: dict[str, Any]
) -> None:
    seat(page, press, 9)
    act(page, press, label)
    enter(page, press, "12500")
    assert keyed(page, api) == event


def test_a_stack_keyed_in_a_hand_is_for_the_next_one(page: Page, api: ScriptedTable, press: Press) -> None:
    api.show(shown(FACING, seating=seating(s2={"playing": True})))
    seat(page, press, 2)
    act(page, press, "Stack")
    enter(page, press, "800")
    assert keyed(page, api) == {"type": "seat", "seat": 2, "stack": 800}
    expect(page.locator("#notice")).to_have_text("From the next hand on")


def test_an_unknown_stack_keyed_in_a_hand_is_what_lies_behind_now(
    page: Page, api: ScriptedTable, press: Press
) -> None:
    api.show(shown(FACING, seating=seating(s2={"playing": True, "stack": None})))
    seat(page, press, 2)
    act(page, press, "Stack")
    expect(page.locator("[data-text=entrywhat]")).to_have_text("chips behind now")
    enter(page, press, "800")
    assert keyed(page, api) == {"type": "chips.stack", "seat": 2, "amount": 800}


def test_leaving_takes_a_second_touch(page: Page, api: ScriptedTable, press: Press) -> None:
    seat(page, press, 2)
    act(page, press, "Leave")
    assert api.keys == []
    act(page, press, "Leaves")
    assert keyed(page, api) == {"type": "seat", "seat": 2, "state": "empty"}


def test_a_player_moves_to_an_empty_seat(page: Page, api: ScriptedTable, press: Press) -> None:
    seat(page, press, 2)
    act(page, press, "Move")
    expect(page.locator(".tile.free")).to_have_count(1)
    seat(page, press, 7)
    expect(page.locator("[data-text=title]")).to_have_text("Seat 7")
    assert api.house == [("move", 2, 7)]


def test_a_refusal_is_told_in_words_and_the_page_goes_on(
    page: Page, api: ScriptedTable, press: Press
) -> None:
    api.refusal = "to: seat 3 is taken; choose an empty one"
    seat(page, press, 2)
    act(page, press, "Move")
    seat(page, press, 3)
    expect(page.locator("#notice")).to_have_text("Not taken: seat 3 is taken; choose an empty one")
    api.refusal = ""
    seat(page, press, 7)
    expect(page.locator("[data-text=title]")).to_have_text("Seat 7")


def test_what_waits_for_the_hand_is_named_and_can_be_dropped(
    page: Page, api: ScriptedTable, press: Press
) -> None:
    waits = [WaitingView(what="table", seats=8), WaitingView(what="move", seat=2, to=7)]
    api.show(shown(FACING, waiting=waits))
    expect(page.locator("[data-text=first]")).to_have_text(
        "After this hand: the whole table, 8 seats taken, seat 2 to seat 7"
    )
    expect(page.locator('.tile[data-seat="2"]')).to_contain_text("to 7")
    act(page, press, "Drop it")
    expect(page.locator("#notice")).to_have_text("Nothing waits")
    assert api.house == [("drop",)]


def test_the_floor_gives_its_name_before_it_rules(page: Page, api: ScriptedTable, press: Press) -> None:
    page.evaluate("() => localStorage.clear()")
    seat(page, press, 2)
    act(page, press, "Rebuy")
    enter(page, press, "500")
    expect(page.locator("#notice")).to_have_text("Give your name first")
    assert api.keys == []


# The whole table -------------------------------------------------------------------------------------------------


def choose(page: Page, press: Press, folder: Path, text: str) -> None:
    file = folder / "table-7.csv"
    file.write_text(text)
    press(page, "#pagebar .key:has-text('Whole table')")
    page.set_input_files("#sheet", file)
    expect(page.locator("[data-text=title]")).to_have_text("table-7.csv")


def test_a_whole_table_is_set_from_a_file(
    page: Page, api: ScriptedTable, press: Press, tmp_path: Path
) -> None:
    choose(page, press, tmp_path, "seat,stack\n1,500\n2,700\n")
    expect(page.locator("[data-text=first]")).to_have_text("Rows: 2")
    assert api.tables == []
    act(page, press, "Set the table")
    expect(page.locator("#notice")).to_have_text("Done")
    assert [{n: seat.stack for n, seat in table.items()} for table in api.tables] == [{1: 500, 2: 700}]


def test_a_file_with_a_mistake_is_refused_with_its_place(
    page: Page, api: ScriptedTable, press: Press, tmp_path: Path
) -> None:
    choose(page, press, tmp_path, "seat,stack,colour\n1,500,red\n")
    act(page, press, "Set the table")
    expect(page.locator("[data-text=first]")).to_have_text(
        "line 1, column colour: is not known; known here: seat, stack, state, name"
    )
    assert api.tables == []
    expect(page.locator("#acts .key:visible")).to_have_text(["Save as CSV", "Choose a CSV"])


def test_the_table_as_it_is_can_be_saved_as_a_file(page: Page, press: Press) -> None:
    press(page, "#pagebar .key:has-text('Whole table')")
    with page.expect_download() as saved:
        act(page, press, "Save as CSV")
    assert saved.value.suggested_filename == "table-7.csv"
    lines = Path(saved.value.path()).read_text().splitlines()
    assert lines[:2] == ["seat,stack,state", "1,10000,in"]
    assert lines[9] == "9,,in"


# Levels ----------------------------------------------------------------------------------------------------------


def test_the_clock_is_shown_and_steered(page: Page, api: ScriptedTable, press: Press) -> None:
    press(page, "#pagebar .key:has-text('Level')")
    expect(page.locator("[data-text=title]")).to_have_text("Level 3 of 12")
    expect(page.locator("[data-text=figure]")).to_have_text("12:34")
    expect(page.locator("[data-text=first]")).to_have_text("100 / 200 / 200")
    expect(page.locator("[data-text=second]")).to_have_text("Next: 150 / 300 / 300")
    for label in ("Pause", "Next level", "Back one", "+1 min", "-1 min"):
        act(page, press, label)
        page.wait_for_function("() => document.getElementById('notice').textContent === 'Done'")
    api.show(shown(levels=replace(LEVELS, paused=True)))
    act(page, press, "Go on")
    expect(page.locator("[data-text=figure]")).to_have_text("stopped")
    assert taken_by(page, api.house, 6) == [
        (do, "Ana", "floor") for do in ("pause", "next", "back", "add", "take", "go")
    ]


def test_without_a_schedule_the_level_is_keyed(page: Page, api: ScriptedTable, press: Press) -> None:
    api.show(shown(levels=None))
    press(page, "#pagebar .key:has-text('Level')")
    act(page, press, "Set level")
    page.wait_for_selector("body[data-mode=entry]", state="attached")
    settle(page)
    for field, digits in (("small", "200"), ("big", "400"), ("ante", "50")):
        press(page, f'#entry [data-field="{field}"]')
        for digit in digits:
            page.click(f'#entry [data-digit="{digit}"]')
    press(page, '#entry [data-do="enter"]')
    assert keyed(page, api) == {"type": "level", "small": 200, "big": 400, "ante": 50}


def test_a_level_of_stud_is_keyed_without_blinds(page: Page, api: ScriptedTable, press: Press) -> None:
    there = shown(levels=None)
    api.show(replace(there, view=replace(there.view, game="stud")))
    press(page, "#pagebar .key:has-text('Level')")
    act(page, press, "Set level")
    page.wait_for_selector("body[data-mode=entry]", state="attached")
    settle(page)
    expect(page.locator('#entry [data-field="small"]')).to_be_hidden()
    for field, digits in (("ante", "10"), ("bring_in", "25"), ("small_bet", "100"), ("big_bet", "200")):
        press(page, f'#entry [data-field="{field}"]')
        for digit in digits:
            page.click(f'#entry [data-digit="{digit}"]')
    press(page, '#entry [data-do="enter"]')
    assert keyed(page, api) == {
        "type": "level", "small": 0, "big": 0, "ante": 10, "bring_in": 25, "small_bet": 100, "big_bet": 200,
    }  # fmt: skip


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_enter_goes_on_to_the_figure_of_a_level_that_lacks(
    width: int, height: int, visit: Callable[..., Page], api: ScriptedTable, press: Press
) -> None:
    there = shown(levels=None)
    api.show(replace(there, view=replace(there.view, game="stud")))
    page = visit("/seats?from=floor", width, height)
    press(page, "#pagebar .key:has-text('Level')")
    act(page, press, "Set level")
    page.wait_for_selector("body[data-mode=entry]", state="attached")
    boxes = [page.locator(f'#entry [data-field="{name}"]').bounding_box() for name in BETS]
    assert [(box["y"], box["x"]) for box in boxes if box] == sorted(
        (box["y"], box["x"]) for box in boxes if box
    )
    assert min(box["width"] for box in boxes if box) >= 150
    for name, digit in zip(BETS, "1249", strict=True):
        expect(page.locator(f'#entry [data-field="{name}"]')).to_have_class("key field chosen")
        page.click(f'#entry [data-digit="{digit}"]')
        press(page, '#entry [data-do="enter"]')
    assert keyed(page, api) == {
        "type": "level", "small": 0, "big": 0, "ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 9,
    }  # fmt: skip


def test_the_levels_of_stud_are_told_with_bring_in_and_bets(
    page: Page, api: ScriptedTable, press: Press
) -> None:
    bets = BlindsView(small=0, big=0, ante=10, bring_in=25, small_bet=100, big_bet=200)
    more = replace(bets, ante=20, bring_in=50, small_bet=200, big_bet=400)
    api.show(shown(levels=replace(LEVELS, now=bets, next=more)))
    press(page, "#pagebar .key:has-text('Level')")
    expect(page.locator("[data-text=first]")).to_have_text("10 / 25 / 100 / 200")
    expect(page.locator("[data-text=second]")).to_contain_text("20 / 50 / 200 / 400")


def test_the_dealer_sees_the_clock_and_steers_it_only_where_the_house_lets_him(
    visit: Callable[..., Page], api: ScriptedTable, press: Press
) -> None:
    api.show(shown())
    page = visit("/seats?from=dealer")
    press(page, "#pagebar .key:has-text('Level')")
    expect(page.locator("[data-text=title]")).to_have_text("Level 3 of 12")
    expect(page.locator("#acts .key:visible")).to_have_count(0)
    api.show(shown(levels=replace(LEVELS, dealer=True)))
    act(page, press, "Pause")
    page.wait_for_function("() => document.getElementById('notice').textContent === 'Done'")
    assert api.house == [("pause", "dealer", "dealer")]


# Dealer's display and floor's page -------------------------------------------------------------------------------


def test_the_display_shows_the_level_and_leads_to_the_seats_and_back(
    visit: Callable[..., Page], api: ScriptedTable, press: Press
) -> None:
    api.show(shown(FACING))
    page = visit("/")
    expect(page.locator("[data-text=level]")).to_have_text("L3 · 12:34")
    press(page, "#corner")
    page.wait_for_url("**/seats?from=dealer")
    press(page, "#pagebar .key:has-text('Back')")
    page.wait_for_function("() => location.pathname === '/'")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"seating": TABLE}, "Stack ? seat 9"),
        ({"levels": replace(LEVELS, left=60, soon=True)}, "150 / 300 / 300 in 1:00"),
        ({"levels": replace(LEVELS, left=60, soon=True, next_rest=True)}, "Break in 1:00"),
        ({"levels": replace(LEVELS, waits=True)}, "Next hand 100 / 200 / 200"),
    ],
)
def test_the_display_names_unknown_stacks_and_announces_levels(
    visit: Callable[..., Page], api: ScriptedTable, changed: dict[str, Any], says: str
) -> None:
    api.show(shown(FACING, **{"seating": seating(), **changed}))
    expect(visit("/").locator("#note")).to_have_text(says)


def test_what_an_all_in_costs_that_nobody_has_counted_is_a_question_mark(
    visit: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(shown(replace(FACING, uncounted=True, min_to=None, may_raise=False)))
    page = visit("/")
    expect(page.locator("[data-text=mainfigure]")).to_have_text("?")
    expect(page.locator("#tablebar").get_by_text("Call", exact=True)).to_be_visible()


def test_between_hands_the_display_says_how_long_the_break_is(
    visit: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(shown(levels=replace(LEVELS, rest="Dinner")))
    expect(visit("/").locator("[data-text=next]")).to_have_text("Break · 12:34 · Next: hand 129")


def test_the_floors_page_has_the_level_and_leads_to_the_seats(
    visit: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(shown(levels=replace(LEVELS, rest="Dinner")))
    page = visit("/floor", 1280, 800)
    expect(page.locator("#seats")).to_have_text("Seats Break · 12:34")
    page.click("#seats")
    page.wait_for_url("**/seats?from=floor")


def test_a_card_that_waits_is_named_over_the_seats_and_one_touch_goes_to_it(
    visit: Callable[..., Page], api: ScriptedTable, press: Press
) -> None:
    api.show(shown(FACING, alert(STRING), alert(FOUR_FLOP)))
    page = visit("/seats?from=dealer")
    expect(page.locator("#alarm")).to_contain_text("Four-card flop")
    press(page, "#alarm")
    page.wait_for_function("() => location.pathname === '/'")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(800, 480), (1920, 1080), (390, 844)])
def test_the_words_of_a_card_that_waits_have_their_whole_height(
    width: int, height: int, language: str, visit: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(shown(FACING, alert(STRING)))
    page = visit(f"/seats?from=floor&lang={language}", width, height)
    page.wait_for_selector("#alarm:visible")
    cut = "(words) => words.map((word) => word.scrollHeight - word.clientHeight)"
    assert max(page.eval_on_selector_all("#alarm strong, #alarm span", cut)) <= 0


def test_the_floor_can_be_called_from_the_seats(
    visit: Callable[..., Page], api: ScriptedTable, press: Press
) -> None:
    api.show(shown(FACING))
    page = visit("/seats?from=dealer")
    press(page, "#pagebar .key.floor")
    expect(page.locator("#notice")).to_have_text("Floor called")
    assert api.keys == [{"type": "floor.call", "by": "dealer"}]


def on_a_phone(language: str, visit: Callable[..., Page], api: ScriptedTable, view: Any = BETWEEN) -> Page:
    api.show(shown(view))
    page = visit(f"/seats?lang={language}", 390, 844)
    page.wait_for_selector("[data-mode=seating]")
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_table_and_time_stand_over_the_outer_edges_of_the_seats(
    language: str, visit: Callable[..., Page], api: ScriptedTable
) -> None:
    page = on_a_phone(language, visit, api)
    away = page.evaluate(
        """() => {
          const box = (told) => document.querySelector(told).getBoundingClientRect();
          return [box("#corner strong").left - box("[data-seat='1']").left, box("[data-seat='6']").right - box("#time strong").right];
        }"""
    )
    assert max(away) < 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_longest_name_of_a_table_leaves_the_time_its_place(
    language: str, visit: Callable[..., Page], api: ScriptedTable
) -> None:
    longest = replace(BETWEEN, table="Grand-Final-Table_Number-10.0:12")
    page = on_a_phone(language, visit, api, longest)
    apart, wider = page.evaluate(
        """() => {
          const [name, time] = ["#corner strong", "#time"].map((told) => document.querySelector(told).getBoundingClientRect());
          const whole = document.documentElement;
          return [Math.max(time.left - name.right, name.left - time.right), whole.scrollWidth - whole.clientWidth];
        }"""
    )
    assert apart >= 0
    assert wider == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_words_of_the_floors_key_keep_clear_of_its_edges(
    language: str, visit: Callable[..., Page], api: ScriptedTable
) -> None:
    page = on_a_phone(language, visit, api)
    clear = page.evaluate(
        """() => {
          const key = document.querySelector("#pagebar .key.floor"), words = document.createRange();
          words.selectNodeContents(key.querySelector("span"));
          const [inner, outer] = [words, key].map((one) => one.getBoundingClientRect());
          return Math.min(inner.left - outer.left, outer.right - inner.right);
        }"""
    )
    assert clear > 4


def test_a_page_without_news_shows_nothing_old(visit: Callable[..., Page], api: ScriptedTable) -> None:
    api.show(shown())
    page = visit("/seats?from=floor", 390, 844, own_clock=True)
    api.mute = True
    page.clock.run_for(2500)
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator("#seating")).to_be_hidden()


MEASURE = """
(least) => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true });
  const name = (node) => `${node.tagName}.${node.className} "${node.textContent.trim().slice(0, 40)}"`;
  const view = document.getElementById(document.body.dataset.mode);
  const wrong = [];
  for (const node of view.querySelectorAll("*")) {
    if (node instanceof SVGElement || !shown(node)) continue;
    const box = node.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`outside: ${name(node)}`);
    if (box.bottom > Math.max(innerHeight, document.scrollingElement.scrollHeight) + 1) wrong.push(`below: ${name(node)}`);
    const own = [...node.childNodes].filter((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own.length) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const limits = (node.closest("button, #middle, #corner, #time, header") ?? document.body).getBoundingClientRect();
    if (text.right > limits.right + 1 || text.left < limits.left - 1 || text.bottom > limits.bottom + 2) wrong.push(`overflows: ${name(node)}`);
    if (parseFloat(getComputedStyle(node).fontSize) * node.currentCSSZoom < (node.matches(".badge, .tile.longest .bet") ? least.mark : least.letters)) wrong.push(`small letters: ${name(node)}`);
  }
  const keys = [...view.querySelectorAll("button")].filter(shown);
  for (const key of keys) {
    const box = key.getBoundingClientRect();
    const low = key.id === "alarm" ? 48 : least.key;
    if (box.height < low - 0.5) wrong.push(`low key ${box.height}: ${name(key)}`);
    for (const other of keys) {
      if (other === key || key.id === "alarm" || other.id === "alarm") continue;
      const q = other.getBoundingClientRect();
      const apart = Math.max(box.left - q.right, q.left - box.right, box.top - q.bottom, q.top - box.bottom);
      if (apart < 7.5) wrong.push(`keys too near: ${name(key)} and ${name(other)}`);
    }
  }
  const middle = document.getElementById("middle");
  const parts = shown(middle) ? [...middle.children].filter(shown) : [];
  for (const [place, part] of parts.entries()) {
    const next = parts[place + 1];
    if (next && part.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 1) wrong.push(`${name(part)} lies on ${name(next)}`);
  }
  return [...new Set(wrong)];
}
"""


@pytest.mark.parametrize("who", ["dealer", "floor"])
def test_the_page_offers_every_language_that_there_is(
    who: str, visit: Callable[..., Page], press: Press, api: ScriptedTable
) -> None:
    api.show(shown())
    page = visit(f"/seats?from={who}", locale="en-GB")
    press(page, "#pagebar .key:has-text('Language')")
    page.wait_for_selector("#acts >> text=Hrvatski")
    assert page.locator("#acts .key:visible").all_inner_texts() == ["Hrvatski", "العربية"]
    press(page, "#acts >> text=العربية")
    page.wait_for_selector("html[lang=ar] body[data-mode=seating]")
    assert page.inner_text("#pagebar .key:has([href='#i-language'])") == words_in("ar").say("page.language")


@pytest.mark.matrix(("language", LANGUAGES), ("width,height,who", SIZES), part=2)
def test_every_panel_fits_and_can_be_touched(
    language: str,
    width: int,
    height: int,
    who: str,
    visit: Callable[..., Page],
    api: ScriptedTable,
    press: Press,
    draw: Draw,
) -> None:
    words = words_in(language)
    most = {"stack": 499_999_999, "then": 499_999_999, "coming": 500_000_000, "owed": 999_999_999}
    busy = seating(
        **{f"s{n}": most | {"playing": True, "changes": n > 5} for n in range(1, 10)},
        s10={"state": "empty", "stack": None},
    )
    steps: list[tuple[str, Snapshot, Callable[[Page], None]]] = [
        ("none", shown(waiting=[WaitingView(what="move", seat=2, to=7)]), lambda page: None),
        ("seat", shown(), lambda page: seat(page, press, 3)),
        ("longest", shown(FACING, seating=busy), lambda page: seat(page, press, 9)),
        ("card", shown(FACING, alert(FOUR_FLOP), seating=busy), lambda page: None),
        ("leave", shown(FACING, seating=busy), lambda page: act(page, press, words.say("page.seating.leave"))),
        ("empty", shown(), lambda page: seat(page, press, 7)),
        ("entry", shown(), lambda page: act(page, press, words.say("page.seating.sit_down"))),
        ("languages", shown(), lambda page: press(page, "#pagebar .key:has([href='#i-language'])")),
        ("levels", shown(), lambda page: press(page, "#pagebar .key >> nth=1")),
        ("level", shown(levels=None), lambda page: act(page, press, words.say("page.seating.set_level"))),
    ]  # fmt: skip
    api.show(shown())
    page = visit(f"/seats?from={who}&lang={language}", width, height)
    least = {"letters": 17, "mark": 17, "key": 48}
    if (width, height) in AT_THE_TABLE:
        least |= {"letters": 20, "key": 80}
    elif width == 320:
        least |= {"letters": 15, "mark": 15}
    wrong = {}
    for clock, (name, state, reach) in enumerate(steps):
        now = f"21:14:{clock:02}"
        api.show(replace(state, clock=now))
        page.wait_for_function(
            "(now) => document.querySelector('[data-text=clock]').textContent === now", arg=now
        )
        reach(page)
        settle(page)
        draw(page, f"seats-{width}-{name}-{language}")
        if measured := page.evaluate(MEASURE, least):
            wrong[name] = measured
        if page.get_attribute("body", "data-mode") == "entry":
            press(page, "[data-do=cancel]")
    assert wrong == {}
