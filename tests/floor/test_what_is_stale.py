"""Tables of which nothing can be heard: the floor's page says so, and shows no figure of before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.floor.tables import Floor, SaidTable
from tests.room.broker import Broker

SOON_MS = 10_000
"""Well before MQTT itself gives up a connection on which nothing comes."""


@pytest.fixture
def page(browser: Browser, floor: Floor, seven: SaidTable) -> Iterator[Page]:
    """Return the page once it shows who sits at table 7."""
    seven.raw("state", {"hand": 1, "seats": 9, "seats_taken": [1, 2, 3]}, retain=True)
    opened = browser.new_page()
    opened.goto(floor.address)
    seats_of(opened).wait_for()
    yield opened
    opened.close()


def seats_of(page: Page) -> Locator:
    return page.locator(".tile small", has_text="3/9 seats")


def told_stale(page: Page) -> None:
    """Wait until the tile is hatched; it shows no figure then."""
    tile = page.locator(".tile.silent")
    tile.wait_for(timeout=SOON_MS)
    assert tile.locator("small").first.inner_text() == "no news"
    assert "repeating-linear-gradient" in tile.evaluate("(node) => getComputedStyle(node).backgroundImage")


def test_a_broker_that_is_gone_hatches_every_tile_until_it_is_back(page: Page, broker: Broker) -> None:
    broker.stop()
    told_stale(page)
    assert page.inner_text("#brokerbar").endswith(f"there is no broker at 127.0.0.1:{broker.port}")
    broker.start()
    seats_of(page).wait_for()
    assert page.locator(".tile.silent").count() == 0


def test_a_broker_that_hangs_is_told_long_before_its_connection_is_lost(
    page: Page, broker: Broker, floor: Floor, seven: SaidTable
) -> None:
    broker.hang()
    told_stale(page)
    assert page.inner_text("#brokerbar").endswith(f"the broker at 127.0.0.1:{broker.port} does not answer")
    broker.go_on()
    page.wait_for_selector("#brokerbar", state="hidden")
    seats_of(page).wait_for()
    seven.alert()
    page.wait_for_selector(".line-of-row")
    assert "no broker" not in (floor.folder / "floor.log").read_text(), "the connection was kept"


def test_a_floor_that_is_gone_hatches_every_tile_until_it_is_back(page: Page, floor: Floor) -> None:
    floor.kill()
    told_stale(page)
    floor.start()
    seats_of(page).wait_for()
