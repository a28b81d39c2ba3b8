"""A dealer answers the course from his display, touching what each card asks for: all of it is scored right."""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error

from controller import rulebooks
from tests.demo.conftest import Demo
from tests.demo.test_course import taught

COURSES = int(os.environ.get("COURSES", "0"))
"""How many houses' courses are answered whole; ``make courses`` asks for all six."""
HOUSES = ("upt", *(house for house in rulebooks.ids() if house != "upt"))
A_FEW = ("deal.exposed_card", "board.four_card_flop", "sensing.device")
SETTLED = "body:not([data-settling])"
CARD = f"{SETTLED}[data-mode=card] #cardbar .key.main:visible"
BAND = f"{SETTLED}[data-mode=table] #table:has(#off:not([hidden])) #tablebar .key.main:visible"


def answer_every_card(demo: Demo, browser: Browser) -> None:
    """Touch the white key of each card, until the course is over: Seen where the table stops or a device is off, else Done."""
    display = browser.new_page(viewport={"width": 800, "height": 480})
    display.goto(demo.url)
    while demo.process.poll() is None:
        try:
            display.click(f"{CARD}, {BAND}", timeout=1_000)
        except Error:  # no card yet, or it went as the finger came down
            continue
    display.close()


def test_what_is_asked_in_a_houses_course_is_taught_and_scored_right(
    start_demo: Callable[..., Demo], browser: Browser, tmp_path: Path
) -> None:
    wrong: dict[str, Any] = {}
    for house in HOUSES[: max(1, COURSES)]:
        asked = [kind for kind, _, _ in taught(house)] if COURSES else list(A_FEW)
        score = tmp_path / f"{house}.csv"
        cards = [option for kind in asked for option in ("--card", kind)]
        demo = start_demo(
            "--practice", "--rulebook", house, "--speed", "5", "--patience", "120", "--score", str(score), *cards
        )  # fmt: skip
        demo.until_said("Practice")
        answer_every_card(demo, browser)
        rows = list(csv.DictReader(score.read_text(encoding="utf-8").splitlines()))
        missing = Counter(asked) - Counter({one["kind"]: 1 for one in rows})
        not_right = [(one["kind"], one["touched"]) for one in rows if one["right"] != "yes"]
        amiss = [line for line in demo.said if "refused" in line or "did not come" in line]
        if missing or not_right or amiss:
            wrong[house] = (missing, not_right, amiss)
    assert wrong == {}
