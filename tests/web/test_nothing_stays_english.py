"""Every page and state in Croatian and Arabic: each word on it is one of the language's own catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, BrowserContext, Page

from controller.languages import LANGUAGES
from controller.rulebooks import cite_of, ids, load
from controller.table_api import Act, WaitingView
from tests.conftest import LongProof
from tests.ruling_cards.samples import house
from tests.ruling_cards.spoken import strangers
from tests.web.conftest import SETTLES, ScriptedTable, Server, script, settle
from tests.web.states import BETWEEN, FACING, LONG_NAMES, NIGHT, STATES, snapshot
from tests.web.test_access_page import at_the_door, sign_in
from tests.web.test_roles import PEOPLE
from tests.web.test_seat_page import LEVELS, TABLE

Visit = Callable[..., Page]
OTHERS = [language for language in LANGUAGES if language != "en"]

GIVEN = (
    "Seat 4 antenna", "Seat 10 antenna", "antenna of seat 10", "Main event 12", "Grand final", "House: Out of turn s2-3",
    "Dealing 1A(1)", "Ana K.", "Ivo P.", "Anastasija", *LONG_NAMES, "Ana-Marija", "Feathersto", "Two cards stuck together", "Two stuck together",
    *PEOPLE.values(), ":".join(["AB"] * 32),
)  # fmt: skip
"""What the house of these pages called its devices and tables, and what its people are called and wrote."""


@cache
def clauses() -> tuple[str, ...]:
    """Return the clauses of this house in its words, and the numbers of every book's clauses."""
    said = [clause.says for clause in house().clauses.values()]
    return (*said, *{cite_of(ref) for book in map(load, ids()) for ref in book.clauses})


READ = """() => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true });
  const texts = [document.title];
  for (const node of document.body.querySelectorAll("*")) {
    if (node.closest("script, style, symbol") || !shown(node)) continue;
    for (const child of node.childNodes) if (child.nodeType === 3 && child.textContent.trim()) texts.push(child.textContent);
    for (const name of ["placeholder", "title", "aria-label", "alt"]) if (node.getAttribute(name)) texts.push(node.getAttribute(name));
    if (node.matches("select")) for (const option of node.options) texts.push(option.textContent);
  }
  return texts;
}"""
RECENT = [
    Act(line=412, seat=2, does="raise", amount=8500, at="21:14:31"),
    Act(line=407, seat=9, does="push", amount=3600, at="21:14:11"),
    Act(line=405, seat=9, does="tap", amount=None, at="21:14:09"),
]


def left_over(page: Page, language: str, given: tuple[str, ...] = ()) -> set[str]:
    """Return the texts of the page that have a word of another language; ``given`` are more names of the house."""
    return {text for text in page.evaluate(READ) if strangers(text, language, (*GIVEN, *clauses(), *given))}


def shown(page: Page, api: ScriptedTable, state: Any) -> None:
    """Show a state and wait until the page has drawn it."""
    api.show(snapshot(clock="00:00:00"))
    page.wait_for_function("() => document.querySelector('[data-text=clock]').textContent === '00:00:00'")
    page.wait_for_selector("[data-mode=table]")
    api.show(state)
    page.wait_for_function(
        "(clock) => document.body.dataset.mode === 'card' || document.querySelector('[data-text=clock]').textContent === clock",
        arg=state.clock,
    )
    settle(page)


@pytest.mark.matrix(("language", OTHERS), part=1)
def test_every_state_of_the_display(
    visit: Visit, api: ScriptedTable, language: str, long_proof: LongProof
) -> None:
    page, found_here = visit(f"/?lang={language}"), {}
    for name, state in [*STATES.items()][:: long_proof(2, 1)]:
        shown(page, api, state)
        found_here[name] = left_over(page, language)
    assert {name: texts for name, texts in found_here.items() if texts} == {}


def keys_of(page: Page) -> list[str]:
    """Return what stands on the keys that can be touched now."""
    return page.evaluate(
        "() => [...document.querySelectorAll('button.key, .tile')].filter((key) => key.checkVisibility({ visibilityProperty: true }) && !key.disabled).map((key) => key.innerText)"
    )


TOUCHES = """(label) => {
  const shown = (key) => key.checkVisibility({ visibilityProperty: true }) && !key.disabled;
  const key = [...document.querySelectorAll("button.key, .tile")].find((one) => shown(one) && one.innerText === label);
  if (!key) return;
  for (const type of ["pointerdown", "pointerup", "click"]) key.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true }));
}"""
TOUCH = f"""async ([path, label]) => {{
  await ({SETTLES})(path);
  ({TOUCHES})(label);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}}"""


