"""Checks a table's sheet before it is set: ``floorcall seats``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import click

from controller.command_line import Argument, Group
from controller.exits import refuse

app = Group(
    help="A table's seats as a sheet.\n\n\b\nExample:\n  floorcall seats check table-7.csv",
)


@app.takes("check")
def check(
    sheet: Annotated[Path, Argument(metavar="FILE.csv", help="The sheet, or - for standard input.")],
) -> None:
    """Check a sheet of seats and print what the seat page would set; a mistake is named by line and column.

    \b
    Example: floorcall seats check table-7.csv
    """
    from controller.sheets import SheetError, seats_of, text_of

    name = "standard input" if str(sheet) == "-" else str(sheet)
    try:
        content = sys.stdin.buffer.read() if str(sheet) == "-" else sheet.read_bytes()
        seats = seats_of(text_of(content, name), name)
    except OSError as error:
        refuse(f"{name}: {error.strerror}")
    except SheetError as error:
        refuse(error)
    for number in range(1, 11):
        seat = seats.get(number)
        if seat is None or seat.state == "empty":
            click.echo(f"seat {number:>2}  empty")
        else:
            stack = "stack not known" if seat.stack is None else f"{seat.stack:,}"
            click.echo(f"seat {number:>2}  {seat.state:<8}{stack:>15}")
    taken = [seat for seat in seats.values() if seat.state != "empty"]
    known = sum(seat.stack or 0 for seat in taken)
    click.echo(f"{len(taken)} seats taken, {known:,} in chips; nothing was set")
