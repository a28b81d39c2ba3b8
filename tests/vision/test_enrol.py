"""A house's chips enrolled from one rendered picture, and the pictures that must be refused."""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.conftest import BLACK, MARKERS, OVER_THE_FELT, RED, ZONES, camera
from vision import profile
from vision.counting import chip_set
from vision.counting.chip_set import Chip
from vision.counting.enrol import enrol
from vision.frames import pictures
from vision.geometry.camera import BadPicture, Picture, Pose, VisionError
from vision.geometry.unwrap import COLUMNS
from vision.profile import Profile
from vision.reading import Reader
from vision.training.scene import Pile, Scene

WHITE = Chip(1, (225, 222, 215), (40, 60, 150), 6)
BLUE = Chip(10, (40, 60, 160), (250, 250, 250), 4)
PURPLE = Chip(500, (90, 30, 110), (230, 180, 40), 8)
PLAIN = Chip(2, (200, 120, 40), (200, 120, 40), 0)
CHIPS = (WHITE, RED, BLUE, BLACK, PURPLE, PLAIN)
PLACES = ((-170, 20), (-100, 60), (-30, 10), (40, 50), (110, 20), (180, 70))
FULL_HD = camera(1920, 1080, 1)


def table(*piles: Pile, pose: Pose = OVER_THE_FELT, seed: int = 2) -> Picture:
    return FULL_HD.draw(Scene(MARKERS, piles), pose, seed)


@functools.cache
def ten_of_each() -> Picture:
    """Return what the camera sees of ten chips of each denomination."""
    return table(*stacks())


def stacks(count: int = 10, chips: tuple[Chip, ...] = CHIPS, thickness_mm: float = 3.3) -> tuple[Pile, ...]:
    places = zip(PLACES, chips, strict=False)
    return tuple(Pile(x, y, (chip,) * count, 39.0, thickness_mm) for (x, y), chip in places)


@pytest.fixture(scope="module")
def held(tmp_path_factory) -> Profile:
    felt = tmp_path_factory.mktemp("felt") / "felt.png"
    pictures.write(felt, table(seed=1))
    return Profile(FULL_HD.lens, MARKERS, (), felt)


def enrolled(held: Profile, picture: Picture, chips: tuple[Chip, ...] = CHIPS, count: int = 10):
    return enrol(picture, held, [chip.denomination for chip in chips], count, "Club", 39.0)


@pytest.mark.parametrize(("count", "thickness_mm"), [(10, 3.3), (6, 3.5)])
def test_thickness_spots_and_colours_as_the_light_has_them(held, count, thickness_mm):
    found = enrolled(held, table(*stacks(count, thickness_mm=thickness_mm)), count=count)
    assert found.chips.thickness_mm == pytest.approx(thickness_mm, rel=0.012)
    assert [chip.spot_count for chip in found.chips.chips] == [chip.spot_count for chip in CHIPS]
    for chip, true in zip(found.chips.chips, CHIPS, strict=True):
        assert chip.denomination == true.denomination
        for got, wanted in ((chip.body, true.body), (chip.spots, true.spots)):
            # The side of a stack has less light than a sheet of paper; the hue is the chip's own.
            share = np.array(got) @ np.array(wanted) / (np.array(wanted) @ np.array(wanted))
            assert 0.5 < share < 1
            assert np.array(got) == pytest.approx(share * np.array(wanted), abs=12)
    assert found.strips[5].shape[1] == COLUMNS


def test_stacks_are_placed_to_two_millimetres(held):
    said = enrolled(held, ten_of_each()).said
    for line, (x, y) in zip(said[1:], PLACES, strict=True):
        across, away = line.partition("(")[2].partition(")")[0].split(", ")
        assert (float(across), float(away)) == pytest.approx((x, y), abs=2)


def test_a_camera_at_the_tables_side_takes_the_stacks_from_its_own_left(tmp_path):
    aside = Pose.looking((-430, 10, 330), (0, 20, 0))
    pictures.write(tmp_path / "felt.png", table(pose=aside, seed=1))
    chips, places = (WHITE, RED, BLUE), ((20, 100), (-40, 20), (0, -60))
    piles = [Pile(x, y, (chip,) * 10, 39.0, 3.3) for (x, y), chip in zip(places, chips, strict=True)]
    seen = Profile(FULL_HD.lens, MARKERS, (), tmp_path / "felt.png")
    said = enrolled(seen, table(*piles, pose=aside), chips).said
    for line, (x, y) in zip(said[1:], places, strict=True):
        across, away = line.partition("(")[2].partition(")")[0].split(", ")
        assert (float(across), float(away)) == pytest.approx((x, y), abs=2)


@pytest.mark.parametrize(
    ("piles", "says"),
    [
        (stacks()[:5], "5 stacks are seen, 6 denominations were named"),
        (
            (*stacks()[:5], Pile(180, 70, (PLAIN,) * 7)),
            "the stack of 2 is 2. mm high, most are 3.: 10 chips of each",
        ),
        ((*stacks()[:5], replace(stacks()[5], x_mm=128)), "5 stacks are seen|has no clear outline"),
        ((), "0 stacks are seen"),
    ],
)
def test_stacks_that_are_not_as_said_are_refused(held, piles, says):
    with pytest.raises(VisionError, match=says):
        enrolled(held, table(*piles))


