"""``floorcall calibrate`` and ``floorcall chips``, as somebody at a table types them."""

from __future__ import annotations

import json
import subprocess
import sys

import cv2
import numpy as np
import pytest

from tests.vision.conftest import BLACK, RED, grain, shot
from tests.vision.test_calibrate import HELD, felt_view, sheet_view
from vision import profile
from vision.frames import pictures
from vision.training.scene import Pile


@pytest.fixture
def photos(tmp_path) -> list[str]:
    """Pictures of the sheet, and of the felt last."""
    for number in range(len(HELD)):
        pictures.write(tmp_path / f"sheet-{number}.png", sheet_view(number).picture)
    pictures.write(tmp_path / "felt.png", felt_view().picture)
    return [
        *(str(tmp_path / f"sheet-{number}.png") for number in range(len(HELD))),
        str(tmp_path / "felt.png"),
    ]


def test_from_the_printed_sheet_to_a_first_look(floorcall, photos, tmp_path):
    sheet = floorcall("calibrate", "markers", "-o", str(tmp_path / "sheet.pdf"), "--paper", "letter")
    assert (sheet.exit_code, "print it at 100 %; each marker must be 45 mm wide" in sheet.stdout) == (0, True)
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")

    out = tmp_path / "camera.toml"
    made = floorcall(
        "calibrate", "camera", *photos, "--seats", "4,5", "--zone", "6=80,0,200,90", "-o", str(out)
    )
    assert made.exit_code == 0, made.output
    assert "lens: 7 views, 60 degrees across" in made.stdout
    assert "seat 6: 2." in made.stdout
    assert "detect only, 4.5 px count" in made.stdout
    held = profile.load(out)
    assert [zone.seat for zone in held.zones] == [4, 5, 6]
    assert held.empty == tmp_path / "camera-felt.png"

    pictures.write(tmp_path / "bets.png", shot(Pile(-140, 20, (RED,) * 5)))
    seen = floorcall("chips", str(tmp_path / "bets.png"), photos[-1], "--profile", str(out))
    assert seen.exit_code == 0
    assert "seat 4: something lies at (" in seen.stdout
    assert "mm; not counted" in seen.stdout
    assert "seat 5: bare" in seen.stdout

    lines = floorcall(
        "chips", str(tmp_path / "bets.png"), "--profile", str(out), "--json"
    ).stdout.splitlines()
    (line,) = map(json.loads, lines)
    assert (line["image"], line["t"]) == (str(tmp_path / "bets.png"), None)
    assert {zone["seat"]: zone["total"] for zone in line["zones"]} == {4: None, 5: 0, 6: 0}
    (stack,) = line["zones"][0]["stacks"]
    assert set(stack) == {"x_mm", "y_mm", "box", "chips", "confidence", "sure", "why"}
    assert (stack["sure"], stack["chips"]) == (False, [])

    again = floorcall(
        "calibrate",
        "camera",
        photos[-1],
        "--lens",
        str(out),
        "--zone",
        "5=-50,0,50,80",
        "-o",
        str(tmp_path / "b.toml"),
    )
    assert again.exit_code == 0, again.output
    assert profile.load(tmp_path / "b.toml").lens.focal_px == pytest.approx(held.lens.focal_px)


def test_a_profile_that_could_not_name_its_picture_is_not_written(
    floorcall, profile_file, bare_felt, tmp_path
):
    felt, out = tmp_path / "bare.png", tmp_path / "of \udcff.toml"
    pictures.write(felt, bare_felt)
    done = floorcall(
        "calibrate", "camera", str(felt), "--lens", str(profile_file), "--seats", "4", "-o", str(out)
    )
    assert (done.exit_code, "toml: must be a name in UTF-8" in done.stderr) == (2, True), done.output
    assert not out.exists()


