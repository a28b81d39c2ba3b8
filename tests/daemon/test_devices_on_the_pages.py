"""A device of each kind leaves in the middle of a hand and comes back: what the dealer's display and the floor's page say."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.chromium import chromium
from tests.daemon.conftest import Hand, Table

KINDS = {"shoe": "Card shoe", "antennas": "Antennas", "chips": "Chip camera", "panel": "Keys"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def pages(browser: Browser, running: Table, hand: Hand) -> Iterator[tuple[Page, Page]]:
    """The dealer's display and the floor's page of a table whose hole cards are dealt."""
    running.play([hand.deck(), *hand.events(to="deal")])
    context = browser.new_context()
    display, floor = context.new_page(), context.new_page()
    display.set_viewport_size({"width": 800, "height": 480})
    display.goto(f"http://127.0.0.1:{running.port}/")
    display.wait_for_selector("body[data-mode=table]")
    floor.goto(f"http://127.0.0.1:{running.port}/floor")
    floor.wait_for_selector("body[data-mode=live]")
    yield display, floor
    context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_device_that_is_back_in_the_hand_is_told_on_both_pages_until_the_hand_is_over(
    kind: str, pages: tuple[Page, Page], running: Table, hand: Hand
) -> None:
    display, floor = pages
    note, row, name = display.locator("[data-text=note]"), floor.locator(".row"), KINDS[kind]
    for times in ("", "2 times"):
        running.devices[kind].tell(unplug=True)
        expect(display.locator("[data-text=off]")).to_have_text(f"{name} down")
        expect(note).to_have_text("")
        expect(row.locator("b")).to_have_text([f"{name} down"])
        running.devices[kind].tell(plug=True)
        expect(display.locator("#off")).to_be_hidden()
        expect(note).to_have_text(f"{name} back. Compare table")
        assert note.evaluate("(node) => node.scrollWidth <= node.clientWidth")
        expect(row.locator("b")).to_have_text([f"{name} off for a while"])
        expect(row.locator("p").first).to_have_text(" · ".join(filter(None, ["Table 7", "hand 1", times])))
    running.send({"type": "hand.end"})
    expect(note).not_to_contain_text("back")
    expect(floor.locator(".row:not(.over)")).to_have_count(0)


def test_two_devices_that_leave_and_come_back_together_are_both_named(
    pages: tuple[Page, Page], running: Table
) -> None:
    display, _ = pages
    for order in ("unplug", "plug"):
        for kind in ("shoe", "antennas"):
            running.devices[kind].tell(**{order: True})
        if order == "unplug":
            both = display.locator("[data-text=off], [data-text=offrules]")
            expect(both).to_have_text(["Card shoe down", "Antennas down"])
    expect(display.locator("[data-text=note]")).to_have_text(
        re.compile("(Card shoe, Antennas|Antennas, Card shoe) back")
    )
