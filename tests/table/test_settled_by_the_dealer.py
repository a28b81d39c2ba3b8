"""The dealer goes on at once after a silent bet: it has changed what the player faces who acted before his turn."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, flop
from tests.table.houses import did, every_house


def bet_in_front(house: str, *chips: int) -> Scene:
    """Seat 2 bets 400 before its turn, then seat 1, who was due, puts out ``chips`` without a word."""
    return bets(flop(house, seats=2), 2, "bet", 400).pushes(1, *chips)


@every_house()
@pytest.mark.parametrize("goes_on", [Scene.sweep, Scene.burn, Scene.end])
def test_a_silent_bet_in_front_frees_who_bet_early_though_the_dealer_goes_on_at_once(house, goes_on):
    scene = goes_on(bet_in_front(house, 500, 100, 100, 100))
    assert [(f.kind, f.remedy) for f in scene.findings("dealer")][1:] == [("turn.out_of_turn", "not_binding")]
    assert did(scene, 1)[1] == 800


@every_house()
@pytest.mark.parametrize("goes_on", [Scene.sweep, Scene.burn])
def test_a_check_in_front_frees_nobody(house, goes_on):
    scene = goes_on(flop(house, seats=2).taps(2).taps(1))
    assert scene.found("turn.out_of_turn", 2).remedy == "binding"
    assert scene.actions("flop") == [(1, "check", 0), (2, "check", 0)]
