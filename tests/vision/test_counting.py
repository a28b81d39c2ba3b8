"""One stack read: how many chips, which, and the reasons for which no number is given."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.conftest import BLACK, MARKERS, RED, camera
from vision.camera import Pose
from vision.chip_set import Chip, ChipSet
from vision.counting import Counter
from vision.training.render import Pile, Scene

BLUE = Chip(10, (40, 60, 160), (250, 250, 250), 4)
GOLD_SPOTTED = Chip(20, (40, 60, 160), (235, 190, 30), 4)
WHITE = Chip(1, (225, 222, 215), (40, 60, 150), 6)
HOUSE = ChipSet("house", 39.0, 3.3, (WHITE, RED, BLUE, GOLD_SPOTTED, BLACK))
NEAR = Pose.looking((0, -330, 200), (0, 0, 20))
FAR = Pose.looking((0, -900, 550), (0, 0, 20))


def read(
    pile: Pile, *others: Pile, pose: Pose = NEAR, house: ChipSet = HOUSE, height_mm: float | None = None
):
    lens = camera(960, 540, 2).lens
    picture = camera(960, 540, 2).draw(Scene(MARKERS, (pile, *others), noise=1.0), pose, 7)
    stack = pile.stack if height_mm is None else replace(pile.stack, height_mm=height_mm)
    return Counter(house).count(picture, stack, [other.stack for other in others], lens, pose)


@pytest.mark.parametrize("chips", [(RED,), (BLUE, GOLD_SPOTTED), (BLACK,) * 4 + (WHITE, RED, BLUE) * 2])
def test_chips_are_named_bottom_first(chips):
    held = read(Pile(-20, 10, chips))
    assert (held.sure, held.why) == (True, "")
    assert held.chips == tuple(chip.denomination for chip in chips)
    assert held.low == held.high == len(chips)
    assert 0.5 <= held.confidence <= 1


def test_equal_bodies_are_told_by_their_spots():
    chance = np.random.default_rng(3)
    chips = tuple(chance.choice(np.array((BLUE, GOLD_SPOTTED), object), 12))
    held = read(Pile(15, 0, chips))
    assert held.chips == tuple(chip.denomination for chip in chips)


def test_a_chip_that_is_not_in_the_set_is_no_other():
    stranger = Chip(2, (20, 140, 60), (20, 140, 60), 0)
    held = read(Pile(0, 0, (RED, RED, stranger, RED)))
    assert (held.sure, held.why) == (False, "chip 3 is not in the set")


def test_two_chips_that_look_alike_are_told_apart_by_nobody():
    twins = replace(HOUSE, chips=(*HOUSE.chips, replace(RED, denomination=6)))
    held = read(Pile(0, 0, (BLUE, RED)), house=twins)
    assert (held.sure, held.why) == (False, "chip 2 could be another than 5")


def test_a_hidden_part_a_far_camera_and_a_height_that_does_not_fit_make_it_unsure():
    hidden = read(Pile(0, 40, (RED,) * 8), Pile(10, -10, (BLUE,) * 5))
    assert not hidden.sure
    assert hidden.why.endswith("% of it is hidden")
    far = read(Pile(0, 0, (RED,) * 8), pose=FAR)
    assert (far.sure, far.why) == (False, "2.2 px a chip edge")
    high = read(Pile(0, 0, (RED,) * 8), height_mm=8 * 3.3 + 4.0)
    assert not high.sure
