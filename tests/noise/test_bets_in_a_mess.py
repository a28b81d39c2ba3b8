"""Real hands whose bets are left in a mess, counted as the counter counts such stacks: who is asked, and who is called."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.messy_bets import MESSES, play_clean, play_short
from benchmarks.misreads import Misread, Misreads, Other
from tests.noise.score import Evening
from tests.real_hands.course import Course

CHIPS = {25: 3, 100: 2}


def read(misread: Misread) -> tuple[object, list[object]]:
    told, may_be = Misreads([misread]).read("pushed", CHIPS, [25, 100, 500], Random(1))
    return told, [way.chips for way in may_be]


def test_a_stack_is_read_as_one_like_it_was():
    short = Other((0, -1), p=0.9)
    strange = Other((-1, 0), (1,), p=0.05)
    misread = Misread("pushed", (2, 3), short, (short, strange))
    assert read(misread) == ({25: 3, 100: 1}, [{25: 3, 100: 1}, {25: 2, 100: 2, 500: 1}])


def test_of_what_cannot_lie_there_nothing_is_told():
    assert read(Misread("pushed", (2, 3), Other((0, -3)), (Other((0, 0), (1, 1)),))) == (None, [])


@pytest.mark.parametrize("mess", MESSES[:2])
def test_bets_as_careful_and_hasty_hands_leave_them_call_nobody(mess: str, courses: list[Course]):
    evening, reads = Evening(courses, "deltin"), Misreads.load()
    tally = play_clean(evening, range(24), reads, mess)
    assert (tally.floor, tally.dealer) == ({}, {})
    assert sum(wager.keyed for wager in tally.wagers) < len(tally.wagers) / 4
    play_short(evening, range(24), reads, mess, tally)
    assert tally.found + tally.asked == tally.faulty > 0
