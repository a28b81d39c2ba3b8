"""When the daemon stands or is gone, both pages say so within two seconds, and come back by themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from controller.table_api import DeviceView
from tests.web.conftest import ScriptedTable, Server
from tests.web.states import DEVICE, FACING, FOUR_FLOP, ROOM_AWAY, STATES, alert, snapshot

Visit = Callable[..., Page]

FIGURES = """() => [...document.querySelectorAll("body *")]
  .filter((n) => n.checkVisibility({ visibilityProperty: true }) && !n.closest(".store"))
  .flatMap((n) => [...n.childNodes].filter((c) => c.nodeType === 3).map((c) => c.textContent)).join(" ")"""


def test_a_silence_of_two_seconds_hides_every_figure(visit: Visit, api: ScriptedTable) -> None:
    page = visit()
    page.wait_for_selector("[data-mode=table]")
    api.mute = True
    page.wait_for_selector("[data-mode=stale]")
    shown = page.evaluate(FIGURES)
    assert "3,600" not in shown
    assert "6,000" not in shown
    assert "No news" in shown
    assert "Screen is not current" in shown
    assert "0 of 55" in shown
    assert "Last news 21:14:31" in shown
    api.mute = False
    page.wait_for_selector("[data-mode=table]")
    assert "3,600" in page.evaluate(FIGURES)


def test_the_silence_is_told_before_two_seconds_are_over(visit: Visit, api: ScriptedTable) -> None:
    page = visit(own_clock=True)
    page.wait_for_selector("[data-mode=table]")
    api.mute = True
    # What was on its way before the silence is here once another answer has come.
    page.evaluate("() => fetch('/static/icon.svg').then((answer) => answer.text())")
    page.clock.fast_forward(1950)
    assert page.evaluate("() => document.body.dataset.mode") == "stale"
    api.mute = False
    page.wait_for_selector("[data-mode=table]")


def test_seconds_of_silence_are_counted(visit: Visit, api: ScriptedTable) -> None:
    page = visit()
    api.mute = True
    page.wait_for_function("() => document.querySelector('[data-text=silence]').textContent === '0:03'")
    api.mute = False


def test_a_daemon_that_was_killed_and_started_again_is_found(
    visit: Visit, api: ScriptedTable, server: Server
) -> None:
    page = visit()
    page.wait_for_selector("[data-mode=table]")
    server.stop()
    try:
        page.wait_for_selector("[data-mode=stale]")
    finally:
        server.start()
    api.show(snapshot(replace(FACING, owes=4200, to_call=4200)))
    page.wait_for_selector("[data-mode=table]")
    page.wait_for_function("() => document.querySelector('[data-text=mainfigure]').textContent === '4,200'")


def test_the_floor_s_page_says_it_too(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit("/floor", 1280, 800)
    page.wait_for_selector("[data-mode=live]")
    api.mute = True
    page.wait_for_selector("[data-mode=silent] #silent:visible")
    assert "0:24" not in page.evaluate(FIGURES)
    assert not page.is_visible("#record")
    api.mute = False
    page.wait_for_selector("[data-mode=live]")
    assert not page.is_visible("#silent")


def test_a_device_that_is_gone_is_named_on_both_pages(visit: Visit, api: ScriptedTable) -> None:
    display, floor = visit(), visit("/floor", 1280, 800)
    blind = STATES["e-blind"]
    words = {"down": "down", "degraded": "unsteady", "starting": "starting", "unknown": "not heard"}
    for state, word in words.items():
        device = replace(blind.devices[0], state=state, problem="")
        api.show(replace(blind, devices=[device]))
        display.wait_for_selector(f"#off >> text=Seat 4 antenna {word}")
        floor.wait_for_selector(f"#alerts >> text=Seat 4 antenna {word}")
        assert floor.locator("#tables .blind").count() == 1
    api.show(snapshot())
    display.wait_for_selector("#off", state="hidden")
    floor.wait_for_selector("#tables .blind", state="detached")


@pytest.mark.parametrize(
    ("devices", "coloured"),
    [([], False), ([replace(DEVICE, name="room", kind="room")], False), ([DEVICE], True)],
)
def test_the_count_of_rules_is_coloured_only_while_a_device_is_in_trouble(
    devices: list[DeviceView], coloured: bool, visit: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(snapshot(FACING, rules_live=26, devices=devices))
    page = visit("/")
    page.wait_for_function("() => document.querySelector('[data-text=rules]').textContent.startsWith('26/')")
    rules = page.locator("[data-text=rules]")
    quiet = page.locator("[data-text=hand]").evaluate("(node) => getComputedStyle(node).color")
    assert (rules.evaluate("(node) => getComputedStyle(node).color") != quiet) is coloured


def test_a_call_that_the_floors_screen_does_not_hear_is_made_by_voice(
    visit: Visit, api: ScriptedTable
) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP), devices=[ROOM_AWAY]))
    page = visit()
    page.wait_for_selector("#card .called >> text=Call the floor by voice")
    api.show(snapshot(FACING, alert(FOUR_FLOP, "coming", coming="Ana"), devices=[ROOM_AWAY]))
    page.wait_for_selector("#card .called >> text=Ana is coming")
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page.wait_for_selector("#card .called em:empty", state="attached")
