"""The floor's page on a tablet and on a phone that lies on its side: narrower than a desk's screen, wider than a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from controller.languages import LANGUAGES
from tests.web.conftest import Draw, ScriptedTable
from tests.web.states import FACING, NIGHT, RULED, snapshot
from tests.web.test_floors_page import LIES_ON, MEASURE

TOO_WIDE = """() => [...document.querySelectorAll(".top, .top *, .band *, .columns *")]
  .filter((n) => n.checkVisibility() && !(n instanceof SVGElement) && !n.matches("option, select, .away") && n.clientWidth && n.scrollWidth > n.clientWidth + 1)
  .map((n) => `${n.tagName} "${n.textContent.trim().slice(0, 30)}" ${n.scrollWidth} > ${n.clientWidth}`)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (768, 1024), (844, 390)])
def test_nothing_leaves_its_place_or_lies_on_anything(
    width: int, height: int, language: str, visit: Callable[..., Page], api: ScriptedTable, draw: Draw
) -> None:
    for name, now in (("open", NIGHT), ("ruled", snapshot(FACING, RULED))):
        api.show(now)
        page = visit(f"/floor?lang={language}", width, height)
        page.click(".row")
        page.wait_for_selector("#timeline svg")
        draw(page, f"floor-{width}-{name}-{language}")
        assert [page.evaluate(script) for script in (MEASURE, TOO_WIDE, LIES_ON)] == [[], [], []]


def test_a_phone_on_its_side_shows_the_list_or_the_alert_as_it_does_upright(
    visit: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(NIGHT)
    page = visit("/floor", 844, 390)
    page.wait_for_selector(".row")
    assert not page.is_visible("#detail")
    page.click(".row")
    page.wait_for_selector("#detail:visible")
    assert not page.is_visible("#alerts")
    keys = page.locator(".acts").bounding_box()
    assert keys is not None
    assert round(keys["y"] + keys["height"]) == 390
    page.click("#back")
    page.wait_for_selector("#alerts:visible")
