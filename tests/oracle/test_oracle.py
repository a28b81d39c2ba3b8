"""Hands by chance come out at the table as in PokerKit, decision by decision; where not, a clause says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller import rulebooks
from controller.rulebooks.clauses import cite_of
from tests.conftest import LongProof
from tests.oracle import stud
from tests.oracle.compare import Tally, compare
from tests.oracle.dealt import Dealt, deal
from tests.oracle.hand import play
from tests.oracle.kit import Kit
from tests.oracle.why import WHY, Allowed, allowed

HANDS = 40
"""Hands a house in the soak; ``make oracle`` plays 20,000."""


@pytest.mark.soak
@pytest.mark.parametrize("house", rulebooks.ids())
def test_what_may_be_done_and_what_comes_of_it_is_as_in_pokerkit(house: str, long_proof: LongProof) -> None:
    book, tally, hands = rulebooks.load(house), Tally(), long_proof(12, HANDS)
    for seed in range(hands):
        compare(play(seed, book), book, tally)
    assert tally.wrong == []
    assert sum(tally.hands.values()) == hands
    assert tally.decisions > hands


@pytest.mark.parametrize("seed", [668, 1755])
def test_of_a_side_pot_of_one_chip_the_second_winner_gets_none(seed: int) -> None:
    book, tally = rulebooks.load("dpc"), Tally()
    compare(play(seed, book), book, tally)
    assert tally.wrong == []


@pytest.mark.parametrize("house", rulebooks.ids())
def test_every_clause_that_explains_a_difference_is_in_the_house_s_book(house: str) -> None:
    refs = {cite_of(ref) for ref in rulebooks.load(house).clauses}
    named = {ref for why in WHY.values() for ref in why.cites.get(house, ())}
    assert named <= refs


@pytest.mark.parametrize("game", ["stud", "stud8", "razz"])
@pytest.mark.parametrize("house", ["dpc", "english-arabic", "tda-2024", "upt"])
def test_stud_and_razz_are_played_as_in_pokerkit(house: str, game: str) -> None:
    book = rulebooks.load(house)
    if game not in book.games:
        return
    tally = stud.compare(range(5), book, game)  # type: ignore[arg-type]
    assert tally.wrong == []
    assert tally.decisions > 20


def test_a_figure_that_no_clause_explains_is_told() -> None:
    book = rulebooks.load("deltin")
    for seed in range(5):
        played, tally = play(seed, book), Tally()
        may = played.allowed[0]
        played.allowed[0] = replace(may, to_call=may.to_call + 1)
        compare(played, book, tally)
        assert len(tally.wrong) == 1
        assert "turn 1" in tally.wrong[0]


def test_a_pot_that_went_elsewhere_is_told() -> None:
    book = rulebooks.load("deltin")
    played, tally = play(1, book), Tally()
    (winner, share), *_ = played.result.shares[0].items()
    played.result.shares[0] = {winner: share - 1}
    compare(played, book, tally)
    assert any("shares" in each for each in tally.wrong)


def test_the_same_number_is_always_the_same_hand() -> None:
    book = rulebooks.load("dpc")
    assert deal(7, book) == deal(7, book)
    assert play(7, book).course == play(7, book).course
    assert deal(8, book) != deal(7, book)


# One small hand for each difference -------------------------------------------------------------------------


def table(*stacks: int, game: str = "nlhe", small: int = 50, big: int = 100) -> Kit:
    """Return a hand of these stacks, first left of the button first."""
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    each = 4 if game == "plo" else 2
    return Kit(
        Dealt(
            name="told",
            game=game,  # type: ignore[arg-type]
            chips=(1, 5, 25, 100),
            small=small,
            big=big,
            ante=0,
            table_ante=0,
            stacks=list(stacks),
            holes=[tuple(deck.pop() for _ in range(each)) for _ in stacks],
            board=tuple(deck.pop() for _ in range(5)),
        )
    )


def may(kit: Kit, house: str) -> Allowed:
    decision = kit.decision()
    assert decision is not None
    return allowed(decision, rulebooks.load(house))


def test_upt_asks_twice_what_is_faced() -> None:
    kit = table(5000, 5000, 5000, 5000)
    kit.raise_to(400)
    assert may(kit, "deltin") == Allowed(400, 700, 5000)
    assert may(kit, "upt") == Allowed(400, 800, 5000, ("double",))


@pytest.mark.parametrize("house", rulebooks.ids())
def test_a_limper_may_not_raise_an_all_in_of_less_than_a_raise(house: str) -> None:
    kit = table(5000, 5000, 5000, 150)
    kit.check_or_call()
    kit.raise_to(150)
    assert may(kit, house).min_to == (300 if house == "upt" else 250)
    kit.fold()
    kit.check_or_call()
    decision = kit.decision()
    assert decision is not None
    assert decision.min_to is not None
    assert may(kit, house) == Allowed(150, None, None, ("not reopened",))


def test_a_caller_between_two_short_all_ins_may_not_raise_though_the_bettor_may() -> None:
    kit = table(5000, 5000, 5000, 1000, 5000, 1150)
    kit.raise_to(600)  # by 500
    kit.raise_to(1000)
    kit.check_or_call()
    kit.raise_to(1150)
    kit.fold()
    kit.check_or_call()
    assert may(kit, "tda-2024") == Allowed(1150, 1650, 5000)
    kit.check_or_call()
    assert may(kit, "tda-2024") == Allowed(1150, None, None)


@pytest.mark.parametrize(("house", "least"), [("tda-2024", 1650), ("invitational", None)])
def test_two_short_all_ins_add_up_for_the_bettor_where_a_book_says_so(house: str, least: int | None) -> None:
    kit = table(5000, 5000, 5000, 900, 1150)
    kit.raise_to(600)  # by 500
    kit.raise_to(900)
    kit.raise_to(1150)
    kit.fold()
    kit.check_or_call()
    due = Allowed(1150, None, None, ("not reopened",)) if least is None else Allowed(1150, least, 5000)
    assert may(kit, house) == due


def test_a_third_short_all_in_takes_nothing_away_that_two_have_given() -> None:
    kit = table(5000, 5000, 5000, 900, 1150, 1250)
    kit.raise_to(600)  # by 500
    for to in (900, 1150, 1250):
        kit.raise_to(to)
    kit.fold()
    kit.check_or_call()
    assert kit.decision().min_to is None  # type: ignore[union-attr]
    assert may(kit, "deltin") == Allowed(1250, 1750, 5000, ("reopened",))


def test_a_short_small_blind_counts_in_full_for_the_pot() -> None:
    kit = table(20, 5000, 5000, 5000, game="plo")
    assert may(kit, "deltin") == Allowed(100, 200, 350, ("short small blind",))


def test_a_short_big_blind_is_called_in_full() -> None:
    kit = table(5000, 40, 5000, 5000)
    assert may(kit, "upt") == Allowed(100, 200, 5000)
    kit.check_or_call()
    kit.fold()
    kit.fold()
    assert kit.result.returned == {2: 50}
    assert kit.result.pots == [(120, [1, 2]), (20, [2])]


@pytest.mark.parametrize("house", ["dpc", "english-arabic", "tda-2024"])
def test_at_limit_the_big_blind_is_the_first_of_four_bets(house: str) -> None:
    kit = table(5000, 5000, 5000, 5000, game="flhe")
    for to in (200, 300, 400):
        assert may(kit, house) == Allowed(to - 100, to, to)
        kit.raise_to(to)
    assert kit.decision().min_to == 500  # type: ignore[union-attr]
    assert may(kit, house) == Allowed(400, None, None, ("limit cap",))


def test_at_limit_two_players_raise_without_end() -> None:
    kit = table(5000, 5000, game="flhe")
    for to in (200, 300, 400, 500):
        kit.raise_to(to)
    assert may(kit, "tda-2024") == Allowed(500, 600, 600, ("limit cap",))


def test_at_limit_a_small_all_in_is_completed() -> None:
    kit = table(5000, 5000, 130, 5000, game="flhe")
    kit.raise_to(130)
    assert may(kit, "tda-2024") == Allowed(130, 200, 200, ("limit, completed",))


@pytest.mark.parametrize(("house", "reopens"), [("tda-2024", True), ("english-arabic", True), ("dpc", False)])
def test_at_limit_half_a_bet_more_reopens_where_the_book_says_so(house: str, reopens: bool) -> None:
    kit = table(5000, 5000, 5000, 5000, 260, game="flhe")
    kit.raise_to(200)
    kit.fold()
    kit.raise_to(260)
    kit.fold()
    kit.check_or_call()
    assert kit.decision().min_to is None  # type: ignore[union-attr]
    due = Allowed(260, 360, 360, ("limit, half reopens",)) if reopens else Allowed(260, None, None)
    assert may(kit, house) == due
