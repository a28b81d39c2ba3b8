"""The front of a stack, unrolled with what is beside it, against renders whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import BLACK, MARKERS, RED, camera
from vision.counting.chip_set import Chip
from vision.geometry.camera import Pose
from vision.geometry.front import ABOVE, COLUMNS, front, side_of
from vision.geometry.unwrap import Strip, unwrap
from vision.training.scene import Pile, Scene

WHITE = Chip(1, (235, 235, 235), (235, 235, 235), 0)
DARK = Chip(2, (20, 20, 20), (20, 20, 20), 0)
CLOSE = Pose.looking((0, -260, 170), (0, 0, 15))
WITHIN = slice(COLUMNS // 8, -COLUMNS // 8)


def both_of(pile: Pile, *others: Pile) -> tuple[Strip, Strip]:
    """Return a stack's front and its unrolled side."""
    picture = camera().draw(Scene(MARKERS, (pile, *others), noise=1.0), CLOSE, 4)
    lens, hidden = camera().lens, [other.stack for other in others]
    side = unwrap(picture, pile.stack, lens, CLOSE, hidden, mm_per_row=0.4125, margin_mm=5.8)
    return front(picture, pile.stack, hidden, lens, CLOSE, side), side


@pytest.mark.parametrize("x", [-60.0, 0.0, 60.0])
def test_a_level_edge_is_a_level_line_from_one_side_to_the_other(x):
    seen, _ = both_of(Pile(x, 0, (WHITE, DARK) * 4))
    bright = seen.picture.mean(axis=2) > 128
    for number in range(8):
        row = bright[round(seen.row_of((number + 0.5) * 3.3)), WITHIN]
        assert (row == (number % 2 == 0)).mean() > 0.9


def test_rows_are_those_of_the_unrolled_side_and_some_more_at_the_top():
    seen, side = both_of(Pile(0, 0, (RED,) * 5))
    assert len(seen.picture) == len(side.picture) + ABOVE
    assert seen.row_of(5.0) == pytest.approx(side.row_of(5.0) + ABOVE)


def test_the_side_by_angles_can_be_had_of_the_front():
    seen, side = both_of(Pile(20, 40, (RED, WHITE, BLACK) * 3), Pile(0, -8, (BLACK,) * 2))
    again = side_of(seen)
    off = np.abs(again.picture[ABOVE:].astype(int) - side.picture)
    assert off.mean() < 4
    assert (again.shows[ABOVE:] == side.shows).mean() > 0.98


def test_beside_a_stack_the_felt_shows_and_a_neighbour_where_one_stands():
    alone, _ = both_of(Pile(0, 0, (WHITE,) * 6))
    beside, _ = both_of(Pile(0, 0, (WHITE,) * 6), Pile(42, 0, (RED,) * 6))
    rows = slice(round(alone.row_of(18.0)), round(alone.row_of(3.0)))
    felt, chip = (alone.picture[rows, at].reshape(-1, 3).mean(axis=0) for at in (0, COLUMNS // 2))
    assert np.abs(felt - chip).max() > 60
    assert np.allclose(beside.picture[rows, 2].mean(axis=0), alone.picture[rows, 2].mean(axis=0), atol=12)
    assert np.abs(beside.picture[rows, -2].mean(axis=0) - felt).max() > 30


def test_what_stands_before_it_hides_a_part_of_the_front():
    seen, _ = both_of(Pile(0, 40, (RED,) * 10), Pile(0, -8, (BLACK,) * 4))
    assert seen.shows[0].all()
    assert not seen.shows[-8, COLUMNS // 3 : -COLUMNS // 3].any()
    assert seen.shows[-8, [0, -1]].all()
