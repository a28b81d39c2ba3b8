"""A large chip called, its change was given unseen, and the next chips make up the call or what was said."""

from __future__ import annotations

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, chips, flop
from tests.table.houses import did, every_house, settled


def raised_behind_an_old_chip(house: str) -> Scene:
    """Seat 2 called 400 with a 1000, seat 3 raised to 1200, the others folded: seat 2 is to act."""
    scene = bets(flop(house, stacks=100_000), 1, "bet", 400).says(2, "call").pushes(2, 1000)
    return bets(scene, 3, "raise", 1200).folds(4, 5, 6).says(1, "fold")


@every_house()
def test_chips_that_are_what_is_owed_are_a_call(house):
    scene = settled(raised_behind_an_old_chip(house).pushes(2, 500, 100, 100, 100), 3).sweep()
    assert not scene.findings("dealer", "floor")
    assert did(scene, 2) == ("call", 1200)


@every_house()
def test_a_call_that_was_said_fits_what_is_owed(house):
    scene = raised_behind_an_old_chip(house).says(2, "call").pushes(2, 500, 100, 100, 100).sweep()
    assert not scene.findings("dealer", "floor")
    assert did(scene, 2) == ("call", 1200)


@every_house()
def test_a_raise_that_was_said_fits_what_makes_it_so(house):
    scene = (
        raised_behind_an_old_chip(house)
        .says(2, "raise", 4400)
        .pushes(2, *chips(4000, 500))
        .says(3, "fold")
        .mucks(3)
    )
    assert not scene.findings("dealer", "floor")
    assert did(scene, 2) == ("raise", 4400)


@every_house()
def test_other_chips_beside_a_call_that_was_said_do_not_fit_all_the_same(house):
    scene = raised_behind_an_old_chip(house).says(2, "call").pushes(2, 500, 500, 500, 100).sweep()
    assert [f.kind for f in scene.findings("dealer", "floor")] == ["bet.verbal_vs_chips"]
