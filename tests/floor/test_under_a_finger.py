"""A finger on the floor's page: what it came down on is what it touches, whatever comes in meanwhile."""

from __future__ import annotations

from tests.floor.conftest import Visit
from tests.floor.tables import SaidTable
from tests.floor.test_the_floors_page import row_of

LOOKS_FOR_NOTHING_WITH_A_FINGER_DOWN = """() => {
  document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  const search = document.getElementById("search");
  search.value = "nothing of the kind";
  search.dispatchEvent(new Event("input"));
  return document.querySelector(".line-of-row").checkVisibility();
}"""
LETS_GO = "() => document.body.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))"


def test_nothing_moves_under_the_first_touch_which_wakes_the_sound(visit: Visit, seven: SaidTable):
    page, beside = visit(), visit()
    seven.alert()
    page.wait_for_selector("#soundbar:visible")
    page.locator('.tab[data-view="notes"]').hover()
    page.mouse.down()
    seven.alert(kind="bet.undercall", seat=4)
    row_of(beside, "seat 4").wait_for()
    page.mouse.up()
    page.wait_for_selector("#note textarea:visible")
    page.wait_for_selector("#soundbar", state="hidden")


def test_what_would_move_waits_until_the_finger_has_let_go(visit: Visit, seven: SaidTable):
    page = visit()
    seven.alert()
    row_of(page, "String bet").wait_for()
    assert page.evaluate(LOOKS_FOR_NOTHING_WITH_A_FINGER_DOWN), "the row is gone under the finger"
    page.evaluate(LETS_GO)
    row_of(page, "String bet").wait_for(state="hidden")


def test_who_holds_a_finger_down_for_long_is_shown_what_came_all_the_same(visit: Visit, seven: SaidTable):
    page = visit()
    page.locator('.tab[data-view="notes"]').hover()
    page.mouse.down()
    seven.alert()
    row_of(page, "String bet").wait_for()
