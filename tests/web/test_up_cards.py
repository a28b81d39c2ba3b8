"""Stud on the dealer's display: each seat's up cards before it, no board, and nobody is asked for a button."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from controller.table_api import Snapshot
from tests.web.conftest import ScriptedTable
from tests.web.states import STATES, STUD_MOST, UP, snapshot, stud

SEEN = """() => Object.fromEntries([...document.querySelectorAll(".tile")].map((tile) => [tile.dataset.seat,
  [...tile.querySelectorAll(".ups .card")].filter((card) => card.checkVisibility()).map((card) =>
    card.textContent.trim().replace("10", "T") + (card.querySelector("use").getAttribute("href") ?? "").slice(3))]))"""


@pytest.fixture
def shown(visit: Callable[..., Page], api: ScriptedTable) -> Callable[[Snapshot], Page]:
    """Show a state on a fresh page."""

    def show(state: Snapshot) -> Page:
        api.show(state)
        page = visit("/", 800, 480)
        page.wait_for_selector("[data-mode=table]")
        return page

    return show


def cards(page: Page) -> dict[int, list[str]]:
    """Return the up cards that are seen before each seat that has any."""
    return {int(seat): names for seat, names in page.evaluate(SEEN).items() if names}


def test_every_seat_has_its_up_cards_before_it_in_the_order_of_the_deal(
    shown: Callable[[Snapshot], Page],
) -> None:
    assert cards(shown(snapshot(stud("sixth")))) == UP


def test_a_card_that_comes_is_drawn_and_those_of_a_folded_hand_go(
    shown: Callable[[Snapshot], Page], api: ScriptedTable
) -> None:
    page = shown(snapshot(stud("third")))
    assert cards(page) == {seat: names[:1] for seat, names in UP.items()}
    folded = {4: {"mark": "folded", "cards": 0, "in_hand": False, "up": []}}
    api.show(snapshot(stud("fourth", marks=folded)))
    page.wait_for_function("() => document.querySelector('[data-text=street]').textContent === 'Fourth'")
    assert cards(page) == {seat: names[:2] for seat, names in UP.items() if seat != 4}


def test_a_card_that_nobody_has_read_is_a_question_mark(shown: Callable[[Snapshot], Page]) -> None:
    page = shown(snapshot(stud("fourth", marks={1: {"up": ["8d", "??"]}})))
    assert cards(page)[1] == ["8d", "?"]


def test_in_front_of_a_seat_is_nearest_to_that_seat(shown: Callable[[Snapshot], Page]) -> None:
    page = shown(snapshot(STUD_MOST))
    nearest = page.evaluate(
        """() => {
          const middle = (node) => { const b = node.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
          const tiles = [...document.querySelectorAll(".tile")];
          return [...document.querySelectorAll(".ups .card")].filter((card) => card.checkVisibility()).map((card) => {
            const [x, y] = middle(card);
            const away = (tile) => { const [p, q] = middle(tile); return Math.hypot(p - x, q - y); };
            return [card.closest(".tile").dataset.seat, tiles.reduce((a, b) => (away(b) < away(a) ? b : a)).dataset.seat];
          });
        }"""
    )
    assert len(nearest) == 32
    assert all(own == near for own, near in nearest)


def test_there_is_no_board_but_for_a_common_card(shown: Callable[[Snapshot], Page]) -> None:
    page = shown(STATES["b-stud-sixth"])
    assert page.locator("#board .card:visible").count() == 0
    assert page.locator(".badge:visible").count() == 0
    page = shown(STATES["b-stud-common"])
    assert page.locator("#board .card:visible").all_inner_texts() == ["9"]


def test_the_corner_has_the_bets_where_nobody_posts_blinds(shown: Callable[[Snapshot], Page]) -> None:
    state = STATES["b-stud-third"]
    assert shown(state).inner_text("[data-text=blinds]") == "100 / 200"
    small = replace(state.view, ante=0, bring_in=1, small_bet=2, big_bet=4)
    assert shown(replace(state, view=small)).inner_text("[data-text=blinds]") == "1 / 2 / 4"


def test_before_the_first_hand_of_stud_a_new_hand_is_one_touch_and_no_button_is_asked_for(
    shown: Callable[[Snapshot], Page], api: ScriptedTable, press: Callable[[Page, str], None]
) -> None:
    page = shown(STATES["a-stud-first-hand"])
    assert page.inner_text("#next p") == "Next: hand 1"
    assert "button" not in page.inner_text("#table").lower()
    press(page, "#tablebar button:has-text('New hand')")
    page.wait_for_function("() => true")
    assert api.keys == [{"type": "hand.start"}]


def test_where_nobody_signals_hands_the_next_hand_of_stud_asks_for_no_button_either(
    shown: Callable[[Snapshot], Page],
) -> None:
    state = STATES["a-stud-first-hand"]
    page = shown(replace(state, view=replace(state.view, hand=7)))
    assert page.inner_text("#next") == "Next: hand 8"
