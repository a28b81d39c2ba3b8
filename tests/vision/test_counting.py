"""One stack read: how many chips, which, and the reasons for which no number is given."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.conftest import BLACK, GREEN, MARKERS, RED, camera
from vision.counting.chip_set import Chip, ChipSet
from vision.counting.foot_fit import seated
from vision.counting.foot_shadow import lowest_may_be_shadow
from vision.counting.stack import Counter
from vision.counting.twins import twins
from vision.geometry.camera import Pose
from vision.geometry.unwrap import Stack, Strip
from vision.training.scene import Pile, Scene

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


UNDER_OTHERS = pytest.mark.parametrize("over", [(RED,) * 4, (BLUE,) * 5, (BLACK,) * 3, (WHITE,) * 6])
CAMERAS = pytest.mark.parametrize("up_mm", [130.0, 200.0])


def with_green_taken_for_felt(beneath: int, over: tuple[Chip, ...], up_mm: float):
    """Return a stack with chips of the felt's colour ``beneath`` others as it is counted, and what it is.

    They were taken for felt: it is thought to stand farther away, by what they are high.
    """
    pile, pose = Pile(0, 10, (GREEN,) * beneath + over), Pose.looking((0, -330, up_mm), (0, 0, 20))
    lens = camera(960, 540, 2).lens
    picture = camera(960, 540, 2).draw(Scene(MARKERS, (pile,), noise=1.0), pose, 7)
    thought = seated(pile.stack, 3.3 * beneath, pose)
    held = Counter(replace(HOUSE, chips=(*HOUSE.chips, GREEN))).count(picture, thought, [], lens, pose)
    return held, tuple(chip.denomination for chip in pile.chips)


@CAMERAS
@UNDER_OTHERS
@pytest.mark.parametrize("beneath", [1, 3])
def test_chips_of_the_felts_colour_beneath_others_are_not_left_out(beneath, over, up_mm):
    held, true = with_green_taken_for_felt(beneath, over, up_mm)
    assert not held.sure or held.chips == true


@CAMERAS
@UNDER_OTHERS
def test_two_chips_of_the_felts_colour_beneath_others_are_looked_for_and_counted(over, up_mm):
    held, true = with_green_taken_for_felt(2, over, up_mm)
    assert (held.sure, held.chips) == (True, true)


def test_a_chip_that_is_not_in_the_set_is_no_other():
    stranger = Chip(2, (20, 140, 60), (20, 140, 60), 0)
    held = read(Pile(0, 0, (RED, RED, stranger, RED)))
    assert (held.sure, held.why) == (False, "chip 3 is not in the set")


def test_two_chips_that_look_alike_are_told_apart_by_nobody():
    twins = replace(HOUSE, chips=(*HOUSE.chips, replace(RED, denomination=6)))
    held = read(Pile(0, 0, (BLUE, RED)), house=twins)
    assert (held.sure, held.why) == (False, "chip 2 could be another than 5")


def test_chips_that_look_alike_are_named_with_what_to_do():
    assert twins(HOUSE) == []
    (line,) = twins(replace(HOUSE, chips=(*HOUSE.chips, replace(RED, denomination=6))))
    assert line.startswith(
        "5 and 6 look alike to this camera and few stacks with either are counted: enrol them"
    )


@pytest.mark.parametrize(
    ("paper", "why"),
    [
        ((196, 196, 196), ""),
        ((150, 160, 170), ""),
        ((120, 170, 220), "the light is bluer than when the chips were enrolled: enrol them in this one"),
        ((240, 190, 130), "the light is redder than when the chips were enrolled: enrol them in this one"),
        (
            (90, 90, 90),
            "the light is 0.2 times as bright as when the chips were enrolled: enrol them in this one",
        ),
    ],
)
def test_a_set_enrolled_in_other_light_counts_nothing_and_says_so(paper, why):
    pile, lens = Pile(0, 0, (RED,) * 3), camera(960, 540, 2).lens
    picture = camera(960, 540, 2).draw(Scene(MARKERS, (pile,), noise=1.0), NEAR, 7)
    enrolled = replace(HOUSE, paper=(196, 196, 196))
    held = Counter(enrolled).count(picture, pile.stack, [], lens, NEAR, paper)
    assert held.why == why
    assert held.sure is (not why)


FELT = (60, 92, 22)
SHADOW = tuple(round(0.7 * level) for level in FELT)


def side_of(upper: tuple[int, ...], lowest: tuple[int, ...], spots: tuple[int, ...] | None = None) -> Strip:
    """Return two chips unrolled before felt, each eight rows; every fourth column of them shows ``spots``."""
    picture = np.zeros((40, 64, 3), np.uint8)
    picture[:16], picture[16:24], picture[24:] = upper, lowest, FELT
    if spots is not None:
        picture[8:24].reshape(16, 8, 8, 3)[:, :, :3] = spots
    return Strip(picture, np.ones((40, 64), bool), 3.3 * 3, 3.3 / 8)


@pytest.mark.parametrize(
    ("side", "shadow"),
    [
        (side_of((160, 60, 40), SHADOW), True),
        (side_of((160, 60, 40), (66, 100, 24), spots=(90, 220, 240)), False),
        (side_of((160, 60, 40), (28, 25, 25)), False),
        (side_of(SHADOW, SHADOW), False),
    ],
    ids=["felt in shadow", "spotted, of the felt's colour", "black", "all of the felt's colour"],
)
def test_a_shadow_as_high_as_a_chip_is_told_from_one(side, shadow):
    assert lowest_may_be_shadow(side, (24.0, 16.0, 8.0)) is shadow


def test_what_is_hidden_is_not_counted():
    behind, before = Pile(0, 40, (RED,) * 8), Pile(10, -10, (BLUE,) * 5)
    part = read(behind, before)
    assert (part.sure, part.chips) == (True, (5,) * 8), "next to certain, though a part is hidden"
    hidden = read(behind, replace(before, x_mm=5, chips=(BLUE,) * 6))
    assert not hidden.sure
    assert hidden.why.endswith("% of it is hidden")
    assert hidden.low <= 8 <= hidden.high
    most = read(behind, replace(before, x_mm=0, chips=(BLUE,) * 9))
    assert (most.sure, most.chips) == (False, ())
    assert most.why.endswith("% of it is hidden")


@pytest.mark.parametrize("aside_mm", [20, 24])
def test_a_stack_beside_whose_higher_neighbour_little_more_than_half_shows_is_counted_beyond_doubt(aside_mm):
    part = read(Pile(0, 40, (RED,) * 8), Pile(aside_mm, 0, (BLUE,) * 12))
    assert (part.sure, part.half_hidden, part.chips) == (True, True, (5,) * 8)
    assert part.confidence >= 0.97


@pytest.mark.parametrize("line_mm", [-4.2, 4.2])
def test_a_stack_found_beside_its_felt_line_is_counted_where_it_stands(line_mm):
    pile, lens = Pile(-20, 10, (BLACK,) * 3 + (WHITE, RED, BLUE) * 2), camera(960, 540, 2).lens
    picture = camera(960, 540, 2).draw(Scene(MARKERS, (pile,), noise=1.0), NEAR, 7)
    thought = seated(pile.stack, line_mm, NEAR)
    assert np.hypot(thought.x_mm - pile.x_mm, thought.y_mm - pile.y_mm) > 4
    held = Counter(HOUSE).count(picture, thought, [], lens, NEAR)
    assert (held.sure, held.why) == (True, "")
    assert held.chips == tuple(chip.denomination for chip in pile.chips)


def test_a_stack_seated_anew_keeps_its_top_and_has_its_foot_at_the_felt_line():
    stack, lens, line = Stack(-20, 10, 19.5, 30), camera(960, 540, 2).lens, 3.0
    seat = seated(stack, line, NEAR)
    away = np.array((stack.x_mm, stack.y_mm)) - NEAR.centre[:2]
    ways = away / np.linalg.norm(away)

    def at(held: Stack, nearer_mm: float, height_mm: float) -> np.ndarray:
        x, y = np.array((held.x_mm, held.y_mm)) - ways * nearer_mm
        return lens.project((x, y, height_mm), NEAR)[0]

    assert np.allclose(at(seat, 0, seat.height_mm), at(stack, 0, stack.height_mm), atol=1e-6)
    assert np.allclose(at(seat, 19.5, 0), at(stack, 19.5, line), atol=1e-6)


def test_a_side_that_shows_its_felt_line_says_so():
    behind = Pile(0, 40, (RED,) * 8)
    assert read(behind).grounded
    assert not read(behind, Pile(0, -5, (BLUE,) * 3)).grounded


def test_chips_too_small_to_tell_are_not_counted():
    far = read(Pile(0, 0, (RED,) * 8), pose=FAR)
    assert (far.sure, far.why) == (False, "2.2 px a chip edge")


@pytest.mark.parametrize("off_mm", [-4.0, 4.0])
def test_an_outline_that_says_another_number_takes_nothing_from_chips_that_show_clearly(off_mm):
    held = read(Pile(0, 0, (RED, BLUE) * 4), height_mm=8 * 3.3 + off_mm)
    assert (held.sure, held.chips) == (True, (5, 10) * 4)


@pytest.mark.parametrize("off_chips", [-0.6, 0.6])
def test_whole_chips_are_counted_where_the_outline_is_a_little_off_and_the_felt_as_red_as_they_are(off_chips):
    pile, lens = Pile(0, 0, (RED,) * 8), camera(960, 540, 2).lens
    picture = camera(960, 540, 2).draw(Scene(MARKERS, (pile,), felt=RED.body, noise=1.0), NEAR, 3)
    stack = replace(pile.stack, height_mm=(8 + off_chips) * 3.3)
    held = Counter(HOUSE).count(picture, stack, [], lens, NEAR)
    assert (held.sure, held.chips) == (True, (5,) * 8)


@pytest.mark.parametrize("thickness_mm", [3.1, 3.6])
def test_chips_of_another_thickness_than_the_sets_are_told_right_or_not_at_all(thickness_mm):
    thick = replace(HOUSE, thickness_mm=thickness_mm)
    held = read(Pile(0, 0, (RED, BLUE) * 4), house=thick)
    assert held.chips == (5, 10) * 4 if held.sure else held.why
    assert held.low <= 8 <= held.high


def test_chips_that_lie_across_each_other_are_counted_as_well():
    """Those below the middle show too high, those above it too low: no even chips would."""
    pile, lens = Pile(0, 0, (WHITE, RED, BLUE) * 3), camera(960, 540, 2).lens
    picture = camera(960, 540, 2).draw(Scene(MARKERS, (pile,), noise=1.0), NEAR, 7)
    height, width = picture.shape[:2]
    front = np.array([(0.0, -pile.stack.radius_mm, height_mm) for height_mm in (pile.stack.height_mm, 0.0)])
    rim, foot = lens.project(front, NEAR)[:, 1]
    across, down = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    down += 0.04 * (foot - rim) * np.sin(2 * np.pi * np.clip((down - rim) / (foot - rim), 0, 1))
    pushed = cv2.remap(picture, across, down.astype(np.float32), cv2.INTER_LINEAR)
    held = Counter(HOUSE).count(pushed, pile.stack, [], lens, NEAR)
    assert held.chips == (1, 5, 10) * 3


@given(st.integers(1, 14), st.integers(0, 2**16))
@settings(max_examples=6, deadline=None)
def test_a_stack_is_told_right_or_not_at_all(count, seed):
    chance = np.random.default_rng(seed)
    chips = tuple(chance.choice(np.array(HOUSE.chips, object), count))
    off = float(chance.normal(0, 0.5))
    held = read(Pile(float(chance.uniform(-40, 40)), 10, chips), height_mm=max(3.3 * count + off, 1))
    assert not held.sure or held.chips == tuple(chip.denomination for chip in chips)
    assert held.sure == (held.why == "")
