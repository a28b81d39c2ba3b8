"""Colouring up, rebuys, starting stacks, and penalties in hands, as the floor asks for them."""

from __future__ import annotations

import pytest

from controller import rulebooks
from controller.assist.answer import AssistError
from controller.assist.chips import colour_up, missed_rounds, rebuy, starting_stacks
from tests.table.houses import clauses, in_houses


@in_houses(invitational="2.4 s1", upt="15-11 s1")
def test_chips_that_no_coming_blind_needs_are_named(house: str, cites: list[str]) -> None:
    rules = rulebooks.load(house).floor.race
    result = colour_up(rules, [25, 100, 500], [100, 200])
    assert (result.chips, result.cites, result.steps) == ([25], cites, ["Colour up the 25s"])
    assert colour_up(rules, [25, 100, 500], [100, 200, 25]).chips == []
    assert colour_up(rules, [25, 100, 500], [500, 1_000]).chips == [25, 100]
    assert colour_up(rules, [500], [500]).chips == []


def test_elsewhere_the_director_colours_up_when_he_likes() -> None:
    result = colour_up(rulebooks.load("deltin").floor.race, [25, 100], [100, 200])
    assert (result.chips, result.silent, len(result.decide)) == ([25], True, 1)


@clauses("invitational 1.3")
@pytest.mark.parametrize(
    ("played", "had", "offered", "allowed"),
    [
        (2 * 3600 - 60, 0, True, True),
        (2 * 3600, 0, True, True),
        (2 * 3600 + 1, 0, True, False),
        (3600, 1, True, False),
        (3600, 0, False, False),
    ],
)
def test_the_home_tournament_has_one_rebuy_in_two_hours(
    played: int, had: int, offered: bool, allowed: bool
) -> None:
    result = rebuy(rulebooks.load("invitational").floor.rebuys, played, had, offered=offered)
    assert (result.allowed, result.cites) == (allowed, ["1.3"])
    assert ("no hand is missed" in result.steps[0]) == allowed


def test_where_the_book_has_no_limit_the_floor_says_whether_rebuys_are_open() -> None:
    result = rebuy(rulebooks.load("deltin").floor.rebuys, 60, 0)
    assert (result.allowed, result.cites, len(result.decide)) == (None, ["27"], 1)
    assert rebuy(None, 60, 0).silent


@clauses("invitational 1.2")
def test_everybody_at_the_home_tournament_starts_with_the_same() -> None:
    rules = rulebooks.load("invitational").floor.stacks
    fine = starting_stacks(rules, {1: 2_000, 2: 2_000})
    assert (fine.wrong, fine.cites, fine.steps) == ([], ["1.2"], ["All 2 seats as it should be"])
    half = starting_stacks(rules, {1: 2_000, 2: 1_000})
    assert (half.wrong, half.steps) == ([2], ["Seat 2 has 1,000: make it 2,000"])


@clauses("upt 15-4")
def test_the_tours_stack_is_the_events() -> None:
    rules = rulebooks.load("upt").floor.stacks
    assert starting_stacks(rules, {1: 3_000, 4: 2_000}, 3_000).wrong == [4]
    assert starting_stacks(rules, {1: 3_000}).decide == ["What is the starting stack?"]
    assert starting_stacks(None, {1: 3_000}, 3_000).silent


@in_houses(deltin="71A", dpc="Etiquette 71A", english_arabic="36B", tda_2024="71A")
def test_missed_rounds_in_hands(house: str, cites: list[str]) -> None:
    result = missed_rounds(rulebooks.load(house).floor, 9, 2)
    assert (result.hands, result.cites) == (18, cites)
    assert missed_rounds(rulebooks.load(house).floor, 7, 3).hands == 21
    more = missed_rounds(rulebooks.load(house).floor, 9, 5)
    assert more.hands == (None if house == "english-arabic" else 45)


def test_a_house_without_missed_rounds() -> None:
    assert missed_rounds(rulebooks.load("upt").floor, 9, 2).decide != []


def test_figures_that_cannot_be() -> None:
    with pytest.raises(AssistError):
        missed_rounds(rulebooks.load("deltin").floor, 0, 2)
    with pytest.raises(AssistError):
        rebuy(None, -1, 0)
