"""The floor's page for all tables in Croatian and Arabic: each word is one of the language's own catalogue, and fits."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from controller.languages import LANGUAGES
from controller.room.messages import alert_message
from controller.ruling_cards.words import words_in
from tests.conftest import LongProof
from tests.daemon.conftest import wait_for
from tests.floor.tables import Floor, SaidTable
from tests.ports import port_nobody_has
from tests.room.broker import Broker
from tests.ruling_cards.samples import house
from tests.web.states import NIGHT
from tests.web.test_nothing_stays_english import OTHERS, left_over

SIZES = ((1280, 800), (390, 844))
GIVEN = ("Window", "Ana", "Zora", "zagreb")


@pytest.fixture
def nobody() -> str:
    """The host of a target where nobody listens."""
    return f"127.0.0.1:{port_nobody_has()}"


@pytest.fixture
def floor(tmp_path: Path, broker: Broker, nobody: str) -> Iterator[Floor]:
    """A floor with a section, a lead, phones, and a target that it does not reach."""
    made = Floor(tmp_path, broker, 'leads = ["Zora"]')
    made.config.write_text(
        made.config.read_text() + f'[[section]]\nname = "Window"\ntables = ["7"]\npeople = ["Ana"]\n'
        f'[push]\ncontact = "mailto:floor@house.example"\n[[target]]\nto = "webhook"\nurl = "http://{nobody}/calls"\n'
    )
    made.start()
    yield made
    made.close()


TOO_WIDE = """() => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true });
  const keys = [...document.querySelectorAll("button, .tile b, .band h2, .bar")].filter(shown);
  const out = keys.filter((key) => key.scrollWidth > key.clientWidth + 1).map((key) => key.textContent.trim());
  return document.documentElement.scrollWidth > innerWidth ? ["the page", ...out] : out;
}"""


class Walk:
    """What a walk over a page has found that is in another language or leaves its box, by the place where it stands."""

    def __init__(self, page: Page, language: str, given: tuple[str, ...]) -> None:
        self.page, self.language, self.given = page, language, given
        self.found: dict[str, set[str]] = {}

    def look(self, place: str) -> None:
        """Read the page as it is now, on a desk and on a phone."""
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            texts = left_over(self.page, self.language, self.given) | set(self.page.evaluate(TOO_WIDE))
            if texts:
                self.found[f"{place} {width}"] = texts
        self.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})


def tell_a_night(table: SaidTable) -> None:
    """Say all that the floor's list can hold, in every language."""
    now = datetime.now(UTC)
    for alert in NIGHT.alerts:
        body = alert_message(alert, house(), None, list(LANGUAGES), lambda t: now)
        table.count("alert", body)


@pytest.mark.matrix(("language", OTHERS), part=1)
def test_every_row_and_what_is_done_about_it(
    browser: Browser, floor: Floor, seven: SaidTable, nobody: str, language: str, long_proof: LongProof
) -> None:
    seven.up()
    tell_a_night(seven)
    page = browser.new_page()
    page.add_init_script("localStorage.setItem('name', 'Ana')")
    page.goto(f"{floor.address}?lang={language}")
    walk = Walk(page, language, (*GIVEN, nobody))
    page.wait_for_function(
        "(n) => document.querySelectorAll('.line-of-row').length === n", arg=len(NIGHT.alerts)
    )
    page.wait_for_selector("#targetbar:visible")
    walk.look("list")
    for number in range(0, len(NIGHT.alerts), long_proof(2, 1)):
        page.locator(".line-of-row .row").nth(number).click()
        page.wait_for_function("() => document.querySelector('[data-text=happened]').textContent !== ''")
        walk.look(f"detail {number}")
        if page.is_visible("#more"):
            page.click("#more")
            walk.look(f"other {number}")
            page.click("#otherwise .key.main")
            walk.look(f"refused {number}")
    page.evaluate("() => document.getElementById('back').click()")
    page.locator(".line-of-row .go >> visible=true").first.click()
    wait_for(lambda: seven.marked, "the table to hear that somebody comes")
    walk.look("coming")
    for view, form in (("history", "#lookup"), ("notes", "#note")):
        page.click(f".tab[data-view={view}]")
        walk.look(view)
        page.click(f"{form} .key.main")
        page.wait_for_function("() => document.body.dataset.mode === 'live'")
        walk.look(f"{view} asked")
    page.wait_for_selector("#found .row", state="attached")
    page.click(".tab[data-view=history]")
    walk.look("found")
    page.fill("#lookup [name=seat]", "x")
    page.click("#lookup .key.main")
    page.wait_for_selector("#found .row", state="detached")
    walk.look("no seat")
    page.click("#phone")
    page.wait_for_selector("#phone[data-rings]")
    walk.look("phone")
    page.click(".tab[data-view=list]")
    page.click("#map .tile")
    page.click("#take")
    page.wait_for_function(
        "(given) => document.getElementById('take').textContent.includes(given)",
        arg=words_in(language).table["room"]["give_back"].split("{")[0],
    )
    walk.look("taken")
    page.close()
    assert walk.found == {}


@pytest.mark.matrix(("language", OTHERS), part=1)
def test_what_goes_wrong(browser: Browser, floor: Floor, broker: Broker, nobody: str, language: str) -> None:
    page = browser.new_page()
    page.add_init_script("localStorage.setItem('name', 'Ana')")
    page.goto(f"{floor.address}?lang={language}")
    page.wait_for_selector("[data-mode=live]")
    walk = Walk(page, language, (*GIVEN, nobody, f"127.0.0.1:{broker.port}"))
    seven, twin = SaidTable(broker.port, "7"), SaidTable(broker.port, "7", journal="another")
    try:
        for one in (seven, twin, seven):  # two journals that speak in turn are two tables of one name
            one.up(version=9, build="1.9", at="2020-01-01T00:00:00+00:00")
            one.handed_over()
        seven.raw("alert", b"nothing")
        seven.raw("health", {"state": "down"})
        page.wait_for_function("() => document.querySelectorAll('.line-of-row').length >= 4")
        walk.look("troubles")
        other = sqlite3.connect(floor.folder / "floor.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        twin.alert(words={})
        page.wait_for_selector("#storebar:visible")
        walk.look("store")
        other.execute("ROLLBACK")
        other.close()
        broker.stop()
        page.wait_for_selector("#brokerbar:visible")
        walk.look("broker")
        floor.kill()
        page.wait_for_selector("[data-mode=silent]")
        walk.look("silent")
    finally:
        seven.close()
        twin.close()
        page.close()
    assert walk.found == {}
