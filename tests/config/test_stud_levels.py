"""What a table of stud says of its level."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import ConfigError, load_config
from controller.sheets import SheetError
from controller.sheets.levels import schedule_of, steps_of


def stud(tmp_path: Path, level: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(
        '[table]\nid = "7"\nrulebook = "tda-2024"\ngame = "stud"\n'
        f"level = {level}\n"
        "[table.seats]\n1 = { stack = 10000 }\n2 = { stack = 10000 }\n"
        '[journal]\npath = "store/table.db"\nseal_key = "seal.key"\n'
    )
    return path


def test_nobody_posts_blinds_at_stud_and_the_level_says_so(tmp_path):
    level = load_config(
        stud(tmp_path, "{ small = 0, big = 0, ante = 10, bring_in = 25, small_bet = 100, big_bet = 200 }")
    ).table.level
    assert level is not None
    assert (level.big, level.bring_in, level.small_bet) == (0, 25, 100)


def test_a_level_without_any_bet_is_refused_by_its_line(tmp_path):
    with pytest.raises(ConfigError) as refused:
        load_config(stud(tmp_path, "{ small = 0, big = 0, ante = 10 }"))
    assert (refused.value.key, refused.value.line) == ("table.level.big", 5)
    assert "whole number from 1, not 0, where no `small_bet` is given" in refused.value.problem


def test_a_schedule_of_stud_has_levels_without_blinds():
    sheet = "small,big,ante,bring_in,small_bet,big_bet,minutes\n0,0,10,25,100,200,20\n0,0,25,50,200,400,20\n"
    assert [(step.big, step.small_bet) for step in steps_of(schedule_of(sheet, "levels.csv"))] == [  # type: ignore[union-attr]
        (0, 100),
        (0, 200),
    ]


def test_a_schedule_whose_level_has_no_bet_is_refused_with_its_line_and_column():
    with pytest.raises(SheetError, match=r"levels\.csv.*3.*big.*where no `small_bet` is given"):
        schedule_of("small,big,minutes\n50,100,20\n0,0,20\n", "levels.csv")


def test_a_table_of_stud_names_its_bring_in_and_its_bets(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(
        '[table]\nid = "7"\nrulebook = "tda-2024"\ngame = "stud"\n'
        "level = { small = 0, big = 1, ante = 10, bring_in = 25, small_bet = 100, big_bet = 200 }\n"
        "[table.seats]\n1 = { stack = 10000 }\n2 = { stack = 10000 }\n"
        '[journal]\npath = "store/table.db"\nseal_key = "seal.key"\n'
    )
    level = load_config(path).table.level
    assert level is not None
    assert (level.ante, level.bring_in, level.small_bet, level.big_bet) == (10, 25, 100, 200)
