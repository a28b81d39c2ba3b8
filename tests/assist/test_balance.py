"""Balancing: who moves, to which seat, and when nobody does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import rulebooks
from controller.assist.answer import AssistError
from controller.assist.balance import SeatedTable, balance, uneven
from controller.table.rulebook_floor import FloorRules
from tests.table.houses import ALL, clauses, in_houses

FULL = SeatedTable(name="4", players=[1, 2, 3, 4, 5, 6, 7, 8, 9], big=3)
family = in_houses(deltin="10A", dpc="Seating 4A", english_arabic="9A", tda_2024="11A")


def short(*players: int, big: int, chairs: int = 9) -> SeatedTable:
    return SeatedTable(name="7", players=list(players), big=big, chairs=chairs)


@family
def test_the_next_big_blind_moves_to_the_worst_seat_and_never_to_the_small_blind(
    house: str, cites: list[str]
) -> None:
    """Seat 5 had the big blind last: it is the small blind's now, and seat 6 has the next big one."""
    floor = rulebooks.load(house).floor
    result = balance(floor, FULL, short(1, 2, 3, 4, 7, 8, big=5))
    assert (result.player, result.seat, result.cites) == (4, 6, cites)
    assert result.steps == [
        "Seat 4 of table 4 moves to seat 6 of table 7",
        "The big blind is there next hand",
    ]
    cutoff = balance(floor, FULL, short(1, 3, 4, 6, 7, 8, 9, big=5))
    assert (cutoff.seat, cutoff.needed) == (2, None)
    assert len(cutoff.decide) == 1


@family
def test_a_lone_open_seat_is_taken_even_where_it_pays_the_big_blind_again(
    house: str, cites: list[str]
) -> None:
    result = balance(rulebooks.load(house).floor, FULL, short(1, 2, 3, 4, 6, 7, 8, 9, big=5))
    assert result.seat == 5
    assert "had the big blind last" in result.steps[1]


@clauses("english-arabic 9A", "tda-2024 11A")
@pytest.mark.parametrize("house", ["english-arabic", "tda-2024"])
@pytest.mark.parametrize(("opened", "seat"), [([2, 6], 6), ([2, 7], 7), ([7, 2], 2)])
def test_at_stud_the_seat_that_opened_last_is_filled(house: str, opened: list[int], seat: int) -> None:
    target = short(*[s for s in range(1, 9) if s not in opened], big=1, chairs=8)
    assert balance(rulebooks.load(house).floor, FULL, target, opened=opened).seat == seat


@clauses("upt 15-15")
def test_the_tour_sends_him_where_the_big_blind_comes_soonest() -> None:
    result = balance(rulebooks.load("upt").floor, FULL, short(1, 2, 4, 5, 6, 8, 9, big=5))
    assert (result.player, result.seat, result.cites) == (4, 7, ["15-15", "15-17"])
    assert not result.waits


def test_the_tour_lets_him_wait_in_the_small_blind() -> None:
    assert balance(rulebooks.load("upt").floor, FULL, short(1, 2, 3, 4, 6, 7, 8, big=5, chairs=8)).waits


@clauses("upt 15-17")
@pytest.mark.parametrize(
    ("sizes", "moves"),
    [
        ([9, 9, 8, 8, 8, 8, 7], False),
        ([9, 8, 8, 8, 8, 7], True),
        ([9, 8, 8, 8, 8, 8], False),
        ([9] * 6 + [6], True),
    ],
)
def test_the_tour_allows_two_apart_above_six_tables_and_one_up_to_six(sizes: list[int], moves: bool) -> None:
    floor = rulebooks.load("upt").floor
    result = balance(floor, FULL, short(1, 2, 3, 4, 6, 7, 8, big=6), sizes=sizes)
    assert (result.needed, result.player is not None) == (moves, moves)
    assert "15-17" in result.cites


@clauses("invitational 2.1 s7")
@pytest.mark.parametrize(
    ("sizes", "moves"), [([9, 7], True), ([8, 6], False), ([5, 4], False), ([6, 4], True), ([8, 8, 5], False)]
)
def test_the_home_tournament_balances_only_very_small_or_large_tables(sizes: list[int], moves: bool) -> None:
    rules = rulebooks.load("invitational").floor.balance
    assert rules is not None
    assert uneven(rules, sizes) is moves


@clauses("invitational 2.1 s4-6")
def test_at_the_home_tournament_the_move_waits_for_the_big_blind_and_may_become_needless() -> None:
    floor = rulebooks.load("invitational").floor
    result = balance(floor, FULL, short(1, 2, 3, 5, 6, 7, 9, big=5, chairs=9))
    assert (result.needed, result.player, result.seat, result.due_in) == (True, 4, 8, 2)
    assert result.steps[1] == "Due in 2 hands, when the big blind is there"
    fewer = SeatedTable(name="4", players=[1, 2, 3, 4, 5, 6, 7, 8], big=3)
    gone = balance(floor, fewer, short(1, 2, 3, 5, 6, 7, 9, big=5))
    assert (gone.needed, gone.player) == (False, None)


@clauses("invitational 2.1 s1-3")
def test_at_the_home_tournament_another_player_keeps_his_position() -> None:
    """Seat 6 of table 4 sits two behind the next big blind; at table 7 that is seat 8."""
    floor = rulebooks.load("invitational").floor
    target = short(1, 2, 3, 5, 6, 7, 9, big=5)
    result = balance(floor, FULL, target, mover=6)
    assert (result.player, result.seat) == (6, 8)
    assert FULL.hands_to(6) == target.hands_to(8) == 2


def test_a_house_that_is_silent_moves_nobody() -> None:
    silent = FloorRules()
    result = balance(silent, FULL, short(1, 2, 3, big=1))
    assert (result.silent, result.player, len(result.decide)) == (True, None, 1)


@pytest.mark.parametrize(
    ("target", "more", "said"),
    [
        (short(1, 2, 3, 4, 5, 6, 7, 8, 9, big=1), {}, "no open seat"),
        (short(1, 10, big=1), {}, "its seats are 1 to 9"),
        (short(big=1), {}, "no players"),
        (short(1, 2, big=1), {"mover": 10}, "nobody sits in seat 10"),
        (short(1, 2, big=1), {"opened": [3]}, "does not fill"),
    ],
)
def test_tables_that_cannot_be_balanced_are_refused(
    target: SeatedTable, more: dict[str, object], said: str
) -> None:
    with pytest.raises(AssistError, match=said):
        balance(rulebooks.load("deltin").floor, FULL, target, **more)  # type: ignore[arg-type]


@given(st.sampled_from(ALL), st.sets(st.integers(1, 9), min_size=2, max_size=7), st.integers(1, 9))
def test_whoever_moves_gets_an_open_seat_and_the_small_blind_only_where_it_is_the_only_one(
    house: str, players: set[int], big: int
) -> None:
    target = short(*sorted(players), big=big)
    result = balance(rulebooks.load(house).floor, FULL, target)
    if result.seat is not None:
        assert result.seat in target.open
        assert result.seat != big or target.open == [big]
