"""Every page and state in Croatian and Arabic: each word on it is one of the language's own catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from controller.desk import Act
from controller.languages import LANGUAGES
from controller.rulebooks import cite_of, ids, load
from tests.cards.samples import house
from tests.cards.spoken import strangers
from tests.web.conftest import ScriptedDesk
from tests.web.states import BETWEEN, NIGHT, STATES, snapshot
from tests.web.test_seat_page import LEVELS, TABLE

Visit = Callable[..., Page]
OTHERS = [language for language in LANGUAGES if language != "en"]

GIVEN = (
    "Seat 4 antenna", "Seat 10 antenna", "antenna of seat 10", "Main event 12", "Grand final", "House: Out of turn s2-3",
    "Dealing 1A(1)", "Ana K.", "Ivo P.", "Anastasija", "Two cards stuck together", "Two stuck together",
)  # fmt: skip
GIVEN += tuple(clause.says for clause in house().clauses.values())
GIVEN += tuple({cite_of(ref) for book in map(load, ids()) for ref in book.clauses})
"""What the house of these pages called its devices, tables and clauses, the numbers of the books' clauses, and what its people are called and wrote."""

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


def left_over(page: Page, language: str) -> set[str]:
    """Return the texts of the page that have a word of another language."""
    return {text for text in page.evaluate(READ) if strangers(text, language, GIVEN)}


def shown(page: Page, desk: ScriptedDesk, state: Any) -> None:
    """Show a state and wait until the page has drawn it."""
    desk.show(snapshot(clock="00:00:00"))
    page.wait_for_function("() => document.querySelector('[data-text=clock]').textContent === '00:00:00'")
    page.wait_for_selector("[data-mode=table]")
    desk.show(state)
    page.wait_for_function(
        "(clock) => document.body.dataset.mode === 'card' || document.querySelector('[data-text=clock]').textContent === clock",
        arg=state.clock,
    )
    page.wait_for_selector("body:not([data-settling])", state="attached")


@pytest.mark.parametrize("language", OTHERS)
def test_every_state_of_the_display(visit: Visit, desk: ScriptedDesk, language: str) -> None:
    page, found_here = visit(f"/?lang={language}"), {}
    for name, state in STATES.items():
        shown(page, desk, state)
        found_here[name] = left_over(page, language)
    assert {name: texts for name, texts in found_here.items() if texts} == {}


def keys_of(page: Page) -> list[str]:
    """Return what stands on the keys that can be touched now."""
    return page.evaluate(
        "() => [...document.querySelectorAll('button.key, .tile')].filter((key) => key.checkVisibility({ visibilityProperty: true }) && !key.disabled).map((key) => key.innerText)"
    )


TOUCH = """(label) => {
  const shown = (key) => key.checkVisibility({ visibilityProperty: true }) && !key.disabled;
  const key = [...document.querySelectorAll("button.key, .tile")].find((one) => shown(one) && one.innerText === label);
  if (!key) return;
  for (const type of ["pointerdown", "pointerup", "click"]) key.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true }));
}"""


OPENED = (
    "b-facing-a-bet", "a-between-hands", "b-dealing", "b-pot-due", "b-clock", "c-string-bet", "d-four-card-flop", "gap", "b-asked",
)  # fmt: skip


@pytest.mark.parametrize("language", OTHERS)
def test_what_opens_under_every_key(visit: Visit, desk: ScriptedDesk, language: str) -> None:
    page, touched, foreign = visit(f"/?lang={language}"), set[str](), {}
    for name in OPENED:
        now = replace(STATES[name], recent=RECENT, clock="21:14:32")
        page.reload()
        page.wait_for_selector("body:not([data-mode=wait])", state="attached")
        shown(page, desk, now)
        for first in keys_of(page):
            opened_by(page, [first], touched, foreign, language)
            for second in keys_of(page) if page.evaluate(AWAY) else []:
                opened_by(page, [first, second], touched, foreign, language)
    assert len(touched) > 40
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
    for key in way:
        page.wait_for_selector("body:not([data-settling]):not([data-mode=wait])", state="attached")
        page.evaluate(TOUCH, key)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    foreign[" > ".join(way)] = left_over(page, language)


@pytest.mark.parametrize("language", OTHERS)
def test_every_alert_on_the_floor_s_page(visit: Visit, desk: ScriptedDesk, language: str) -> None:
    desk.show(NIGHT)
    page, foreign = visit(f"/floor?lang={language}", 1280, 800), {}
    page.wait_for_selector(".row")
    for number in range(page.locator(".row").count()):
        page.locator(".row").nth(number).click()
        page.wait_for_selector("#detail:visible")
        foreign[number] = left_over(page, language)
    assert {number: texts for number, texts in foreign.items() if texts} == {}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("side", ["floor", "dealer"])
def test_every_seat_on_the_page_of_the_seats(
    visit: Visit, desk: ScriptedDesk, press: Any, language: str, side: str
) -> None:
    desk.show(snapshot(BETWEEN, seating=TABLE, levels=LEVELS))
    page, foreign = visit(f"/seats?from={side}&lang={language}", 1280, 800), {}
    foreign["table"] = left_over(page, language)
    for seat in (1, 4, 7, 8, 9):
        press(page, f'.tile[data-seat="{seat}"]')
        foreign[seat] = left_over(page, language)
    assert {place: texts for place, texts in foreign.items() if texts} == {}
