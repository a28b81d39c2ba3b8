"""The page on a house's own tests, followed to the letter in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "house-tests.md").read_text(encoding="utf-8")
STEPS = PAGE[PAGE.index("## From nothing") : PAGE.index("## What a file of expectations holds")]
FILES = {
    "python": "record.py",
    "toml": "riverside.toml",
    "ini": "pytest.ini",
    "json": "string-bet.riverside.expected.jsonl",
}


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the page, with the project's own on the path."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    return subprocess.run(line, shell=True, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_the_page_goes_from_nothing_to_red_and_to_green(tmp_path: Path) -> None:
    red = ""
    for kind, text in re.findall(r"^```(\w+)\n(.*?)^```", STEPS, re.MULTILINE | re.DOTALL):
        if kind == "text":
            told = shell(tmp_path, "pytest")
            assert told.returncode == 1
            red = told.stdout
            assert [line for line in text.splitlines() if line.strip() and line not in red] == [], red
        elif kind == "sh":
            for line in text.splitlines():
                done = shell(tmp_path, line)
                assert done.returncode == 0, done.stdout + done.stderr
        else:
            with (tmp_path / FILES[kind]).open("a", encoding="utf-8") as file:
                file.write(text)
    assert red
    assert sorted(path.name for path in tmp_path.glob("*.jsonl")) == [
        "string-bet.expected.jsonl",
        "string-bet.jsonl",
        "string-bet.riverside.expected.jsonl",
    ]
