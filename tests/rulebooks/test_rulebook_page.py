"""The page about rulebooks says what the files hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.rulebooks import parse
from controller.table.rulebook import BetRules, CutOff, DealRules, KindRule, TurnRules

PAGE = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text("utf-8")


def test_the_example_is_a_good_book() -> None:
    found = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    book, errors = parse(found[1], "example.toml")
    assert not errors
    assert book is not None
    assert book.short == "Riverside"


@pytest.mark.parametrize("section", [DealRules, BetRules, TurnRules])
def test_every_parameter_has_its_line_with_its_default(
    section: type[DealRules | BetRules | TurnRules],
) -> None:
    required = len(section.__struct_fields__) - len(section.__struct_defaults__)
    defaults = (*[None] * required, *section.__struct_defaults__)
    for key, default in zip(section.__struct_fields__, defaults, strict=True):
        line = next((line for line in PAGE.splitlines() if line.startswith(f"| `{key}` |")), "")
        shown = "false" if default in (None, False) else "true" if default is True else str(default)
        written = line.rstrip("| ").rpartition("| ")[2].strip('`"').strip('"')
        assert written == shown or (required and "must be said" in line), key


@pytest.mark.parametrize("key", [*KindRule.__struct_fields__, *CutOff.__struct_fields__])
def test_every_key_of_a_ruling_and_of_the_cut_off_is_told(key: str) -> None:
    assert f"`{key}" in PAGE
