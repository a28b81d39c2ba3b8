"""The report in a browser without a network, and printed on A4."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Browser

from tests.chromium import chromium
from tests.report.conftest import string_bet, written

A4_PT = (595, 842)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def one_hand(tmp_path: Path, page) -> Path:
    """Return the report of one hand with a finding, as a file."""
    page(written(string_bet(), tmp_path / "one.jsonl"))
    return tmp_path / "report.html"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_page_is_whole_without_a_network_and_never_scrolls_sideways(browser, one_hand, width, height):
    context = browser.new_context(offline=True, viewport={"width": width, "height": height})
    page = context.new_page()
    asked, wrong = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: wrong.append(message.text))
    page.goto(one_hand.as_uri())
    assert page.locator("svg").count() == 2
    assert page.evaluate("() => document.documentElement.scrollWidth") == width
    assert asked == [one_hand.as_uri()]
    assert wrong == []
    context.close()


def test_a_finding_with_its_evidence_keeps_to_one_page_of_a4(browser, one_hand, tmp_path):
    page = browser.new_page()
    page.goto(one_hand.as_uri())
    page.pdf(path=tmp_path / "one.pdf", prefer_css_page_size=True)
    page.close()
    printed = pypdfium2.PdfDocument(tmp_path / "one.pdf")
    try:
        texts = [sheet.get_textpage().get_text_bounded() for sheet in printed]
        assert [round(side) for side in printed[0].get_size()] == list(A4_PT)
        (whole,) = [text for text in texts if "What holds" in text]
        for part in ("pushed 100, then added 200", "Hand of 3", "The other books", "15-24"):
            assert part in whole
    finally:
        printed.close()
