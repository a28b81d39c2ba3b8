"""A night's zones recorded with all but their chips blurred, and held against the truth afterwards."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.conftest import OVER_THE_FELT, RED, ZONES, Script, camera, filmed, shot, usual_profile
from vision import profile
from vision.cameras import watcher
from vision.counting import chip_set
from vision.counting.alternatives import Alternative
from vision.counting.chip_set import ChipSet
from vision.frames.frame import Frame
from vision.geometry.camera import VisionError
from vision.geometry.pose import Fit
from vision.geometry.unwrap import Stack
from vision.motion.events import Counted
from vision.motion.tally import AtRest
from vision.reading import StackReading, ZoneReading
from vision.records import BadRecords, compare, read_records
from vision.training.scene import Pile
from vision.watch.hiding import Screen
from vision.watch.recorder import Recorder

LENS = camera().lens
STANDS = Fit(OVER_THE_FELT, 0.3, (0, 1, 2), ())
FIVES = Pile(0, 30, (RED,) * 4)


def reading(*chips: int, seat: int = 5, sure: bool = True) -> ZoneReading:
    stack = Stack(0, 30, 19.5, 3.3 * len(chips))
    seen = StackReading(0, 30, (300, 150, 340, 200), chips, 0.9 if sure else 0.0, sure, "", stack)
    return ZoneReading(seat, sum(chips) if sure else None, 0.9, (seen,))


def at_rest(t: float, told: ZoneReading, *may_be: Alternative, again: bool = False) -> AtRest:
    chips = None if told.total is None else {5: told.total // 5}
    frame = Frame(t, "frame", picture=shot(FIVES))
    return AtRest(told.seat, frame, STANDS, told, Counted(chips, 0.9, may_be), again)


def recorded(folder, *rests: AtRest, said: list[str] | None = None) -> None:
    keeper = Recorder(
        folder, usual_profile(), ([] if said is None else said).append, now=lambda: 1_800_000_000.0
    )
    for rest in rests:
        keeper.keep(rest)


def test_a_night_is_recorded_and_compared_with_what_people_write_down(tmp_path, floorcall):
    night = tmp_path / "night"
    recorded(
        night,
        at_rest(3.0, reading(5, 5, 5, 5), Alternative({5: 4}, 0.97)),
        at_rest(9.0, reading(5, 5, 5), Alternative({5: 3}, 0.96), Alternative({5: 4}, 0.03)),
        at_rest(12.0, reading(5, 5, sure=False), Alternative({5: 2}, 0.6), Alternative({5: 3}, 0.3)),
        at_rest(20.0, reading(5)),
    )
    assert (night / "truth.txt").read_text().splitlines()[4:] == [f"#{n} seat 5:" for n in (1, 2, 3, 4)]
    (night / "truth.txt").write_text("1 seat 5: 4x5\n2 seat 5: 4x5\n3 seat 5: 10\n#4 seat 5:\n")
    done = floorcall("chips", "--compare", str(night))
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines() == [
        "                          right  wrong  unsure",
        "stacks of 1 to 5              1      1       0",
        "stacks of 6 to 10             0      0       0",
        "stacks of 11 to 20            0      0       0",
        "zones as the table heard      1      1       1",
        "true amounts confirmed at 0.95: 1 of 3 zones with chips",
        "  said 0.00 to 0.50:     2, 0.165 on average, right 0.500",
        "  said 0.50 to 0.80:     1, 0.600 on average, right 1.000",
        "  said 0.95 to 1.00:     2, 0.965 on average, right 0.500",
        "000002.jpg, seat 5: 15 was told, 20 lies there",
        "000002.jpg, seat 5, stack 1: 3x5 was told, 4x5 stands there",
        "1 zones have no truth yet",
        "3 zones say little; 30 or more make a figure",
    ]


def test_a_zone_that_is_looked_at_again_keeps_its_number_and_the_last_look_counts(tmp_path):
    night = tmp_path / "night"
    recorded(
        night,
        at_rest(3.0, reading(5, 5, sure=False)),
        at_rest(3.4, reading(5, 5), again=True),
        at_rest(8.0, reading(5), again=False),
    )
    kept = read_records(night)
    assert {number: (record.t, record.total) for number, record in kept.items()} == {
        1: (3.4, 10),
        2: (8.0, 5),
    }
    assert sorted(path.name for path in night.glob("*.jpg")) == ["000001.jpg", "000002.jpg"]


def test_nothing_but_felt_and_stacks_stays_clear():
    stripes = np.zeros((360, 640, 3), np.uint8)
    stripes[:, ::2] = 90
    stripes[:60, :60] = 255
    things = [((300, 120, 330, 200), True), ((335, 180, 360, 200), False)]
    shown = Screen(usual_profile()).hide_but_stacks(stripes, STANDS, ZONES[1], things)
    left, top = (
        int(side.min()) for side in np.vstack((ZONES[1].outline(LENS, OVER_THE_FELT), (294, 114))).T.round()
    )

    def stripes_at(x: int, y: int) -> bool:
        return int(np.ptp(shown[y - top, x - left : x - left + 2, 0])) > 60

    assert stripes_at(310, 130), "the stack, over the zone's line"
    assert stripes_at(300, 210), "the felt before it"
    assert not stripes_at(350, 190), "the hand in the zone"
    assert not stripes_at(345, 125), "what is behind the zone"


def test_a_card_that_lies_open_in_a_zone_is_coarse_in_a_night_s_pictures():
    picture = shot(FIVES)
    card = np.round(LENS.project([(20, 60, 0), (60, 60, 0), (60, 110, 0), (20, 110, 0)], OVER_THE_FELT))
    cv2.fillConvexPoly(picture, card.astype(np.int32), (245, 245, 245))
    x, y = card.mean(axis=0).astype(int)
    cv2.putText(picture, "A", (x - 6, y + 6), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 2)
    shown = Screen(usual_profile()).hide_but_stacks(picture, STANDS, ZONES[1], [])
    outline = ZONES[1].outline(LENS, OVER_THE_FELT).round().astype(int)
    left, top = outline.min(axis=0)
    clear = picture[y - 8 : y + 8, x - 8 : x + 8]
    kept = shown[y - top - 8 : y - top + 8, x - left - 8 : x - left + 8]
    assert np.abs(np.diff(clear.astype(int), axis=1)).max() > 150
    assert kept.shape == clear.shape
    assert np.abs(np.diff(kept.astype(int), axis=1)).max() < 25


def test_a_disk_that_is_full_stops_the_record_and_nothing_else(tmp_path):
    night, said = tmp_path / "night", list[str]()
    keeper = Recorder(night, usual_profile(), said.append)
    keeper.keep(at_rest(3.0, reading(5)))
    (night / "zones.jsonl").unlink()
    (night / "zones.jsonl").mkdir()
    keeper.keep(at_rest(5.0, reading(5)))
    keeper.keep(at_rest(7.0, reading(5)))
    assert said == [f"{night}: Is a directory; nothing more is recorded, counting goes on"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 seat 5:", "truth.txt:1: say it as 12 seat 4"),
        ("1 seat five: 20", "truth.txt:1: say it as"),
        ("1 seat 4: 20", "zone 1 is of seat 5, not 4"),
        ("7 seat 5: 20", "there is no zone 7"),
        ("1 seat 5: 20\n1 seat 5: 25", "truth.txt:2: zone 1 has a line already"),
        ("1 seat 5: 4 x 5", "line 1 of the plan"),
        ("1 seat 5: 2\u00b2", "line 1 of the plan"),
    ],
)
def test_a_line_that_says_nothing_is_named(tmp_path, line, says):
    recorded(tmp_path / "night", at_rest(3.0, reading(5)))
    (tmp_path / "night" / "truth.txt").write_text(line + "\n")
    with pytest.raises(BadRecords, match=says):
        compare(tmp_path / "night")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"chips": {"red": 4}}, "chips"),
        ({"alternatives": [{"chips": {"5": 4}}]}, "`p`"),
        ({"alternatives": [{"chips": {"5": 4}, "p": 1.5}]}, "p"),
        ({"alternatives": [{"amount": 20, "p": 0.5}]}, "`chips`"),
        ({"reading": {"stacks": []}}, "`total`"),
        ({"reading": {"total": 20, "stacks": [{"chips": ["5"]}]}}, "stacks"),
    ],
)
def test_a_record_that_another_hand_wrote_wrong_is_named_with_its_line(tmp_path, wrong, says):
    night = tmp_path / "night"
    recorded(night, at_rest(3.0, reading(5)), at_rest(5.0, reading(5, 5)))
    first, second = (night / "zones.jsonl").read_text().splitlines()
    (night / "zones.jsonl").write_text(f"{first}\n{json.dumps(json.loads(second) | wrong)}\n")
    (night / "truth.txt").write_text("2 seat 5: 2x5\n")
    with pytest.raises(BadRecords, match=f"zones.jsonl:2: .*{says}"):
        compare(night)


def test_folders_that_cannot_be_used_are_named(tmp_path, floorcall, profile_file):
    recorded(tmp_path / "night", at_rest(3.0, reading(5)))
    with pytest.raises(VisionError, match="holds a night's records already"):
        Recorder(tmp_path / "night", usual_profile(), print)
    nothing = floorcall("chips", "--compare", str(tmp_path))
    assert (nothing.exit_code, "zones.jsonl: is not there" in nothing.stderr) == (2, True)
    unfilled = floorcall("chips", "--compare", str(tmp_path / "night"))
    assert (unfilled.exit_code, "no line is filled in" in unfilled.stderr) == (2, True)
    pictures = floorcall(
        "chips",
        str(tmp_path / "night" / "000001.jpg"),
        "--record",
        str(tmp_path / "b"),
        "--profile",
        str(profile_file),
    )
    assert "--record goes with a video or a camera" in pictures.stderr


def test_a_camera_records_what_comes_to_rest_before_it(tmp_path, profile_file):
    held = profile.load(profile_file)
    chips = ChipSet("ours", 39.0, 3.3, (RED,))
    chip_set.save(chips, tmp_path / "chips.toml")
    held = replace(held, chips=tmp_path / "chips.toml")
    keeper = Recorder(tmp_path / "night", held, print)
    frames = [*filmed(shot(), 0, 1.2), *filmed(shot(FIVES), 1.2, 2.6)]
    watched = watcher(Script(frames), held, chips, keep=keeper.keep)
    while not watched.ended:
        watched.step()
    kept = read_records(tmp_path / "night")
    last = [record for record in kept.values() if record.seat == 5][-1]
    assert last.reading["stacks"], json.dumps(msgspec.to_builtins(last))
    picture = cv2.imread(str(tmp_path / "night" / last.picture))
    assert picture is not None
