"""The clocks of shoe and antennas differ a little: a card is seen before the shoe has counted it."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house


def comes_early(scene: Scene, zone: str, *, by: float) -> Scene:
    """A card is seen where it lies, and counted by the shoe after that."""
    tag = scene.cards.pop()
    up = {"face": "up"} if zone == "board" else {}
    scene.event("card.seen", after=0.2, tag=tag, zone=zone, **up)
    return scene.event("card.draw", after=by, tag=tag, face="down")


@every_house()
@pytest.mark.parametrize("by", [0.05, 0.2, 0.4])
def test_a_hand_all_of_whose_cards_are_counted_late_is_clean(house, by):
    scene = Scene(house)
    for seat in scene.entitled() * 2:
        comes_early(scene, f"seat:{seat}", by=by)
    scene.calls(3, 4, 5, 6, 1).taps(2).sweep()
    for street in (("burn", *["board"] * 3), ("burn", "board"), ("burn", "board")):
        for zone in street:
            comes_early(scene, zone, by=by)
        scene.check_round().sweep()
    scene.wait(3).end()
    assert scene.kinds() == []
    assert len(scene.hands()[0].board) == 5


@every_house()
def test_a_seat_passed_over_is_told_though_its_neighbours_card_is_counted_late(house):
    scene = Scene(house).deal([1, 2])
    comes_early(scene, "seat:4", by=0.2)
    scene.deal([5, 6, 1, 2, 3, 4, 5, 6, 1]).calls(3)
    in_time = Scene(house).deal([1, 2, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1]).calls(3)
    assert scene.kinds() == in_time.kinds() != []


@every_house()
def test_a_card_that_has_lain_there_for_long_and_is_drawn_then_is_there_twice(house):
    scene = Scene(house).deal([1, 2])
    comes_early(scene, "seat:3", by=5.0).wait(1)
    assert "deck.duplicate" in scene.kinds()
