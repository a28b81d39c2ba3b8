"""Ends the program: the exit codes, and refusing in one line that names the thing and the place."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final, NoReturn

import click

WELL = 0
FOUND = 1
"""Findings, where ``--fail-on`` asks for it."""
BAD_INPUT = 2
NOT_THERE = 3
"""A device or a service is not there."""
_STEERS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What a terminal does not show but obeys."""


def refuse(message: object, code: int = BAD_INPUT) -> NoReturn:
    """Say on standard error why it cannot be done, and end with ``code``; what a file holds steers no terminal."""
    click.echo(f"floorcall: {_STEERS.sub('?', str(message))}", err=True)
    raise click.exceptions.Exit(code)


def refuse_over(output: Path | None, *inputs: str | Path | None) -> None:
    """Refuse to write ``output`` where it is one of the files that are read: it would be gone before it is read."""
    if output is None or not os.path.exists(output):
        return
    for read in inputs:
        if read is not None and os.path.exists(read) and output.samefile(read):
            refuse(f"{output}: is read here; write to another file")


def say_on(message: str) -> None:
    """Say a step of what goes on to its end, whether or not somebody still reads it."""
    try:
        click.echo(message)
    except OSError:
        say_no_more()


def say_no_more() -> None:
    """Leave output alone: whoever read it has seen enough, and what is still buffered has nowhere to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
