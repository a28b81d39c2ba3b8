"""Hand histories read, sensed and checked: side pots, short all-ins, and what must be noticed as wrong."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from controller.histories.read_phh import HistoryError, read_folder, read_history
from controller.sensorlog.parse import parse_line
from controller.sensorlog.writer import encode_event
from controller.table.outputs import Action, Finding, HandLine, Output
from controller.testkit.chances import Noise
from controller.testkit.noise import READS
from tests.real_hands.check import RULEBOOKS, Score, compare, judge, replay
from tests.real_hands.course import Course, follow
from tests.real_hands.retell import write_log
from tests.real_hands.sense import Night

SIDE_POTS = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0]
starting_stacks = [1500, 5000, 600, 5000]
actions = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd", "d dh p4 7c2d",
  "p3 cbr 600", "p4 cc", "p1 cbr 1500", "p2 cc", "p4 cc",
  "d db Ah8s3c", "p2 cbr 1000", "p4 cbr 3500", "p2 cc",
  "d db 9h", "d db 4d", "p1 sm AsAd", "p2 sm KsKd", "p3 sm QsQd", "p4 sm 7c2d"]
"""
SPLIT_SIDE_POT = """
variant = "NT"
antes = [25, 25, 25]
blinds_or_straddles = [50, 100, 0]
starting_stacks = [525, 2025, 3000]
actions = ["d dh p1 AsAd", "d dh p2 KsQd", "d dh p3 KdQc",
  "p3 cbr 300", "p1 cbr 500", "p2 cc", "p3 cc",
  "d db Ah8s3c", "p2 cc", "p3 cbr 401", "p2 cc", "d db 9h", "p2 cc", "p3 cc",
  "d db 4d", "p2 cc", "p3 cc", "p1 sm AsAd", "p2 sm KsQd", "p3 sm KdQc"]
"""


def course_of(folder: Path, told: str, name: str = "made-up") -> Course:
    path = folder / f"{name}.phh"
    path.write_text(told)
    return follow(read_history(path))


def test_three_all_ins_make_three_pots(tmp_path: Path) -> None:
    course = course_of(tmp_path, SIDE_POTS)
    assert course.pots == [(2400, [0, 1, 2, 3]), (2700, [0, 1, 3]), (7000, [1, 3])]
    assert course.shares == [{0: 2400}, {0: 2700}, {1: 7000}]
    assert course.finals == [5100, 7000, 0, 0]


def test_a_side_pot_is_split_and_the_ante_lies_in_the_main_pot(tmp_path: Path) -> None:
    course = course_of(tmp_path, SPLIT_SIDE_POT)
    assert course.pots == [(1575, [0, 1, 2]), (802, [1, 2])]
    assert course.shares == [{0: 1575}, {1: 401, 2: 401}]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("told", [SIDE_POTS, SPLIT_SIDE_POT])
@pytest.mark.parametrize("name", ["friday", "saturday", "sunday", "monday"])
def test_side_pots_come_out_as_played_in_every_manner_of_playing(
    tmp_path: Path, told: str, name: str, rulebook: str
) -> None:
    score = judge([course_of(tmp_path, told, name)], rulebook)
    assert score.faults == []


def test_the_same_hand_is_always_sensed_the_same_and_every_event_is_good(tmp_path: Path) -> None:
    course = course_of(tmp_path, SIDE_POTS)
    first, second = (list(Night().sense(course)) for _ in range(2))
    assert first == second
    assert [parse_line(encode_event(event)) for event in first] == first
    assert [event.t for event in first] == sorted(event.t for event in first)


def test_the_check_notices_what_is_not_as_played(tmp_path: Path) -> None:
    outputs = [
        msgspec.structs.replace(line, to=line.to + 1)
        if isinstance(line, Action) and line.action == "raise"
        else line
        for line in outputs_of(course_of(tmp_path, SIDE_POTS))
        if not isinstance(line, HandLine)
    ]
    score = Score()
    compare(course_of(tmp_path, SIDE_POTS), outputs, score, "made-up")
    assert score.wrong_actions[0].startswith("made-up: action 1: played ('preflop', ")
    assert score.unknown_stacks == ["made-up: 0 hand lines"]


