"""Stacks found as cylinders: apart, touching, behind each other; and what is no stack."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.conftest import BLACK, GREEN, MARKERS, OVER_THE_FELT, RED, ZONES, camera
from vision.counting.chip_set import Chip, ChipSet
from vision.frames import pictures
from vision.geometry.camera import Picture, Pose
from vision.profile import Profile
from vision.reading import Reader, ZoneReading
from vision.training.scene import Pile, Scene

WHITE = Chip(1, (225, 222, 215), (40, 60, 150), 6)
FULL_HD = camera(1920, 1080, 1)


def table(*piles: Pile, seed: int = 2) -> Picture:
    return FULL_HD.draw(Scene(MARKERS, piles), OVER_THE_FELT, seed)


@pytest.fixture(scope="module")
def reader(tmp_path_factory) -> Reader:
    felt = tmp_path_factory.mktemp("felt") / "felt.png"
    pictures.write(felt, table(seed=1))
    return Reader(Profile(FULL_HD.lens, MARKERS, ZONES, felt))


@pytest.fixture(scope="module")
def counting(tmp_path_factory) -> Reader:
    felt = tmp_path_factory.mktemp("felt") / "felt.png"
    pictures.write(felt, table(seed=1))
    house = ChipSet("house", 39.0, 3.3, (WHITE, RED, BLACK))
    return Reader(Profile(FULL_HD.lens, MARKERS, ZONES, felt), house)


def zone(reader: Reader, picture: Picture, seat: int = 5) -> ZoneReading:
    return next(told for told in reader.read("bets", picture).zones if told.seat == seat)


def found(told: ZoneReading) -> list[tuple[float, float, float]]:
    return [(s.stack.x_mm, s.stack.y_mm, s.stack.height_mm) for s in told.stacks if s.stack is not None]


@pytest.mark.parametrize(
    "piles",
    [
        (Pile(0, 20, (RED,)),),
        (Pile(-20, 10, (RED,) * 20),),
        (Pile(-30, 60, (BLACK,) * 4), Pile(9.3, 60, (RED,) * 9)),  # side by side, touching
        (Pile(-21, 70, (RED,) * 8), Pile(20, 75, (WHITE,) * 3), Pile(0, 30, (RED,) * 5)),
        (Pile(0, 90, (RED,) * 12), Pile(0, 10, (WHITE,) * 2)),  # straight behind each other
        (
            Pile(30, 20, (RED,) * 7),
            Pile(-32, -20, (BLACK,)),
            Pile(-20, 60, (WHITE,) * 14),
            Pile(38, 100, (RED,) * 2),
        ),
    ],
    ids=["one chip", "twenty", "touching", "three", "in line", "four"],
)
def test_stacks_are_found_to_a_millimetre_and_a_half(reader, piles):
    stacks = found(zone(reader, table(*piles)))
    true = sorted((pile.x_mm, pile.y_mm, pile.stack.height_mm) for pile in piles)
    assert len(stacks) == len(true)
    off = np.array(stacks) - np.array(true)
    assert np.abs(off[:, :2]).max() < 2.0
    assert np.abs(off[:, 2]).max() < 1.7


@pytest.mark.parametrize(
    "piles", [(Pile(-5, 30, (RED,) * 20),), (Pile(-20, 60, (WHITE,) * 19), Pile(20, 15, (RED,) * 4))]
)
def test_before_a_low_camera_a_stack_of_twenty_is_found_though_nobody_sees_foot_and_top_at_once(
    tmp_path, piles
):
    low, felt = Pose.looking((0, -520, 250), (0, 20, 20)), tmp_path / "felt.png"
    pictures.write(felt, FULL_HD.draw(Scene(MARKERS), low, 1))
    reader = Reader(Profile(FULL_HD.lens, MARKERS, ZONES, felt))
    told = zone(reader, FULL_HD.draw(Scene(MARKERS, piles), low, 2))
    assert not any("no stack" in stack.why for stack in told.stacks)
    true = [(pile.x_mm, pile.y_mm, pile.stack.height_mm) for pile in piles]
    off = np.array(sorted(found(told))) - np.array(sorted(true))
    assert np.abs(off).max() < 1.7


@pytest.mark.parametrize("count", [1, 4])
def test_chips_of_the_felts_colour_are_never_taken_for_felt(reader, count):
    told = zone(reader, table(Pile(-10, 30, (GREEN,) * count)))
    assert told.total is None
    assert told.stacks


def test_a_stack_whose_foot_is_hidden_says_so(reader):
    told = zone(reader, table(Pile(0, 0, (BLACK,) * 8), Pile(3, 42, (RED,) * 12)))
    hidden = max(told.stacks, key=lambda stack: stack.y_mm)
    assert "foot is hidden" in hidden.why
    assert told.total is None


def test_a_stack_of_whose_foot_a_fifth_shows_is_counted_where_its_side_leaves_no_doubt(counting):
    """What shows of the foot beside the stack before it says where it stands, and its side how many chips lie there."""
    behind = Pile(10, 42, (RED,) * 3 + (WHITE,) * 4 + (RED,) * 6)
    told = zone(counting, table(Pile(0, 0, (BLACK,) * 4), behind))
    assert told.total == 4 * 100 + 9 * 5 + 4
    assert all(stack.sure for stack in told.stacks)


@pytest.mark.parametrize("aside", [5.0, 6.0])
def test_a_stack_of_which_a_sliver_shows_beside_a_higher_one_withholds_the_total(counting, aside):
    """Some five pixels of red beside black chips: somebody sees them at once, and the black ones are not all that lies there."""
    alone = zone(counting, table(Pile(0, 0, (BLACK,) * 12)))
    assert alone.total == 12 * 100
    told = zone(counting, table(Pile(0, 0, (BLACK,) * 12), Pile(aside, 44, (RED,) * 4)))
    assert told.total is None
    assert [stack.stack is None for stack in told.stacks] == [False, True]


@given(before=st.integers(1, 8), high=st.integers(6, 18), aside=st.floats(-20, 20), away=st.floats(40, 46))
@settings(max_examples=8, deadline=None)
def test_a_stack_behind_another_is_counted_right_or_not_at_all(counting, before, high, aside, away):
    behind = Pile(aside, away, ((RED,) * 3 + (WHITE,) * 2) * 3 + (RED,) * 3)
    told = zone(counting, table(Pile(0, 0, (BLACK,) * before), Pile(aside, away, behind.chips[:high])))
    assert told.total in (None, before * 100 + sum(chip.denomination for chip in behind.chips[:high]))


def test_what_stands_in_the_next_zone_leans_over_a_bare_one_and_leaves_it_bare(reader):
    reading = reader.read("bets", table(Pile(-80, 0, (RED,) * 20)))
    assert [told.total for told in reading.zones] == [None, 0, 0]


def heap(number: int) -> tuple[Pile, ...]:
    """Chips thrown down, each partly on another."""
    chance = np.random.default_rng(number)
    return tuple(
        Pile(*chance.normal((0, 30), 14), ((RED, BLACK, WHITE)[at % 3],) * (1 + at % 3)) for at in range(6)
    )


@pytest.mark.parametrize("number", range(3))
def test_a_heap_is_never_all_stacks(reader, number):
    told = zone(reader, table(*heap(number)))
    assert told.total is None
    assert any("no stack" in stack.why or "foot" in stack.why for stack in told.stacks)


def hand(picture: Picture, x_mm: float, y_mm: float) -> Picture:
    """Return ``picture`` with something like a hand and its sleeve over the felt."""
    drawn = picture.copy()
    palm = FULL_HD.lens.project((x_mm, y_mm, 45.0), OVER_THE_FELT)[0]
    away = FULL_HD.lens.project((x_mm + 40, y_mm + 300, 90.0), OVER_THE_FELT)[0]
    wrist, far = (int(palm[0]), int(palm[1])), (int(away[0]), int(away[1]))
    cv2.line(drawn, wrist, far, (60, 44, 40), 110, cv2.LINE_AA)
    cv2.ellipse(drawn, wrist, (75, 55), 0, 0, 360, (120, 150, 200), -1, cv2.LINE_AA)
    for finger in (-54, -18, 18, 54):
        tip = wrist[0] + finger, wrist[1] + 100
        cv2.line(drawn, (wrist[0] + finger, wrist[1]), tip, (120, 150, 200), 30, cv2.LINE_AA)
    return np.asarray(drawn, np.uint8)


def test_a_hand_over_a_zone_leaves_it_open_and_the_others_told(reader):
    bare = reader.read("hand", hand(table(), 0, 40))
    assert [told.total for told in bare.zones] == [0, None, 0]
    told = zone(reader, hand(table(Pile(0, 20, (RED,) * 6), Pile(40, -20, (WHITE,) * 3)), -10, 60))
    assert told.total is None
    assert any("no stack" in stack.why for stack in told.stacks)
