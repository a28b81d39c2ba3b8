"""Plays recorded logs through the referee again: ``floorcall replay``."""

from __future__ import annotations

import math
import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import click

from controller import rulebooks
from controller.command_line import Argument, Option
from controller.exits import FOUND, WELL, refuse
from controller.replay import ReplayError
from controller.replay.pace import SLOWEST, Pace
from controller.replay.player import Player
from controller.sensorlog.source import LogFileError, find_logs

if TYPE_CHECKING:
    from controller.replay.at_once import AtOnce


class Format(StrEnum):
    """How hands are written for others."""

    phh = "phh"
    ohh = "ohh"


class Level(StrEnum):
    """The level from which on findings make the program end with 1."""

    floor = "floor"
    dealer = "dealer"
    info = "info"


def replay(
    logs: Annotated[list[str], Argument(metavar="LOG...", help="Logs, folders of logs, or - for stdin.")],
    rulebook: Annotated[
        list[str] | None,
        Option(metavar="ID...", help="Rulebooks by id or file; without it, what each log names."),
    ] = None,
    as_json: Annotated[bool, Option("--json", help="One JSON object a line.")] = False,
    as_text: Annotated[bool, Option("--text", help="For people to read; this is the default.")] = False,
    form: Annotated[Format | None, Option("--format", help="The hands alone, for others.")] = None,
    speed: Annotated[str, Option(metavar="N|max", help="1 is as it was played, 2 twice as fast.")] = "max",
    strict: Annotated[bool, Option("--strict", help="Stop at the first bad line.")] = False,
    fail_on: Annotated[
        Level | None, Option("--fail-on", help="End with 1 if a finding of this level or above came.")
    ] = None,
) -> None:
    """Play recorded sensor logs again and print what the table makes of them.

    With several rulebooks, --text prints side by side what they rule differently.

    \b
    Examples:
      floorcall replay night.jsonl --text
      floorcall replay night.jsonl.zst --rulebook deltin dpc --text
      floorcall replay logs/ --json --fail-on floor
      floorcall replay night.jsonl --format phh > night.phhs
      zcat night.jsonl.gz | floorcall replay - --rulebook tda-2024 --json
    """
    if as_json + as_text + (form is not None) > 1:
        refuse("--json, --text and --format: choose one")
    logs, books = _sort_out(logs, rulebook or [])
    if form is not None:
        return _write_hands(logs, books, form, strict=strict, fail_on=fail_on)
    try:
        player = _player(find_logs(logs), books, strict=strict, pace=Pace(_speed(speed)))
        play = player.play_json if as_json else player.play_text
        play(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(WELL) from None
    except (ReplayError, LogFileError, rulebooks.RulebookError) as error:
        sys.stdout.buffer.flush()
        refuse(error)
    if fail_on is not None and player.found(fail_on.value):
        raise click.exceptions.Exit(FOUND)


def _write_hands(
    logs: list[str], books: list[str], form: Format, *, strict: bool, fail_on: Level | None
) -> None:
    """Write the hands of ``logs`` for others; what cannot be written is named."""
    from controller.histories.export import told_hands, write_hands
    from controller.histories.told import ToldHand
    from controller.sensorlog.source import open_log

    def left_out(hand: ToldHand, why: str) -> None:
        click.echo(f"{log}: hand {hand.line.hand} is left out: {why}", err=True)

    if len(books) > 1 or fail_on is not None:
        refuse("--format writes the hands under one rulebook, and no findings: no --fail-on")
    written = 0
    try:
        for log in find_logs(logs):
            with open_log(log) as source:
                hands = told_hands(source, books[0] if books else None, strict=strict)
                written += write_hands(hands, form.value, sys.stdout.buffer, left_out, after=written)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(WELL) from None
    except (ReplayError, LogFileError, rulebooks.RulebookError) as error:
        sys.stdout.buffer.flush()
        refuse(error)


def _player(logs: list[str], books: list[str], *, strict: bool, pace: Pace) -> Player | AtOnce:
    """Return who plays the logs: all processors where they are many and nobody waits for their pace."""
    if len(logs) > 1 and not pace.paced:
        from controller.replay.at_once import AtOnce, processes_for  # one log is not to wait for its imports

        if (processes := processes_for(logs)) > 1:
            return AtOnce(logs, books, strict=strict, processes=processes)
    return Player(logs, books, strict=strict, pace=pace)


def _sort_out(names: list[str], books: list[str]) -> tuple[list[str], list[str]]:
    """Let ``--rulebook`` be followed by several ids: those that the shell's order put among the logs."""
    if not books:
        return names, books
    known = rulebooks.ids()
    also = [name for name in names if name.endswith(".toml") or (name in known and not os.path.exists(name))]
    return [name for name in names if name not in also], [*books, *also]


def _speed(word: str) -> float | None:
    if word == "max":
        return None
    try:
        speed = float(word)
    except ValueError:
        speed = 0
    if not SLOWEST <= speed < math.inf:
        refuse(f"--speed: must be a number above 0, {SLOWEST} or more, or max, is {word!r}")
    return speed
