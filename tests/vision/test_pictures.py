"""The last pictures of a camera: what is kept, what is hidden in them before they leave, how much is given."""

from __future__ import annotations

import functools
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.vision import conftest
from tests.vision.conftest import BLACK, OVER_THE_FELT, RED, ZONES, Script, filmed, grain, usual_profile
from vision.frames import pictures
from vision.frames.frame import Frame
from vision.geometry.camera import Picture
from vision.geometry.place import Place
from vision.geometry.pose import Fit
from vision.geometry.zones import Zone, on_felt
from vision.training.scene import Pile
from vision.watch.hiding import Screen
from vision.watch.pictures import EVERY_S, HOLDS_S, WIDTH, Ring
from vision.watch.watched import Watcher

FIT = Fit(OVER_THE_FELT, 0.1, (0, 1, 2, 3), ())
CARDS = np.array([(-210.0, 60), (-75, 60), (-75, 130), (-210, 130)])


@functools.cache
def bare() -> Picture:
    """Return what the usual camera sees of the felt, drawn once."""
    return conftest.shot()


def where(polygon: np.ndarray) -> np.ndarray:
    """Return the mask of what the usual camera shows of some felt."""
    mask = np.zeros(bare().shape[:2], np.uint8)
    pixels = usual_profile().lens.project(on_felt(polygon), OVER_THE_FELT)
    cv2.fillPoly(mask, [np.round(pixels).astype(np.int32)], 1)
    return mask > 0


def written_over() -> Picture:
    """Return a picture in which everything is as fine as print: coloured lines of four pixels."""
    rows, columns = np.indices(bare().shape[:2])
    fine = ((rows // 4 + columns // 4) % 2)[..., None] * np.array([20, 160, 20])
    return np.asarray(60 + fine, np.uint8)


def detail(picture: Picture, mask: np.ndarray) -> float:
    """Return how much fine print is left where ``mask`` says, in levels."""
    steep = cv2.Laplacian(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32), cv2.CV_32F)
    inner = cv2.erode(mask.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    return float(np.abs(steep[inner]).mean())


def test_zones_are_shown_as_they_are_and_nothing_is_left_of_what_lies_around():
    seen = Screen(usual_profile()).hide(written_over(), FIT)
    zones = np.any([where(zone.polygon) for zone in ZONES], axis=0)
    assert (seen[zones] == written_over()[zones]).all()
    stacks = cv2.dilate(zones.astype(np.uint8), np.ones((121, 121), np.uint8)) > 0
    assert detail(written_over(), ~stacks) > 50 * detail(seen, ~stacks)


def test_the_places_of_hole_cards_are_hidden_even_inside_a_zone_and_the_board_is_shown():
    board = np.array([(-60.0, -150), (60, -150), (60, -90), (-60, -90)])
    held = replace(usual_profile(), places=(Place("seat:4", CARDS), Place("board", board)))
    seen = Screen(held).hide(written_over(), FIT)
    assert detail(seen, where(CARDS)) < 2 < 20 < detail(seen, where(board))


def test_a_card_that_lies_open_in_a_zone_is_hidden():
    corners = np.array([(-20.0, 0), (43, 0), (43, 88), (-20, 88)])
    card = where(corners)
    picture = bare().copy()
    picture[card] = 235
    for x, y, grey in ((-15, 75, 30), (0, 40, 20)):
        glyph = where(np.array([(x, y), (x + 8.0, y), (x + 8, y + 10), (x, y + 10)]))
        picture[glyph] = grey
    seen = Screen(usual_profile()).hide(picture, FIT)
    assert detail(picture, card) > 3 * detail(seen, card)
    assert detail(seen, card) < 2


def test_a_stack_whose_chips_have_white_spots_is_shown():
    stacks = (Pile(-140, 30, (RED,) * 5), Pile(-60, 40, (BLACK,) * 8))
    picture = conftest.shot(*stacks)
    changed = (picture != Screen(usual_profile()).hide(picture, FIT)).any(axis=-1)
    zones = np.any([where(zone.polygon) for zone in ZONES], axis=0)
    stands = (np.abs(picture.astype(int) - bare()).max(axis=-1) > 30) & zones
    assert changed[stands].mean() < 0.1


@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (1920, 1080)])
def test_a_picture_of_any_size_goes_out_small_and_as_jpeg(size):
    ring = Ring(usual_profile())
    packed = cv2.imencode(".jpg", cv2.resize(bare(), size))[1].tobytes()
    ring.take(Frame(5.0, "frame", packed=packed), bare(), FIT)
    (one,) = ring.between(0.0, 10.0)
    assert pictures.decode(one.jpeg, "it").shape[1] == WIDTH


def test_the_ring_keeps_some_pictures_a_second_and_forgets_the_old_ones():
    ring = Ring(usual_profile())
    for number in range(600):
        ring.take(Frame(number / 10, "frame", picture=bare()), bare(), FIT)
    times = [one.t for one in ring.between(0.0, 60.0)]
    assert min(times) >= 59.9 - HOLDS_S - EVERY_S
    assert all(EVERY_S - 0.03 < later - earlier < EVERY_S + 0.11 for earlier, later in pairwise(times))


def test_what_is_given_is_never_more_than_was_asked_for():
    ring = Ring(usual_profile())
    for number in range(40):
        ring.take(Frame(float(number), "frame", picture=bare()), grain(bare(), number), FIT)
    for most in (400_000, 60_000, 9_000, 10):
        given = ring.between(0.0, 40.0, most)
        assert sum(len(one.jpeg) for one in given) <= most
    assert len(ring.between(0.0, 40.0, 60_000)) >= 2


def test_a_camera_that_is_moved_shows_nothing_of_the_time_in_which_it_may_have_been():
    elsewhere = np.roll(bare(), 60, axis=1)
    watched = Watcher(Script([*filmed(bare(), 0.0, 6.0), *filmed(elsewhere, 6.0, 8.0)]), usual_profile())
    while not watched.ended:
        watched.step()
    assert watched.ring is not None
    times = [one.t for one in watched.ring.between(0.0, 20.0)]
    assert times
    assert max(times) < 6.0


def test_without_a_profile_nobody_knows_what_to_hide_and_nothing_is_kept():
    watched = Watcher(Script(list(filmed(bare(), 0.0, 1.0))))
    while not watched.ended:
        watched.step()
    assert watched.ring is None


def test_a_zone_behind_the_camera_hides_and_shows_nothing():
    behind = Zone(9, np.array([(-50.0, -900), (50, -900), (50, -700), (-50, -700)]))
    seen = Screen(replace(usual_profile(), zones=(behind,))).hide(written_over(), FIT)
    assert detail(seen, np.ones(seen.shape[:2], bool)) < 2
