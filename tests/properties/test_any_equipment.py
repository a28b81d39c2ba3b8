"""Whatever a table does not sense, clean hands call nobody, and no stack is wrong: at most it is unknown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from benchmarks import unsignalled
from controller import rulebooks
from controller.histories.read_phh import read_history
from controller.table import events as ev
from controller.testkit.noise import STRENGTHS, disturb
from tests.conftest import LongProof
from tests.noise.conftest import CALLED, RAISED
from tests.noise.equipped import PARTS, subsets
from tests.noise.play import play
from tests.noise.score import Evening
from tests.real_hands.check import judge
from tests.real_hands.course import Course
from tests.real_hands.sense import Night
from tests.real_hands.unsignalled import night

HANDS_FREE: Final = ("shoe", "antennas", "camera", "faces")
"""What senses by itself; nobody keys anything."""


@pytest.mark.soak
@pytest.mark.parametrize("house", ["deltin", "tda-2024"])
def test_clean_hands_call_nobody_at_any_equipment(
    house: str, courses: Sequence[Course], long_proof: LongProof
) -> None:
    for n, equipment in [*enumerate(subsets())][:: long_proof(11, 1)]:
        evening = Evening(courses, house, [*equipment])
        tally = evening.play_clean(range(n, n + 3), STRENGTHS["none"])
        assert not tally.false_floor + tally.false_dealer, equipment


@pytest.mark.matrix(("missing", PARTS), part=3)
def test_no_stack_is_wrong_where_one_part_is_missing(missing: str, courses: Sequence[Course]) -> None:
    score = judge([*courses], "deltin", equipment=[part for part in PARTS if part != missing])
    assert not score.wrong_stacks
    assert not score.false_findings
    if missing != "camera":
        assert not score.wrong_actions


@pytest.mark.parametrize("equipment", [("shoe", "camera"), ("shoe", "camera", "faces", "taps", "words")])
def test_without_antennas_and_signals_a_stack_is_unknown_and_never_wrong(
    equipment: tuple[ev.Equipment, ...], tmp_path: Path
) -> None:
    histories = []
    for name, told in (("raised", RAISED), ("called", CALLED)):
        path = tmp_path / f"{name}.phh"
        path.write_text(told)
        histories.append(read_history(path))
    tally = unsignalled.play(night(histories, 40, chips=unsignalled.CHIPS), "deltin", equipment)
    assert (tally.wrong, tally.calls) == (0, 0)
    assert tally.unknown > 0


def test_with_hands_free_all_is_as_it_was_played(courses: Sequence[Course]) -> None:
    assert not judge([*courses], "deltin", equipment=HANDS_FREE).faults


@pytest.mark.parametrize("house", rulebooks.ids())
def test_a_table_with_everything_is_one_that_does_not_say(house: str, courses: Sequence[Course]) -> None:
    book, noise = rulebooks.load(house), STRENGTHS["strong"]
    for course in courses:
        told = disturb(Night().sense(course), Random(course.history.name), noise)
        assert play(told, book) == play(told, book, [*PARTS])
