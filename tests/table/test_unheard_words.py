"""A finding that rests on silence names the words that would change it."""

from __future__ import annotations

from controller.ruling_cards.unheard import words_that_change
from controller.testkit.spots import facing
from tests.table.houses import settled


def words(scene, kind):
    return [(said.seat, said.action, said.amount) for said in words_that_change(scene.found(kind))]


def test_one_large_chip_may_have_come_with_raise():
    assert words(settled(facing("deltin", 400).pushes(2, 5000), 3), "bet.overchip") == [(2, "raise", 5000)]


def test_a_second_motion_may_have_come_with_raise_or_bet_and_the_whole_amount():
    scene = facing("deltin", 400).pushes(2, *[100] * 4).pushes(2, 500, 100, 100, 100, after=1.0)
    assert words(settled(scene, 3), "bet.string") == [(2, "raise", 1200)]


def test_too_little_may_have_come_with_call():
    assert words(settled(facing("deltin", 400).pushes(2, 100, 100), 3), "bet.undercall")[0] == (
        2,
        "call",
        None,
    )


def test_too_little_with_more_behind_it_may_have_come_with_raise_and_the_whole_amount():
    scene = facing("deltin", 400).pushes(2, 100, 100).pushes(2, 500, 500, after=1.0)
    assert words(scene, "bet.undercall") == [(2, "raise", 1200), (2, "call", None)]
    scene.says(2, "raise", 1200, order="first").pushes(3, 1000, 100, 100).folds(4)
    assert scene.actions("flop")[-2:] == [(2, "raise", 1200), (3, "call", 1200)]


def test_an_act_out_of_turn_asks_for_the_words_of_the_seat_that_was_due():
    scene = facing("deltin", 400).pushes(3, *[100] * 4).wait(3)
    due = scene.found("turn.out_of_turn").facts["due"]
    assert words(scene, "turn.out_of_turn")[0][:2] == (due, "check")


def test_what_rests_on_no_silence_asks_for_no_words():
    assert words(facing("deltin", 400).says(2, "check").wait(1), "bet.invalid_declaration") == []
