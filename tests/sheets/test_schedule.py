"""A level schedule from a spreadsheet: its levels and breaks, and each mistake with its line and column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.assist.level_clock import Break, LevelStep
from controller.sheets import SheetError, schedule_of, steps_of
from controller.sheets.levels import can_pay

CHIPS = [25, 100, 500]
GOOD = """small,big,ante,minutes,break,denominations
50,100,,20,,
100,200,25,20,,
,,,10.5,Dinner,
200,400,400,20,,100 500
"""


def test_a_sheet_holds_levels_and_breaks_in_their_order() -> None:
    assert steps_of(schedule_of(GOOD, "levels.csv", CHIPS)) == [
        LevelStep(small=50, big=100, seconds=1200),
        LevelStep(small=100, big=200, ante=25, seconds=1200),
        Break(seconds=630, name="Dinner"),
        LevelStep(small=200, big=400, ante=400, seconds=1200, denominations=(100, 500)),
    ]


def test_a_level_of_stud_has_a_bring_in_and_its_bets() -> None:
    sheet = (
        "small,big,ante,bring_in,small_bet,big_bet,minutes\n0,100,25,25,100,200,20\n0,200,25,50,200,400,20\n"
    )
    assert steps_of(schedule_of(sheet, "stud.csv", CHIPS)) == [
        LevelStep(small=0, big=100, ante=25, bring_in=25, small_bet=100, big_bet=200, seconds=1200),
        LevelStep(small=0, big=200, ante=25, bring_in=50, small_bet=200, big_bet=400, seconds=1200),
    ]


@pytest.mark.parametrize("cell", ["yes", "x", "1", "TRUE"])
def test_a_break_need_not_have_a_name(cell: str) -> None:
    rows = schedule_of(f"small,big,minutes,break\n1,2,5,\n,,3,{cell}\n2,4,5,\n", "l.csv")
    assert steps_of(rows)[1] == Break(seconds=180)


MISTAKES = [
    ("small,big,minutes,denominations\n1,2,5," + "9" * 5000, 2, "denominations", "must be whole numbers"),
    ("small,big,minuts\n1,2,3", 1, "minuts", "did you mean `minutes`?"),
    ("small,big\n1,2", 1, "minutes", "is missing"),
    ("small,big,minutes\n1,2,0", 2, "minutes", "nothing ends before it begins"),
    ("small,big,minutes\n1,2,-20", 2, "minutes", 'here is "-20"'),
    ("small,big,minutes\n1,2,soon", 2, "minutes", 'here is "soon"'),
    ("small,big,minutes\n5,2,20", 2, "small", "must not be over the big blind, 2"),
    ("small,minutes\n5,20", 2, "big", "is missing: a level has both blinds"),
    ("small,big,minutes\n0,0,20", 2, "big", "from 1"),
    ("small,big,minutes\n100,200,20\n50,100,20", 3, "small", "goes down from 100 to 50; if that is meant"),
    ("small,big,small_bet,minutes\n0,100,0,20", 2, "small_bet", "from 1"),
    (
        "small,big,small_bet,big_bet,minutes\n0,100,200,100,20",
        2,
        "small_bet",
        "must not be over `big_bet`, 100",
    ),
    (
        "small,big,bring_in,small_bet,minutes\n0,100,200,100,20",
        2,
        "bring_in",
        "must not be over `small_bet`, 100",
    ),
    ("small,big,bring_in,minutes\n0,100,30,20", 2, "bring_in", "30 cannot be paid"),
    (
        "small,big,small_bet,minutes\n0,100,200,20\n0,100,100,20",
        3,
        "small_bet",
        "goes down from 200 to 100",
    ),
    ("small,big,minutes\n30,100,20", 2, "small", "30 cannot be paid with chips of 25, 100, 500"),
    ("small,big,ante,minutes\n50,100,10,20", 2, "ante", "10 cannot be paid"),
    (
        "small,big,minutes,denominations\n50,100,20,\n100,250,20,100 500",
        3,
        "big",
        "250 cannot be paid with chips of 100, 500",
    ),
    ("small,big,minutes,denominations\n50,100,20,x", 2, "denominations", "such as 25 100 500"),
    ("small,big,minutes,break\n,,20,yes\n50,100,20,", 2, "break", "must not come first"),
    ("small,big,minutes,break\n50,100,20,\n,,20,yes", 3, "break", "has no level after it"),
    ("small,big,minutes,break\n50,100,20,\n50,100,20,yes\n50,100,20,", 3, "small", "belongs to a level"),
]


@pytest.mark.parametrize(("text", "line", "column", "says"), MISTAKES)
def test_a_mistake_is_named_with_its_line_and_its_column(
    text: str, line: int, column: str, says: str
) -> None:
    with pytest.raises(SheetError) as caught:
        schedule_of(text, "levels.csv", CHIPS)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in caught.value.problem


def test_blinds_may_go_down_where_the_sheet_says_so() -> None:
    rows = schedule_of("small,big,minutes,down\n100,200,20,\n50,100,20,yes", "levels.csv", CHIPS)
    assert [row.big for row in rows] == [200, 100]


@given(st.lists(st.integers(1, 30), min_size=1, max_size=4, unique=True), st.integers(0, 200))
def test_an_amount_can_be_paid_exactly_if_some_chips_add_up_to_it(chips: list[int], amount: int) -> None:
    sums = {0}
    for total in range(1, amount + 1):
        if any(total - chip in sums for chip in chips):
            sums.add(total)
    assert can_pay(amount, chips) == (amount in sums)