OPENED = (
    "b-facing-a-bet", "a-between-hands", "b-dealing", "b-pot-due", "b-clock", "c-string-bet", "d-four-card-flop", "gap", "b-asked",
)  # fmt: skip


@pytest.mark.matrix(("language", OTHERS), part=1)
def test_what_opens_under_every_key(
    visit: Visit, api: ScriptedTable, language: str, long_proof: LongProof
) -> None:
    page, touched, foreign, one_in = visit(f"/?lang={language}"), set[str](), {}, long_proof(3, 1)
    for name in OPENED[: long_proof(2, len(OPENED))]:
        now = replace(STATES[name], recent=RECENT, clock="21:14:32")
        page.reload()
        page.wait_for_selector("body:not([data-mode=wait])", state="attached")
        shown(page, api, now)
        for first in keys_of(page)[::one_in]:
            opened_by(page, [first], touched, foreign, language)
            for second in keys_of(page)[::one_in] if page.evaluate(AWAY) else []:
                opened_by(page, [first, second], touched, foreign, language)
    assert len(touched) > long_proof(10, 40)
    assert {way: texts for way, texts in foreign.items() if texts} == {}


AWAY = "() => ['pad', 'list'].includes(document.body.dataset.mode)"


def opened_by(
    page: Page, way: list[str], touched: set[str], foreign: dict[str, set[str]], language: str
) -> None:
    """Touch the keys of ``way`` one after the other and read what comes; a key that was read before is left alone."""
    if way[-1] in touched or any(name in way[-1] for name in ("English", "Hrvatski", "العربية")):
        return
    touched.add(way[-1])
    page.reload()
    page.wait_for_selector("body:not([data-mode=wait])", state="attached")
    for key in way:
        page.evaluate(TOUCH, [script("touch.js"), key])
    foreign[" > ".join(way)] = left_over(page, language)


@pytest.mark.matrix(("language", OTHERS), part=1)
def test_every_alert_on_the_floor_s_page(visit: Visit, api: ScriptedTable, language: str) -> None:
    api.show(NIGHT)
    page, foreign = visit(f"/floor?lang={language}", 1280, 800), {}
    page.wait_for_selector(".row")
    for number in range(page.locator(".row").count()):
        page.locator(".row").nth(number).click()
        page.wait_for_selector("#detail:visible")
        foreign[number] = left_over(page, language)
    assert {number: texts for number, texts in foreign.items() if texts} == {}


@pytest.mark.matrix(("language", OTHERS), ("side", ["floor", "dealer"]))
def test_every_seat_on_the_page_of_the_seats(
    visit: Visit, api: ScriptedTable, press: Any, language: str, side: str
) -> None:
    api.show(snapshot(BETWEEN, seating=TABLE, levels=LEVELS))
    page, foreign = visit(f"/seats?from={side}&lang={language}", 1280, 800), {}
    foreign["table"] = left_over(page, language)
    for seat in (1, 4, 7, 8, 9):
        press(page, f'.tile[data-seat="{seat}"]')
        foreign[seat] = left_over(page, language)
    assert {place: texts for place, texts in foreign.items() if texts} == {}


TIMES = {
    "steered by the floor": (LEVELS, BETWEEN), "stopped": (replace(LEVELS, paused=True), BETWEEN),
    "not begun": (replace(LEVELS, paused=True, started=False), BETWEEN),
    "before a break": (replace(LEVELS, left=60, soon=True, next_rest=True), FACING),
    "in a break": (replace(LEVELS, rest=""), BETWEEN), "last": (replace(LEVELS, last=True, next=None), BETWEEN),
    "next hand": (replace(LEVELS, waits=True), FACING), "keyed": (None, BETWEEN),
}  # fmt: skip
"""The level in every way that its panel can show it."""


@pytest.mark.matrix(("language", OTHERS), ("side", ["floor", "dealer"]))
def test_the_level_in_every_way(
    visit: Visit, api: ScriptedTable, press: Any, language: str, side: str
) -> None:
    api.show(snapshot(BETWEEN, seating=TABLE, levels=LEVELS))
    page, foreign = visit(f"/seats?from={side}&lang={language}", 1280, 800), {}
    press(page, "#pagebar .key >> nth=1")
    for number, (name, (levels, view)) in enumerate(TIMES.items()):
        clock = f"21:14:{number:02}"
        waiting = [WaitingView(what="table", seats=8), WaitingView(what="move", seat=2, to=7)]
        api.show(snapshot(view, seating=TABLE, levels=levels, waiting=waiting, clock=clock))
        page.wait_for_function(
            "(clock) => document.querySelector('[data-text=clock]').textContent === clock", arg=clock
        )
        foreign[name] = left_over(page, language)
    press(page, "#acts .key >> nth=0")
    page.wait_for_selector("body[data-mode=entry]")
    foreign["pad"] = left_over(page, language)
    assert {place: texts for place, texts in foreign.items() if texts} == {}


