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


def test_the_programs_help_waits_for_no_commands_imports():
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "controller.cli", "--help"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    imported = {line.rsplit("|", 1)[-1].strip() for line in told.stderr.splitlines()}
    assert "click" in imported
    heavy = ("msgspec", "rich", "asyncio", "controller.table", "controller.commands", "controller.rulebooks")
    assert not [name for name in imported if name.startswith(heavy)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["repaly"], "Did you mean 'replay'?"),
        (["run", "--port", "1"], "No such option"),
        (["replay"], "Missing argument 'LOG...'"),
        (["replay", "x", "--format", "html"], "'html' is not one of 'phh', 'ohh'"),
        (["demo", "--port", "0"], "0 is not in the range 1<=x<=65535"),
        (["demo", "--hands", "many"], "'many' is not a valid integer"),
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
