"""The command line itself: what it says of its commands, and how a wrong word is told."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import click
import pytest

import controller.commands
from controller.cli import COMMANDS, program

THERE = sorted(one.name for one in pkgutil.iter_modules(controller.commands.__path__) if one.name[0] != "_")


def test_every_command_is_named_in_the_programs_help():
    assert sorted(COMMANDS) == THERE


@pytest.mark.parametrize("name", THERE)
def test_what_the_programs_help_says_of_a_command_is_how_the_commands_own_help_begins(name):
    command = program.get_command(click.Context(program), name)
    assert command is not None
    assert command.help is not None
    assert " ".join(command.help.split("\n\n")[0].split()) == COMMANDS[name]


LOG = """{"type":"log","version":1,"table":"7","started":"2026-01-01T20:00:00Z","rulebook":"deltin","game":"nlhe"}
{"type":"tick","t":1}
"""


def imported(*words: str) -> set[str]:
    """Return the modules that a call of the program imports."""
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "controller.cli", *words],
        capture_output=True, text=True, check=True, input=LOG,
    )  # fmt: skip
    lines = told.stderr.splitlines()
    return {line.rsplit("|", 1)[-1].strip() for line in lines if line.startswith("import time:")}


def test_the_programs_help_waits_for_no_commands_imports():
    found = imported("--help")
    assert "click" in found
    heavy = ("msgspec", "rich", "asyncio", "controller.table", "controller.commands.", "controller.rulebooks")
    assert not [name for name in found if name.startswith(heavy)]


def test_a_replay_for_programs_waits_for_nothing_that_only_people_or_mistakes_need():
    found = imported("replay", "-", "--json")
    assert "controller.table.engine" in found
    heavy = (
        "rich",
        "babel",
        "asyncio",
        "pydantic",
        "controller.ruling_cards",
        "controller.sensorlog.explain",
        "controller.web",
    )
    assert not [name for name in found if name.startswith(heavy)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["repaly"], "Did you mean 'replay'?"),
        (["run", "--port", "1"], "No such option"),
        (["replay"], "Missing argument 'LOG...'"),
        (["replay", "x", "--format", "html"], "'html' is not one of 'phh', 'ohh'"),
        (["demo", "--port", "0"], "0 is not in the range 1<=x<=65535"),
        (["demo", "--hands", "many"], "'many' is not a valid integer"),
        (["demo", "--speed", "nan"], "'nan' is no number"),
        (["deck", "check", "red.toml", "--seconds", "inf"], "'inf' is no number"),
    ],
)
def test_a_wrong_word_is_named_and_ends_with_2(floorcall, words, said):
    done = floorcall(*words)
    assert done.exit_code == 2
    assert said in done.output.replace("\n", " ")


def test_an_option_given_several_times_is_a_list_and_a_default_is_shown(floorcall):
    done = floorcall(
        "assist", "race", "-b", "deltin", "--from", "25", "--into", "100", "--seat", "1=3", "--seat", "2=1"
    )
    assert done.exit_code == 0, done.output
    assert "default: 8700" in floorcall("demo", "--help").output
