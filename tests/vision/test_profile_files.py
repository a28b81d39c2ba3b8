"""Camera profiles and chip sets: what is written is read again, and a mistake is named with its key."""

from __future__ import annotations

import re
import tomllib

import numpy as np
import pytest

from tests.vision.conftest import BLACK, RED, usual_profile
from vision import profile
from vision.counting import chip_set
from vision.counting.chip_set import Chip, ChipSet
from vision.settings import BadFile

PROFILE = """
[camera]
matrix = [[1000.0, 0, 640], [0, 1000.0, 360], [0, 0, 1]]
distortion = [0.1, 0, 0, 0]
size = [1280, 720]
[[marker]]
id = 3
corners_mm = [[0, 45], [45, 45], [45, 0], [0, 0]]
[[marker]]
id = 7
corners_mm = [[100, 45, 2], [145, 45, 2], [145, 0, 2], [100, 0, 2]]
[[zone]]
seat = 4
polygon_mm = [[0, 0], [100, 0], [100, 80]]
"""
SET = """
name = "Club"
diameter_mm = 39.5
thickness_mm = 3.3
[[chip]]
denomination = 5
body = "#c81e2d"
spots = "#ffffff"
spot_count = 6
[[chip]]
denomination = "25"
body = "#208040"
"""


def mistake(load, tmp_path, text: str) -> str:
    file = tmp_path / "file.toml"
    file.write_text(text)
    with pytest.raises(BadFile) as problem:
        load(file)
    return str(problem.value).removeprefix(f"{file}: ")


def test_a_profile_as_the_page_describes_it(tmp_path):
    (tmp_path / "camera.toml").write_text(PROFILE)
    held = profile.load(tmp_path / "camera.toml")
    assert held.lens.focal_px == 1000
    assert held.lens.size == (1280, 720)
    assert held.markers[3][1].tolist() == [45, 45, 0]
    assert held.markers[7][0].tolist() == [100, 45, 2]
    assert [zone.seat for zone in held.zones] == [4]
    assert (held.empty, held.chips) == (None, None)


def test_a_byte_order_mark_before_it_is_no_part_of_it_and_nests_without_end_are_named(tmp_path):
    (tmp_path / "camera.toml").write_text("\ufeff" + PROFILE, encoding="utf-8")
    assert profile.load(tmp_path / "camera.toml").lens.focal_px == 1000
    (tmp_path / "club.toml").write_text("\ufeff" + SET, encoding="utf-8")
    assert len(chip_set.load(tmp_path / "club.toml").chips) == 2
    assert mistake(profile.load, tmp_path, "x = " + "[" * 20_000) == "is nested too deeply"


def test_what_is_written_is_read_again(tmp_path):
    (tmp_path / "felt.png").write_bytes(b"a picture")
    (tmp_path / "club.toml").write_text(SET)
    written = profile.Profile(
        usual_profile().lens,
        {**usual_profile().markers, 9: np.array([[0, 0, 1.5], [45, 0, 1.5], [45, -45, 1.5], [0, -45, 1.5]])},
        usual_profile().zones,
        tmp_path / "felt.png",
        tmp_path / "club.toml",
    )
    profile.save(written, tmp_path / "camera.toml")
    text = (tmp_path / "camera.toml").read_text()
    assert tomllib.loads(text)["camera"]["empty"] == "felt.png"
    held = profile.load(tmp_path / "camera.toml")
    assert held.lens.matrix == pytest.approx(written.lens.matrix, abs=1e-3)
    assert held.lens.distortion == pytest.approx(written.lens.distortion, abs=1e-6)
    assert (held.empty, held.chips) == (written.empty, written.chips)
    assert set(held.markers) == set(written.markers)
    for number, corners in held.markers.items():
        assert corners == pytest.approx(written.markers[number], abs=0.01)
    for zone, other in zip(held.zones, written.zones, strict=True):
        assert (zone.seat, zone.polygon.tolist()) == (other.seat, other.polygon.tolist())


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[camera]", "[camara]", "camara: is no key"),
        ("matrix = ", "matirx = ", "camera.matirx: is no key of a .toml file; did you mean `matrix`?"),
        ("[1000.0, 0, 640]", "[1000.0, 0]", "camera.matrix[0]: must be 3 numbers, not [1000.0, 0]"),
        ("[1000.0, 0, 640]", '"wide"', 'camera.matrix[0]: must be 3 numbers, not "wide"'),
        (", [0, 0, 1]]", "]", "camera.matrix: must be three rows of three numbers"),
        ("1000.0, 0, 640", "-1000.0, 0, 640", "camera.matrix: must be [[fx, s, cx]"),
        ("[0.1, 0, 0, 0]", "[0.1, 0, 0]", "camera.distortion: must be one of 0, 4, 5, 8, 12, 14 numbers"),
        ("size = [1280, 720]", "size = [1280, 0]", "camera.size: must be width and height"),
        ("size = [1280, 720]", "size = 1280", "camera.size: must be a list of numbers, not 1280"),
        ("size = [1280, 720]", "", "camera.size: is missing"),
        ("size = [1280, 720]", 'size = [1280, 720]\nempty = "no.png"', "camera.empty: there is no file"),
        (
            "size = [1280, 720]",
            f'size = [1280, 720]\nempty = "{"x" * 300}"',
            "camera.empty: there is no file",
        ),
        ("id = 3", f"id = {'3' * 5000}", "has a number of more digits"),
        ("id = 3", f"id = '{'3' * 5000}'", "marker[0].id: must be a whole number from 0 to 49"),
        ("id = 3", "id = 50", "marker[0].id: must be a whole number from 0 to 49, not 50"),
        ("id = 7", "id = 3", "marker[1].id: marker 3 stands here twice"),
        ("[45, 0], [0, 0]]", "[45, 0]]", "marker[0].corners_mm: must be the four corners, not 3"),
        ("[[0, 45], [45, 45]", "[[0, 45], [1, 45]", "marker[0].corners_mm: has two corners within 5 mm"),
        ("[[marker]]\nid = 3", "[marker]\nid = 3", "is not TOML"),
        ("seat = 4", "seat = 11", "zone[0].seat: must be a whole number from 1 to 10, not 11"),
        ("seat = 4", "seat = true", "zone[0].seat: must be a whole number from 1 to 10, not true"),
        ("[100, 80]]", "[50, 0]]", "zone[0].polygon_mm: must be three corners or more around some felt"),
        ("[camera]", "camera = 3\n[other]", "camera: must be a table, [camera]"),
        ("[camera]", "zone = 3\n[camera]", "is not TOML"),
    ],
)
def test_a_mistake_in_a_profile_is_named(tmp_path, old, new, says):
    assert mistake(profile.load, tmp_path, PROFILE.replace(old, new, 1)).startswith(says)


