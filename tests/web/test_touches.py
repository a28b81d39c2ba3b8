"""Fast fingers: what was touched is entered, whatever the pace; what was not meant is not."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.conftest import LongProof
from tests.web.conftest import ScriptedTable, post, script
from tests.web.states import STATES, STRING, alert, snapshot

Visit = Callable[..., Page]

GAP_MS = 1000 / 6
VERBS = ("check", "call", "bet", "raise", "fold", "all_in", "pot")
WITHOUT_NUMBER = ("check", "call", "fold", "all_in", "pot")

# A finger comes down on the middle of each key in turn; the page's own clock moves on as the fingers do. Between
# two calls the table may have changed a key: time has gone by there too, and the next finger meant what it saw.
TAP = """async (path) => {
const { clock } = await import(path);
let now = clock.now() + 1000;
clock.now = () => now;
window.tapping = (selectors, gap) => {
  now += 1000;
  for (const selector of selectors) {
    now += gap;
    const key = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    if (!key) throw new Error(`no key ${selector} in ${document.body.dataset.mode}`);
    const box = key.getBoundingClientRect();
    const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
    document.elementFromPoint(clientX, clientY).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, clientX, clientY }));
  }
};
}"""


def an_entry(chance: random.Random) -> tuple[list[str], dict[str, Any]]:
    """Return the keys that enter what some seat said, and the event that it makes."""
    seat = chance.choice([2, 2, 2, *range(1, 11)])
    # A tile and a verb may lie so close that a second touch there is no second thought.
    opener = "#tablebar .key:nth-child(3)" if seat == 2 else f".tile[data-seat='{seat}']"
    verb = chance.choice(["raise", "bet"] if seat not in (2, 5, 6) else VERBS)
    event: dict[str, Any] = {"type": "declare", "seat": seat, "action": verb}
    digits = [] if verb in WITHOUT_NUMBER else [chance.choice("123456789")]
    digits += [chance.choice(["0", "00", *"123456789"]) for _ in range(chance.randrange(4)) if digits]
    if digits:
        event["amount"] = int("".join(digits))
    keys = [
        opener,
        f"[data-verb={verb}]",
        *(f"[data-digit='{digit}']" for digit in digits),
        "[data-do=enter]",
    ]
    return keys, event


@pytest.mark.soak
def test_taps_at_six_a_second_are_entered_right(
    visit: Visit, api: ScriptedTable, long_proof: LongProof
) -> None:
    chance = random.Random(6)
    page = visit()
    page.evaluate(TAP, script("touch.js"))
    expected: list[dict[str, Any]] = []
    taps = 0
    while taps < long_proof(400, 10_000):
        entries = [an_entry(chance) for _ in range(50)]
        keys = [key for made, _ in entries for key in made]
        taps += len(keys)
        expected += [event for _, event in entries]
        page.evaluate("([keys, gap]) => tapping(keys, gap)", [keys, GAP_MS])
        page.wait_for_function("() => document.body.dataset.mode === 'table'")
    post(page, "floor.call")
    assert api.keys.pop() == {"type": "floor.call"}
    assert api.keys == expected


def test_a_word_is_mended_at_three_taps_a_second(visit: Visit, api: ScriptedTable) -> None:
    page = visit()
    page.evaluate(TAP, script("touch.js"))
    keys = ["#tablebar .key:nth-child(3)", "[data-verb=call]", "[data-verb=fold]", "[data-do=enter]"]
    page.evaluate("(keys) => tapping(keys, 333)", keys)
    post(page, "floor.call")
    assert api.keys[0] == {"type": "declare", "seat": 2, "action": "fold"}


def test_a_raise_to_1300_takes_five_touches_and_a_call_one(visit: Visit, api: ScriptedTable) -> None:
    page = visit()
    page.evaluate(TAP, script("touch.js"))
    raised = ["#tablebar .key:nth-child(2)", "[data-digit='1']", "[data-digit='3']", "[data-digit='00']", "[data-do=enter]"]  # fmt: skip
    page.evaluate("(keys) => tapping(keys, 167)", raised)
    page.evaluate("(keys) => tapping(keys, 500)", ["#tablebar .key:nth-child(1)"])
    post(page, "floor.call")
    assert api.keys[:2] == [
        {"type": "declare", "seat": 2, "action": "raise", "amount": 1300},
        {"type": "declare", "seat": 2, "action": "call"},
    ]


FINGERS = """async (steps) => {
  const { Fingers } = await import("/static/touch.js");
  const fingers = new Fingers();
  return steps.map(([now, what, ...about]) => {
    if (what === "shows") return fingers.note(about[0], now, about[1] ?? false);
    const [key, x, y, kind] = about;
    return fingers.counts(key, { x, y, ...kind }, now);
  }).filter((taken) => taken !== undefined);
}"""


def test_a_touch_is_dropped_on_the_same_key_twice_and_on_a_key_that_the_table_changed(
    visit: Visit, api: ScriptedTable
) -> None:
    page = visit()

    def taken(*steps: list[Any]) -> list[bool]:
        found: list[bool] = page.evaluate(FINGERS, list(steps))
        return found

    on = [["enter", "enter"], ["done", "done 1"], ["7", "7"], ["floor", "floor"]]
    start = [0, "shows", on]
    assert taken(start, [900, "tap", "enter", 700, 430], [1000, "tap", "enter", 702, 431]) == [True, False]
    assert taken(start, [900, "tap", "enter", 700, 430], [1000, "tap", "done", 100, 430]) == [True, True]
    sevens = [[900 + 100 * n, "tap", "7", 300, 100, {"repeats": True}] for n in range(3)]
    assert taken(start, *sevens) == [True, True, True]
    # The table puts another card under the finger.
    other = [950, "shows", [["done", "done 2"], ["floor", "floor anew"]]]
    assert taken(start, other, [1000, "tap", "done", 100, 430]) == [False]
    assert taken(start, other, [1400, "tap", "done", 100, 430]) == [True]
    assert taken(start, other, [1000, "tap", "floor", 700, 430, {"always": True}]) == [True]
    # What the finger brought about itself is meant; but a second touch of the same place is the first one's.
    own = [901, "shows", [["floor", "floor"], ["said", "said"]], True]
    enter = [900, "tap", "enter", 700, 430]
    assert taken(start, enter, own, [1000, "tap", "said", 200, 430]) == [True, True]
    assert taken(start, enter, own, [1000, "tap", "floor", 705, 432, {"always": True}]) == [True, False]


def test_a_touch_carries_what_its_key_meant_when_the_finger_came_down(
    visit: Visit, api: ScriptedTable
) -> None:
    api.show(STATES["c-string-bet"])
    page = visit()
    page.wait_for_selector("body:not([data-settling])", state="attached")
    box = page.locator("#cardbar >> text=Done").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    api.show(snapshot(STATES["b-facing-a-bet"].view, alert(STRING, "closed"), clock="21:15:00"))
    page.wait_for_selector("[data-mode=table]")
    page.mouse.up()
    page.wait_for_function("() => document.querySelector('[data-text=clock]').textContent === '21:15:00'")
    assert api.marks == [(STRING.id, "done", None)]
    assert api.keys == []


def test_check_is_one_touch_and_undo_takes_back_just_that(
    visit: Visit, api: ScriptedTable, press: Callable[[Page, str], None]
) -> None:
    api.show(STATES["b-no-bet"])
    page = visit()
    press(page, "#tablebar >> text=Check")
    press(page, ".tile[data-seat='9']")
    press(page, "[data-verb=fold]")
    press(page, "[data-do=enter]")
    assert page.inner_text("#tablebar .key:nth-child(4)") == "Undo\n9: fold"
    press(page, "#tablebar .key:nth-child(4)")
    page.wait_for_function(
        "() => document.querySelector('#tablebar .key:nth-child(4)').innerText === 'Correct'"
    )
    post(page, "floor.call")
    assert api.keys[:3] == [
        {"type": "tap", "seat": 2},
        {"type": "declare", "seat": 9, "action": "fold"},
        {"type": "declare.cancel", "seat": 9, "of": 402},
    ]


def test_a_keypad_on_the_rail_works_the_pad(visit: Visit, api: ScriptedTable) -> None:
    page = visit()
    page.wait_for_selector("body:not([data-settling])", state="attached")
    for key in ("F2", "1", "3", "0", "0", "Enter"):
        page.keyboard.press(key)
    post(page, "floor.call")
    assert api.keys[0] == {"type": "declare", "seat": 2, "action": "raise", "amount": 1300}
    for key in ("8", "*", "Backspace", "Escape"):
        page.keyboard.press(key)
    page.wait_for_selector("[data-mode=table]")
    page.keyboard.press("+")
    post(page, "hand.end")
    assert api.keys[2:] == [{"type": "floor.call", "by": "dealer"}, {"type": "hand.end"}]
