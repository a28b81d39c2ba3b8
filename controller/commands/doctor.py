"""Runs ``floorcall doctor``: a self-test of every part, each line with what to do."""

from __future__ import annotations

import os
import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
import msgspec

from controller.command_line import Option
from controller.exits import NOT_THERE

if TYPE_CHECKING:
    from controller.doctor import Check

INSTALLED = Path("/etc/floorcall/table.toml")
_MARKS = {"well": ("well", None), "look": ("LOOK", "yellow"), "bad": ("BAD", "red"), "none": ("-", None)}


def doctor(
    config: Annotated[
        Path | None,
        Option(help="The table's configuration; /etc/floorcall/table.toml where it is there."),
    ] = None,
    as_json: Annotated[bool, Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Look at every part of a table: how it is, and what to do. Nothing is changed; a running daemon goes on.

    \b
    Examples:
      floorcall doctor
      floorcall doctor --config table.toml
    Exit code 3 where something the table needs is not there.
    """
    from controller.doctor import examine

    if config is None and os.path.exists(INSTALLED):
        config = INSTALLED
    bad = False
    for check in examine(config):
        click.echo(msgspec.json.encode(check).decode() if as_json else _line(check))
        bad = bad or check.state == "bad"
    if bad:
        raise click.exceptions.Exit(NOT_THERE)


def _line(check: Check) -> str:
    mark, colour = _MARKS[check.state]
    head = f"{mark:<5} {check.part:<14} "
    width = max(60, shutil.get_terminal_size((110, 0)).columns)
    indent = " " * len(head)
    told = _wrapped(check.how, width - len(head)) or [""]
    if check.do:
        told += _wrapped(f"-> {check.do}", width - len(head), "   ")
    text = head + f"\n{indent}".join(told)
    return text if colour is None else click.style(text, fg=colour)


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Return ``text`` in lines; a path or a command's word is in one of them, as it is to be typed."""
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
