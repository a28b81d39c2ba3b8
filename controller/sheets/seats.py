"""Reads a table's seats from a sheet: one row a seat, with its chips and whether its player is there."""

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

    A table that nobody plays at any more is meant only where every seat is named. Raise SheetError naming line and column.
    """
    seats: dict[int, SeatSetup] = {}
    lines: dict[int, int] = {}
    last = 1
    for row in rows_of(text, source, needed=("seat",), known=COLUMNS):
        number = whole_number(row, "seat", source, least=1, most=SEATS)
        if number is None:
            raise SheetError.because(source, row.line, "seat", "seat_empty", most=SEATS)
        if number in seats:
            raise SheetError.because(source, row.line, "seat", "seat_again", n=number, at=str(lines[number]))
        seats[number], lines[number], last = _seat(row, source), row.line, row.line
    if sum(seat.state != "empty" for seat in seats.values()) < 2 and len(seats) < SEATS:
        raise SheetError.because(source, last, "", "two_seats", most=SEATS)
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
        raise SheetError.because(
            source, row.line, "state", "state", states=", ".join(STATES), cell=state[:40]
        )
    stack = whole_number(row, "stack", source)
    if state == "empty" and stack:
        raise SheetError.because(source, row.line, "stack", "stack_at_empty")
    return SeatSetup(stack=stack, state=state)
