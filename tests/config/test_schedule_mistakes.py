"""The house's clock in the configuration: rows or a sheet, and each mistake with its key and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.assist.level_clock import Break, LevelStep
from controller.config import ConfigError, load_config, parse_config

GOOD = """
[table]
id = "7"
rulebook = "deltin"
denominations = [25, 100, 500]
[table.seats]
1 = { stack = 1000 }
2 = { stack = 1000 }
[[level]]
small = 50
big = 100
minutes = 20
[[level]]
break = "Dinner"
minutes = 30
[[level]]
small = 100
big = 200
ante = 25
minutes = 20
[journal]
path = "/var/lib/floorcall/table.db"
seal_key = "/etc/floorcall/seal.key"
"""

MISTAKES = [
    ("minutes = 30", "minutes = -5", 15, "level[1].minutes", "nothing ends before it begins), not -5"),
    ("minutes = 30", "minutes = 0", 15, "level[1].minutes", "nothing ends before it begins), not 0"),
    ('break = "Dinner"', 'brake = "D"', 14, "level[1].brake", "did you mean `break`?"),
    ('break = "Dinner"', "break = 3", 14, "level[1].break", "true, or the break's name in quotes"),
    ("ante = 25", "ante = 30", 19, "level[2].ante", "30 cannot be paid with chips of 25, 100, 500"),
    ("small = 100\nbig = 200", "small = 25\nbig = 50", 17, "level[2].small", "goes down from 50 to 25"),
    ("small = 50\n", "", 9, "level[0].small", "is missing: a level has both blinds"),
    (
        "[table.seats]",
        "level = { small = 5, big = 10 }\n[table.seats]",
        10,
        "level[0]",
        "`table.level` says already",
    ),
    ("[journal]", '[clock]\nschedule = "x.csv"\n[journal]', 22, "clock.schedule", "`[[level]]` says already"),
    (
        "[journal]",
        '[clock]\nstarts = "now"\n[journal]',
        22,
        "clock.starts",
        '"hand" (the first one) or "floor"',
    ),
    ("[journal]", "[clock]\nannounce = 5\n[journal]", 22, "clock.announce", "did you mean `announce_s`?"),
]


@pytest.mark.parametrize(("was", "now", "line", "key", "says"), MISTAKES)
def test_a_mistake_names_key_line_and_remedy(was: str, now: str, line: int, key: str, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(GOOD.replace(was, now))
    assert (caught.value.line, caught.value.key) == (line, key)
    assert says in caught.value.problem


def test_rows_make_the_steps_of_a_clock() -> None:
    assert parse_config(GOOD).schedule() == [
        LevelStep(small=50, big=100, seconds=1200),
        Break(seconds=1800, name="Dinner"),
        LevelStep(small=100, big=200, ante=25, seconds=1200),
    ]


def test_a_table_needs_a_level_or_a_schedule() -> None:
    without = GOOD[: GOOD.index("[[level]]")] + GOOD[GOOD.index("[journal]") :]
    with pytest.raises(ConfigError, match=r"config:2: table: needs the key `level`, or a schedule"):
        parse_config(without)


def test_a_sheet_beside_the_configuration_holds_the_schedule(tmp_path: Path) -> None:
    rows = GOOD[GOOD.index("[[level]]") : GOOD.index("[journal]")]
    config = tmp_path / "table.toml"
    config.write_text(GOOD.replace(rows, '[clock]\nschedule = "levels.csv"\n'))
    with pytest.raises(ConfigError, match=r"clock.schedule: .*levels.csv cannot be read: No such file"):
        load_config(config)
    sheet = tmp_path / "levels.csv"
    sheet.write_text("small,big,minutes\n50,100,20\n60,120,20\n")
    with pytest.raises(ConfigError, match=r"levels.csv:3: column `small` 60 cannot be paid"):
        load_config(config)
    sheet.write_text("small,big,minutes\n50,100,20\n100,200,20\n")
    assert len(load_config(config).schedule()) == 2
