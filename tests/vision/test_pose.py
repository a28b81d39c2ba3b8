"""Where the camera stands, by what markers say; and what they must not be believed in."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import MARKERS, OVER_THE_FELT, camera, shot
from vision.geometry import markers
from vision.geometry.camera import Pose
from vision.geometry.pose import NoPose, fit
from vision.training.render import Renderer
from vision.training.scene import Scene

LENS = camera().lens
POSES = [
    OVER_THE_FELT,
    Pose.looking((180, -420, 300), (0, 0, 0)),
    Pose.looking((-60, -400, 480), (0, 0, 0)),
]


@pytest.mark.parametrize("pose", POSES)
def test_the_pose_is_within_two_millimetres_and_one_pixel(pose):
    found = fit(markers.find(shot(pose=pose)), MARKERS, LENS)
    assert np.linalg.norm(found.pose.centre - pose.centre) < 2.0
    assert found.error_px < 1.0
    assert (found.used, found.missing, found.displaced) == (tuple(MARKERS), (), ())
    felt = [(x, y, 0) for x in (-150, 0, 150) for y in (-80, 120)]
    assert LENS.project(felt, found.pose) == pytest.approx(LENS.project(felt, pose), abs=1.0)


def test_a_full_hd_camera_is_placed_to_half_a_millimetre():
    big = Renderer(LENS.sized((1920, 1080)), finer=1)
    found = fit(markers.find(big.draw(Scene(MARKERS), OVER_THE_FELT, 3)), MARKERS, big.lens)
    assert np.linalg.norm(found.pose.centre - OVER_THE_FELT.centre) < 0.5
    assert found.error_px < 1.0


def test_hidden_markers_are_named_and_the_rest_do():
    laid = {number: corners for number, corners in MARKERS.items() if number not in (0, 3)}
    found = fit(markers.find(shot(laid=laid)), MARKERS, LENS)
    assert found.missing == (0, 3)
    assert np.linalg.norm(found.pose.centre - OVER_THE_FELT.centre) < 2.0


def test_two_markers_are_too_few():
    laid = {number: MARKERS[number] for number in (1, 2)}
    with pytest.raises(NoPose, match="2 of 5 markers show, 3 are needed; markers 0, 3, 4 missing") as problem:
        fit(markers.find(shot(laid=laid)), MARKERS, LENS)
    assert problem.value.missing == (0, 3, 4)


def test_one_marker_that_was_moved_is_told_and_left_out():
    laid = {**MARKERS, 3: markers.square((225, 140), 45, 0.4)}
    found = fit(markers.find(shot(laid=laid)), MARKERS, LENS)
    assert found.displaced == (3,)
    assert np.linalg.norm(found.pose.centre - OVER_THE_FELT.centre) < 2.0


@pytest.mark.parametrize("others", [(0, 1, 3, 4), (0, 1, 3)])
def test_a_marker_that_a_stack_half_covers_is_left_out_and_the_picture_is_not(others):
    found = {number: corners for number, corners in markers.find(shot()).items() if number in (2, *others)}
    found[2] = found[2] + np.array([(0, 0), (3.2, 0), (3.2, 0), (0, 0)])
    known = fit(found, MARKERS, LENS)
    assert (known.displaced, known.used) == ((2,), others)
    assert known.error_px < 0.5
    assert np.linalg.norm(known.pose.centre - OVER_THE_FELT.centre) < 2.0


def test_a_noisy_marker_among_noisy_ones_stays():
    chance = np.random.default_rng(3)
    for _ in range(20):
        found = {
            number: corners + chance.normal(0, 0.5, (4, 2))
            for number, corners in markers.find(shot()).items()
        }
        assert fit(found, MARKERS, LENS).displaced == ()


def test_markers_that_lie_elsewhere_altogether_are_no_pose():
    laid = {**MARKERS, 3: markers.square((200, 100), 45), 0: markers.square((-150, -60), 45, 0.6)}
    with pytest.raises(NoPose, match=r"do not lie as the profile says: off by \d+\.\d px, 2 allowed"):
        fit(markers.find(shot(laid=laid)), MARKERS, LENS)


def test_a_mirrored_picture_gives_no_pose():
    mirrored = {number: corners[::-1] for number, corners in markers.find(shot()).items()}
    with pytest.raises(NoPose):
        fit(mirrored, MARKERS, LENS)
