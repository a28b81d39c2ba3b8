"""A blind that is all-in for less: what is called, the most at pot-limit, and hands that nobody can bet on."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house, in_houses, only_finding

POT_LIMIT = ("deltin", "dpc", "english-arabic", "tda-2024")


def short_big_blind(house: str, has: int, **table: object) -> Scene:
    """Blinds 100 and 200; the big blind is all-in for ``has``."""
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 2: has}
    return Scene(house, blinds=(100, 200), stacks=stacks, **table).deal()  # type: ignore[arg-type]


@in_houses(deltin="53B", dpc="Bets 15B", tda_2024="54B")
def test_a_short_all_in_blind_leaves_the_pot_limit_maximum_as_it_was(house, cites):
    scene = short_big_blind(house, 120, game="plo").says(3, "raise", 700).says(4, "fold")
    assert scene.findings() == []
    assert scene.actions() == [(3, "raise", 700)]
    scene = short_big_blind(house, 120, game="plo").says(3, "raise", 900)
    assert (only_finding(scene).kind, only_finding(scene).facts["to"]) == ("bet.over_limit", 700)


@pytest.mark.parametrize("house", POT_LIMIT)
def test_after_the_flop_the_pot_as_it_lies_is_the_most(house):
    scene = short_big_blind(house, 120, game="plo").says(3, "call")
    scene.folds(4, 5, 6).says(1, "call").sweep().flop()
    assert scene.says(1, "bet", 520).says(3, "fold").findings() == []
    scene = short_big_blind(house, 120, game="plo").says(3, "call")
    scene.folds(4, 5, 6).says(1, "call").sweep().flop().says(1, "bet", 600)
    assert (only_finding(scene).kind, only_finding(scene).facts["to"]) == ("bet.over_limit", 520)


@every_house()
def test_hands_that_are_all_in_by_their_blinds_are_tabled_not_exposed(house):
    stacks = {1: 100, 2: 50}
    scene = Scene(house, seats=2, stacks=stacks, blinds=(50, 100), button=2).deal()
    scene.tables(1).tables(2).street(3).street().street()
    assert scene.findings("dealer", "floor") == []
    assert scene.wait(1).engine.view().showdown.pots[0].winners


@every_house()
def test_a_card_that_the_dealer_turns_up_is_exposed_there_too(house):
    scene = Scene(house, seats=2, stacks={1: 100, 2: 50}, blinds=(50, 100), button=2).deal(shown=[1])
    assert scene.kinds() == ["misdeal.exposed"]


@every_house()
@pytest.mark.parametrize("calls", [False, True])
def test_nothing_is_asked_of_a_small_blind_against_a_big_one_that_is_all_in_for_no_more(house, calls):
    scene = Scene(house, seats=2, stacks={1: 10_000, 2: 50}, blinds=(50, 100), button=1).deal().wait(2)
    assert scene.engine.view().to_act is None
    if calls:
        scene.says(1, "call")
    scene.tables(1).tables(2).street(3).street().street().wait(2)
    assert scene.findings("dealer", "floor") == []
    (hand,) = scene.end().hands()
    assert [pot.amount for pot in hand.pots] == [100]


def test_a_small_blind_that_completes_all_the_same_gets_it_back():
    scene = Scene("deltin", seats=2, stacks={1: 10_000, 2: 50}, blinds=(50, 100), button=1).deal().wait(2)
    scene.pushes(1, 50).wait(3).tables(1).tables(2).street(3).street().street().wait(2)
    (hand,) = scene.end().hands()
    assert ([pot.amount for pot in hand.pots], hand.returned) == ([100], {1: 50})
    assert scene.findings("dealer", "floor") == []


def test_so_does_one_that_completes_after_the_others_have_folded():
    scene = Scene("deltin", seats=3, stacks={1: 10_000, 2: 50, 3: 10_000}, blinds=(50, 100), button=3).deal()
    scene.folds(3).pushes(1, 50).wait(3).tables(1).tables(2).street(3).street().street().wait(2)
    (hand,) = scene.end().hands()
    assert ([pot.amount for pot in hand.pots], hand.returned) == ([100], {1: 50})
    assert scene.findings("dealer", "floor") == []


def test_who_faces_a_short_big_blind_with_others_still_to_act_owes_the_whole_one():
    scene = short_big_blind("deltin", 120).says(3, "call").folds(4, 5, 6)
    assert scene.actions()[0] == (3, "call", 200)
    assert scene.engine.view().to_act == 1


def test_hands_that_begin_by_themselves_end_where_the_blinds_were_all_in():
    """The button moves on for the next hand; the one before, in which nobody had to act, is not begun again with it."""
    table = {"stacks": {1: 10_000, 2: 50}, "blinds": (50, 100), "button": 1}
    scene = Scene("deltin", seats=2, without=("hands",), start=False, **table)  # type: ignore[arg-type]
    scene.event("button.moved", seat=1).deal([2, 1, 2, 1]).wait(2)
    scene.tables(1).tables(2).street(3).street().street().wait(2)
    scene.event("button.moved", seat=2).event("seat", seat=2, stack=5_000)
    scene.shuffle()
    scene.hole, scene.board = {}, []
    scene.deal([1, 2, 1, 2]).wait(2)
    assert scene.findings("dealer", "floor") == []
    assert (scene.engine.hand.blinds.button, scene.engine.hands) == (2, 2)
