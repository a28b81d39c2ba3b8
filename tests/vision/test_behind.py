"""A chip behind a high stack is seen by no camera: the reader knows where that could be."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.vision.conftest import BLACK, MARKERS, OVER_THE_FELT, RED, ZONES, camera
from vision.counting.chip_set import ChipSet
from vision.finding import behind
from vision.frames import pictures
from vision.geometry.unwrap import Stack, hidden_by
from vision.geometry.zones import Zone
from vision.profile import Profile
from vision.reading import Reader, ZoneReading
from vision.training.scene import Pile, Scene

ZONE = ZONES[1]
MIDDLE = ZONE.polygon.mean(axis=0)


def stack(chips: int, x: float = MIDDLE[0], y: float = MIDDLE[1]) -> Stack:
    return Stack(float(x), float(y), 19.5, 3.3 * chips)


def unseen_mm2(*stacks: Stack, zone: Zone = ZONE) -> float:
    return behind.unseen_mm2(zone, stacks, OVER_THE_FELT, 3.3)


def test_a_low_stack_hides_no_chip_and_the_higher_it_is_the_more_places_it_hides():
    told = [unseen_mm2(stack(chips, y=MIDDLE[1] - 20)) for chips in range(1, 21)]
    assert not any(told[:4])
    assert told[-1] > 2 * told[9] > 0
    assert told == sorted(told)


def test_two_high_stacks_side_by_side_hide_more_than_both_alone():
    left, right = (stack(20, x=MIDDLE[0] + x, y=MIDDLE[1] - 20) for x in (-19.6, 19.6))
    assert unseen_mm2(left, right) > unseen_mm2(left) + unseen_mm2(right)


def test_a_zone_that_was_drawn_by_the_metre_hides_no_more_and_takes_no_longer():
    wide = Zone(5, np.array(((-8e4, -6e4), (8e4, -6e4), (8e4, 6e4), (-8e4, 6e4))))
    assert 0 < unseen_mm2(stack(20), zone=wide) < 1500


def test_nothing_is_hidden_beyond_the_line_or_where_a_stack_stands():
    assert not unseen_mm2(stack(20, y=ZONE.polygon[:, 1].max() - 20))
    high, low = stack(12), stack(3, y=MIDDLE[1] + 53)
    assert unseen_mm2(high)
    assert not unseen_mm2(high, low)
    assert not unseen_mm2()


@pytest.mark.parametrize("chips", [8, 14, 20])
def test_what_could_hide_shows_no_point_of_itself(chips):
    """A chip anywhere behind a stack shows, or the reader knows that it could not."""
    high, away = stack(chips), MIDDLE - OVER_THE_FELT.centre[:2]
    away = away / np.linalg.norm(away)
    hidden = []
    for gap in np.linspace(0.5, 20, 14):
        x, y = MIDDLE + away * (39 + gap)
        ring = np.linspace(0, 2 * np.pi, 40)
        points = np.stack((x + 19.5 * np.cos(ring), y + 19.5 * np.sin(ring), np.full(40, 3.3)), axis=1)
        hidden.append(hidden_by(high, points, OVER_THE_FELT.centre).all())
    assert unseen_mm2(high) or not any(hidden)


@pytest.fixture
def told(tmp_path) -> Callable[..., ZoneReading]:
    """What the reader tells of the middle zone in which piles stand."""
    renderer = camera(1920, 1080, 1)
    pictures.write(tmp_path / "felt.png", renderer.draw(Scene(MARKERS), OVER_THE_FELT, 1))
    held = Profile(renderer.lens, MARKERS, ZONES, tmp_path / "felt.png")
    reader = Reader(held, ChipSet("given", 39.0, 3.3, (RED, BLACK)))

    def tell(*piles: Pile) -> ZoneReading:
        picture = renderer.draw(Scene(MARKERS, piles), OVER_THE_FELT, 2)
        return reader.read("bets", picture).zones[1]

    return tell


def test_a_total_is_as_sure_as_what_could_lie_unseen_is_seldom(told):
    few, low, high = (told(Pile(0, -20, (RED,) * chips)) for chips in (5, 10, 20))
    assert (few.total, low.total, high.total) == (25, 50, 100)
    assert few.confidence > 0.9
    assert (low.confidence, high.confidence) == (0.85, 0.5)
    assert few.alternatives[0].p > low.alternatives[0].p > 0.95 > high.alternatives[0].p > 0.8


def test_behind_two_high_stacks_a_third_could_stand_and_no_total_is_told(told):
    zone = told(Pile(-20, -20, (RED,) * 20), Pile(20, -20, (RED,) * 20))
    assert all(stack.sure for stack in zone.stacks)
    assert zone.total is None
    assert (
        zone.why
        == zone.as_json()["why"]
        == "33 cm² behind its stacks are not seen, another could stand there"
    )
    best = zone.alternatives[0]
    assert best.amount == 200
    assert 0.6 < best.p < 0.7


def test_a_stack_that_shows_over_another_beyond_the_zone_keeps_the_total_back(told):
    before, after = Pile(0, -20, (RED,) * 20), Pile(2, 55, (BLACK,) * 20)
    alone, both = told(before), told(before, after)
    assert (alone.total, alone.confidence) == (100, 0.5)
    assert both.total is None
    assert not both.alternatives
