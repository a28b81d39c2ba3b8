"""Several pots, or shares of one, are pushed, and one push is neither seen nor keyed."""

from __future__ import annotations

from controller.testkit.scene import Scene
from controller.testkit.spots import bets
from tests.table.houses import every_house
from tests.table.showdowns import ACES, KINGS, QUEENS, called, side_pot


def two_pots(house: str) -> Scene:
    """Seat 1 wins the main pot of 1500, seat 2 the side pot of 800."""
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS}, ["2c", "7d", "9h", "Js", "4c"])
    return bets(scene, 2, "bet", 400).says(3, "call").sweep().tables(1).tables(2).tables(3)


@every_house()
def test_the_main_pot_may_have_been_pushed_unseen(house):
    scene = two_pots(house).award(2, 800).end()
    assert not scene.findings("dealer", "floor")
    assert [f.facts["look"] for f in scene.findings() if f.kind == "sensing.gap"] == ["pot"]
    (hand,) = scene.hands()
    assert hand.unawarded == 1500


@every_house()
def test_the_other_half_may_have_been_pushed_unseen(house):
    board = ["Kd", "Qc", "Jd", "2c", "3d"]
    scene = called(house, {1: ["As", "Ts"], 2: ["Ah", "Th"]}, board).tables(1).tables(2).award(2, 550).end()
    assert not scene.findings("dealer", "floor")


@every_house()
def test_a_pot_of_which_some_is_kept_is_told(house):
    scene = two_pots(house).award(2, 800).award(1, 1117).end()
    assert [f.kind for f in scene.findings("floor")] == ["pot.award_wrong"]
