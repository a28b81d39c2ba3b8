"""The figures of a late level: whatever they come to, they stand clear of the board and of the line below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from controller.languages import LANGUAGES
from controller.table.view import Note
from tests.web.conftest import ScriptedTable
from tests.web.states import FACING, snapshot

REMINDED = Note(kind="button.correct_previous", seat=10, cites=["1"], facts={"played": 9}, level="dealer")
LATE = {
    "a call of six figures and a raise of seven": {"owes": 790_000, "to_call": 790_000, "min_to": 1_580_000},
    "seven figures, some of them in": {"owes": 1_790_000, "to_call": 2_790_000, "min_to": 3_580_000},
    "no bet yet": {"owes": 0, "to_call": 0, "min_to": 1_580_000},
    "eight figures, some of them in": {"owes": 11_790_000, "to_call": 12_790_000, "min_to": 13_580_000},
}  # fmt: skip
CLEAR_PX = 2

# How far apart the ink of what stands one below the other is, from the board down to the line at the foot.
GAPS = """() => {
  const context = document.createElement("canvas").getContext("2d");
  const ink = (node) => {
    const foot = node.appendChild(document.createElement("i"));
    foot.style.cssText = "display: inline-block; padding: 0; border: 0";
    const baseline = foot.getBoundingClientRect().bottom;
    foot.remove();
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(node);
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText(node.textContent);
    return [baseline - up, baseline + down];
  };
  const board = document.getElementById("board").getBoundingClientRect();
  const parts = ["[data-text=mainlabel]", "[data-text=mainfigure]", "[data-text=sidelabel]", "[data-text=sidefigure]", "#note"];
  const [label, figure, under, least, note] = parts.map((part) => document.querySelector(part));
  const first = label.textContent ? label : figure;
  return [ink(first)[0] - board.bottom, ink(least)[0] - ink(figure)[1], ink(note)[0] - ink(least)[1], ink(note)[0] - ink(under)[1]];
}"""


@pytest.mark.matrix(("language", LANGUAGES), ("width,height", [(800, 480), (1024, 600)]), ("price", LATE))
def test_what_a_late_raise_comes_to_touches_nothing(
    visit: Callable[..., Page], api: ScriptedTable, language: str, width: int, height: int, price: str
) -> None:
    page, view = visit(f"/?lang={language}", width, height), replace(FACING, notes=[REMINDED])
    changed: dict[str, Any] = LATE[price]
    api.show(snapshot(replace(view, **changed), clock="21:14:15"))
    page.wait_for_function("() => document.querySelector('[data-text=clock]').textContent === '21:14:15'")
    gaps = page.evaluate(GAPS)
    assert min(gaps) >= CLEAR_PX, gaps
