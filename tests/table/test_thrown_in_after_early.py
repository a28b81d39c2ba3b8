"""Who acts out of turn and then throws his hand in: the act binds all the same, and so does the fold."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import every_house

HOW = pytest.mark.parametrize("how", ["words", "chips", "words and chips"])


def called_early(house: str, how: str) -> Scene:
    """Seat 3 calls the bet of 1,000 before seat 2 has acted."""
    scene = facing(house, 1000)
    if "words" in how:
        scene.says(3, "call")
    if "chips" in how:
        scene.pushes(3, 1000, after=0.7)
    return scene.wait(2)


def acts(scene: Scene, seat: int) -> list[tuple[str, int]]:
    """What the seat was ruled to do on the flop."""
    return [(action, to) for who, action, to in scene.actions("flop") if who == seat]


def told_folds(scene: Scene) -> list[int | None]:
    return [found.seat for found in scene.findings() if found.kind == "turn.out_of_turn_fold"]


def others_fold(scene: Scene) -> Scene:
    """The rest give up, and the pot is seat 1's."""
    return scene.wait(1).says(4, "fold").says(5, "fold").says(6, "fold").sweep().end()


@every_house()
@HOW
def test_cards_that_go_after_the_due_seat_has_called_leave_the_call_in_the_pot(house, how):
    scene = called_early(house, how).pushes(2, 1000).mucks(3)
    others_fold(scene)
    assert acts(scene, 3) == [("call", 1000), ("fold", 1000)]
    assert told_folds(scene) == [3]
    assert "bet.verbal_vs_chips" not in scene.kinds()
    assert scene.hands()[0].stacks[3] == 98_600


@every_house("invitational", "upt")
def test_so_do_cards_that_go_with_a_word(house):
    scene = others_fold(called_early(house, "chips").pushes(2, 1000).folds(3))
    assert acts(scene, 3) == [("call", 1000), ("fold", 1000)]
    assert told_folds(scene) == [3]
    assert scene.hands()[0].stacks[3] == 98_600


@every_house()
@HOW
@pytest.mark.parametrize("due", ["calls", "folds"])
def test_cards_that_go_before_the_due_seat_acts_leave_the_call_in_the_pot_where_it_binds(house, how, due):
    scene = called_early(house, how).mucks(3).wait(2.5)
    assert told_folds(scene) == [3]
    others_fold(scene.pushes(2, 1000) if due == "calls" else scene.folds(2))
    assert acts(scene, 3) == [("call", 1000), ("fold", 1000)]
    assert told_folds(scene) == [3]
    assert scene.hands()[0].stacks[3] == 98_600


@every_house()
@HOW
def test_a_raise_frees_the_call_and_the_hand_is_folded_all_the_same(house, how):
    scene = bets(called_early(house, how).mucks(3).wait(2.5), 2, "raise", 3000)
    scene.says(4, "fold").says(5, "fold").says(6, "fold").says(1, "fold").sweep().end()
    assert acts(scene, 3) == [("fold", 0)]
    assert told_folds(scene) == [3]
    assert "turn.skipped" not in scene.kinds()
    assert scene.hands()[0].stacks[3] == 99_600


@every_house()
def test_who_checks_before_his_turn_and_throws_his_hand_in_has_folded(house):
    scene = flop(house).taps(2).wait(2.5).mucks(2).wait(1)
    assert told_folds(scene) == [2]
    scene.taps(1, 3, 4, 5, 6).sweep()
    assert acts(scene, 2) == [("check", 0), ("fold", 0)]
    assert not scene.engine.view().seats[1].in_hand


@every_house()
@pytest.mark.parametrize("street", ["flop", "river"])
def test_the_last_to_act_is_out_of_the_hand_too(house, street):
    """Seat 6 calls before seat 5 and throws his cards in; the call of seat 5 ends the betting."""
    scene = flop(house)
    if street == "river":
        scene.check_round().sweep().street().check_round().sweep().street()
    scene.says(1, "bet", 1000).pushes(1, 1000, after=1.0).folds(2, 3, 4).says(6, "call").pushes(
        6, 1000, after=0.7
    )
    scene.mucks(6).wait(2.5).pushes(5, 1000).wait(2.5).sweep()
    assert told_folds(scene) == [6]
    assert [act[1:] for act in scene.actions(street) if act[0] == 6] == [("call", 1000), ("fold", 1000)]
    assert not scene.engine.view().seats[5].in_hand


@every_house()
def test_a_hand_that_the_floor_gives_back_has_called(house):
    scene = called_early(house, "chips")
    cards = scene.hole[3]
    scene.mucks(3).rules("restore", finding=scene.found("turn.out_of_turn_fold").id)
    for tag in cards:
        scene.move(tag, "muck", "seat:3")
    scene.pushes(2, 1000).wait(2.5).says(4, "fold")
    assert acts(scene, 3) == [("call", 1000)]
    assert scene.engine.view().seats[2].in_hand
