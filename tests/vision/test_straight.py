"""An unrolled stack set straight, where it stands beside where it was thought to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.conftest import MARKERS, camera
from vision.counting.chip_set import Chip
from vision.counting.rectify import straightened
from vision.geometry.camera import Pose
from vision.geometry.unwrap import Stack, Strip, unwrap
from vision.training.scene import Pile, Scene

GREY, BLUE = Chip(5, (150, 150, 150), (150, 150, 150), 0), Chip(10, (40, 60, 160), (40, 60, 160), 0)
PILE = Pile(0, 0, (GREY, BLUE, BLUE, GREY, BLUE, GREY))
CAMERA = camera(960, 540, 2)
POSE = Pose.looking((0, -330, 220), (0, 0, 10))


def strip_at(x_mm: float) -> Strip:
    picture = CAMERA.draw(Scene(MARKERS, (PILE,), noise=1.0), POSE, 3)
    thought: Stack = replace(PILE.stack, x_mm=x_mm)
    return unwrap(picture, thought, CAMERA.lens, POSE, mm_per_row=0.4, margin_mm=5.0)


def edges(strip: Strip, column: slice) -> np.ndarray:
    """Return how bright each row is in some columns: the same in all where edges are level."""
    return strip.picture[8:-8, column].astype(float).mean(axis=(1, 2))


def uneven(strip: Strip) -> float:
    left, right = edges(strip, slice(12, 20)), edges(strip, slice(44, 52))
    return float(1 - np.corrcoef(left, right)[0, 1])


@pytest.mark.parametrize("off_mm", [-1.6, -0.9, 0.9, 1.6])
def test_edges_are_level_again_wherever_the_stack_was_thought_to_stand(off_mm):
    askew, true = strip_at(off_mm), strip_at(0.0)
    straight = straightened(askew)
    assert straight.picture.shape == askew.picture.shape
    assert uneven(straight) < uneven(askew) / 2
    assert uneven(straight) < uneven(true) + 0.05


def test_what_is_level_stays_so():
    true = strip_at(0.0)
    moved = np.abs(straightened(true).picture.astype(float) - true.picture).mean()
    assert moved < 4
    assert straightened(true).shows.mean() > 0.95


def test_what_is_hidden_stays_hidden():
    true = strip_at(0.0)
    shows = true.shows.copy()
    shows[:, :16] = False
    assert not straightened(replace(true, shows=shows)).shows[:, :14].any()
