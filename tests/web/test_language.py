"""A page's language: of its switch, its person, its table; and the same forms in Python and in the browser."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from controller.languages import LANGUAGES
from controller.ruling_cards.words import words_in
from controller.web import create_app, hash_pin
from controller.web.language import COOKIE
from controller.web.roles import Person
from tests.web.conftest import ScriptedTable
from tests.web.states import BETWEEN, FACING, NIGHT, STATES, snapshot
from tests.web.test_seat_page import seating

FORMS = [
    "{n}",
    "{n: one # a; other # b}",
    "{n: one x; two # y; few # z; many # w; other # v}",
    "{w: flop F; other #}",
    "a {n} {w}",
]

SAY = """async ([texts, most]) => {
  const { fill } = await import("/static/words.js");
  const all = [];
  for (const text of texts) for (let n = 0; n <= most; n++) all.push(fill(text, { n, w: n % 2 ? "flop" : "turn" }));
  return all;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_says_a_text_as_python_does(visit: Any, language: str) -> None:
    page = visit(f"/?lang={language}")
    words = words_in(language)
    said = [words.put(text, n=n, w="flop" if n % 2 else "turn") for text in FORMS for n in range(131)]
    assert page.evaluate(SAY, [FORMS, 130]) == said


def title(client: TestClient, path: str = "/floor") -> str:
    """Return the language in which a page comes."""
    answer = client.get(path)
    assert answer.status_code == 200
    return str(answer.text.split('<html lang="')[1].split('"')[0])


def test_a_page_speaks_the_tables_language_until_another_one_is_chosen() -> None:
    client = TestClient(create_app(ScriptedTable(), language="hr"), base_url="http://localhost")
    assert title(client) == "hr"
    client.cookies.set(COOKIE, "en")
    assert title(client) == "en"
    assert title(client, "/floor?lang=hr") == "hr"
    client.cookies.set(COOKIE, "xx")
    assert title(client) == "hr"


def test_a_persons_own_language_goes_before_the_tables_and_before_what_was_chosen_by_another_one() -> None:
    pins = {
        Person(name="Ana", role="floor", language="hr"): hash_pin("1234"),
        Person(name="Sam", role="floor"): hash_pin("2345"),
    }
    client = TestClient(
        create_app(ScriptedTable(), pins=pins), base_url="http://localhost", client=("10.0.0.9", 5)
    )
    client.cookies.set(COOKIE, "en", domain="localhost.local", path="/")
    assert client.post("/login", json={"name": "Ana", "pin": "1234"}).status_code == 200
    assert title(client) == "hr"
    assert client.post("/login", json={"name": "Sam", "pin": "2345"}).status_code == 200
    assert title(client) == "en"


def test_a_refusal_is_in_the_language_of_the_page_and_in_english_for_programs() -> None:
    client = TestClient(create_app(ScriptedTable()), base_url="http://localhost")
    told = client.post("/mark?lang=hr", json={"finding": "floor.call", "state": "coming"}).json()["error"]
    assert told == {
        "place": "by",
        "message": "who is coming?",
        "text": words_in("hr").say("refusal.who_comes"),
    }


def test_the_switch_of_a_page_is_remembered(visit: Any) -> None:
    page = visit("/floor", 1280, 800, locale="en-GB")
    assert page.inner_text("h1") == "Floor"
    page.select_option("#language", "hr")
    page.wait_for_selector("html[lang=hr]")
    assert page.inner_text(".access span") == words_in("hr").say("page.seating.seats")
    page.reload()
    page.wait_for_selector("html[lang=hr]")


def test_the_dealers_display_has_its_switch_among_the_keys_that_are_seldom_needed(
    visit: Any, press: Any
) -> None:
    page = visit("/", locale="en-GB")
    press(page, "text=More")
    press(page, "#list nav >> text=Hrvatski")
    page.wait_for_selector("html[lang=hr] body[data-mode=table]")
    assert page.inner_text("[data-text=table]") == "Stol 7"


PLACES = """([node, ...parts]) => {
  const text = document.querySelector(node).firstChild;
  return parts.map((part) => {
    const range = document.createRange();
    const from = text.data.indexOf(part);
    range.setStart(text, from);
    range.setEnd(text, from + part.length);
    return range.getBoundingClientRect().left;
  });
}"""
ROW = "(digits) => digits.map((one) => document.querySelector(`#pad [data-digit='${one}']`).getBoundingClientRect().left)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_that_belong_together_and_the_pads_digits_run_from_left_to_right(
    visit: Any, press: Any, api: ScriptedTable, language: str
) -> None:
    api.show(snapshot(FACING, rules_live=41))
    page = visit(f"/?lang={language}")
    page.wait_for_function("() => document.querySelector('[data-text=rules]').textContent.includes('41')")
    for node, *parts in (["[data-text=blinds]", "200", "400"], ["[data-text=rules]", "41", "55"]):
        left, right = page.evaluate(PLACES, [node, *parts])
        assert left < right, (node, left, right)
    press(page, ".tile[data-seat='2']")
    for digits in ("789", "456", "123"):
        assert page.evaluate(ROW, list(digits)) == sorted(page.evaluate(ROW, list(digits)))


MIRRORED = """() => Object.fromEntries([...document.querySelectorAll("svg:has(> use)")].filter((svg) => svg.checkVisibility())
  .map((svg) => [svg.querySelector("use").getAttribute("href"), new DOMMatrix(getComputedStyle(svg).transform).a < 0]))"""
TURNED = {"#i-back", "#i-undo", "#i-open"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_arrows_and_the_open_lock_are_mirrored_where_the_language_runs_from_right_to_left(
    visit: Any, press: Any, api: ScriptedTable, language: str
) -> None:
    seen = {}
    api.show(STATES["g-misdeal-clock"])
    page = visit(f"/?lang={language}")
    page.wait_for_selector("[data-mode=card]")
    seen |= page.evaluate(MIRRORED)
    api.show(snapshot(BETWEEN, seating=seating()))
    press(page, "#tablebar .key:nth-child(5)")
    page.wait_for_selector("[data-mode=list]")
    seen |= page.evaluate(MIRRORED)
    for path, width in (("/seats", 800), ("/seats?from=floor", 1280)):
        page = visit(f"{path}{'&' if '?' in path else '?'}lang={language}", width)
        assert page.evaluate(MIRRORED)["#i-back"] is (language == "ar")
    api.show(replace(NIGHT, seating=seating()))
    page = visit(f"/floor?lang={language}", 390, 844)
    page.click(".row")
    seen |= page.evaluate(MIRRORED)
    assert seen.keys() >= TURNED
    assert {name for name, mirrored in seen.items() if mirrored} == (TURNED if language == "ar" else set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_put_together_of_several_runs_as_the_language_does(visit: Any, language: str) -> None:
    page = visit(f"/?lang={language}")
    script = """async () => {
      const { joined, listed } = await import("/static/words.js");
      const node = document.body.appendChild(document.createElement("p"));
      node.id = "joined";  // where no word of the table's comes
      node.textContent = `${joined("Ana", joined("7", "8"), listed([5, 6]))}.`;
    }"""
    page.evaluate(script)
    places = page.evaluate(PLACES, ["#joined", "Ana", "7", "8", "5", "6"])
    rightwards = words_in(language).direction == "ltr"
    assert places == sorted(places, reverse=not rightwards)