def test_the_check_notices_a_finding_and_a_wrong_stack(tmp_path: Path) -> None:
    course = course_of(tmp_path, SIDE_POTS)
    outputs = outputs_of(course)
    called = Finding(
        id="1:bet.string:1", t=1.0, hand=1, street="preflop", kind="bet.string", seat=1, level="dealer",
        remedy="first_motion_stands", cites=[], facts={}, evidence=[9],
    )  # fmt: skip
    course.shares[0] = {1: 2400}
    score = Score()
    compare(course, [called, *outputs], score, "made-up")
    assert len(score.false_findings) == len(score.wrong_stacks) == len(score.wrong_pots) == 1


def outputs_of(course: Course) -> list[Output]:
    log = io.BytesIO()
    write_log(log, [course], rulebook="deltin")
    return list(replay(log.getvalue(), "deltin"))


def test_stated_stacks_that_the_actions_do_not_give_are_refused(tmp_path: Path) -> None:
    wrong = SIDE_POTS + "finishing_stacks = [5100, 6000, 0, 1000]\n"
    with pytest.raises(HistoryError, match="its actions give"):
        course_of(tmp_path, wrong)


def test_a_half_chip_goes_to_the_first_winner_left_of_the_button(tmp_path: Path) -> None:
    told = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
starting_stacks = [100, 100, 100]
actions = ["d dh p1 2c3d", "d dh p2 AsKd", "d dh p3 AdKs", "p3 cbr 6", "p1 f", "p2 cc",
  "d db AhKc9s", "p2 cc", "p3 cc", "d db 9d", "p2 cc", "p3 cc", "d db 4h", "p2 cc", "p3 cc",
  "p2 sm AsKd", "p3 sm AdKs"]
finishing_stacks = [99, 100.5, 100.5]
"""
    course = course_of(tmp_path, told)
    assert course.history.finishing == [99, Fraction(201, 2), Fraction(201, 2)]
    assert course.finals == [99, 101, 100]


@pytest.mark.parametrize(
    ("told", "trouble"),
    [
        ('variant = "FT"', "variant 'FT' is not no-limit hold'em"),
        (SIDE_POTS.replace("p3 cbr 600", "p3 dances"), "action 'p3 dances' is not understood"),
        ('variant = "NT"', "antes"),
        ("variant = ", "Invalid value"),
    ],
)
def test_a_history_that_cannot_be_followed_names_its_file(tmp_path: Path, told: str, trouble: str) -> None:
    with pytest.raises(HistoryError, match=trouble) as refused:
        course_of(tmp_path, told)
    assert str(refused.value).startswith("made-up.phh")


def test_a_folder_without_hands_is_named(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match=r"no \.phh files here"):
        read_folder(tmp_path)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("told", [SIDE_POTS, SPLIT_SIDE_POT])
def test_poor_antennas_change_nothing(tmp_path: Path, told: str, rulebook: str) -> None:
    hands = [course_of(tmp_path, told, name) for name in ("tuesday", "wednesday", "thursday")]
    assert judge(hands, rulebook, Noise.of(0.03).only(*READS)).faults == []


def test_poor_antennas_do_disturb(tmp_path: Path) -> None:
    clean, noisy = io.BytesIO(), io.BytesIO()
    course = course_of(tmp_path, SIDE_POTS)
    write_log(clean, [course] * 5, rulebook="deltin")
    write_log(noisy, [course] * 5, rulebook="deltin", noise=Noise.of(0.1).only(*READS))
    before, after = (set(log.getvalue().splitlines()) for log in (clean, noisy))
    assert any(b'"tag":null' in line for line in after - before)
    assert any(b'"card.gone"' in line for line in after - before)
    assert before - after
