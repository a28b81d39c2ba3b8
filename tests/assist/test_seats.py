"""Seats that are drawn, and seats that are changed."""

from __future__ import annotations

import pytest

from controller import rulebooks
from controller.assist.answer import AssistError
from controller.assist.seats import Seated, change_seat, draw_seats
from tests.table.houses import clauses, in_houses

DRAWN = [("Ana", "Kd"), ("Ivo", "Ah"), ("Mia", "Ks")]


@in_houses(deltin="9", dpc="Seating 3")
def test_seats_off_a_broken_table_are_drawn_in_two_steps(house: str, cites: list[str]) -> None:
    floor = rulebooks.load(house).floor
    before = draw_seats(floor, [("Ana", None), ("Ivo", None)], [])
    assert (before.cites, len(before.steps), before.seated) == (cites, 2, [])
    result = draw_seats(floor, DRAWN, ["7/3", "2/9"])
    assert result.order == ["Ivo", "Mia", "Ana"]
    assert result.seated == [Seated("Ivo", "7/3"), Seated("Mia", "2/9")]
    assert result.steps == [
        "Ivo to seat 7/3", "Mia to seat 2/9", "Ana draws next",
        "Cards at once, but for a seat between small blind and button",
    ]  # fmt: skip


def test_a_redraw_says_nothing_of_blinds() -> None:
    result = draw_seats(rulebooks.load("upt").floor, [("Ana", None), ("Ivo", None)], ["1", "2"], table=False)
    assert result.steps == ["Ana to seat 1", "Ivo to seat 2"]
    assert result.silent


def test_the_newest_edition_says_so_in_a_clause_of_its_own() -> None:
    assert draw_seats(rulebooks.load("tda-2024").floor, DRAWN, []).cites == ["10B"]


@pytest.mark.parametrize(
    ("players", "seats", "said"),
    [
        ([("Ana", "Kd"), ("Ivo", None)], [], "all, or none"),
        ([("Ana", "Kd"), ("Ivo", "Kd")], [], "dealt twice"),
        ([("Ana", "Kd"), ("Ana", "Ks")], [], "Ana stands there twice"),
        ([("Ana", None), ("Ivo", None)], ["1", "1"], "1 stands there twice"),
        ([("Ana", None)], ["1", "2"], "2 seats were drawn for 1 player"),
    ],
)
def test_draws_that_cannot_be_are_refused(
    players: list[tuple[str, str | None]], seats: list[str], said: str
) -> None:
    with pytest.raises(AssistError, match=said):
        draw_seats(rulebooks.load("deltin").floor, players, seats)


@clauses("upt 4 Blinds 5")
def test_who_moves_nearer_to_the_big_blind_is_dealt_in() -> None:
    result = change_seat(rulebooks.load("upt").floor, 4, 2)
    assert (result.waits, result.cites) == (0, ["4 Blinds 5"])


@clauses("upt 4 Blinds 6")
def test_who_moves_away_waits_or_posts_unless_he_has_missed_a_blind() -> None:
    floor = rulebooks.load("upt").floor
    away = change_seat(floor, 2, 4)
    assert (away.waits, away.cites, away.steps[0]) == (2, ["4 Blinds 6"], "Waits 2 hands")
    assert change_seat(floor, 2, 4, posts=True).waits == 0
    assert change_seat(floor, 2, 4, posts=True, missed_blind=True).waits == 2


def test_a_silent_house_and_places_that_cannot_be() -> None:
    assert change_seat(rulebooks.load("deltin").floor, 2, 4).silent
    with pytest.raises(AssistError):
        change_seat(rulebooks.load("upt").floor, -1, 4)
