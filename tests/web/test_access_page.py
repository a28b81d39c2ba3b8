"""The pages at the door, in the browser: a person's PIN, a display's code, who is in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from controller.languages import LANGUAGES
from controller.web import create_app
from controller.web.roles import Role
from tests.web.conftest import Draw, ScriptedTable, Server
from tests.web.states import FACING, FOUR_FLOP, alert, snapshot
from tests.web.test_floors_page import MEASURE
from tests.web.test_roles import PEOPLE, PINS

SIZES = [(800, 480), (1024, 600), (1280, 800), (390, 844)]


class Wall:
    """A clock on the wall, which a test may set on."""

    ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


def at_the_door(table: ScriptedTable, wall: Callable[[], float] = time.time) -> Iterator[Server]:
    """Serve a table to browsers that are not at the machine itself, as far as it can tell."""
    app = create_app(table, pins=PINS, fingerprint=":".join(["AB"] * 32), wall=wall)

    async def from_elsewhere(scope, receive, send):
        if scope["type"] == "http":
            scope["client"] = ("192.0.2.9", 50000)
        await app(scope, receive, send)

    server = Server(from_elsewhere)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def house() -> Iterator[Server]:
    yield from at_the_door(ScriptedTable())


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    opened = [browser.new_context(), browser.new_context()]
    yield opened
    for context in opened:
        context.close()


def sign_in(page: Page, house: Server, to: str = "/floor") -> None:
    page.goto(f"{house.url}{to}")
    give_pin(page, house, to)


def give_pin(page: Page, house: Server, to: str = "/floor", role: Role = "floor") -> None:
    page.get_by_role("radio", name=PEOPLE[role]).click()
    for digit in f"48{list(PEOPLE).index(role)}913":
        page.click(f'[data-digit="{digit}"]')
    page.click(".digits .main")
    page.wait_for_url(f"{house.url}{to}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(800, 480), (853, 480), (1024, 600)])
def test_a_display_at_the_door_scrolls_nothing(
    house: Server, contexts: list[BrowserContext], width: int, height: int, language: str
) -> None:
    page = contexts[0].new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{house.url}/login?lang={language}")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    assert page.evaluate(
        "() => [document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
    ) == [width, height]
    for what in ("#ask", "#language", "#people", ".digits"):
        box = page.locator(what).bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= width, what
        assert 0 <= box["y"] < box["y"] + box["height"] <= height, what


def test_at_the_tables_own_machine_the_floors_page_is_behind_the_pin(browser: Browser) -> None:
    own = Server(create_app(ScriptedTable(), pins=PINS))
    page = browser.new_page()
    try:
        page.goto(f"{own.url}/access")
        assert page.url == f"{own.url}/login?to=/access"
        sign_in(page, own)
        assert page.input_value("#name") == PEOPLE["floor"]
        told = page.request.get(f"{own.url}/floor", headers={"Accept": "application/json", "Cookie": ""})
        assert (told.status, told.json()["error"]["place"]) == (403, "role")
    finally:
        page.context.close()
        own.stop()


@pytest.mark.matrix(("width,height", SIZES), part=1)
def test_every_key_at_the_door_is_large_enough(
    house: Server, contexts: list[BrowserContext], draw: Draw, width: int, height: int
) -> None:
    page = contexts[0].new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{house.url}/floor")
    page.wait_for_selector("#login:visible")
    draw(page, f"door-{width}", whole=True)
    assert page.evaluate(MEASURE) == []
    page.click("#ask")
    page.wait_for_selector("#code:visible")
    draw(page, f"door-code-{width}")
    assert page.evaluate(MEASURE) == []
    sign_in(page, house, "/access")
    page.wait_for_selector("#in li")
    draw(page, f"access-{width}", whole=True)
    assert page.evaluate(MEASURE) == []


def test_nobody_opens_without_saying_who_he_is(house: Server, contexts: list[BrowserContext]) -> None:
    page = contexts[0].new_page()
    page.goto(f"{house.url}/floor")
    page.fill("#pin", "481913")
    page.click(".digits .main")
    page.wait_for_function("() => document.getElementById('told').textContent !== ''")
    assert page.url.endswith("/login?to=/floor")


def test_a_display_waits_for_the_floor_and_goes_when_it_is_shut_out(
    house: Server, contexts: list[BrowserContext]
) -> None:
    display, floor = contexts[0].new_page(), contexts[1].new_page()
    display.goto(f"{house.url}/")
    display.click("#ask")
    display.wait_for_selector("#code:visible")
    code = display.locator("#code strong").inner_text()
    sign_in(floor, house, "/access")
    floor.fill("#digits", code)
    floor.fill("#called", "Table 7")
    floor.click("#admit .main")
    display.wait_for_url(f"{house.url}/")

    floor.locator("#in li", has_text="Table 7").locator("button").click()  # one touch: it may be a thief's
    floor.wait_for_function("() => !document.getElementById('in').textContent.includes('Table 7')")
    display.wait_for_url(f"{house.url}/login?to=/")  # nobody touches it

    person = floor.locator("#in li", has_text="this page")
    person.locator("button").click()
    floor.wait_for_selector("#in li button.danger")
    person.locator("button").click()
    floor.wait_for_url(f"{house.url}/login?to=/access")


def test_a_display_says_that_its_code_has_run_out_and_asks_for_another(
    contexts: list[BrowserContext],
) -> None:
    wall = Wall()
    for house in at_the_door(ScriptedTable(), wall):
        display = contexts[0].new_page()
        display.goto(f"{house.url}/")
        display.click("#ask")
        display.wait_for_selector("#code:visible")
        wall.ahead = 601.0
        display.wait_for_selector("#code", state="hidden")
        assert display.inner_text("#told") == "The code has run out. Touch for a new one."
        display.click("#ask")
        display.wait_for_selector("#code:visible")
        assert display.locator("#told").inner_text() == ""


def half_written(page: Page) -> tuple[str, bool]:
    """Return the note on the floor's form, and whether the other decision is chosen."""
    page.wait_for_selector("#why:visible")
    return page.input_value("#why"), page.is_checked("#ruling [value=other]")


def thrown_out_while_writing(context: BrowserContext) -> Iterator[tuple[Page, Server]]:
    """Yield a floor's page whose login has run out in the middle of a ruling, and who serves it."""
    wall, table = Wall(), ScriptedTable()
    table.show(snapshot(FACING, alert(FOUR_FLOP)))
    for house in at_the_door(table, wall):
        page = context.new_page()
        sign_in(page, house)
        page.click("text=Other decision")
        page.fill("#why", "Both say that the burn")
        wall.ahead += 12 * 3600 + 1
        page.wait_for_url(f"{house.url}/login?to=/floor")
        yield page, house


def test_a_ruling_that_is_half_written_when_a_login_runs_out_is_there_again_after_the_pin(
    contexts: list[BrowserContext],
) -> None:
    for page, house in thrown_out_while_writing(contexts[0]):
        page.select_option("#language", "hr")
        page.wait_for_selector("html[lang=hr]")
        give_pin(page, house)
        assert half_written(page) == ("Both say that the burn", True)


def test_what_one_person_has_half_written_is_not_put_in_the_mouth_of_the_next(
    contexts: list[BrowserContext],
) -> None:
    for page, house in thrown_out_while_writing(contexts[0]):
        give_pin(page, house, role="auditor")
        assert half_written(page) == ("", False)
