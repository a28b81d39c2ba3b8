"""The report in Croatian and Arabic: each word on it is one of the language's own catalogue."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from controller.languages import LANGUAGES
from controller.rulebooks import cite_of, ids, load
from controller.table.kinds import KINDS
from controller.testkit.scene import Scene
from tests.report.conftest import string_bet, written
from tests.ruling_cards.spoken import strangers

LESSONS = sorted(Path("controller/demo/lessons").glob("*.jsonl"))
GIVEN = ("Ana K.", "=HYPERLINK spoken late", "chips-1", "shoe", "Iva", "UTC")
"""What people of the house wrote, what it called its devices, and the clock's zone."""
NAMES = sorted(
    {*KINDS, *(remedy for kind in KINDS.values() for remedy in kind.remedies)}, key=len, reverse=True
)
BY_ITS_NAME = re.compile(rf"\d+:[a-z]+\.[a-z_]+:\d+|[\w.-]+\.jsonl|(?<!\w)(?:{'|'.join(NAMES)})(?!\w)")
"""How log and programs name a finding, its kind, its remedy, and a file."""


def read(page: str) -> set[str]:
    """Return the texts of a page that people read, those of its drawings too."""
    bare = re.sub(r"<style.*?</style>", "", page, flags=re.DOTALL)
    told = [*re.split(r"<[^>]*>", bare), *re.findall(r'(?:title|aria-label|alt)="([^"]*)"', bare)]
    return {html.unescape(text).strip() for text in told if text.strip()}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_hand_that_somebody_is_called_for(tmp_path, page, language):
    books = [load(house) for house in ids()]
    cites = {cite_of(ref) for book in books for ref in book.clauses} | {book.name for book in books}
    scene = Scene().deal()
    scene.event("device", device="chips-1", state="down", kind="chips")
    night = [written(string_bet(), tmp_path / "night.jsonl"), written(scene.folds(3), tmp_path / "cut.jsonl")]
    roster = tmp_path / "roster.csv"
    roster.write_text("table,from,dealer\n7,2026-11-20T19:00:00+00:00,Iva\n")
    shown = page(*LESSONS, *night, "--language", language, "--dealers", roster)
    foreign = {
        text for text in read(shown) if strangers(BY_ITS_NAME.sub(" ", text), language, (*GIVEN, *cites))
    }
    assert foreign == set()


def test_dates_stacks_and_cards_read_from_left_to_right_in_arabic(tmp_path, page):
    shown = page(written(string_bet(), tmp_path / "night.jsonl"), "--language", "ar")
    assert re.search(r"\u2068\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\u2069", shown)
    assert re.search(r"\u20681:\u00a0[\d,]+\u2069", shown)
    assert ".drawn { overflow-x: auto; margin: 12px 0; direction: ltr; }" in shown
