"""Markers: printed in true millimetres, found in pictures to a fraction of a pixel."""

from __future__ import annotations

import cv2
import numpy as np
import pypdfium2
import pytest

from tests.vision.conftest import MARKERS, OVER_THE_FELT, camera, shot
from vision.geometry import markers, sheet
from vision.geometry.camera import Picture, Pose

DOTS_PER_MM = 8.0


def printed(path) -> Picture:
    """Return the sheet as a printer of 203 dots an inch puts it on paper."""
    with pypdfium2.PdfDocument(path) as document:
        assert len(document) == 1
        bitmap = document[0].render(scale=DOTS_PER_MM * 25.4 / 72, grayscale=True)
        picture = np.array(bitmap.to_numpy(), np.uint8)
        bitmap.close()
    return picture.reshape(picture.shape[:2])


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_the_printed_sheet_has_true_millimetres(tmp_path, paper, size):
    sheet.write(tmp_path / "sheet.pdf", paper)
    page = printed(tmp_path / "sheet.pdf")
    assert (page.shape[1] / DOTS_PER_MM, page.shape[0] / DOTS_PER_MM) == pytest.approx(size, abs=0.2)
    found = markers.find(page)
    assert set(found) == set(sheet.layout())
    origin = np.mean([corners.mean(axis=0) for corners in found.values()], axis=0)
    for number, corners in sheet.layout().items():
        on_paper = (found[number] - origin) * (1, -1) / DOTS_PER_MM
        assert on_paper == pytest.approx(corners[:, :2], abs=0.2)


def test_the_same_sheet_is_written_twice_the_same(tmp_path):
    for name in ("a.pdf", "b.pdf"):
        sheet.write(tmp_path / name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize(
    "pose",
    [OVER_THE_FELT, Pose.looking((100, -400, 400), (0, 20, 0)), Pose.looking((0, -480, 620), (0, 20, 0))],
)
def test_corners_are_found_within_a_third_of_a_pixel(pose):
    found = markers.find(shot(pose=pose))
    assert set(found) == set(MARKERS)
    for number, corners in found.items():
        off = np.linalg.norm(corners - camera().lens.project(MARKERS[number], pose), axis=1)
        assert off.max() < 0.5
        assert np.sqrt((off**2).mean()) < 0.33


def test_a_marker_that_shows_twice_is_believed_at_neither_place():
    laid = {**MARKERS}
    picture = shot(laid=laid)
    box = cv2.boundingRect(camera().lens.project(MARKERS[4], OVER_THE_FELT).astype(np.float32))
    x, y, wide, high = (box[0] - 12, box[1] - 12, box[2] + 24, box[3] + 24)
    picture[60 : 60 + high, 300 : 300 + wide] = picture[y : y + high, x : x + wide]
    assert 4 not in markers.find(picture)
    assert {0, 1, 2, 3} <= set(markers.find(picture))


def test_no_marker_in_an_empty_picture():
    assert markers.find(np.zeros((90, 160, 3), np.uint8)) == {}


def shown(pose: Pose) -> markers.Found:
    """Return where a camera at ``pose`` would see the markers."""
    return {number: camera().lens.project(corners, pose) for number, corners in MARKERS.items()}


@pytest.mark.parametrize("moved_mm", [0, 5, 60])
def test_markers_are_found_where_they_are_thought_to_be_and_elsewhere(moved_mm):
    stands = Pose.looking((moved_mm, -480, 620), (moved_mm, 20, 0))
    picture = shot(pose=stands)
    found = markers.find(picture, shown(Pose.looking((0, -480, 620), (0, 20, 0))))
    everywhere = markers.find(picture)
    assert set(found) == set(everywhere) == set(MARKERS)
    for number, corners in found.items():
        assert corners == pytest.approx(everywhere[number], abs=0.1)


def test_where_one_of_them_is_hidden_the_others_are_found():
    picture = shot()
    x, y, wide, high = cv2.boundingRect(shown(OVER_THE_FELT)[2].astype(np.float32))
    picture[y : y + high // 2, x : x + wide] = 90
    assert set(markers.find(picture, shown(OVER_THE_FELT))) == set(MARKERS) - {2}


def test_markers_thought_to_be_out_of_the_picture_are_looked_for_in_all_of_it():
    thought = {number: corners - 5000 for number, corners in shown(OVER_THE_FELT).items()}
    assert set(markers.find(shot(), thought)) == set(MARKERS)
