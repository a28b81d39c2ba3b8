"""A touch at the floor's page that comes twice, as an unsteady finger gives it, is one."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from playwright.sync_api import Page

from controller.table_api import RuledAs
from tests.web.conftest import ScriptedTable, decide_penalty, post, taken_by
from tests.web.states import CALLED, FACING, FOUR_FLOP, RULED, alert, snapshot

Visit = Callable[..., Page]


def test_a_ruling_that_is_touched_twice_is_recorded_once(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, CALLED))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    decide_penalty(page, 4, 2, "He threw the cards")
    page.dblclick("#record")
    page.wait_for_selector("text=Recorded")
    post(page, "hand.end")
    assert [ruling["type"] for ruling in taken_by(page, api.keys, 2)] == ["ruling", "hand.end"]


def test_another_ruling_right_after_it_is_one_of_its_own(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    page.click("text=Scramble the flop")
    page.click("#record")
    page.click("text=Deal the flop again")
    page.click("#record")
    rulings = taken_by(page, api.keys, 2)
    assert [ruling["decision"] for ruling in rulings] == ["scramble_flop", "redeal_flop"]
    assert api.first, "nobody had ruled as far as this page saw"


def test_who_comes_is_told_once(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    page.dblclick("#coming")
    post(page, "hand.end")
    taken_by(page, api.keys)
    assert api.marks == [(FOUR_FLOP.id, "coming", "Ana K.")]


def test_who_rules_again_touches_for_that_each_time(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, RULED))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    page.click(".row")
    page.click("#again")
    page.click("text=Scramble the flop")
    page.click("#record")
    page.wait_for_selector("text=Recorded")
    later = RuledAs(decision="scramble_flop", by="Ana K.")
    api.show(snapshot(FACING, replace(RULED, ruled="scramble_flop", ruling=later)))
    page.locator("#ruled b", has_text="Scramble the flop").wait_for()
    page.wait_for_selector("#again:visible")
    assert not page.is_visible("#choice")
    assert [ruling["decision"] for ruling in taken_by(page, api.keys)] == ["scramble_flop"]
    assert not api.first, "it means to overrule"
