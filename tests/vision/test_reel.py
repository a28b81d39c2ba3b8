"""A film played clip by clip, as a live camera gives it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frames.frame import Frame
from vision.frames.reel import Reel
from vision.geometry.camera import BadPicture


@pytest.fixture
def reel(tmp_path):
    """A film of 10 frames, each 20 levels brighter than the one before, at 40 a second."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 40.0, (64, 48))
    for number in range(10):
        writer.write(np.full((48, 64, 3), 20 + 20 * number, np.uint8))
    writer.release()
    made = Reel(path)
    yield made
    made.close()


def brightness(reel: Reel) -> int:
    """Return the number of the film's frame that comes next."""
    while not isinstance(frame := reel.read(), Frame):
        pass
    return round((float(frame.full().mean()) - 22) / 20)


def test_it_stands_until_asked_and_plays_as_far_as_asked(reel):
    reel.play(0.1)
    shown = [brightness(reel) for _ in range(8)]
    assert shown[-3:] == [3, 3, 3]
    assert shown == sorted(shown)


def test_while_it_stands_the_picture_is_never_twice_the_same(reel):
    first, second = (reel.read().full() for _ in range(2))
    assert (first != second).any()


def test_what_lies_behind_is_played_from_the_beginning(reel):
    reel.play(0.2)
    while brightness(reel) < 7:
        pass
    reel.play(0.05)
    assert brightness(reel) in (0, 7)
    assert [brightness(reel) for _ in range(4)][-1] == 1


def test_the_films_end_is_held(reel):
    reel.play(9.0)
    assert [brightness(reel) for _ in range(14)][-2:] == [9, 9]


def test_times_go_forward(reel):
    reel.play(0.1)
    times = [outcome.t for outcome in (reel.read() for _ in range(8)) if isinstance(outcome, Frame)]
    assert times == sorted(times)


def test_no_film(tmp_path):
    with pytest.raises(BadPicture, match="no video that can be read"):
        Reel(tmp_path / "none.webm")