def test_a_profile_without_markers_and_a_seat_with_two_zones(tmp_path):
    bare = re.sub(r"\[\[marker\]\].*(?=\[\[zone)", "", PROFILE, flags=re.DOTALL)
    assert mistake(profile.load, tmp_path, bare).startswith("marker: is missing")
    twice = PROFILE + "[[zone]]\nseat = 4\npolygon_mm = [[0, 0], [50, 0], [50, 80]]\n"
    assert mistake(profile.load, tmp_path, twice) == "zone[1].seat: seat 4 has a zone already"


def test_keys_that_others_need_are_left_alone(tmp_path):
    (tmp_path / "camera.toml").write_text(PROFILE + '[bracket]\nheight_mm = 300\n[chips]\nset = "set.toml"\n')
    (tmp_path / "set.toml").write_text(SET)
    assert profile.load(tmp_path / "camera.toml").chips == tmp_path / "set.toml"


def test_a_file_that_is_no_toml_or_is_not_there(tmp_path):
    with pytest.raises(BadFile, match="No such file"):
        profile.load(tmp_path / "none.toml")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(BadFile, match="is not UTF-8 text"):
        profile.load(tmp_path / "picture.toml")


def test_a_chip_set_is_read_and_written(tmp_path):
    (tmp_path / "set.toml").write_text(SET)
    held = chip_set.load(tmp_path / "set.toml")
    assert (held.name, held.diameter_mm, held.thickness_mm) == ("Club", 39.5, 3.3)
    assert held.chips == (
        Chip(5, (200, 30, 45), (255, 255, 255), 6),
        Chip(25, (32, 128, 64), (32, 128, 64), 0),
    )
    (tmp_path / "samples").mkdir()
    (tmp_path / "samples" / "5.png").write_bytes(b"an edge")
    sampled = Chip(5, RED.body, RED.spots, 6, (tmp_path / "samples" / "5.png",))
    written = ChipSet('Club "Nine"', 39.0, 3.25, (sampled, BLACK))
    chip_set.save(written, tmp_path / "again.toml")
    assert 'samples = ["samples/5.png"]' in (tmp_path / "again.toml").read_text()
    assert chip_set.load(tmp_path / "again.toml") == written


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('name = "Club"', "name = 3", "name: must be text in quotes, not 3"),
        (
            "diameter_mm = 39.5",
            "diameter_mm = -1",
            "diameter_mm: must be a number of millimetres over 0, not -1",
        ),
        ("thickness_mm = 3.3", "thickness_mm = 40", "thickness_mm: must be under the diameter, 39.5 mm"),
        ("denomination = 5", "denomination = 0", "chip[0].denomination: must be a whole number from 1 to"),
        ('denomination = "25"', "denomination = 5", "chip[1].denomination: 5 stands here twice"),
        ("#c81e2d", "red", 'chip[0].body: must be a colour such as "#c81e2d", not "red"'),
        (
            "spot_count = 6",
            "spot_count = 65",
            "chip[0].spot_count: must be a whole number from 0 to 64, not 65",
        ),
        ("spot_count = 6", 'samples = ["x.png"]', "chip[0].samples[0]: there is no file"),
        ("spot_count = 6", 'samples = "x.png"', "chip[0].samples: must be a list of texts in quotes"),
        (
            "spot_count = 6",
            "spotcount = 6",
            "chip[0].spotcount: is no key of a .toml file; did you mean `spot_count`?",
        ),
        ("[[chip]]", "[[chop]]", "chop: is no key of a .toml file; did you mean `chip`?"),
    ],
)
def test_a_mistake_in_a_chip_set_is_named(tmp_path, old, new, says):
    text = SET.replace(old, new) if "chop" in new else SET.replace(old, new, 1)
    assert mistake(chip_set.load, tmp_path, text).startswith(says)