def test_what_was_seen_is_drawn_to_a_file_or_a_folder(floorcall, profile_file, tmp_path):
    for name in ("a", "b"):
        pictures.write(tmp_path / f"{name}.png", shot(Pile(0, 20, (BLACK,) * 3)))
    call = ("chips", "--profile", str(profile_file))
    assert floorcall(*call, str(tmp_path / "a.png"), "--draw", str(tmp_path / "one.jpg")).exit_code == 0
    assert (tmp_path / "one.jpg").read_bytes().startswith(b"\xff\xd8")
    both = [str(tmp_path / "a.png"), str(tmp_path / "b.png")]
    assert floorcall(*call, *both, "--draw", str(tmp_path / "out")).exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.png", "b.png"]
    for name in ("one.jpg", "new.png"):
        refused = floorcall(*call, *both, "--draw", str(tmp_path / name))
        assert refused.exit_code == 2
        assert f"{name} is a file; name a folder for the 2 pictures" in refused.stderr
    assert not (tmp_path / "new.png").exists()
    nowhere = floorcall(*call, str(tmp_path / "a.png"), "--draw", str(tmp_path / "none" / "one.png"))
    assert (nowhere.exit_code, "none/one.png: No such file or directory" in nowhere.stderr) == (2, True)
    in_a_file = floorcall(*call, *both, "--draw", str(tmp_path / "one.jpg" / "out"))
    assert (in_a_file.exit_code, "one.jpg/out: Not a directory" in in_a_file.stderr) == (2, True)


def test_a_picture_is_named_though_its_name_is_no_text_and_so_is_one_of_another_camera(
    floorcall, profile_file, tmp_path
):
    odd, other = tmp_path / "bet \udcff.png", tmp_path / "other.png"
    pictures.write(odd, shot())
    pictures.write(other, np.zeros((100, 300, 3), np.uint8))
    told = floorcall("chips", str(odd), str(other), "--profile", str(profile_file), "--json")
    assert json.loads(told.stdout)["image"] == str(tmp_path / "bet \N{REPLACEMENT CHARACTER}.png")
    assert (told.exit_code, "other.png: the picture is 300x100" in told.stderr) == (2, True)


def test_pictures_of_one_name_are_drawn_each_to_a_file_of_its_own(floorcall, profile_file, tmp_path):
    for camera in ("left", "right"):
        (tmp_path / camera).mkdir()
        pictures.write(tmp_path / camera / "bet.png", shot())
    pictures.write(tmp_path / "after.png", shot())
    shown = [str(tmp_path / name) for name in ("left/bet.png", "right/bet.png", "after.png")]
    call = ("chips", *shown, "--profile", str(profile_file), "--draw", str(tmp_path / "out"))
    assert floorcall(*call).exit_code == 0
    drawn = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert drawn == ["1-bet.png", "2-bet.png", "after.png"]


def test_no_drawing_takes_a_pictures_place(floorcall, profile_file, tmp_path):
    first = tmp_path / "a.png"
    pictures.write(first, shot(Pile(0, 20, (BLACK,) * 3)))
    before = first.read_bytes()
    call = ("chips", "--profile", str(profile_file))
    for words, told in (
        ((first, "--draw", first), f"{first}: is read here"),
        ((first, "--draw", tmp_path), f"{first}: is read here"),
        ((first, "--draw", first / "x.png"), f"--draw {first / 'x.png'}: Not a directory"),
    ):
        refused = floorcall(*call, *map(str, words))
        assert refused.exit_code == 2, words
        assert told in refused.stderr
    assert first.read_bytes() == before


