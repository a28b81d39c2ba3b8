"""The examples of ``docs/seats.md`` are what the table takes."""

from __future__ import annotations

import re
from pathlib import Path

from controller.assist.level_clock import Break
from controller.config import parse_config
from controller.sheets import schedule_of, seats_of, sheet_text, steps_of

DOCS = Path(__file__).parents[2] / "docs"
TABLE = """
[table]
id = "7"
rulebook = "deltin"
seats = { 1 = { stack = 1000 }, 2 = { stack = 1000 } }
[journal]
path = "/var/lib/floorcall/table.db"
seal_key = "/etc/floorcall/seal.key"
"""


def test_the_example_of_a_table() -> None:
    seats = seats_of((DOCS / "examples" / "seats.csv").read_text())
    assert len(seats) == 8
    assert seats[5].stack is None
    assert seats_of(sheet_text(seats)) == seats


def test_the_example_of_a_schedule() -> None:
    rows = schedule_of((DOCS / "examples" / "levels.csv").read_text(), "levels.csv", [100, 500, 1000, 5000])
    assert [step.name for step in steps_of(rows) if isinstance(step, Break)] == ["Break", "Colour up"]


def test_the_configuration_of_the_page() -> None:
    (example,) = re.findall(r"```toml\n(\[\[level\]\].*?)```", (DOCS / "seats.md").read_text(), re.DOTALL)
    assert len(parse_config(TABLE + example).schedule()) == 3
