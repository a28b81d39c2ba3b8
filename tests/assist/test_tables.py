"""Halting, breaking, merging and redrawing tables, and the final one."""

from __future__ import annotations

import pytest

from controller import rulebooks
from controller.assist.answer import AssistError
from controller.assist.tables import breaking, final_table, halt, redraw
from controller.testkit.scene import Scene
from tests.table.houses import clauses, in_houses

family = in_houses(deltin="10C", dpc="Seating 4C", english_arabic="9D", tda_2024="11D")


@family
def test_a_table_three_short_halts(house: str, cites: list[str]) -> None:
    floor = rulebooks.load(house).floor
    result = halt(floor, 9, 6)
    assert (result.halts, result.cites, result.steps) == (True, cites, ["HALT: deal no hand here"])
    assert halt(floor, 9, 7).halts is False


@family
def test_the_floor_may_waive_it_and_a_hand_that_is_dealt_is_no_misdeal(house: str, cites: list[str]) -> None:
    assert halt(rulebooks.load(house).floor, 9, 6, waived=True).halts is False
    assert Scene(house, seats=6).deal().calls(3).findings() == []


@clauses("tda-2024 11D")
def test_the_newest_edition_halts_only_once_the_big_blind_would_fall_on_an_empty_seat() -> None:
    floor = rulebooks.load("tda-2024").floor
    assert halt(floor, 9, 6, big_blind_on_empty_seat=False).halts is False
    assert halt(floor, 9, 6, big_blind_on_empty_seat=True).halts is True
    assert halt(rulebooks.load("deltin").floor, 9, 6, big_blind_on_empty_seat=False).halts is True


@pytest.mark.parametrize(("house", "cited"), [("deltin", True), ("english-arabic", True), ("dpc", False)])
def test_at_other_formats_the_floor_decides_with_or_without_a_clause(house: str, cited: bool) -> None:
    result = halt(rulebooks.load(house).floor, 6, 3, tables="other")
    assert (result.halts, not result.silent, len(result.decide)) == (None, cited, 1)


@clauses("deltin 11", "english-arabic 10", "tda-2024 RP-9")
@pytest.mark.parametrize(
    ("house", "handed", "seats"),
    [
        ("deltin", 10, 10), ("deltin", 9, 9), ("deltin", 8, 9), ("deltin", 6, 7), ("deltin", 7, None),
        ("english-arabic", 9, 10), ("english-arabic", 8, 9), ("english-arabic", 6, 7),
        ("english-arabic", 10, 10), ("english-arabic", 2, None),
        ("tda-2024", 9, 9), ("tda-2024", 8, 9), ("tda-2024", 7, 7), ("tda-2024", 6, 7), ("tda-2024", 10, None),
        ("upt", 9, None),
    ],
)  # fmt: skip
def test_the_final_table_by_each_house(house: str, handed: int, seats: int | None) -> None:
    result = final_table(rulebooks.load(house).floor, handed)
    assert result.seats == seats
    assert result.silent == (house == "upt")
    heads_up = handed == 2
    assert bool(result.decide) == (seats is None and not heads_up)


@clauses("tda-2024 RP-9")
def test_two_tables_of_five_merge_after_the_next_one_is_out() -> None:
    floor = rulebooks.load("tda-2024").floor
    ten = final_table(floor, 8, 10)
    assert ten.title == "Final table, 8-handed event"
    assert (ten.seats, ten.merge, ten.steps[1]) == (
        9,
        True,
        "Two tables of 5 now: merge after the next one is out",
    )
    seven = final_table(floor, 6, 7)
    assert (seven.seats, seven.merge, seven.steps[1]) == (7, False, "7 players left: this is the final table")


@clauses("invitational 2.2")
def test_the_home_tournament_merges_as_soon_as_ten_are_left() -> None:
    floor = rulebooks.load("invitational").floor
    merged = breaking(floor, {"1": 6, "2": 4})
    assert (merged.merge, merged.cites) == (True, ["2.2"])
    assert "Draw seats and button as for a new game" in merged.steps
    assert not breaking(floor, {"1": 6, "2": 5}).merge
    assert not breaking(floor, {"1": 9}).merge


@clauses("upt 15-14")
def test_the_tour_breaks_tables_in_the_order_fixed_beforehand_when_there_is_room() -> None:
    floor = rulebooks.load("upt").floor
    result = breaking(floor, {"3": 7, "12": 4, "5": 7}, order=["12", "3", "5"])
    assert (result.table, result.cites) == ("12", ["15-14"])
    full = breaking(floor, {"3": 8, "12": 4, "5": 8}, order=["12", "3", "5"])
    assert (full.table, full.steps) == (None, ["Not yet: table 12 has 4 players, elsewhere 2 seats open"])
    assert breaking(floor, {"3": 7, "5": 2}, order=["12", "5", "3"]).table == "5"


@clauses("upt 15-18")
@pytest.mark.parametrize(
    ("left", "started", "drawn"),
    [(2, 8, True), (1, 8, True), (3, 8, True), (3, 5, None), (3, 4, None), (2, 5, True), (4, 8, False)],
)
def test_the_tour_draws_seats_anew_at_three_two_and_one(left: int, started: int, drawn: bool | None) -> None:
    result = redraw(rulebooks.load("upt").floor, left, started)
    assert (result.redraw, result.cites) == (drawn, ["15-18"])


def test_where_the_book_is_silent_the_floor_decides() -> None:
    floor = rulebooks.load("deltin").floor
    assert redraw(floor, 2, 5).silent
    assert breaking(floor, {"1": 3}).silent
    assert halt(rulebooks.load("upt").floor, 9, 6).halts is None


def test_figures_that_cannot_be() -> None:
    floor = rulebooks.load("upt").floor
    with pytest.raises(AssistError, match="cannot be"):
        redraw(floor, 6, 5)
    with pytest.raises(AssistError, match="cannot be"):
        halt(floor, 5, 6)
    with pytest.raises(AssistError, match="in the order"):
        breaking(floor, {"3": 7})
    with pytest.raises(AssistError, match="2 to 10"):
        final_table(floor, 11)
