"""A hand that the dealer keys as tabled lies there whole: the real page at the real daemon, where no camera told it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.chromium import chromium
from tests.daemon.conftest import Hand, Table, table_of, wait_for
from tests.web.conftest import settle

SHOWN = "#tablebar >> text=Tabled…"
STREETS = ("third", "fourth", "fifth", "sixth", "seventh")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def hand() -> Hand:
    """A hand to play."""
    return Hand()


@pytest.fixture
def holdem(tmp_path: Path) -> Iterator[Table]:
    """A running table of hold'em."""
    yield from table_of(tmp_path, "nlhe")


@pytest.fixture
def stud(tmp_path: Path) -> Iterator[Table]:
    """A running table of stud."""
    yield from table_of(tmp_path, "stud")


def opened(browser: Browser, table: Table) -> Page:
    """Return the dealer's page."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"http://127.0.0.1:{table.port}/")
    page.wait_for_selector("[data-mode=table]")
    return page


def tables(page: Page, *seats: int) -> None:
    """Touch that these seats tabled their hands, one after the other."""
    for seat in seats:
        page.wait_for_selector(SHOWN)
        settle(page)
        page.click(SHOWN)
        settle(page)
        with page.expect_response("**/key") as answer:
            page.click(f"#list .ten [data-seat='{seat}']")
        assert answer.value.status == 202


def kinds(table: Table) -> list[str]:
    """Return what was found of the hand, as the dealer's page has it."""
    return [alert["card"]["kind"] for alert in table.state("dealer")["alerts"] if alert["level"] != "info"]


def test_the_winner_of_two_tabled_hands_is_proposed(browser: Browser, holdem: Table, hand: Hand) -> None:
    played = hand.events(6)
    shown = next(place for place, event in enumerate(played) if event.get("face") == "up")
    holdem.play([hand.deck(), *played[:shown]])
    wait_for(lambda: view_of(holdem)["showdown"], "the showdown")
    page = opened(browser, holdem)
    tables(page, 2, 3)
    page.wait_for_selector("#tablebar >> text=Pot to")
    settle(page)
    page.click("#tablebar >> text=Pot to")
    wait_for(lambda: view_of(holdem)["to_be_ended"], "the pot to be gone")
    assert kinds(holdem) == []


def test_a_hand_of_stud_is_tabled_with_its_down_cards(browser: Browser, stud: Table, hand: Hand) -> None:
    cards = iter(hand.cards)
    seats = list(range(1, 7))
    stud.play([hand.deck(), {"type": "hand.start", "button": None}])
    for number in range(7):
        stud.play([event for seat in seats for event in dealt(hand, next(cards), f"seat:{seat}")])
        if number >= 2:
            seats = betting(stud, STREETS[number - 2])
            stud.play([{"type": "chips.swept"}])
            stud.play(dealt(hand, next(cards), "burn") if number < 6 else [])
    assert wait_for(lambda: view_of(stud)["showdown"], "the showdown")["order"]
    page = opened(browser, stud)
    tables(page, *seats)
    page.wait_for_selector("#tablebar >> text=Pot to")
    assert kinds(stud) == []


def dealt(hand: Hand, card: str, zone: str) -> list[dict[str, Any]]:
    """A card comes from the shoe and lies in a zone."""
    tag = hand.tag(card)
    return [
        {"type": "card.draw", "tag": tag, "face": "down"},
        {"type": "card.seen", "tag": tag, "zone": zone},
    ]


def betting(table: Table, street: str) -> list[int]:
    """Everybody calls or checks; on third street all but two throw their hands away. Return the seats that are left."""
    wait_for(lambda: (view := view_of(table))["street"] == street and view["to_act"], f"the {street} street")
    while (view := view_of(table))["to_act"] is not None:
        seat, owes = view["to_act"], view["owes"]
        left = sum(one["in_hand"] for one in view["seats"])
        does = "fold" if street == "third" and owes and left > 2 else "call" if owes else "check"
        table.play([{"type": "declare", "seat": seat, "action": does}])
        wait_for(lambda seat=seat: view_of(table)["to_act"] != seat, f"seat {seat} to have acted")
    return [one["seat"] for one in view["seats"] if one["in_hand"]]


def view_of(table: Table) -> dict[str, Any]:
    """Return what the dealer's page has of the hand."""
    return dict(table.state("dealer")["view"])
