"""``floorcall seats check``: what a sheet would set, or the line and column of what is wrong with it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests import warm

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "seats.csv"


def check(*arguments: str, sheet: str = "") -> subprocess.CompletedProcess[str]:
    return warm.run("controller.cli", "seats", "check", *arguments, given=sheet)


def test_a_good_sheet_is_printed_as_it_would_be_set() -> None:
    said = check(str(EXAMPLE))
    assert said.returncode == 0
    assert said.stdout.splitlines()[0].split() == ["seat", "1", "in", "20,000"]
    assert "8 seats taken, 140,000 in chips; nothing was set" in said.stdout


@pytest.mark.parametrize(
    ("sheet", "place"),
    [
        ("seat,stack,colour\n1,5,red\n", "standard input:1: column `colour`"),
        ("seat,stack\n1,-5\n2,4\n", "standard input:2: column `stack`"),
        ("seat,stack\n1,5\n1,4\n", "standard input:3: column `seat`"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_column(sheet: str, place: str) -> None:
    said = check("-", sheet=sheet)
    assert (said.returncode, said.stdout) == (2, "")
    assert place in said.stderr


def test_a_sheet_that_is_not_there_is_named() -> None:
    said = check("nowhere.csv")
    assert said.returncode == 2
    assert "nowhere.csv: No such file" in said.stderr
