"""What is said of a picture: bare zones, things in them, and silence wherever it cannot be told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.conftest import (
    BLACK,
    GREEN,
    MARKERS,
    OVER_THE_FELT,
    RED,
    ZONES,
    camera,
    grain,
    shot,
    usual_profile,
)
from vision import profile
from vision.drawing import drawn
from vision.frames import pictures
from vision.geometry.camera import BadPicture, Pose
from vision.reading import Reader
from vision.training.scene import Pile, Scene


@pytest.fixture(scope="module")
def reader(tmp_path_factory, bare_felt) -> Reader:
    felt = tmp_path_factory.mktemp("felt") / "felt.png"
    pictures.write(felt, bare_felt)
    return Reader(usual_profile(felt))


def totals(reading) -> list[int | None]:
    return [zone.total for zone in reading.zones]


def test_bare_zones_are_told_as_bare(reader):
    reading = reader.read("felt", shot(seed=5))
    assert totals(reading) == [0, 0, 0]
    assert all(zone.confidence >= 0.5 and zone.stacks == () for zone in reading.zones)
    assert reading.said == ()


@pytest.mark.parametrize("brightness", [0.5, 0.75, 1.3])
def test_other_light_on_a_bare_felt_is_no_chip(reader, brightness):
    picture = camera().draw(Scene(MARKERS).lit(brightness), OVER_THE_FELT, 6)
    assert set(totals(reader.read("lit", picture))) <= {0, None}
    assert all(zone.stacks == () for zone in reader.read("lit", picture).zones)


def test_without_a_chip_set_chips_are_found_where_they_stand_and_never_counted(reader):
    reading = reader.read("bets", shot(Pile(-140, 20, (RED,) * 5), Pile(120, 40, (BLACK,))))
    assert totals(reading) == [None, 0, None]
    (left,), (right,) = reading.zones[0].stacks, reading.zones[2].stacks
    assert (left.x_mm, left.y_mm) == pytest.approx((-140, 20), abs=2.5)
    assert (right.x_mm, right.y_mm) == pytest.approx((120, 40), abs=2.5)
    foot = camera().lens.project((-140, 20, 8), OVER_THE_FELT)[0]
    x0, y0, x1, y1 = left.box
    assert x0 < foot[0] < x1
    assert y0 < foot[1] < y1
    stack = reading.as_json()["zones"][0]["stacks"][0]
    assert (stack["chips"], stack["sure"], stack["confidence"]) == ([], False, 0.0)


@pytest.mark.soak
def test_a_zone_with_chips_is_never_told_as_bare(reader, long_proof):
    @settings(max_examples=long_proof(5, 24))
    @given(
        x=st.floats(-40, 40),
        y=st.floats(-35, 80),
        chips=st.lists(st.sampled_from([RED, BLACK, GREEN]), min_size=1, max_size=12),
        seed=st.integers(0, 99),
    )
    def holds(x, y, chips, seed):
        reading = reader.read("bet", shot(Pile(x, y, tuple(chips)), seed=seed))
        assert reading.zones[1].total is None

    holds()


def test_a_moved_camera_is_followed_by_its_markers(reader):
    aside = Pose.looking((40, -470, 330), (0, 20, 0))
    reading = reader.read("aside", shot(Pile(-140, 20, (RED,) * 5), pose=aside))
    assert reading.zones[0].total is None
    assert (reading.zones[0].stacks[0].x_mm, reading.zones[0].stacks[0].y_mm) == pytest.approx(
        (-140, 20), abs=3
    )


def test_too_few_markers_and_the_pose_of_the_bare_felt_is_used(reader):
    laid = {1: MARKERS[1]}
    reading = reader.read("hidden", shot(Pile(120, 40, (BLACK,)), laid=laid))
    assert reading.said == (
        "1 of 5 markers show, 3 are needed; markers 0, 2, 3, 4 missing; the pose of the bare felt is used",
    )
    assert reading.zones[2].total is None
    assert reading.fit is not None


def test_too_few_markers_that_show_a_moved_camera_leave_everything_open(reader):
    aside = Pose.looking((30, -470, 330), (0, 20, 0))
    reading = reader.read("aside", shot(laid={1: MARKERS[1]}, pose=aside))
    assert totals(reading) == [None, None, None]
    assert reading.said[0].endswith("missing; the camera stands elsewhere than over the bare felt")


def test_of_three_markers_one_may_be_half_covered_where_the_camera_stands_as_over_the_bare_felt(reader):
    laid = {0: MARKERS[0], 1: MARKERS[1], 4: MARKERS[4] + (14.0, 0, 0)}
    reading = reader.read("three", shot(laid=laid))
    assert totals(reading) == [0, 0, 0]
    assert reading.said[0].endswith("calibrate anew; the pose of the bare felt is used")


def test_markers_that_contradict_the_profile_leave_everything_open(reader):
    laid = {number: corners * (0.8, 1.1, 1) for number, corners in MARKERS.items()}
    reading = reader.read("other", shot(laid=laid))
    assert totals(reading) == [None, None, None]
    assert "do not lie as the profile says" in reading.said[0]


def test_without_a_picture_of_the_bare_felt_nothing_is_told():
    reading = Reader(usual_profile()).read("felt", shot())
    assert totals(reading) == [None, None, None]


@pytest.mark.parametrize(
    ("picture", "says"),
    [
        (grain(np.full((360, 640, 3), 70, np.uint8), 1), "the lens is covered"),
        (np.full((360, 640, 3), 255, np.uint8), "too bright"),
        (np.zeros((360, 640, 3), np.uint8), "the lens is covered"),
    ],
)
def test_a_picture_of_nothing_leaves_everything_open(reader, picture, says):
    reading = reader.read("nothing", picture)
    assert totals(reading) == [None, None, None]
    assert reading.said[0].startswith(says)


def test_a_zone_out_of_view_is_left_open(bare_felt, tmp_path):
    pictures.write(tmp_path / "felt.png", bare_felt)
    outside = replace(ZONES[2], polygon=ZONES[2].polygon + np.array((300, 0)))
    held = replace(usual_profile(tmp_path / "felt.png"), zones=(*ZONES[:2], outside))
    assert totals(Reader(held).read("felt", shot())) == [0, 0, None]


def test_pictures_of_another_camera_are_refused(reader, tmp_path):
    with pytest.raises(BadPicture, match="another shape"):
        reader.read("square", np.zeros((400, 400, 3), np.uint8))
    pictures.write(tmp_path / "felt.png", grain(np.full((360, 640, 3), 90, np.uint8), 1))
    with pytest.raises(BadPicture, match="the picture of the bare felt gives no pose: 0 of 5 markers show"):
        Reader(usual_profile(tmp_path / "felt.png"))


def test_the_same_profile_reads_pictures_of_another_size(profile_file):
    reading = Reader(profile.load(profile_file)).read(
        "large", camera(960, 540, 1).draw(Scene(MARKERS), OVER_THE_FELT)
    )
    assert reading.fit is not None
    assert np.linalg.norm(reading.fit.pose.centre - OVER_THE_FELT.centre) < 3


def test_drawing_shows_zones_and_things_and_leaves_the_picture_alone(reader):
    picture = shot(Pile(-140, 20, (RED,) * 5))
    before = picture.copy()
    reading = reader.read("bets", picture)
    canvas = drawn(picture, reading, usual_profile())
    assert (picture == before).all()
    changed = (canvas != picture).any(axis=-1)
    x0, y0, x1, y1 = reading.zones[0].stacks[0].box
    assert changed[y0:y1, x0:x1].any()
    assert (canvas != picture).any(axis=-1).mean() > 0.005
    nothing = drawn(picture, reader.read("x", np.zeros_like(picture)), usual_profile())
    assert (nothing != picture).any()