def test_stacks_that_nearly_touch_in_the_picture_are_two(held):
    near = (*stacks()[:5], replace(stacks()[5], x_mm=153, y_mm=20))
    found = enrolled(held, table(*near))
    assert "500: at (110, 20) mm" in found.said[5]
    assert "2: at (153, 20) mm" in found.said[6]
    assert [chip.spot_count for chip in found.chips.chips] == [chip.spot_count for chip in CHIPS]


def test_what_was_enrolled_is_counted_in_this_light_and_in_another(held):
    house = enrolled(held, ten_of_each()).chips
    assert house.paper is not None
    bets = (Pile(-140, 30, (RED, RED, BLUE, RED)), Pile(10, 40, (WHITE, BLACK, PURPLE)))
    reader = Reader(replace(held, zones=ZONES), house)
    for brightness in (1.0, 0.8):
        picture = FULL_HD.draw(Scene(MARKERS, bets).lit(brightness), OVER_THE_FELT, 3)
        reading = reader.read("bets", picture)
        assert [zone.total for zone in reading.zones] == [25, 601, 0], reading.said


def test_the_mean_of_five_noisy_pictures_enrols_what_one_does_not(held):
    chance, plain = np.random.default_rng(1), ten_of_each().astype(np.float32)

    def noisy(number: int) -> tuple[str, Picture]:
        grain = chance.standard_normal(plain.shape, np.float32) * 45
        return f"{number}.jpg", np.clip(plain + grain, 0, 255).astype(np.uint8)

    shown = [noisy(number) for number in range(5)]
    with pytest.raises(VisionError):
        enrolled(held, pictures.mean(shown[:1]))
    found = enrolled(held, pictures.mean(shown))
    assert found.chips.thickness_mm == pytest.approx(3.3, rel=0.03)
    with pytest.raises(BadPicture, match=r"other.jpg: shows something else than the others"):
        pictures.mean([*shown, ("other.jpg", table())])


def test_a_camera_that_moved_is_refused(held):
    with pytest.raises(VisionError, match="the camera has moved since the bare felt was taken"):
        enrolled(held, table(*stacks(), pose=Pose.looking((6, -480, 320), (0, 20, 0))))


def test_pictures_of_another_size_or_without_bare_felt_are_refused(held):
    small = camera(640, 360).draw(Scene(MARKERS, stacks()), OVER_THE_FELT)
    with pytest.raises(BadPicture, match="the picture is 640x360, that of the bare felt is 1920x1080"):
        enrolled(held, small)
    with pytest.raises(VisionError, match="names no picture of the bare felt"):
        enrolled(replace(held, empty=None), small)


def test_stacks_too_small_to_count_are_refused(tmp_path):
    felt = camera(640, 360).draw(Scene(MARKERS), OVER_THE_FELT)
    pictures.write(tmp_path / "felt.png", felt)
    low = Profile(camera(640, 360).lens, MARKERS, (), tmp_path / "felt.png")
    with pytest.raises(VisionError, match=r"the stack of 1 shows 2\.\d px a chip edge, 4.5 are needed"):
        enrolled(low, camera(640, 360).draw(Scene(MARKERS, stacks()), OVER_THE_FELT, 3))


def test_the_command_writes_a_set_that_the_profile_can_name(floorcall, held, tmp_path):
    profile.save(held, tmp_path / "camera.toml")
    pictures.write(tmp_path / "stacks.png", ten_of_each())
    call = ("calibrate", "chips", str(tmp_path / "stacks.png"), "--profile", str(tmp_path / "camera.toml"))
    made = floorcall(*call, "--denominations", "1,5,10,100,500,2", "-o", str(tmp_path / "club.toml"))
    assert made.exit_code == 0, made.output
    assert "100: at (" in made.stdout
    held_set = chip_set.load(tmp_path / "club.toml")
    assert held_set.name == "club"
    assert [chip.spot_count for chip in held_set.chips] == [6, 6, 4, 8, 8, 0]
    assert held_set.chips[3].samples == (tmp_path / "club-100.png",)
    text = (tmp_path / "camera.toml").read_text()
    (tmp_path / "camera.toml").write_text(text + '\n[chips]\nset = "club.toml"\n')
    assert profile.load(tmp_path / "camera.toml").chips == tmp_path / "club.toml"
    refused = floorcall(*call, "--denominations", "1,5", "-o", str(tmp_path / "no.toml"))
    assert (refused.exit_code, "6 stacks are seen, 2 denominations" in refused.stderr) == (2, True)
    refused = floorcall(*call, "--denominations", "1,x", "-o", str(tmp_path / "no.toml"))
    assert (refused.exit_code, "--denominations: numbers from 1 to" in refused.stderr) == (2, True)
    assert not (tmp_path / "no.toml").exists()


def test_stacks_that_hide_a_little_of_each_other_are_told_apart_by_their_faces(held):
    """In one outline there are two: no stack fits it."""
    behind = replace(stacks()[1], x_mm=-145, y_mm=62)
    found = enrolled(held, table(stacks()[0], behind, *stacks()[2:]))
    assert [chip.denomination for chip in found.chips.chips] == [chip.denomination for chip in CHIPS]
    assert found.chips.thickness_mm == pytest.approx(3.3, abs=0.05)
    assert [chip.spot_count for chip in found.chips.chips] == [chip.spot_count for chip in CHIPS]
