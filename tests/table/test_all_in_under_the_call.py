"""All-in of a stack that nobody knows, facing a bet, with no chips put out: it may be less than the bet."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house
from tests.table.showdowns import ACES, KINGS, stack, to_river

HANDS = {1: KINGS, 2: ACES}


def river(house: str = "deltin", **table: object) -> Scene:
    """Seat 1 bet 400 on the river; of seat 2 nobody knows the stack, and it says all-in. Seat 3 folds."""
    scene = Scene(house, seats=3, button=3, start=False, **table)  # type: ignore[arg-type]
    scene.engine.seats[2].holds(None)
    stack(scene.start(), HANDS, ["2c", "7d", "9h", "Js", "4c"])
    to_river(scene.deal()).says(1, "bet", 400).pushes(1, 100, 100, 100, 100)
    return scene.says(2, "all_in").folds(3).wait(3)


@every_house()
@pytest.mark.parametrize("keyed", [True, False])
def test_the_hands_that_are_tabled_then_are_no_exposure(house, keyed):
    scene = river(house).tables(1).tables(2)
    if keyed:
        scene.event("chips.bet", seat=2, amount=200, by="dealer").wait(1)
    assert scene.sweep().kinds() == []


@every_house()
def test_a_hand_shown_before_somebody_else_has_to_act_is_an_exposure(house):
    """Seat 3 has still to call or fold, however little the all-in is."""
    scene = Scene(house, seats=3, button=3, start=False)
    scene.engine.seats[2].holds(None)
    to_river(scene.start().deal()).says(1, "bet", 400).pushes(1, 100, 100, 100, 100)
    assert "hand.exposed_by_player" in scene.says(2, "all_in").tables(1).folds(3).kinds()


@every_house()
def test_hands_that_were_tabled_before_the_all_in_was_counted_lie_there_still(house):
    scene = river(house).tables(1).tables(2).event("chips.bet", seat=2, amount=200, by="dealer")
    scene.sweep().award(2, 700).award(1, 200).end()
    (hand,) = scene.hands()
    assert scene.kinds() == []
    assert ([won.shares for won in hand.winners or ()], hand.returned) == ([{2: 700}], {1: 200})


def test_the_next_hands_blinds_are_no_chips_of_it_once_the_button_has_moved_on():
    """No camera saw the bets swept, and nobody keyed how much it was."""
    scene = (
        river(without=("taps", "awards", "hands")).tables(1).tables(2).event("button.moved", after=9, seat=1)
    )
    scene.post(2, 25, 25).post(3, 100).shuffle()
    scene.button, scene.hole, scene.board = 1, {}, []
    scene.deal().wait(1)
    assert {seat: player.posted for seat, player in scene.engine.hand.players.items()} == {
        1: 0,
        2: 50,
        3: 100,
    }
    assert scene.kinds() == []
