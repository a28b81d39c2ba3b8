"""A chip behind a high stack is seen by no camera: the reader knows where that could be."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import BLACK, MARKERS, OVER_THE_FELT, RED, ZONES, camera
from vision.counting.chip_set import ChipSet
from vision.finding.behind import could_hide
from vision.frames import pictures
from vision.geometry.unwrap import Stack, hidden_by
from vision.profile import Profile
from vision.reading import Reader
from vision.training.scene import Pile, Scene

ZONE = ZONES[1]
MIDDLE = ZONE.polygon.mean(axis=0)


def stack(chips: int, x: float = MIDDLE[0], y: float = MIDDLE[1]) -> Stack:
    return Stack(float(x), float(y), 19.5, 3.3 * chips)


def test_a_low_stack_hides_no_chip_and_a_high_one_may():
    told = [could_hide(ZONE, [stack(chips)], OVER_THE_FELT, 3.3) for chips in range(1, 21)]
    assert not any(told[:4])
    assert told[-1]
    assert told == sorted(told)


def test_nothing_is_hidden_beyond_the_line_or_where_a_stack_stands():
    assert not could_hide(ZONE, [stack(20, y=ZONE.polygon[:, 1].max() - 20)], OVER_THE_FELT, 3.3)
    high, low = stack(12), stack(3, y=MIDDLE[1] + 53)
    assert could_hide(ZONE, [high], OVER_THE_FELT, 3.3)
    assert not could_hide(ZONE, [high, low], OVER_THE_FELT, 3.3)


@pytest.mark.parametrize("chips", [8, 14, 20])
def test_what_could_hide_shows_no_point_of_itself(chips):
    """A chip anywhere behind a stack shows, or the reader knows that it could not."""
    high, away = stack(chips), MIDDLE - OVER_THE_FELT.centre[:2]
    away = away / np.linalg.norm(away)
    unseen = []
    for gap in np.linspace(0.5, 20, 14):
        x, y = MIDDLE + away * (39 + gap)
        ring = np.linspace(0, 2 * np.pi, 40)
        points = np.stack((x + 19.5 * np.cos(ring), y + 19.5 * np.sin(ring), np.full(40, 3.3)), axis=1)
        unseen.append(hidden_by(high, points, OVER_THE_FELT.centre).all())
    assert could_hide(ZONE, [high], OVER_THE_FELT, 3.3) or not any(unseen)


def test_a_stack_that_shows_over_another_beyond_the_zone_keeps_the_total_back(tmp_path):
    renderer = camera(1920, 1080, 1)
    pictures.write(tmp_path / "felt.png", renderer.draw(Scene(MARKERS), OVER_THE_FELT, 1))
    held = Profile(renderer.lens, MARKERS, ZONES, tmp_path / "felt.png")
    reader = Reader(held, ChipSet("given", 39.0, 3.3, (RED, BLACK)))
    before, after = Pile(0, -20, (RED,) * 20), Pile(2, 55, (BLACK,) * 20)
    told = {}
    for piles in ((before,), (before, after)):
        picture = renderer.draw(Scene(MARKERS, piles), OVER_THE_FELT, 2)
        told[len(piles)] = reader.read("bets", picture).zones[1]
    assert (told[1].total, told[1].confidence) == (100, 0.5)
    assert told[2].total is None
    assert not told[2].alternatives
