"""Chips of an act out of turn that does not bind: the dealer pushes them back, or they are left for the next act."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, chips, facing
from tests.table.houses import did, every_house, settled


def freed(house: str) -> Scene:
    """Seat 3 calls the bet of 1,000 before seat 2, which raises to 3,000: seat 3 is free."""
    scene = facing(house, 1000).pushes(3, 1000)
    return bets(scene.wait(2.5), 2, "raise", 3000).wait(2.5)


def blind_is_freed(house: str) -> Scene:
    """The big blind of 200 calls a raise to 500 before the small blind, which makes it 1,100."""
    scene = Scene(house, seats=5, button=5, blinds=(100, 200)).deal()
    bets(scene, 3, "raise", 500).folds(4, 5).says(2, "call").pushes(2, *chips(300)).wait(2.5)
    return bets(scene, 1, "raise", 1100, has_in=100).wait(2.5)


def told(scene: Scene) -> list[str]:
    return [found.remedy for found in scene.findings()]


@every_house()
@pytest.mark.parametrize("taken", ["before his act", "as he acts"])
def test_the_big_blind_takes_back_his_call_and_calls_the_raise(house, taken):
    scene = blind_is_freed(house)
    if taken == "before his act":
        scene.pulls(2, 100, 100, 100).pushes(2, *chips(900))
    else:
        scene.says(2, "call").pulls(2, 100, 100, 100).pushes(2, *chips(900))
    settled(scene, 3).sweep()
    assert told(scene) == ["back_up", "not_binding"]
    assert did(scene, 2, "preflop") == ("call", 1100)


@every_house("upt")
def test_the_big_blind_takes_back_his_call_and_raises(house):
    scene = blind_is_freed(house).pulls(2, 100, 100, 100)
    settled(bets(scene, 2, "raise", 2000, has_in=200), 3)
    assert told(scene) == ["back_up", "not_binding"]
    assert did(scene, 2, "preflop") == ("raise", 2000)


@every_house()
def test_who_leaves_the_chips_and_adds_the_rest_has_called(house):
    scene = settled(freed(house).pushes(3, 1000, 1000), 4)
    assert told(scene) == ["back_up", "not_binding"]
    assert did(scene, 3) == ("call", 3000)


@every_house("upt")
def test_who_leaves_the_chips_and_adds_the_rest_has_raised_to_what_he_said(house):
    scene = settled(freed(house).says(3, "raise", 7000).pushes(3, 5000, 1000), 4)
    assert told(scene) == ["back_up", "not_binding"]
    assert did(scene, 3) == ("raise", 7000)


@every_house()
def test_who_leaves_the_chips_and_adds_too_little_has_called_short_with_both(house):
    scene = settled(freed(house).pushes(3, 500, 500), 4)
    undercall = scene.found("bet.undercall")
    assert (undercall.seat, undercall.facts["total"], undercall.facts["short"]) == (3, 2000, 1000)


@every_house()
def test_who_took_the_chips_back_and_adds_too_little_has_called_short_with_these_alone(house):
    scene = settled(freed(house).pulls(3, 1000).pushes(3, 1000, 1000), 4)
    assert scene.found("bet.undercall").facts["total"] == 2000


@every_house()
@pytest.mark.parametrize("counted", ["with them", "without them"])
def test_the_camera_counts_the_zone_before_and_after_they_go_back(house, counted):
    lie = {"1000": 1} if counted == "with them" else {}
    scene = freed(house).event("chips.bet", seat=3, chips=lie)
    scene.pushes(3, *([1000] * (2 if lie else 3))).event("chips.bet", seat=3, chips={"1000": 3})
    settled(scene, 4)
    assert told(scene) == ["back_up", "not_binding"]
    assert did(scene, 3) == ("call", 3000)


@every_house()
def test_the_chips_behind_agree_whether_they_went_back_or_not(house):
    for behind in (98_600, 99_600):
        scene = freed(house).event("chips.stack", seat=3, amount=behind)
        assert told(scene) == ["back_up", "not_binding"]


@every_house()
def test_chips_that_were_left_are_swept_with_the_street(house):
    scene = freed(house).folds(3, 4, 5, 6).says(1, "call").sweep().street().taps(1)
    settled(scene.pushes(2, 500), 1)
    assert did(scene, 2, "turn") == ("bet", 500)
    assert told(scene) == ["back_up", "not_binding"]
