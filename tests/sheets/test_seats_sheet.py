"""A table's seats from a spreadsheet: what is taken, and each mistake with its line, column and remedy."""

from __future__ import annotations

import pytest

from controller.sheets import SheetError, seats_of, sheet_text, text_of
from controller.table.events import SeatSetup

GOOD = "seat,stack,state,name\n1,10000,in,Ana\n2,8500,,Ivo\n5,,absent,\n9,0,empty,\n"


def test_a_sheet_says_who_sits_where_and_keeps_no_name() -> None:
    seats = seats_of(GOOD)
    assert {n: (seat.stack, seat.state) for n, seat in seats.items()} == {
        1: (10_000, "in"), 2: (8_500, "in"), 5: (None, "absent"), 9: (0, "empty"),
    }  # fmt: skip
    assert "Ana" not in repr(seats)


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_a_sheet_as_any_countrys_spreadsheet_saves_it(delimiter: str) -> None:
    content = b"\xef\xbb\xbf" + GOOD.replace(",", delimiter).replace("\n", "\r\n").encode()
    assert seats_of(text_of(content, "t.csv")) == seats_of(GOOD)


def test_columns_may_stand_in_any_order_and_rows_may_be_empty() -> None:
    assert seats_of("Stack , SEAT\n\n500,3\n,4\n\n")[3].stack == 500


def test_a_table_is_emptied_by_a_sheet_that_names_all_its_seats() -> None:
    seats = {number: SeatSetup(stack=None, state="empty") for number in range(1, 11)}
    assert seats_of(sheet_text(seats)) == seats


MISTAKES = [
    ("seat,stack\n1," + "9" * 5000, 2, "stack", "must be a whole number"),
    ("", 1, "", "has no rows; a first row names seat, stack, state, name"),
    ("seat,stack\n", 1, "", "has no rows"),
    ("seat,stak\n1,5\n2,5", 1, "stak", "did you mean `stack`?"),
    ("seat,stack,colour\n1,5,red", 1, "colour", "known here: seat, stack, state, name"),
    ("stack\n5\n5", 1, "seat", "is missing"),
    ("seat,seat\n1,2", 1, "seat", "stands there twice"),
    ("seat,stack\n1,5\n11,5", 3, "seat", 'a whole number from 1 to 10, digits alone, not "11"'),
    ("seat,stack\n1,5\n,5", 3, "seat", "is empty; a seat is a number from 1 to 10"),
    ("seat,stack\n1,5\n2,-500", 3, "stack", 'from 0 to 999999999, digits alone, not "-500"'),
    ('seat,stack\n1,"10,000"\n2,5', 2, "stack", 'digits alone, not "10,000"'),
    ("seat,stack\n1,5\n2,7\n1,9", 4, "seat", "has seat 1 a second time; it stands in line 2 already"),
    ("seat,state\n1,in\n2,here", 3, "state", 'in, absent, penalty, out, late, empty, not "here"'),
    ("seat,stack,state\n1,5,in\n2,5,in\n3,50,empty", 4, "stack", "chips at a seat that is empty"),
    ("seat,stack\n1,5\n2,5,6", 3, "", "has 3 cells where the first row names 2 columns"),
    ("seat,stack\n1,5\n", 2, "", "name all 10 seats"),
    ('seat,stack\n1,5\n2,"5', 3, "", "is not CSV here"),
]


@pytest.mark.parametrize(("text", "line", "column", "says"), MISTAKES)
def test_a_mistake_is_named_with_its_line_and_its_column(
    text: str, line: int, column: str, says: str
) -> None:
    with pytest.raises(SheetError) as caught:
        seats_of(text, "t.csv")
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert says in error.problem
    assert str(error).startswith(f"t.csv:{line}: {f'column `{column}` ' if column else ''}")


def test_another_encoding_is_refused_with_its_line() -> None:
    with pytest.raises(SheetError, match=r"t.csv:2: is not UTF-8 text; save the sheet as CSV UTF-8"):
        text_of(b"seat,name\n1,\xe8\n", "t.csv")
