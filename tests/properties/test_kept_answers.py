"""What was worked out of the betting is kept only while it holds: asked anew, the table answers the same."""

from __future__ import annotations

import gc
from random import Random

import pytest

from controller import rulebooks
from controller.table import events as ev
from controller.table.engine import Engine
from controller.table.play import Play
from tests.noise.counting import with_counts
from tests.noise.fault import inject
from tests.noise.model import STRENGTHS, disturb
from tests.noise.play import play
from tests.noise.score import FAULTS
from tests.real_hands.course import Course
from tests.real_hands.sense import Night


def answers(play: Play) -> list[object]:
    """Say whose turn it is, what the act in hand is and what its seat faces."""
    betting = play.betting
    act = betting.pending
    if play.hand.round is None or act is None:
        return [betting.due()]
    ruling, spot = betting.ruling(act, settled=True), betting.faced(act)
    ruled = [ruling.action, ruling.to, ruling.open, ruling.stalled, ruling.cases]
    return [
        betting.due(),
        *ruled,
        spot.to_match,
        spot.min_to,
        spot.lying,
        spot.live,
        spot.may_raise,
        spot.lies,
    ]


def ask_twice(reports: list[ev.Event], house: str) -> int:
    """Ask after each report, and again as if all had changed; return how often that was."""
    header = ev.LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=house)
    engine = Engine(rulebooks.load(house), header)
    asked = 0
    for line, report in enumerate(sorted(reports, key=lambda report: report.t), 2):
        engine.feed(line, report)  # type: ignore[arg-type]
        for course in [] if engine.beliefs is None else engine.beliefs.plays:
            kept = answers(course)
            course.hand.changes += 1
            assert answers(course) == kept, (line, report)
            asked += 1
    return asked


@pytest.mark.parametrize("house", rulebooks.ids())
def test_what_is_kept_is_what_would_be_worked_out_now(house: str, courses: list[Course]) -> None:
    for fault in FAULTS:
        chance = Random(f"{fault.name} {house}")
        course = next(course for course in courses if fault.places(course))
        faulty = inject(fault, course, chance)
        if faulty is not None:
            assert ask_twice(disturb(with_counts(faulty.events), chance, STRENGTHS["strong"]), house)


def test_a_hand_that_is_over_is_freed_at_once(courses: list[Course]) -> None:
    gc.collect()
    gc.disable()
    try:
        before = sum(type(held) is Play for held in gc.get_objects())
        for course in courses:
            play(with_counts(Night().sense(course)), rulebooks.load("deltin"))
        assert sum(type(held) is Play for held in gc.get_objects()) == before
    finally:
        gc.enable()
