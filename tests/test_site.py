"""The documents' site: every page has its place, every link leads somewhere, the reference is as the code."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from pypdfium2 import PdfDocument

from controller import rulebooks
from controller.rulebooks import coverage
from tests.chromium import chromium

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, made once."""
    folder = tmp_path_factory.mktemp("made") / "site"
    made = make(folder)
    assert (made.returncode, made.stderr) == (0, "")
    return folder / "html"


def make(folder: Path, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "setup/site.py", str(folder)]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, env=env)


def test_the_site_is_made_without_a_warning(site):
    assert "The way of an event" in (site / "docs" / "design.html").read_text(encoding="utf-8")
    assert (site / "_images" / "way-of-an-event.svg").exists()
    outside = [page.name for page in site.rglob("*.html") if 'src="http' in page.read_text(encoding="utf-8")]
    assert outside == []


def test_a_clause_is_searched_for_and_not_scrolled_to(browser, site):
    page = browser.new_page()
    page.goto(f"{(site / 'docs' / 'coverage.html').as_uri()}")
    rows = page.locator("#clauses tbody tr")
    expect(rows).to_have_count(sum(len(coverage.of(rulebooks.load(house))) for house in rulebooks.ids()))
    assert rows.locator("visible=true").count() == 0
    page.locator("#clause-words").fill("deltin bet.string")
    shown = rows.locator("visible=true")
    assert 0 < shown.count() < 10
    assert all("deltin" in told and "bet.string" in told for told in shown.all_inner_texts())
    expect(page.locator("#clause-count")).to_have_text(f"{shown.count()} of {rows.count()} clauses")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("card", ["dealers-card", "floors-card"])
def test_a_card_is_one_sheet_of_paper(browser, site, card, paper):
    page = browser.new_page()
    page.goto(f"{(site / 'docs' / f'{card}.html').as_uri()}")
    assert len(PdfDocument(page.pdf(format=paper, prefer_css_page_size=True))) == 1


def test_a_link_that_leads_nowhere_is_told(tmp_path):
    root = tmp_path / "clone"
    for name in ("setup", "docs", "hw", "vision", "firmware_bridge", "benchmarks"):
        shutil.copytree(
            ROOT / name, root / name, ignore=shutil.ignore_patterns("*.py[co]", "*.onnx", "node_modules")
        )
    for page in root.rglob("*.md"):  # what else stands on the other pages leads nobody astray
        page.write_text(f"# {page.stem}\n")
    (root / "README.md").write_text(
        "# Read me\n\n[gone](docs/gone.md) and [no such part](docs/start.md#nowhere)\n"
    )
    told = make(tmp_path / "site", root)
    assert told.returncode != 0
    assert "gone.md" in told.stderr
    assert "nowhere" in told.stderr


@pytest.mark.parametrize(
    ("page", "made_by"),
    [
        ("commands.md", "commands"),
        ("configuration.md", "configuration"),
        ("floor-configuration.md", "floor_configuration"),
    ],
)
def test_the_reference_is_as_the_code(page, made_by):
    made = runpy.run_path(str(ROOT / "setup" / "reference.py"))[made_by]()
    assert (ROOT / "docs" / page).read_text(encoding="utf-8") == made, "python setup/reference.py"
