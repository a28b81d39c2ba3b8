"""A dealer answers the course from his display, touching what each card asks for: all of it is scored right."""

from __future__ import annotations

import csv
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from controller import rulebooks
from tests.conftest import LongProof
from tests.demo.conftest import Demo
from tests.demo.test_course import taught

COURSES = int(os.environ.get("COURSES", "0"))
"""How many houses' courses are answered whole; ``make courses`` asks for all six."""
HOUSES = ("upt", *(house for house in rulebooks.ids() if house != "upt"))
A_FEW = ("deal.exposed_card", "board.four_card_flop", "deck.foreign_back", "bet.over_limit", "sensing.device")
CARD = "[data-mode=card] #cardbar .key.main"
BAND = "[data-mode=table] #table:has(#off:not([hidden])) #tablebar .key.main"
TOUCH = """(keys) => {
  const key = document.querySelector(keys);
  if (document.body.dataset.settling !== undefined || !key?.checkVisibility()) return false;
  key.click();
  return true;
}"""
"""Touches a key at the moment in which it is seen: a busy browser's finger would come down seconds later, on another."""


def answer_every_card(demo: Demo, browser: Browser) -> None:
    """Touch the white key of each card, until the course is over: Seen where the table stops or a device is off, else Done."""
    display = browser.new_page(viewport={"width": 800, "height": 480})
    display.goto(demo.url)
    while demo.process.poll() is None:
        try:
            display.wait_for_function(TOUCH, arg=f"{CARD}, {BAND}", polling=50, timeout=1_000)
        except Error:  # no card yet
            continue
    display.close()


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES[: max(1, COURSES)])
def test_what_is_asked_in_a_houses_course_is_taught_and_scored_right(
    house: str, start_demo: Callable[..., Demo], browser: Browser, tmp_path: Path, long_proof: LongProof
) -> None:
    asked = [kind for kind, _, _ in taught(house)] if COURSES else list(A_FEW[: long_proof(1, len(A_FEW))])
    score = tmp_path / f"{house}.csv"
    cards = [option for kind in asked for option in ("--card", kind)]
    demo = start_demo(
        "--practice", "--rulebook", house, "--speed", "5", "--patience", "120", "--score", str(score), *cards
    )  # fmt: skip
    demo.until_said("Practice")
    answer_every_card(demo, browser)
    rows = list(csv.DictReader(score.read_text(encoding="utf-8").splitlines()))
    right = sum(one["right"] == "yes" for one in rows)
    sys.stdout.write(f"{house}: {len(asked)} kinds, {len(rows)} answers, {right} right\n")
    assert Counter(asked) - Counter({one["kind"]: 1 for one in rows}) == {}
    assert [(one["kind"], one["touched"]) for one in rows if one["right"] != "yes"] == []
    told = [line for line in demo.said if not line.strip().startswith("Card:")]
    assert [line for line in told if "refused" in line or "did not come" in line] == []