def test_nothing_that_is_made_of_pictures_takes_the_place_of_what_it_is_made_of(
    floorcall, photos, profile_file, tmp_path
):
    stack, sample, held = tmp_path / "stack.png", tmp_path / "set-5.png", str(profile_file)
    for picture in (stack, sample):
        pictures.write(picture, shot(Pile(0, 20, (BLACK,) * 10)))
    chips = ("calibrate", "chips", "--profile", held, "--denominations", "5")
    chip_set = tmp_path / "chips.toml"
    chip_set.write_text("")
    for words, read in (
        (("calibrate", "camera", *photos, "-o", photos[-1]), photos[-1]),
        (("calibrate", "camera", *photos, "--chips", str(chip_set), "-o", str(chip_set)), chip_set),
        (("calibrate", "camera", *photos, "--cards", str(chip_set), "-o", str(chip_set)), chip_set),
        (("calibrate", "camera", str(tmp_path), "-o", photos[0]), photos[0]),
        ((*chips, str(stack), "-o", str(stack)), stack),
        ((*chips, str(stack), "-o", held), held),
        ((*chips, str(sample), "-o", str(tmp_path / "set.toml")), sample),
        (("calibrate", "chips", "--check", "--profile", held, "-o", held), held),
        (("calibrate", "cards", str(stack), "--profile", held, "-o", str(stack)), stack),
    ):
        before = {path: path.read_bytes() for path in tmp_path.iterdir()}
        refused = floorcall(*words)
        assert refused.exit_code == 2, words
        assert f"{read}: is read here" in refused.stderr
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.fixture
def clip(tmp_path) -> str:
    """Two seconds of the felt, three of a hand on the lens, two of the felt: ten frames a second."""
    path = str(tmp_path / "clip.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (960, 540))
    felt = cv2.resize(shot(), (960, 540))
    for number in range(70):
        covered = 20 <= number < 50
        writer.write(grain(np.full_like(felt, 70) if covered else felt, number))
    writer.release()
    return path


def test_a_video_tells_when_it_is_blind(floorcall, profile_file, clip):
    told = floorcall("chips", clip, "--profile", str(profile_file), "--json")
    assert told.exit_code == 0, told.output
    first, down, up = map(json.loads, told.stdout.splitlines())
    assert first == {"type": "device", "t": pytest.approx(0.5, abs=0.11), "device": "chips", "state": "up"}
    assert (down["type"], down["device"], down["state"]) == ("device", "chips", "down")
    assert down["detail"] == "the lens is covered: nothing in the picture has an edge"
    assert 2 <= down["t"] <= 4
    assert (up["state"], 5 <= up["t"] <= 7) == ("up", True)
    words = floorcall("chips", clip, "--profile", str(profile_file)).stdout
    assert "s  blind: the lens is covered" in words
    assert words.count("s  sees") == 2


def test_who_has_read_enough_of_a_video_may_go(profile_file, clip):
    command = [
        sys.executable,
        "-m",
        "controller.cli",
        "chips",
        clip,
        "--profile",
        str(profile_file),
        "--json",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert json.loads(program.stdout.readline())["state"] == "up"
        program.stdout.close()
        assert program.stderr.read() == ""
    assert program.returncode == 0


def test_a_calibration_from_a_video(floorcall, tmp_path):
    path = str(tmp_path / "clip.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 4.0, (640, 360))
    for view in [*(sheet_view(number) for number in range(len(HELD))), felt_view()]:
        writer.write(view.picture)
        writer.write(view.picture)
    writer.release()
    made = floorcall("calibrate", "camera", path, "--seats", "1,2", "-o", str(tmp_path / "camera.toml"))
    assert made.exit_code == 0, made.output
    assert "lens: 7 views" in made.stdout
    assert len(profile.load(tmp_path / "camera.toml").markers) == 5


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("calibrate", "camera", "none.jpg", "-o", "x.toml"), 2, "none.jpg: No such file"),
        (
            ("calibrate", "camera", "notes.txt", "-o", "x.toml"),
            2,
            "notes.txt: is neither a picture nor a video",
        ),
        (
            ("calibrate", "camera", "notes.png", "-o", "x.toml"),
            2,
            "notes.png: is no picture that can be read",
        ),
        (
            ("calibrate", "camera", "felt.png", "-o", "x.toml"),
            2,
            "no picture shows the marker sheet in one piece",
        ),
        (("calibrate", "camera", "grey.png", "-o", "x.toml"), 2, "grey.png: shows no marker, 3 are needed"),
        (
            ("calibrate", "camera", "felt.png", "small.png", "-o", "x.toml"),
            2,
            "must come from one camera at one size",
        ),
        (("calibrate", "camera", "a.mp4", "b.mp4", "-o", "x.toml"), 2, "one camera or video at a time"),
        (("calibrate", "camera", "/dev/video77", "-o", "x.toml"), 3, "there is no camera at /dev/video77"),
        (
            ("calibrate", "camera", "felt.png", "--seats", "4,x", "-o", "x.toml"),
            2,
            "--seats: numbers from 1 to 10 are wanted, such as 4,5,6; not",
        ),
        (
            ("calibrate", "camera", "felt.png", "--seats", "4,4", "-o", "x.toml"),
            2,
            "--seats: a number stands twice",
        ),
        (
            ("calibrate", "camera", "felt.png", "--zone", "4=1,2", "-o", "x.toml"),
            2,
            "--zone: say it as SEAT=X0",
        ),
        (
            ("calibrate", "camera", "felt.png", "--seats", "4,5", "--zone", "5=0,0,60,60", "-o", "x.toml"),
            2,
            "--zone: seat 5 stands twice, or is one of --seats as well",
        ),
        (
            ("calibrate", "camera", "felt.png", "--zone", "5=0,0,60,0", "-o", "x.toml"),
            2,
            "--zone: seat 5 has no felt",
        ),
        (
            ("calibrate", "camera", "felt.png", "--lens", "none.toml", "-o", "x.toml"),
            2,
            "none.toml: No such file",
        ),
        (
            ("calibrate", "camera", "felt.png", "--lens", "camera.toml", "-o", "no/x.toml"),
            2,
            "no/x.toml: No such",
        ),
        (("calibrate", "camera", "felt.png", "--lens", "camera.toml", "-o", "."), 2, ".: is a folder"),
        (("calibrate", "markers", "-o", "no/sheet.pdf"), 2, "no/sheet.pdf: No such file"),
        (("chips", "felt.png", "--profile", "none.toml"), 2, "none.toml: No such file"),
        (
            ("chips", "felt.png", "--profile", "bad.toml"),
            2,
            "bad.toml:3: camera.size: must be width and height",
        ),
        (("chips", "felt.png", "--profile", "set.toml"), 2, "club.toml:2: diameter_mm: must be a number of"),
        (("chips", "square.png", "--profile", "camera.toml"), 2, "the picture is 400x400, the camera was"),
        (("chips", "notes.txt", "--profile", "camera.toml"), 2, "is neither a picture nor a video"),
        (("chips", "/dev/video77", "--profile", "camera.toml"), 3, "there is no camera at /dev/video77"),
        (("chips", "http://[camera/", "--profile", "camera.toml"), 2, "the stream's address cannot be used"),
        (("chips", "a.mp4", "b.mp4", "--profile", "camera.toml"), 2, "one video or camera at a time"),
        (("chips", "a.mp4", "--draw", "x.png", "--profile", "camera.toml"), 2, "--draw goes with pictures"),
    ],
)
def test_what_cannot_be_used_is_named_in_a_line(
    floorcall, profile_file, tmp_path, monkeypatch, arguments, code, says
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "notes.png").write_text("no picture")
    pictures.write(tmp_path / "grey.png", np.full((360, 640, 3), 90, np.uint8))
    pictures.write(tmp_path / "small.png", np.full((180, 320, 3), 90, np.uint8))
    pictures.write(tmp_path / "square.png", np.full((400, 400, 3), 90, np.uint8))
    text = profile_file.read_text()
    (tmp_path / "bad.toml").write_text(
        "[camera]\nmatrix = [[9, 0, 8], [0, 9, 8], [0, 0, 1]]\nsize = [0, 0]\n[[marker]]\nid = 1\n"
    )
    (tmp_path / "set.toml").write_text(text + '[chips]\nset = "club.toml"\n')
    (tmp_path / "club.toml").write_text('name = "Club"\ndiameter_mm = -3\nthickness_mm = 3.3\n')
    refused = floorcall(*arguments)
    assert refused.exit_code == code, refused.output
    assert refused.stderr.startswith("floorcall: ")
    assert says in refused.stderr
    assert len(refused.stderr.strip().splitlines()) <= 2


def test_without_the_cameras_packages_the_program_says_what_to_install(floorcall, monkeypatch, tmp_path):
    import importlib.util

    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "cv2" else there(name))
    refused = floorcall("calibrate", "markers", "-o", str(tmp_path / "sheet.pdf"))
    assert refused.exit_code == 3
    assert "pip install 'floorcall[vision]'" in refused.stderr
