"""Unrolled stacks, zones and sharpness, against renders whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.conftest import BLACK, MARKERS, OVER_THE_FELT, RED, ZONES, camera, lens
from vision.counting.chip_set import Chip
from vision.geometry import sharpness
from vision.geometry.camera import Pose
from vision.geometry.unwrap import unwrap
from vision.geometry.zones import Zone, beyond, rectified
from vision.training.render import Renderer
from vision.training.scene import Pile, Scene

WHITE = Chip(1, (235, 235, 235), (235, 235, 235), 0)
DARK = Chip(2, (20, 20, 20), (20, 20, 20), 0)
CLOSE = Pose.looking((0, -260, 170), (0, 0, 15))
FAR = Pose.looking((0, -520, 340), (0, 0, 15))


def strip_of(pile: Pile, *others: Pile, pose: Pose = CLOSE):
    picture = camera().draw(Scene(MARKERS, (pile, *others), noise=1.0), pose, 4)
    return unwrap(picture, pile.stack, camera().lens, pose, [other.stack for other in others])


@pytest.mark.parametrize("x", [-60.0, 0.0, 60.0])
def test_rows_are_heights_each_chip_is_where_it_stands(x):
    strip = strip_of(Pile(x, 0, (WHITE, DARK) * 4))
    level = strip.picture.mean(axis=(1, 2))
    bright = level > (level.max() + level.min()) / 2
    for number in range(8):
        row = round(strip.row_of((number + 0.5) * 3.3))
        assert bright[row] == (number % 2 == 0)
    changes = np.flatnonzero(np.diff(bright.astype(int)))
    edges = [strip.height_of(row + 0.5) for row in changes][::-1]
    assert len(edges) == 7
    assert edges == pytest.approx([3.3 * number for number in range(1, 8)], abs=0.8)


def test_rows_and_heights_are_one_and_the_same():
    strip = strip_of(Pile(0, 0, (RED,) * 3))
    assert strip.height_of(strip.row_of(5.0)) == pytest.approx(5.0)
    assert strip.top_mm == pytest.approx(9.9)
    assert strip.picture.shape == (40, 64, 3)


@pytest.mark.parametrize(("size", "noise"), [((1920, 1080), 6.0), ((3840, 2160), 3.5)])
def test_of_many_pixels_a_row_has_the_mean_and_less_of_their_noise(size, noise):
    """The same side seen by two cameras, each pixel with noise of 8 levels."""
    grain = np.random.default_rng(5).normal(128, 8, (*size[::-1], 3))
    picture = np.rint(grain).clip(0, 255).astype(np.uint8)
    side = unwrap(picture, Pile(0, 0, (RED,) * 9).stack, lens(*size), FAR, mm_per_row=0.4)
    assert side.picture.mean() == pytest.approx(128, abs=1)
    assert side.picture.std() < noise


def test_what_stands_before_a_stack_hides_the_part_that_it_hides():
    behind = Pile(0, 40, (RED,) * 10)
    assert strip_of(behind).visible == pytest.approx(1.0)
    assert strip_of(behind, Pile(0, 90, (BLACK,) * 10)).visible == pytest.approx(1.0)
    low = strip_of(behind, Pile(0, -8, (BLACK,) * 4))
    assert 0.4 < low.visible < 0.95
    assert low.shows[0].all()
    assert not low.shows[-1, 16:48].any()
    assert low.shows[-1, [0, -1]].all()
    beside = strip_of(behind, Pile(30, -2, (BLACK,) * 10))
    assert beside.shows[:, 0].all()
    assert not beside.shows[-1, -8:].any()


def test_a_stack_half_out_of_the_picture_is_half_visible():
    edge_mm = float(camera().lens.felt_at([(639, 180)], CLOSE)[0, 0])
    assert (
        0.2
        < strip_of(Pile(edge_mm, float(camera().lens.felt_at([(639, 180)], CLOSE)[0, 1]), (RED,))).visible
        < 0.8
    )


def test_a_zone_from_above_shows_things_at_their_millimetres():
    square = Scene(paper=np.array([(-20.0, 10), (20, 10), (20, 50), (-20, 50)]), noise=0.0)
    picture = camera().draw(square, OVER_THE_FELT)
    patch = rectified(picture, ZONES[1], camera().lens, OVER_THE_FELT, 1.0)
    white = np.argwhere(patch.picture.mean(axis=-1) > 130)
    corners = patch.to_felt(np.array([white.min(axis=0)[::-1], white.max(axis=0)[::-1]]))
    assert corners == pytest.approx(np.array([(-20, 50), (20, 10)]), abs=1.5)
    assert patch.mask.mean() > 0.97


def test_a_zone_knows_its_size_and_whether_it_is_in_view():
    zone = ZONES[0]
    assert zone.area_mm2 == pytest.approx(135 * 190)
    assert zone.in_view(camera().lens, OVER_THE_FELT)
    assert not Zone(1, zone.polygon - (200, 0)).in_view(camera().lens, OVER_THE_FELT)
    assert not Zone(1, zone.polygon - (0, 2000)).in_view(camera().lens, OVER_THE_FELT)


@pytest.mark.parametrize(
    ("moved", "side", "back"),
    [((-290, 0), "left", (1, 0)), ((290, 0), "right", (-1, 0)), ((0, -190), "lower", (0, 1))],
)
def test_a_zone_that_the_picture_cuts_says_where_and_by_how_much(moved, side, back):
    zone = Zone(4, ZONES[1].polygon + moved)
    out = beyond(zone, camera().lens, OVER_THE_FELT)
    assert out is not None
    assert out.side == side
    assert Zone(4, zone.polygon + np.array(back) * 1.1 * (out.mm + 4)).in_view(camera().lens, OVER_THE_FELT)
    assert not Zone(4, zone.polygon + np.array(back) * 0.9 * (out.mm - 4)).in_view(
        camera().lens, OVER_THE_FELT
    )


@pytest.mark.parametrize("near_mm", [-420.0, -2000.0])
def test_a_zone_that_reaches_under_the_camera_lies_beyond_the_lower_edge(near_mm):
    zone = Zone(4, np.array([(-65, near_mm), (65, near_mm), (65, 130), (-65, 130)]))
    out = beyond(zone, camera().lens, OVER_THE_FELT)
    assert out is not None
    assert out.side == "lower"
    assert out.mm > 200


def test_a_zone_that_was_drawn_by_the_kilometre_is_named_like_any_other():
    zone = Zone(4, ZONES[1].polygon * 1e4 + (0, 1e6))
    assert (
        str(beyond(zone, camera().lens, OVER_THE_FELT))
        == "1900000 mm of the zone lie beyond the picture's upper edge"
    )


def test_a_zone_that_shows_whole_reaches_nowhere():
    assert all(beyond(zone, camera().lens, OVER_THE_FELT) is None for zone in ZONES)


@given(
    y=st.floats(-900, -300), height=st.floats(100, 700), x=st.floats(-100, 100), thickness=st.floats(2.5, 4.5)
)
def test_the_formula_is_what_the_lens_shows(y, height, x, thickness):
    straight = lens(1920, 1080)
    pose = Pose.looking((x, y, height), (x, 0, 0))
    foot = np.array((x, 0.0, 0.0))
    ends = straight.project([(x, 0, 0), (x, 0, thickness)], pose)
    shown = float(np.linalg.norm(ends[1] - ends[0]))
    assert sharpness.edge_px(straight, pose, foot, thickness) == pytest.approx(shown, rel=0.02)


def test_the_smallest_edge_decides_and_says_what_to_move():
    near = sharpness.of_zone(lens(1920, 1080), Pose.looking((0, -450, 250), (0, 0, 0)), ZONES[1])
    assert near.counts
    assert sharpness.advice(near, lens(1920, 1080)) == f"seat 5: {near.edge_px:.1f} px a chip edge, good"
    far = sharpness.of_zone(lens(1280, 720), Pose.looking((0, -500, 900), (0, 0, 0)), ZONES[1])
    assert not far.counts
    told = sharpness.advice(far, lens(1280, 720))
    assert "detect only, 4.5 px count; for 6 px bring the camera" in told
    assert "look from lower: it is" in told
    assert "take pictures of 1920x1080 (these are 1280x720)" in told


def test_drawing_is_the_same_for_the_same_seed_and_another_for_another():
    scene = Scene(MARKERS, (Pile(0, 0, (RED, BLACK) * 3),))
    small = Renderer(lens(160, 90))
    first, again, other = (small.draw(scene, OVER_THE_FELT, seed) for seed in (7, 7, 8))
    assert (first == again).all()
    assert (first != other).any()
