"""The table of ``docs/reliability.md`` as a campaign: each row's tests run whole, and a report says which held."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "reliability.md"
SCRIPTS: Final = {
    "tests/disk/kill_at_every_write.py": "tests/disk/test_bad_disk.py",
    "tests/disk/fail_at_every_write.py": "tests/disk/test_bad_disk.py",
    "tests/disk/power_cut.py": "tests/disk/test_bad_disk.py",
}
"""Rows that name a script, and the test that runs it."""


@dataclass(frozen=True)
class Row:
    """A row of the page: the fault, what is aimed at, what shows it: tests, else what a person runs."""

    part: str
    fault: str
    aim: str
    tests: tuple[str, ...]
    by_hand: str


@dataclass(frozen=True)
class Ran:
    """How a test file or folder ended, and how long it took in seconds."""

    held: bool
    seconds: float
    said: str


def rows(text: str) -> list[Row]:
    """Return the page's rows; one that says "the same" is shown by what shows the row before."""
    found: list[Row] = []
    part, tests = "", ()
    for line in text.splitlines():
        if line.startswith("## "):
            part = line[3:]
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if not line.startswith("| ") or len(cells) != 4 or cells[0] in ("fault", "---"):
            continue
        named = re.findall(r"`(tests/[\w/.]+)`", cells[3])
        tests = tests if cells[3].startswith("the same") else tuple(SCRIPTS.get(name, name) for name in named)
        by_hand = ", ".join(
            name for name in re.findall(r"`([^`]+)`", cells[3]) if not name.startswith("tests/")
        )
        found.append(Row(part, cells[0], cells[1], tests, by_hand))
    return found


def run(name: str, *, whole: bool) -> Ran:
    """Run a test file or folder; ``whole``: its long proofs too."""
    began = time.monotonic()
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        name,
        *(["--soak"] if whole else []),
    ]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    lines = [
        line for line in ran.stdout.splitlines() if line.startswith("FAILED") or line.startswith("ERROR")
    ]
    return Ran(ran.returncode == 0, time.monotonic() - began, "; ".join(lines))


def report(page: list[Row], ran: dict[str, Ran]) -> str:
    """Return the campaign's rows as a table."""
    text = "| part | fault | aim | held | shown by |\n| --- | --- | --- | --- | --- |\n"
    for row in page:
        done = [ran[name] for name in row.tests if name in ran]
        held = "by hand" if not done else "yes" if all(one.held for one in done) else "**no**"
        shown = ", ".join(f"`{name}`" for name in row.tests) or f"`{row.by_hand}`"
        text += f"| {row.part} | {row.fault} | {row.aim} | {held} | {shown} |\n"
    broken = "".join(f"- {name}: {one.said}\n" for name, one in ran.items() if not one.held)
    return f"{text}\n{broken}"
