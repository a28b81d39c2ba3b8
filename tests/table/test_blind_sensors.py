"""A sensor goes away in the middle of a hand: no ruling rests on what it did not see."""

from __future__ import annotations

import pytest

from tests.table.houses import every_house, facing, settled
from tests.table.scene import Scene


def away(scene: Scene, kind: str, state: str = "down", **fields: object) -> Scene:
    return scene.event("device", device=kind, kind=kind, state=state, **fields)


@every_house()
def test_a_short_push_before_the_camera_went_away_is_no_undercall(house):
    scene = settled(away(facing(house, 400).pushes(2, 100, 100), "chips"), 3)
    assert [finding.kind for finding in scene.findings("floor", "dealer")] == ["sensing.device"]
    gap = scene.found("sensing.gap")
    assert (gap.seat, gap.remedy, gap.level) == (2, "look", "info")
    assert gap.facts["about"] == "bet.undercall"
    assert gap.facts["blind"] == ["chips"]


def test_what_needs_no_camera_is_still_ruled():
    scene = away(Scene("deltin", start=False), "chips").start().deal(boxed=[1, 2])
    assert scene.found("misdeal.boxed_cards").remedy == "redeal"


def test_boxed_cards_are_not_ruled_on_after_the_shoe_was_away():
    scene = away(Scene("deltin").deal([1, 2]), "shoe").deal([3, 4], boxed=[1, 2])
    assert "misdeal.boxed_cards" not in scene.kinds()
    assert scene.found("sensing.gap").facts["about"] in ("misdeal.boxed_cards", "deal.boxed_card")


def test_a_camera_that_lost_something_is_believed_again_in_the_next_hand():
    scene = away(facing("deltin", 400), "chips", "degraded", lost=2).pushes(2, 100, 100)
    settled(scene, 3)
    assert "bet.undercall" not in scene.kinds()
    scene.end().shuffle()
    settled(scene.start(button=1).deal().pushes(4, 25, 25), 5)
    assert "bet.undercall" in scene.kinds()


def test_a_device_that_is_down_is_blind_in_the_next_hand_too_until_it_is_back():
    scene = away(Scene("deltin", start=False), "chips").start().deal().pushes(3, 25, 25)
    settled(scene, 4)
    assert "bet.undercall" not in scene.kinds()
    away(scene.end(), "chips", "up").shuffle()
    settled(scene.start(button=1).deal().pushes(4, 25, 25), 5)
    assert "bet.undercall" in scene.kinds()


def test_a_device_that_comes_back_is_told_once():
    scene = away(away(away(Scene("deltin"), "shoe"), "shoe", "starting"), "shoe", "up")
    away(scene, "shoe", "up")
    told = [finding.facts["state"] for finding in scene.findings() if finding.kind == "sensing.device"]
    assert told == ["down", "up"]
    assert scene.findings()[-1].facts["back"] is True


@pytest.mark.parametrize("device", ["antennas-2", "north camera"])
def test_a_device_of_unknown_kind_hinders_no_ruling(device):
    scene = facing("deltin", 400).pushes(2, 100, 100).event("device", device=device, state="down")
    assert "bet.undercall" in settled(scene, 3).kinds()
