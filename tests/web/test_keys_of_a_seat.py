"""The sheets with what a hand seldom needs: every key lies on the screen and is large enough for a thumb."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.web.conftest import ScriptedTable, post

LEAST_PX = 62
"""12 mm on a 7-inch panel of 800 x 480."""


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)])
def test_all_that_can_be_said_of_a_seat_is_in_reach(
    visit: Callable[..., Page], api: ScriptedTable, press: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    page = visit("/", *size)
    press(page, "#tablebar >> text=More")
    press(page, "#list >> text=A seat")
    press(page, "#list .key[data-seat='2']")
    page.wait_for_selector("#list >> text=Splashed")
    boxes = [key.bounding_box() for key in page.query_selector_all("#list .rows .key")]
    assert len(boxes) == 15
    for box in boxes:
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
        assert box["x"] + box["width"] <= size[0]
        assert min(box["height"], box["width"]) >= LEAST_PX
    press(page, "#list >> text=Splashed")
    post(page, "floor.call")
    assert api.keys[0] == {"type": "chips.splash", "seat": 2}
