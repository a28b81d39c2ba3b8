"""A camera calibrated from rendered pictures whose truth is known."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tests.vision.conftest import MARKERS, OVER_THE_FELT, camera, shot
from vision.calibrate import View, calibrate, view_of
from vision.geometry import sheet
from vision.geometry.camera import BadPicture, Pose, VisionError
from vision.geometry.lay import lay_of
from vision.geometry.lens_views import NoLens, shows_sheet
from vision.geometry.markers import find
from vision.geometry.pose import NoPose
from vision.training.scene import Scene

PAPER = np.array([(-105.0, -148.5), (105, -148.5), (105, 148.5), (-105, 148.5)])
HELD = [
    (0, -300, 260),
    (200, -260, 260),
    (-220, -240, 250),
    (150, -350, 180),
    (-150, -330, 180),
    (250, -60, 300),
    (-250, -80, 300),
]


@functools.cache
def sheet_view(number: int) -> View:
    scene = Scene(sheet.layout(), paper=PAPER)
    return view_of(f"sheet {number}", camera().draw(scene, Pose.looking(HELD[number], (0, 0, 0)), number))


@functools.cache
def felt_view() -> View:
    return view_of("felt", shot(seed=9))


def sheets(count: int = len(HELD)) -> list[View]:
    return [sheet_view(number) for number in range(count)]


def in_true_frame(held) -> tuple[np.ndarray, np.ndarray]:
    """Return the markers' corners as worked out and as they lie, the latter moved to the same origin and turn."""
    got = np.concatenate([held.profile.markers[number][:, :2] for number in sorted(MARKERS)])
    true = np.concatenate([MARKERS[number][:, :2] for number in sorted(MARKERS)])
    return got - got.mean(axis=0), true - true.mean(axis=0)


def test_lens_and_felt_from_seven_pictures_of_the_sheet():
    held = calibrate([*sheets(), felt_view()], seats=[4, 5, 6])
    assert held.profile.lens.focal_px == pytest.approx(camera().lens.focal_px, rel=0.005)
    assert held.profile.lens.matrix[:2, 2] == pytest.approx(camera().lens.matrix[:2, 2], abs=2)
    got, true = in_true_frame(held)
    assert got == pytest.approx(true, abs=3.0)
    assert held.felt.name == "felt"
    assert held.said[0].startswith("lens: 7 views, 60 degrees across, within 0.")
    assert held.said[1].startswith("felt (felt): markers 0, 1, 2, 3, 4 lie within 0.")
    assert [line[:8] for line in held.said[2:]] == ["seat 4: ", "seat 5: ", "seat 6: "]
    assert all("detect only" in line for line in held.said[2:])


def test_the_felts_frame_has_x_to_the_right_and_y_away():
    held = calibrate([*sheets(), felt_view()], seats=[1, 2])
    left, right = held.profile.zones
    assert left.polygon[:, 0].max() == pytest.approx(right.polygon[:, 0].min())
    assert held.pose.centre[0] == pytest.approx(0, abs=3)
    assert held.pose.centre[1] < held.profile.markers[4][:, 1].min()
    assert held.pose.centre[2] == pytest.approx(OVER_THE_FELT.centre[2], abs=4)


def test_a_known_lens_needs_the_felt_alone():
    held = calibrate([felt_view()], lens=camera().lens)
    got, true = in_true_frame(held)
    assert got == pytest.approx(true, abs=2.5)
    assert held.pose.centre[2] == pytest.approx(320, rel=0.01)
    assert held.profile.zones == ()


def test_few_views_give_the_focal_length_alone_and_say_so():
    held = calibrate([*sheets(3), felt_view()])
    assert "too few views for its middle and its distortion" in held.said[0]
    assert held.profile.lens.focal_px == pytest.approx(camera().lens.focal_px, rel=0.02)
    assert held.profile.lens.distortion.tolist() == [0, 0, 0, 0, 0]


def test_the_sheet_in_one_piece_may_lie_on_the_felt():
    held = calibrate(sheets())
    assert held.felt.name == f"sheet {len(HELD) - 1}"
    assert set(held.profile.markers) == set(sheet.layout())


def test_the_sheet_is_told_from_markers_that_lie_apart():
    assert all(shows_sheet(view.found) for view in sheets())
    assert not shows_sheet(felt_view().found)
    cut = {
        number: corners + np.array([9.0, -12.0]) * (number**2 % 7)
        for number, corners in sheet_view(0).found.items()
    }
    assert not shows_sheet(cut)


def test_a_print_of_another_width_is_scaled():
    held = calibrate([felt_view()], lens=camera().lens, side_mm=90.0)
    assert held.pose.centre[2] == pytest.approx(640, rel=0.01)


def test_no_sheet_in_one_piece_gives_no_lens():
    with pytest.raises(NoLens, match="no picture shows the marker sheet in one piece"):
        calibrate([felt_view()])


def test_pictures_without_enough_markers_are_named():
    blank = View("blank", np.full((360, 640, 3), 90, np.uint8), {}, (640, 360))
    one = View("one", blank.picture, {3: felt_view().found[3]}, blank.size)
    with pytest.raises(
        VisionError, match="blank: shows no marker, 3 are needed; one: shows only marker 3, 3 are needed"
    ):
        calibrate([blank, one])
    held = calibrate([blank, felt_view()], lens=camera().lens)
    assert held.said[0] == "blank: shows no marker, 3 are needed"


def test_pictures_of_two_sizes_are_refused():
    small = view_of("small", np.zeros((180, 320, 3), np.uint8))
    with pytest.raises(
        BadPicture, match="small is 320x180, felt is 640x360: all pictures must come from one"
    ):
        calibrate([felt_view(), small])
    with pytest.raises(BadPicture, match="there is no picture"):
        calibrate([])


def test_the_same_view_again_and_again_leaves_the_focal_length_open():
    straight = Pose.looking((0, -3, 330), (0, 0, 0))
    scene = Scene(sheet.layout(), paper=PAPER)
    view = view_of("straight", camera().draw(scene, straight, 3))
    with pytest.raises(NoLens, match="hold the sheet at steeper angles"):
        calibrate([view] * 6)


def test_seats_need_room_between_the_markers():
    with pytest.raises(VisionError, match="mm for each of 9 seats, 60 mm is the least"):
        calibrate([felt_view()], lens=camera().lens, seats=range(1, 10))


def test_a_marker_that_does_not_lie_flat_is_no_felt():
    tilted = {**MARKERS, 3: MARKERS[3] + np.array([(0, 0, 0), (0, 0, 40), (0, 0, 40), (0, 0, 0)])}
    seen = {number: camera().lens.project(corners, OVER_THE_FELT) for number, corners in tilted.items()}
    with pytest.raises(NoPose, match=r"do not fit together: off by .* they must lie flat and be 45 mm wide"):
        lay_of(seen, camera().lens, 45.0)
    with pytest.raises(NoPose, match="2 markers show on the felt, 3 are needed"):
        lay_of(dict(list(find(shot()).items())[:2]), camera().lens, 45.0)