@pytest.mark.matrix(("language", OTHERS), part=1)
def test_a_whole_table_taken_and_refused(
    visit: Visit, api: ScriptedTable, press: Any, tmp_path: Path, language: str
) -> None:
    api.show(snapshot(FACING, seating=TABLE, levels=LEVELS))
    page, foreign = visit(f"/seats?from=floor&lang={language}", 1280, 800), {}
    press(page, "#pagebar .key >> nth=2")
    foreign["none"] = left_over(page, language)
    name = page.locator("[data-text=title]")
    for number, rows in enumerate(SHEETS):
        sheet = (
            tmp_path / f"7-{number}.csv"
        )  # by whose name it is known that the page shows it, and not the last one
        sheet.write_text(rows)
        page.set_input_files("#sheet", sheet)
        page.wait_for_function(
            "file => document.querySelector('[data-text=title]').textContent.includes(file)", arg=sheet.name
        )
        assert name.evaluate(READS_ON, sheet.name)
        foreign[rows] = left_over(page, language)
        press(page, "#acts .key.main")
        page.wait_for_function(
            "() => document.getElementById('notice').textContent !== '' || !document.querySelector('#acts .key.main')?.checkVisibility()"
        )
        foreign[f"{rows} set"] = left_over(
            page, language, ("seat", "stack", "state", "seat, stack, state, name", STATES_OF_A_SEAT)
        )
    assert {place: texts for place, texts in foreign.items() if texts} == {}


READS_ON = """(node, name) => {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  let text = walker.nextNode();
  while (!text.data.includes(name)) text = walker.nextNode();
  const from = text.data.indexOf(name);
  const lefts = [...name].map((_, at) => {
    const letter = document.createRange();
    letter.setStart(text, from + at);
    letter.setEnd(text, from + at + 1);
    return letter.getBoundingClientRect().left;
  });
  return lefts.every((left, at) => at === 0 || left >= lefts[at - 1]);
}"""
"""Whether the letters of a Latin name or number stand from left to right, its full stop at its end."""
STATES_OF_A_SEAT = "in, absent, penalty, out, late, empty"
SHEETS = (
    "seat,stack,88\n1,500,7\n", "seat,stack\n1,500\n1,700\n", "seat,stack\n1,-5\n", "seat,stack\n1,1.5\n", "seat,stack\n77,5\n",
    "seat,stack,state\n1,5,88\n", "stack\n5\n", "seat,stack\n", "seat,stack,state\n1,5,penalty\n", "seat,stack,state\n1,5,empty\n",
    "seat,stack\n1,500\n2,700\n",
)  # fmt: skip
"""Sheets that are refused, each for a reason of its own, and one that is taken."""


@pytest.fixture
def door() -> Iterator[Server]:
    yield from at_the_door(ScriptedTable())


@pytest.fixture
def outside(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context()
    yield opened
    opened.close()


@pytest.mark.matrix(("language", OTHERS), part=1)
def test_the_door_and_who_is_in(door: Server, outside: BrowserContext, language: str) -> None:
    page, foreign = outside.new_page(), {}
    page.goto(f"{door.url}/login?to=/access&lang={language}")
    page.wait_for_selector("#login:visible")
    foreign["door"] = left_over(page, language)
    assert page.locator("#people span", has_text="Ana").evaluate(READS_ON, "Ana K.")
    outside.add_cookies([{"name": "floorcall-language", "value": language, "url": door.url}])
    said = "() => document.getElementById('told').textContent !== ''"
    page.fill("#pin", "111111")
    page.click(".digits .main")
    page.wait_for_function(said)
    foreign["nobody chosen"] = left_over(page, language)
    page.click("#people label >> nth=0")
    nobody = page.locator("#told").inner_text()
    page.fill("#pin", "111111")
    page.click(".digits .main")
    page.wait_for_function("(nobody) => document.getElementById('told').textContent !== nobody", arg=nobody)
    foreign["wrong"] = left_over(page, language)
    page.click("#ask")
    page.wait_for_selector("#code:visible")
    foreign["code"] = left_over(page, language)
    sign_in(page, door, "/access")
    page.wait_for_selector("#in li")
    foreign["in"] = left_over(page, language)
    assert page.locator("#in strong").first.evaluate(READS_ON, "Ana K.")
    page.fill("#digits", "000 000")
    page.click("#admit .main")
    page.wait_for_function(said)
    foreign["no such code"] = left_over(page, language)
    page.click("#in li button >> nth=0")
    page.wait_for_selector("#in li button.danger")
    foreign["sure"] = left_over(page, language)
    assert {place: texts for place, texts in foreign.items() if texts} == {}
