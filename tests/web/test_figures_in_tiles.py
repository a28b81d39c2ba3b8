"""A seat's bet and its stack stay in their tile, of however many digits they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from playwright.sync_api import Page

from controller.languages import LANGUAGES
from controller.table.view import TableView
from tests.web.conftest import ScriptedTable, script
from tests.web.states import BETWEEN, FACING, seats, snapshot, stud
from tests.web.test_seat_page import seating

AMOUNTS = [int("9" * digits) for digits in range(1, 10)] + [40_000, 1_000_000]
FELT = [(800, 480), (853, 480), (1024, 600)]

# What a tile says that does not stay inside its border, or lies on something else in the tile.
LEAVES = """() => [...document.querySelectorAll(".tile")].flatMap((tile) => {
  const edge = tile.getBoundingClientRect();
  const inside = { left: edge.left + tile.clientLeft, right: edge.left + tile.clientLeft + tile.clientWidth };
  const parts = [...tile.children].filter((part) => part.checkVisibility() && part.textContent && !part.matches(".ups")).map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return { text: part.textContent, box: range.getBoundingClientRect() };
  });
  const out = parts.filter(({ box }) => box.left < inside.left || box.right > inside.right).map(({ text, box }) =>
    `${tile.className} ${tile.dataset.seat}: "${text}" by ${Math.max(box.right - inside.right, inside.left - box.left).toFixed(1)}`);
  const on = parts.flatMap((a, index) => parts.slice(index + 1).filter((b) => a.box.left < b.box.right && b.box.left < a.box.right
    && a.box.top < b.box.bottom - 8 && b.box.top < a.box.bottom - 8).map((b) => `${tile.className} ${tile.dataset.seat}: "${a.text}" on "${b.text}"`));
  return [...out, ...on];
})"""


def bets(amount: int) -> Iterator[TableView]:
    """Return the tables at which every seat has as much in front, in each way in which a tile shows it."""
    for mark in ("called", "raised", "all_in", "posted"):
        shown = seats(**{f"s{n}": {"mark": mark, "bet": amount} for n in range(1, 11)})
        for acts in (2, 5, 9):
            yield replace(FACING, seats=shown, to_act=acts, button=acts + 1)
        unread = [replace(seat, cards=None) for seat in shown]
        yield replace(FACING, seats=unread, to_act=4, button=6, street="preflop", small_blind=7, big_blind=8)
        up = {n: ["8d", "Kc", "9h", "9d"] for n in (1, 2, 3, 4, 7, 8, 9, 10)}
        marks = {n: {"mark": mark, "bet": amount} for n in up}
        for acts in (1, 10):
            yield stud("sixth", up, marks=marks, to_act=acts)


DRAWN = f"""async ([path, render, given]) => {{
  const drawn = (await import(path))[render];
  const leaves = {LEAVES};
  return given.flatMap((args) => {{
    drawn(...args);
    return leaves();
  }});
}}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), FELT)
def test_a_bet_stays_in_its_tile(width: int, height: int, language: str, visit: Callable[..., Page]) -> None:
    page = visit(f"/?lang={language}", width, height)
    page.wait_for_selector("[data-mode=table]")
    views = [[to_builtins(view)] for amount in AMOUNTS for view in bets(amount)]
    assert page.evaluate(DRAWN, [script("seats.js"), "renderSeats", views]) == []


# How far the ink of two characters of a side tile's figure lies on each other at the most, in ems.
RUNS_TOGETHER = """() => {
  const context = document.createElement("canvas").getContext("2d");
  return Math.max(...[...document.querySelectorAll(".tile.two .bet")].flatMap((bet) => {
    const { fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(bet);
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = [...bet.textContent].map((letter) => context.measureText(letter));
    const gaps = ink.slice(1).map((next, n) => ink[n].width + parseFloat(letterSpacing) - ink[n].actualBoundingBoxRight - next.actualBoundingBoxLeft);
    return gaps.map((gap) => -gap / parseFloat(fontSize));
  }));
}"""


@pytest.mark.parametrize(("width", "height"), FELT)
def test_the_digits_of_a_bet_at_the_side_do_not_run_together(
    width: int, height: int, visit: Callable[..., Page]
) -> None:
    page = visit("/", width, height)
    page.wait_for_selector("[data-mode=table]")
    for amount in (11_111_103, 9_999_999, 999_999_999):
        view = next(bets(amount))
        page.evaluate(DRAWN, [script("seats.js"), "renderSeats", [[to_builtins(view)]]])
        assert page.evaluate(RUNS_TOGETHER) < 0.04, amount


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [*FELT, (1280, 800), (390, 844)])
def test_a_stack_stays_in_its_tile(
    width: int, height: int, language: str, visit: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(snapshot(BETWEEN, seating=seating()))
    page = visit(f"/seats?lang={language}", width, height)
    page.wait_for_selector("[data-mode=seating]")
    shown = [
        [{"seating": to_builtins(seating(**{f"s{n}": {"stack": amount} for n in range(1, 11)})), "waiting": [],
          "view": {"button": button}}, {"seat": chosen, "step": ""}]
        for amount in AMOUNTS for button in (5, 9) for chosen in (None, 5, 10)
    ]  # fmt: skip
    assert page.evaluate(DRAWN, [script("seating-tiles.js"), "renderSeating", shown]) == []
