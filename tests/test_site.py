"""The documents' site: every page has its place, every link leads somewhere, the reference is as the code."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_site_is_made_without_a_warning(tmp_path):
    command = [sys.executable, "setup/site.py", str(tmp_path / "site")]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")
    html = tmp_path / "site" / "html"
    assert "The way of an event" in (html / "docs" / "design.html").read_text(encoding="utf-8")
    assert (html / "_images" / "way-of-an-event.svg").exists()
    outside = [page.name for page in html.rglob("*.html") if 'src="http' in page.read_text(encoding="utf-8")]
    assert outside == []


@pytest.mark.parametrize(
    ("page", "made_by"), [("commands.md", "commands"), ("configuration.md", "configuration")]
)
def test_the_reference_is_as_the_code(page, made_by):
    made = runpy.run_path(str(ROOT / "setup" / "reference.py"))[made_by]()
    assert (ROOT / "docs" / page).read_text(encoding="utf-8") == made, "python setup/reference.py"
