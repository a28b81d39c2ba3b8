"""Lens and pose: felt to pixel and back, other sizes, what a profile cannot be used for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.conftest import OVER_THE_FELT, lens
from vision.geometry.camera import MANY, BadPicture, Pose

coordinate = st.floats(-250, 250)


@given(x=coordinate, y=coordinate, height=st.floats(0, 60))
def test_a_point_of_the_felt_is_found_again_from_its_pixel(x, y, height):
    camera = lens(1280, 720)
    pixel = camera.project((x, y, height), OVER_THE_FELT)
    assert camera.felt_at(pixel, OVER_THE_FELT, height) == pytest.approx(np.array([[x, y]]), abs=0.05)


@given(
    x=st.floats(-300, 300),
    y=st.floats(-800, -300),
    height=st.floats(150, 900),
    at=st.tuples(coordinate, coordinate),
)
def test_a_level_camera_has_x_to_its_right_and_far_above_near(x, y, height, at):
    pose = Pose.looking((x, y, height), (*at, 0.0))
    assert pose.centre == pytest.approx(np.array((x, y, height)))
    across = pose.rotation @ np.array((1.0, 0, 0))
    up = pose.rotation @ np.array((0.0, 0, 1))
    assert across[0] > 0 or abs(at[0] - x) > abs(at[1] - y)
    assert up[1] < 0
    assert np.linalg.det(pose.rotation) == pytest.approx(1)


def test_many_points_at_once_lie_where_each_lies_by_itself():
    camera = replace(lens(640, 360), distortion=np.array([0.05, -0.1, 0.001, -0.002, 0.03]))
    points = np.random.default_rng(1).uniform(-300, 300, (2 * MANY, 3))
    alone = [camera.project(point, OVER_THE_FELT)[0] for point in points]
    assert camera.project(points, OVER_THE_FELT) == pytest.approx(np.array(alone), abs=1e-9)


def test_half_a_picture_shows_the_same_point_at_half_the_pixel():
    whole, half = lens(1280, 720), lens(1280, 720).sized((640, 360))
    full_px = whole.project((40, 60, 0), OVER_THE_FELT)
    assert half.project((40, 60, 0), OVER_THE_FELT) == pytest.approx((full_px + 0.5) / 2 - 0.5, abs=1e-9)


def test_a_picture_of_another_shape_is_not_this_cameras():
    with pytest.raises(BadPicture, match="640x480, the camera was calibrated at 1280x720: another shape"):
        lens(1280, 720).sized((640, 480))
