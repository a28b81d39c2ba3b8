"""A device repeats a line after it was cut off: what it tells of the same moment is one thing."""

from __future__ import annotations

import msgspec
import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import did, every_house
from tests.table.showdowns import ACES, QUEENS, TENS, side_pot


def repeats(scene: Scene) -> Scene:
    """The device tells its last line once more."""
    last = dict(scene.log[-1])
    return scene.event(last.pop("type"), after=0.0, **{name: of for name, of in last.items() if name != "t"})


@every_house()
def test_chips_that_are_told_twice_were_pushed_once(house):
    scene = repeats(facing(house, 400).says(2, "call").pushes(2, 100, 100, 100, 100))
    scene.folds(3, 4, 5, 6).sweep().street()
    assert scene.findings() == []
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_chips_that_are_told_twice_were_taken_back_once(house):
    scene = facing(house, 400).says(2, "call").pushes(2, *[100] * 5)
    repeats(scene.pulls(2, 100)).folds(3, 4, 5, 6).sweep()
    assert scene.findings() == []
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_a_card_that_is_told_twice_left_the_shoe_once(house):
    scene = Scene(house)
    for number, seat in enumerate(scene.entitled() * 2):
        card = scene.cards.pop()
        scene.event("card.draw", tag=card, face="down")
        if number == 4:
            repeats(scene)
        scene.event("card.seen", after=0.2, tag=card, zone=f"seat:{seat}").hole.setdefault(seat, []).append(
            card
        )
    assert scene.limp_to_flop().check_round().findings() == []


@every_house()
def test_cards_that_the_throat_counts_at_one_moment_are_as_many_as_it_counts(house):
    scene = Scene(house)
    for seat in scene.entitled() * 2:
        card = scene.cards.pop()
        scene.event("card.draw", after=0.0, tag=None, face="down")
        scene.event("card.seen", after=0.0, tag=card, zone=f"seat:{seat}").hole.setdefault(seat, []).append(
            card
        )
    assert scene.limp_to_flop().check_round().findings() == []


@every_house()
def test_a_pot_that_is_told_twice_was_pushed_once(house):
    scene = flop(house, seats=3).says(1, "bet", 400).pushes(1, 100, 100, 100, 100).folds(2, 3)
    repeats(scene.award(1, 1600)).end()
    assert scene.findings() == []


@every_house()
def test_the_same_chips_a_moment_later_are_others(house):
    scene = flop(house).pushes(1, 500).pushes(1, 500, after=0.000001)
    assert msgspec.json.encode(scene.engine.view().seats[0].bet) == b"1000"


@every_house()
@pytest.mark.parametrize("pause", [0.4, 1.5, 3.0])
def test_a_pot_that_camera_and_key_tell_was_pushed_once(house, pause):
    scene = flop(house, seats=3).says(1, "bet", 400).pushes(1, 100, 100, 100, 100).folds(2, 3)
    scene.award(1, 1600).event("chips.award", after=pause, seat=1, amount=1600).end()
    assert scene.findings() == []
    assert scene.hands()[0].stacks == {1: 100_800, 2: 99_600, 3: 99_600}


@every_house()
def test_two_halves_of_a_pot_are_no_pot_told_twice(house):
    scene = (
        flop(house, seats=3)
        .says(1, "bet", 400)
        .pushes(1, 100, 100, 100, 100)
        .folds(2, 3)
        .pulls(1, *[100] * 4)
    )
    scene.award(1, 600).award(1, 600).end()
    assert scene.findings() == []
    assert scene.hands()[0].stacks[1] == 100_800


@every_house()
@pytest.mark.parametrize("twice", ["main", "side"])
@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("first", ["main", "side"])
def test_one_of_several_pots_that_is_told_twice_was_pushed_once(house, twice, named, first):
    scene = side_pot(house, {1: ACES, 2: QUEENS, 3: TENS}).says(2, "bet", 400).calls(3).sweep()
    scene.tables(2).tables(3).tables(1)
    for seat, amount, pot in [(1, 1500, 0), (2, 800, 1)][:: 1 if first == "main" else -1]:
        number = {"pot": pot} if named else {}
        scene.award(seat, amount, **number)
        if pot == (twice == "side"):
            scene.event("chips.award", after=0.8, seat=seat, amount=amount, **number)
    assert "pot.award_wrong" not in scene.end().kinds()
    assert scene.hands()[0].stacks == {1: 1500, 2: 4900, 3: 4100}
