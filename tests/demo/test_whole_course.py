"""A dealer answers the course from his display, touching what each card asks for: all of it is scored right."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

from controller import rulebooks
from tests.conftest import LongProof
from tests.demo.conftest import Demo
from tests.demo.test_course import taught

HOUSES = ("upt", *(house for house in rulebooks.ids() if house != "upt"))
A_FEW = ("deal.exposed_card", "board.four_card_flop")
SETTLED = "body:not([data-settling])"


def answer_every_card(demo: Demo, browser: Browser) -> None:
    """Touch the white key of each card, until the course is over: Seen where the table stops, else Done."""
    display = browser.new_page(viewport={"width": 800, "height": 480})
    display.goto(demo.url)
    while demo.process.poll() is None:
        try:
            display.wait_for_selector(f"{SETTLED}[data-mode=card] #cardbar .key.main:visible", timeout=1_000)
            display.click("#cardbar .key.main", timeout=1_000)
        except Error:  # no card yet, or it went as the finger came down
            continue
    display.close()


@pytest.mark.soak
def test_the_course_of_every_house(
    start_demo: Callable[..., Demo], browser: Browser, tmp_path: Path, long_proof: LongProof
) -> None:
    wrong: dict[str, Any] = {}
    for house in HOUSES[: long_proof(1, len(HOUSES))]:
        kinds = [kind for kind, _, _ in taught(house)]
        asked = kinds if long_proof(0, 1) else list(A_FEW)
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
