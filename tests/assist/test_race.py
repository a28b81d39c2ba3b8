"""The chip race by each house: who gets cards, who gets chips, and that nothing is lost that should not be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import rulebooks
from controller.assist.answer import AssistError
from controller.assist.drawn import height
from controller.assist.race import Dealt, Holding, Race, leftover, race
from controller.table.ranks import FULL_DECK
from tests.table.houses import ALL, clauses, in_houses

family = in_houses(deltin="24A", dpc="General Procedures 2A", english_arabic="22A", tda_2024="24A")


def raced(
    house: str, seats: dict[int, int], *cards: str, only: tuple[int, ...] = (), into: int = 100, **more: Any
) -> Race:
    """Race 25s; ``cards`` are dealt from the lowest seat on, a card for each odd chip."""
    away = more.pop("away", 25)
    holdings = {seat: Holding(chips, others=seat not in only) for seat, chips in seats.items()}
    places = [seat for seat, chips in sorted(seats.items()) for _ in range(chips % (into // away))]
    dealt = list(zip(places, cards, strict=True)) if cards else None
    return race(rulebooks.load(house).floor.race, holdings, away, into, dealt, **more)


def new(result: Race) -> dict[int, int]:
    return {seat.seat: seat.new for seat in result.seats}


@family
def test_seat_one_gets_its_cards_first_and_nobody_wins_two(house: str, cites: list[str]) -> None:
    to_deal = raced(house, {5: 3, 1: 3, 3: 2})
    assert to_deal.cites == cites
    assert "seat 1: 3 cards, then seat 3: 2 cards, then seat 5: 3 cards" in to_deal.steps[0]
    assert to_deal.prizes == 2
    result = raced(house, {5: 3, 1: 3, 3: 2}, "As", "Ks", "Qs", "2c", "3c", "Js", "4d", "5d")
    assert new(result) == {1: 1, 3: 0, 5: 1}
    assert result.steps[0] == "Seat 1: 1 x 100 (1 by As)"


@family
def test_nobody_is_raced_out(house: str, cites: list[str]) -> None:
    result = raced(house, {1: 3, 4: 1}, "As", "Ks", "Qs", "2c", only=(4,))
    assert new(result) == {1: 1, 4: 1}
    assert "nobody is raced out" in result.steps[1]
    both = raced(house, {2: 2, 6: 3}, "3c", "4c", "As", "Kd", "Qd", only=(2,), away=100, into=500)
    assert new(both) == {2: 1, 6: 1}


@family
def test_full_sets_are_changed_up_and_a_rest_is_the_floors(house: str, cites: list[str]) -> None:
    result = raced(house, {1: 7, 2: 3})
    assert result.steps[0] == "Seat 1: change 4 of 7 x 25 up to 1 x 100"
    assert result.decide == ["2 x 25 over: a 100 for the next card, or nothing?"]
    cards = ("As", "Ks", "Qs", "2c", "3c", "4c")
    assert new(raced(house, {1: 7, 2: 3}, *cards, rest="nothing")) == {1: 2, 2: 0}
    decided = raced(house, {1: 7, 2: 3}, *cards, rest="chip")
    assert (new(decided), decided.decide) == ({1: 2, 2: 1}, [])


@clauses("invitational 2.4 s2", "invitational 2.4 s4")
def test_the_home_tournament_passes_the_second_best_card_of_a_seat_over() -> None:
    result = raced(
        "invitational", {4: 3, 6: 3, 7: 2}, "As", "Kh", "2d", "Qc", "3d", "4d", "5d", "6d", only=(7,)
    )
    assert result.cites == ["2.4"]
    assert new(result) == {4: 1, 6: 1, 7: 1}
    assert [(seat.won, seat.kept_in) for seat in result.seats] == [(1, 0), (1, 0), (0, 1)]


@clauses("invitational 2.4 s3")
def test_the_home_tournament_begins_in_seat_one() -> None:
    rules = rulebooks.load("invitational").floor.race
    dealt = [(3, "As"), (1, "Kd"), (1, "2c"), (1, "9s")]
    result = race(rules, {1: Holding(3), 3: Holding(1)}, 25, 100, dealt)
    assert result.wrong_order
    assert new(result) == {1: 0, 3: 0}
    assert result.steps[0].startswith("Deal again: the race starts at seat 1")
    assert result.cites == ["2.4"]


@clauses("upt 15-11 s2", "upt 15-11 s3-4")
def test_the_tour_changes_up_directly_and_deals_a_card_for_each_odd_chip() -> None:
    result = raced("upt", {1: 7, 2: 1})
    assert [(seat.changed, seat.odd) for seat in result.seats] == [(1, 3), (0, 1)]
    assert result.steps[1] == "Deal face up: seat 1: 3 cards, then seat 2: 1 card"
    assert result.cites == ["15-11"]


@clauses("upt 15-11 s5-6")
def test_the_tour_gives_the_broke_player_his_chip_before_anybody_else() -> None:
    result = raced("upt", {1: 3, 4: 1}, "As", "Ks", "Qs", "2c", only=(4,))
    assert new(result) == {1: 0, 4: 1}


@clauses("upt 15-11 s7")
def test_on_the_tour_the_best_cards_win_with_no_most_for_a_player() -> None:
    cards = ("2c", "3c", "4c", "As", "5c", "6c", "Kh", "7c")
    assert new(raced("upt", {1: 3, 4: 3, 7: 2}, *cards)) == {1: 0, 4: 1, 7: 1}
    twice = raced("upt", {1: 3, 4: 3, 7: 2}, "2c", "3c", "4c", "As", "Ks", "6c", "Qh", "7c")
    assert new(twice) == {1: 0, 4: 2, 7: 0}
    assert "No most is set for one player" in twice.steps[-1]


@clauses("upt 15-11 s7")
def test_equal_ranks_go_by_suit() -> None:
    assert new(raced("upt", {1: 2, 2: 2}, "Kh", "2c", "Ks", "3c")) == {1: 0, 2: 1}


@clauses("upt 15-11 s8")
@pytest.mark.parametrize(("odd", "prizes"), [({1: 3, 2: 3}, 2), ({1: 3, 2: 2}, 1)])
def test_on_the_tour_half_a_chip_or_more_earns_one(odd: dict[int, int], prizes: int) -> None:
    assert raced("upt", odd).prizes == prizes
    assert raced("upt", odd).decide == []


def test_a_house_without_a_race_leaves_it_to_the_floor() -> None:
    result = race(None, {1: Holding(3)}, 25, 100)
    assert result.silent
    assert result.seats == []
    assert result.decide == ["The book has no chip race: how do the 25s leave?"]


@pytest.mark.parametrize(
    ("seats", "dealt", "into", "said"),
    [
        ({1: 3}, None, 90, "do not go evenly"),
        ({1: 3}, None, 25, "do not go evenly"),
        ({11: 3}, None, 100, "seats are 1 to 10"),
        ({1: -1}, None, 100, "cannot be"),
        ({1: 3}, [(1, "As"), (1, "Ks")], 100, "seat 1 is due 3 cards"),
        ({1: 1}, [(1, "As"), (2, "Ks")], 100, "seat 2 has no odd chip"),
        ({1: 2}, [(1, "As"), (1, "As")], 100, "As was dealt twice"),
        ({1: 2}, [(1, "As"), (1, "1s")], 100, "'1s' is no card"),
    ],
)
def test_figures_that_cannot_be_are_refused(
    seats: dict[int, int], dealt: Dealt | None, into: int, said: str
) -> None:
    with pytest.raises(AssistError, match=said):
        race(rulebooks.load("deltin").floor.race, {s: Holding(n) for s, n in seats.items()}, 25, into, dealt)


# Whatever the chips and the cards ---------------------------------------------------------------------

CHIPS = st.dictionaries(st.integers(1, 10), st.tuples(st.integers(1, 40), st.booleans()), min_size=1)


@st.composite
def races(draw: st.DrawFn) -> tuple[str, Race, dict[int, Holding], int]:
    """A race of any house, dealt and settled."""
    house = draw(st.sampled_from(ALL))
    sets = draw(st.sampled_from([2, 4, 5]))
    held = {seat: Holding(*chips) for seat, chips in draw(CHIPS).items()}
    places = [seat for seat in sorted(held) for _ in range(held[seat].chips % sets)]
    deck = draw(st.permutations(sorted(FULL_DECK)))
    dealt = list(zip(places, deck, strict=False))
    rest = draw(st.sampled_from(["chip", "nothing"]))
    return house, race(rulebooks.load(house).floor.race, held, 25, 25 * sets, dealt, rest), held, sets


@given(races())
def test_the_chips_are_conserved(told: tuple[str, Race, dict[int, Holding], int]) -> None:
    _, result, held, sets = told
    old = sum(one.chips for one in held.values())
    given_out = sum(seat.new for seat in result.seats) * sets
    kept_in = sum(seat.kept_in for seat in result.seats) * sets
    assert old - sets < given_out < old + sets + kept_in
    assert sum(seat.changed for seat in result.seats) * sets + sum(seat.odd for seat in result.seats) == old
    assert result.wrong_order is False


@given(races())
def test_whoever_had_a_chip_has_one(told: tuple[str, Race, dict[int, Holding], int]) -> None:
    _, result, held, _ = told
    assert all(seat.new or held[seat.seat].others for seat in result.seats)


@given(races())
def test_no_seat_wins_more_than_the_house_allows_nor_a_lower_card_before_a_higher(
    told: tuple[str, Race, dict[int, Holding], int],
) -> None:
    house, result, _, _ = told
    rules = rulebooks.load(house).floor.race
    assert rules is not None
    won = [seat for seat in result.seats if seat.won]
    if rules.most_each is not None:
        assert all(seat.won <= rules.most_each for seat in won)
        lost = [seat for seat in result.seats if seat.cards and not seat.won]
        lowest_winner = min((max(map(height, seat.cards)) for seat in won), default=(99, 0))
        assert all(max(map(height, seat.cards)) < lowest_winner for seat in lost)
    if rules.broke == "after":
        assert sum(seat.won for seat in result.seats) == result.prizes


# Found later ------------------------------------------------------------------------------------------


@in_houses(deltin="24C", dpc="General Procedures 2C", english_arabic="22C", tda_2024="24C")
@pytest.mark.parametrize(
    ("found", "away", "into", "chips", "lost"),
    [(6, 25, 100, 1, 50), (7, 100, 500, 1, 200), (4, 25, 100, 1, 0)],
)
def test_a_chip_found_after_its_race_is_exchanged_at_its_worth(
    house: str, cites: list[str], found: int, away: int, into: int, chips: int, lost: int
) -> None:
    result = leftover(rulebooks.load(house).floor.race, found, away, into)
    assert (result.cites, result.chips, result.lost) == (cites, chips, lost)
    assert len(result.steps) == (2 if lost else 1)


def test_a_house_that_says_nothing_of_late_chips_leaves_them_to_the_floor() -> None:
    result = leftover(rulebooks.load("upt").floor.race, 6, 25, 100)
    assert (result.silent, result.steps, len(result.decide)) == (True, [], 1)
