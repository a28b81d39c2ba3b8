"""A table's seats from a sheet: one row a seat, with its chips and whether its player is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from controller.sheets.sheet import Row, SheetError, rows_of, whole_number
from controller.table.events import SeatSetup, SeatState

COLUMNS: Final = ("seat", "stack", "state", "name")
"""``name`` is read over: no player's name is kept at the table."""
STATES: Final[tuple[SeatState, ...]] = get_args(SeatState)
SEATS: Final = 10


def seats_of(text: str, source: str = "seats.csv") -> dict[int, SeatSetup]:
    """Return who sits where. A seat without a row is empty, a stack without a figure unknown.

    Raise SheetError naming line and column.
    """
    seats: dict[int, SeatSetup] = {}
    lines: dict[int, int] = {}
    last = 1
    for row in rows_of(text, source, needed=("seat",), known=COLUMNS):
        number = whole_number(row, "seat", source, least=1, most=SEATS)
        if number is None:
            raise SheetError(source, row.line, "seat", f"is empty; a seat is a number from 1 to {SEATS}")
        if number in seats:
            problem = f"has seat {number} a second time; it stands in line {lines[number]} already"
            raise SheetError(source, row.line, "seat", problem)
        seats[number], lines[number], last = _seat(row, source), row.line, row.line
    if sum(seat.state != "empty" for seat in seats.values()) < 2:
        raise SheetError(source, last, "", "a table needs at least two seats that are not empty")
    return seats


def sheet_text(seats: Mapping[int, SeatSetup]) -> str:
    """Return the sheet of a table: what ``seats_of`` reads."""
    rows = [
        f"{number},{'' if seat.stack is None or seat.state == 'empty' else seat.stack},{seat.state}"
        for number, seat in sorted(seats.items())
    ]
    return "\n".join(["seat,stack,state", *rows, ""])


def _seat(row: Row, source: str) -> SeatSetup:
    state = row.cells.get("state", "").lower() or "in"
    if state not in STATES:
        choice = ", ".join(STATES)
        raise SheetError(source, row.line, "state", f'must be one of {choice}, not "{state[:40]}"')
    stack = whole_number(row, "stack", source)
    if state == "empty" and stack:
        raise SheetError(source, row.line, "stack", "has chips at a seat that is empty")
    return SeatSetup(stack=stack, state=state)
