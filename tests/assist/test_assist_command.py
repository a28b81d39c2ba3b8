"""``floorcall assist``, as a floor person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.commands.assist import app
from controller.testkit.scene import Scene

RACE = ("race", "-b", "deltin", "--from", "25", "--into", "100")


def typed(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def said(*words: str) -> str:
    result = typed(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_race_says_what_to_deal_and_then_who_gets_what() -> None:
    to_deal = said(*RACE, "--seat", "1=3", "--seat", "2=1").splitlines()
    assert to_deal == [
        "Race the 25s off for 100s (4 to 1)  [Deltin 24A · our reading]",
        "  1. Deal face up: seat 1: 3 cards, then seat 2: 1 card",
        "  2. 1 x 100 to race for",
    ]
    cards = ("--card", "1=Kd", "--card", "1=2c", "--card", "1=9s", "--card", "2=ah")
    result = said(*RACE, "--seat", "1=3", "--seat", "2=1", "--only", "2", *cards).splitlines()
    assert result[1:] == ["  1. Seat 2: 1 x 100 (1 by Ah)", "  2. Seat 1: none; the odd chips go"]


def test_a_rest_on_which_the_book_is_silent_is_left_to_the_floor() -> None:
    assert "Floor decides: 3 x 25 over" in said(*RACE, "--seat", "1=3")
    assert "Floor decides" not in said(*RACE, "--seat", "1=3", "--rest", "chip")


def test_json_holds_every_figure() -> None:
    told = json.loads(said(*RACE, "--seat", "1=7", "--json"))
    assert (told["rulebook"], told["cites"], told["silent"]) == ("deltin", ["24A"], False)
    assert told["seats"][0] == {
        "seat": 1, "chips": 7, "changed": 1, "odd": 3, "cards": [], "won": 0, "kept_in": 0,
    }  # fmt: skip


COMMANDS = {
    "colour-up": ("-b upt --chips 25,100,500 --posted 100,200", "1. Colour up the 25s"),
    "leftover": ("-b dpc --from 25 --into 100 --found 6", "1. Take 6 x 25 (150) and give 1 x 100"),
    "rebuy": ("-b invitational --at 2:00:01", "Refused: only in the first 120 minutes"),
    "stacks": ("-b invitational --seat 1=2000 --seat 2=1000", "Seat 2 has 1,000: make it 2,000"),
    "halt": ("-b tda-2024 --fullest 9 --here 6", "HALT: deal no hand here"),
    "final-table": ("-b deltin --handed 6", "7 seats at the final table"),
    "break": ("-b upt --table 12=4 --table 3=7 --table 5=7", "Break table 12"),
    "redraw": ("-b upt --left 3 --started 5", "a redraw may be left out"),
    "draw": ("-b tda-2024 --player Ana=Kd --player Ivo=Ah --seat 7/3", "1. Ivo to seat 7/3"),
    "change": ("-b upt --before 2 --after 4", "Waits 2 hands"),
    "penalty": ("-b deltin --players 9 --rounds 2", "18 hands to miss"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_answers_in_words(command: str) -> None:
    words, answer = COMMANDS[command]
    assert answer in said(command, *words.split())
    told = json.loads(said(command, *words.split(), "--json"))
    assert told["cites"]


def test_balancing_names_both_tables() -> None:
    answer = said(
        "balance", "-b", "upt", "--from", "4: 1,2,3,5,6,7,8,9 of 9 big 3", "--to", "7: 1,2,4,5,6 of 9 big 5"
    )
    assert "Balance: table 4 (8) to table 7 (5)  [UPT 15-15, 15-17]" in answer
    assert "1. Seat 5 of table 4 moves to seat 7 of table 7" in answer


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("race -b deltin --from 25 --into 90 --seat 1=3", "do not go evenly"),
        ("race -b deltin --from 25 --into 100 --seat 1", "should read like 4=7"),
        ("race -b deltin --from 25 --into 100 --seat 1=x", "should be a whole number"),
        ("race -b deltin --from 25 --into 100 --seat 1=3 --only 2", "seat 2 has no --seat"),
        ("race -b nowhere --from 25 --into 100 --seat 1=3", "no such rulebook"),
        ("rebuy -b deltin --at 90min", "should read like 1:59:00"),
        ("balance -b deltin --from x --to y", "should read like"),
        ("stub -b tda-2024 --players 8 --stub 400", "of a deck of 52"),
        ("level -b tda-2024 --level 100-50=20 --gone 1", "no small blind is above the big one"),
        ("level -b tda-2024 --level 100-200=0 --gone 1", "a level takes a minute or more"),
        ("stacks -b invitational --seat 12=1000", "seat 12: seats are 1 to 10"),
        ("break -b upt --table 12=40 --table 3=7", "table 12: 40 players on 9 chairs cannot be"),
    ],
)
def test_a_slip_is_refused_in_one_line(words: str, complaint: str) -> None:
    result = typed(*words.split())
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [*COMMANDS, "race", "balance", "notes"])
def test_each_command_shows_an_example(command: str) -> None:
    shown = said(command, "--help")
    assert f"floorcall assist {command} " in shown.partition("Example")[2]


def test_the_notes_of_a_log(tmp_path: Path) -> None:
    scene = Scene("deltin", start=False).rules("penalty", seat=5, amount=2).rules("rebuy", seat=3, amount=500)
    header = {
        "type": "log",
        "version": 1,
        "table": "7",
        "started": "2026-11-20T19:30:00Z",
        "rulebook": "deltin",
    }
    log = tmp_path / "night.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in [header, *scene.log]), encoding="utf-8")
    assert said("notes", str(log)).splitlines() == [
        "Seat 3    Plays 500 behind: rebuy to be bought  [Deltin 27]",
        "Seat 5    Penalty: 12 of 12 hands left  [Deltin 71A]",
    ]
    assert [note["seat"] for note in json.loads(said("notes", str(log), "--json"))] == [3, 5]
    assert "[English-Arabic 36B]" in said("notes", str(log), "-b", "english-arabic")
    log.write_text(json.dumps(header) + "\n", encoding="utf-8")
    assert said("notes", str(log)) == "Nothing to be reminded of.\n"
    assert typed("notes", str(tmp_path / "none.jsonl")).exit_code == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("race -b deltin --from 25 --into 100 --seat 1=3 --seat 01=7", "--seat: 1 stands there twice, with 3 and with 7"),
        ("stacks -b invitational --seat 4=2000 --seat 4=1000", "--seat: 4 stands there twice, with 2000 and with 1000"),
        ("break -b upt --table 12=4 --table 3=7 --table 12=9", "--table: 12 stands there twice, with 4 and with 9"),
    ],
)  # fmt: skip
def test_a_seat_or_a_table_that_is_named_twice_is_a_slip_and_is_named(words: str, told: str) -> None:
    refused = typed(*words.split())
    assert refused.exit_code == 2
    assert told in refused.output


LARGER, SMALLER = "4: 1,2,3,5,6,7,8,9 of 9 big 3", "7: 1,2,4,5,6 of 9 big 5"


@pytest.mark.parametrize(
    ("larger", "smaller", "told"),
    [
        (LARGER, "7: 1,2,4,5,6 of 9 big 55", "table 7: its seats are 1 to 9"),
        ("4: 1,2,2,5,6,7,8,9 of 9 big 5", SMALLER, "table 4: seat 2 stands there twice"),
        (LARGER, "4: 1,2 of 9 big 1", "table 4 is both: a player moves from one table to another"),
        (SMALLER, LARGER, "table 7 has no more players than table 4: the larger one comes first"),
        (LARGER, "7: 1,2 of 12 big 1", "table 7: a table has 2 to 10 seats, not 12"),
    ],
)
def test_tables_that_cannot_be_as_they_are_told_move_nobody(larger: str, smaller: str, told: str) -> None:
    refused = typed("balance", "-b", "upt", "--from", larger, "--to", smaller)
    assert refused.exit_code == 2
    assert told in refused.output


@pytest.mark.parametrize("option", ["--gone nan", "--gone inf", "--gone 60 --starts-in nan"])
def test_a_time_that_is_no_number_is_refused(option: str) -> None:
    refused = typed(*["level", "-b", "tda-2024", "--level", "100-200=20"], *option.split())
    assert refused.exit_code == 2
    name, value = option.split()[-2:]
    assert f"Invalid value for '{name}': '{value}' is no number" in refused.output
