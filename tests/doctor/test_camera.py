"""The self-test's lines on cameras."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from controller.doctor import camera
from controller.doctor.check import Check
from tests.vision.conftest import RED, bare_felt, profile_file, shot  # noqa: F401
from vision import profile
from vision.cards import deck
from vision.cards.deck import POKER_MM, Back, Deck
from vision.counting import chip_set
from vision.counting.chip_set import ChipSet
from vision.frames import pictures
from vision.geometry.camera import Pose
from vision.geometry.place import Place
from vision.geometry.zones import Zone
from vision.training.scene import Pile


@pytest.fixture
def seen(tmp_path) -> Path:
    """A picture that the usual camera takes of a bet."""
    pictures.write(tmp_path / "seen.png", shot(Pile(0, 20, (RED,) * 3)))
    return tmp_path / "seen.png"


def checks(folder: Path, device: object, profile_name: str = "camera.toml") -> list[Check]:
    (folder / "left.camera").write_text(
        f'# which\nCAMERA="{device} --profile {profile_name} --serial CAM-1"\n'
    )
    return list(camera.everything(folder))


def test_no_camera_is_named_and_nothing_is_said(tmp_path):
    assert list(camera.everything(tmp_path)) == []


def test_a_camera_that_sees_is_told_part_by_part(profile_file, seen, tmp_path):  # noqa: F811
    held = profile.load(profile_file)
    chip_set.save(ChipSet("ours", 39.0, 3.3, (RED,)), tmp_path / "chips.toml")
    profile.save(
        profile.Profile(held.lens, held.markers, held.zones, held.empty, tmp_path / "chips.toml"),
        profile_file,
    )
    told, *edges, sees = checks(tmp_path, seen)
    assert {check.part for check in (told, *edges, sees)} == {"camera left"}
    assert (told.state, "5 markers, zones of seats 4, 5, 6" in told.how) == ("well", True)
    assert [check.how.partition(":")[0] for check in edges] == ["seat 4", "seat 5", "seat 6"]
    assert all(check.state == "look" and "nearer" in check.do for check in edges)
    assert (sees.state, "the light is good; markers 0, 1, 2, 3, 4 seen" in sees.how) == ("well", True)


def test_a_profile_that_is_not_there_has_no_line_to_be_mended(tmp_path):
    (told,) = checks(tmp_path, "/dev/video77")
    assert (told.state, told.do) == ("bad", "name a file that is there, or calibrate the camera anew")


def test_without_a_chip_set_it_is_said_that_nothing_is_counted(profile_file, seen, tmp_path):  # noqa: F811
    told = checks(tmp_path, seen)[0]
    assert (told.state, "so it does not count" in told.how) == ("look", True)


@pytest.mark.parametrize(
    ("device", "says"),
    [
        ("/dev/video77", "there is no camera at /dev/video77"),
        ("/dev/null", "/dev/null is no camera"),
        ("dark.png", "too dark"),
        ("grey.png", "markers"),
    ],
)
def test_what_a_camera_lacks_is_said_with_what_to_do(profile_file, tmp_path, device, says):  # noqa: F811
    lit = shot()
    pictures.write(tmp_path / "dark.png", (lit // 12).astype("uint8"))
    pictures.write(tmp_path / "grey.png", lit[:, ::-1].copy())
    name = device if device.startswith("/") else tmp_path / device
    last = checks(tmp_path, name)[-1]
    assert (last.state, says in last.how, bool(last.do)) == ("bad", True, True), last


def test_a_camera_that_was_turned_since_names_the_zone_that_it_lost(profile_file, tmp_path):  # noqa: F811
    held = profile.load(profile_file)
    wide = Zone(6, np.array([(75.0, -60), (280, -60), (280, 130), (75, 130)]))
    profile.save(replace(held, zones=(*held.zones[:2], wide)), profile_file)
    turned = Pose.looking((0, -480, 320), (-60, 20, 0))
    pictures.write(tmp_path / "turned.png", shot(pose=turned))
    last = checks(tmp_path, tmp_path / "turned.png")[-1]
    assert (last.state, last.how.partition(":")[0]) == ("bad", "seat 6, as it stands now")
    assert "mm of the zone lie beyond the picture's right edge" in last.how
    assert last.do.startswith("turn the camera back")


def test_a_deck_is_looked_into_and_a_place_that_is_not_wholly_seen_is_named(profile_file, seen, tmp_path):  # noqa: F811
    pictures.write(tmp_path / "back.png", np.full((88, 63, 3), 90, np.uint8))
    deck.save(
        Deck("ours", POKER_MM, (Back(pictures.read(tmp_path / "back.png"), (250, 250, 250)),)),
        tmp_path / "deck.toml",
    )
    board = Place("board", np.array([(-40.0, -60), (40, -60), (40, 20), (-40, 20)]))
    held = replace(profile.load(profile_file), deck=tmp_path / "deck.toml")
    profile.save(held, profile_file)
    lacks = checks(tmp_path, seen)[1]
    assert (lacks.state, "no place in the profile, so no card is told" in lacks.how) == ("look", True)
    profile.save(replace(held, places=(board,)), profile_file)
    well = checks(tmp_path, seen)[1]
    assert (well.state, "cards at board" in well.how, "1 back" in well.how) == ("well", True, True)
    profile.save(replace(held, places=(replace(board, polygon=board.polygon * (9, 1)),)), profile_file)
    assert any(
        check.how.startswith("cards, board: ") and check.state == "bad" for check in checks(tmp_path, seen)
    )
    (tmp_path / "deck.toml").write_text("name = 3\n")
    bad = checks(tmp_path, seen)[1]
    assert (bad.state, "deck.toml" in bad.how, bool(bad.do)) == ("bad", True, True)


@pytest.mark.parametrize(
    "words", ["--serial CAM-1 {0} --profile {1}", "{0} --profile={1}", "--json --profile {1} {0}"]
)
def test_a_camera_is_named_in_any_order_of_its_options(profile_file, seen, tmp_path, words):  # noqa: F811
    (tmp_path / "left.camera").write_text(
        f'CAMERA="{words.format(seen, profile_file.rename(tmp_path / "over.toml"))}"'
    )
    told, *_, sees = camera.everything(tmp_path)
    assert told.how.startswith(f"{tmp_path / 'over.toml'}: 5 markers")
    assert sees.how.startswith(f"{seen}: the light is good")


@pytest.mark.parametrize(
    ("text", "says"),
    [("CAMERA=", "names no camera"), ('CAMERA="x.mp4 --profile none.toml"', "none.toml")],
)
def test_a_file_that_names_no_camera_or_no_profile(tmp_path, text, says):
    (tmp_path / "left.camera").write_text(text)
    (check,) = camera.everything(tmp_path)
    assert (check.state, says in check.how) == ("bad", True)


def test_a_key_that_stands_twice_in_a_profile_is_named_with_its_line(profile_file, tmp_path):  # noqa: F811
    text = profile_file.read_text().replace("size =", "size = [1, 2]\nsize =", 1)
    (tmp_path / "over.toml").write_text(text)
    (tmp_path / "over.camera").write_text('CAMERA="x.mp4 --profile over.toml"')
    (check,) = camera.everything(tmp_path)
    line = text[: text.index("[1, 2]\nsize")].count("\n") + 2
    assert check.how.startswith(f"{tmp_path / 'over.toml'}:{line}: `size` stands here for the second time")


def test_a_mistake_in_a_profile_is_named_with_its_line_also_behind_a_byte_order_mark(profile_file, tmp_path):  # noqa: F811
    text = profile_file.read_text().replace("size =", "sise =", 1)
    (tmp_path / "over.toml").write_text("\ufeff" + text)
    (tmp_path / "over.camera").write_text('CAMERA="x.mp4 --profile over.toml"')
    (check,) = camera.everything(tmp_path)
    line = text.splitlines().index(next(row for row in text.splitlines() if row.startswith("sise"))) + 1
    assert check.how.startswith(f"{tmp_path / 'over.toml'}:{line}: camera.sise: is no key")
