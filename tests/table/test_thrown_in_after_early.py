"""Who acts out of turn and then throws his hand in: the act binds all the same, and so does the fold."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import facing
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
