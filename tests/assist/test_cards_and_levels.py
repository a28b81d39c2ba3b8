"""Stud's last street when cards run short, and the level clock, as the floor asks for them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from controller import rulebooks
from controller.assist.answer import AssistError
from controller.assist.level_clock import LevelStep
from controller.assist.levels import level_now
from controller.assist.stud import short_stub
from controller.commands.assist import app
from tests.table.houses import clauses

STEPS = [LevelStep(small=100, big=200, seconds=1200), LevelStep(small=200, big=400, seconds=1200)]


@clauses("tda-2024 RP-10H")
@pytest.mark.parametrize(
    ("players", "stub", "mix", "common"),
    [(7, 9, False, False), (7, 7, True, False), (8, 4, False, True), (8, 2, True, True)],
)
def test_with_too_few_cards_burns_are_mixed_in_or_one_card_is_for_all(players, stub, mix, common):
    told = short_stub(rulebooks.load("tda-2024"), players, stub)
    assert (told.needed, told.mix_burns, told.common) == (players + 2, mix, common)
    assert told.cites == ["RP-10H"]
    assert any("first to act on 6th" in step for step in told.steps) is common


def test_a_house_without_the_clause_leaves_it_to_the_floor():
    told = short_stub(rulebooks.load("deltin"), 8, 4)
    assert (told.silent, told.decide) == (True, ["How 7th street is dealt"])


def test_the_clock_names_the_level_what_comes_and_what_dealers_do():
    book = rulebooks.load("tda-2024")
    told = level_now(book, STEPS, gone=1125, starts_in=50, seated=2)
    assert (told.level, told.left, told.hold_push, told.prepare_decks) == (1, 75, True, True)
    later = level_now(book, STEPS, gone=1210, hands=1)
    assert (later.level, later.left, later.hold_push) == (2, 1070, False)
    assert level_now(book, STEPS, gone=2400).left == 0
    with pytest.raises(AssistError, match="does not say"):
        level_now(rulebooks.load("deltin"), STEPS, gone=10, hands=1)


def test_both_are_commands():
    run = CliRunner().invoke
    level = run(
        app,
        ["level", "-b", "tda-2024", "--level", "100-200=20", "--level", "200-400/400=20",
         "--gone", "1125", "--json"],
    )  # fmt: skip
    assert json.loads(level.stdout)["hold_push"] is True
    stub = run(app, ["stub", "-b", "tda-2024", "--players", "8", "--stub", "4"])
    assert "Turn one common card" in stub.stdout
    assert run(app, ["level", "-b", "upt", "--level", "100", "--gone", "1"]).exit_code == 2
