"""How the betting stands never changes, so what was worked out of it holds; a hand that is over is freed."""

from __future__ import annotations

import gc
from random import Random

import pytest

from controller import rulebooks
from controller.table import events as ev
from controller.table.copying import freeze
from controller.table.engine import Engine
from controller.table.play import Play
from controller.testkit.noise import STRENGTHS, disturb
from tests.conftest import LongProof
from tests.noise.counting import with_counts
from tests.noise.fault import inject
from tests.noise.play import play
from tests.noise.score import FAULTS
from tests.real_hands.course import Course
from tests.real_hands.sense import Night


def follow_bettings(reports: list[ev.Event], house: str) -> int:
    """Keep each betting and act as it was after a report; return how many there were, none of them changed."""
    header = ev.LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=house)
    book = rulebooks.load(house)
    engine = Engine(book, header)
    seen: dict[int, tuple[object, bytes]] = {}
    for line, report in enumerate(sorted(reports, key=lambda report: report.t), 2):
        engine.feed(line, report)  # type: ignore[arg-type]
        for course in [] if engine.hypotheses is None else engine.hypotheses.plays:
            turn = course.standing.pending
            for kept in (course.hand.betting, None if turn is None else turn.act):
                seen.setdefault(id(kept), (kept, freeze(kept)))
    assert all(freeze(kept) == as_it_was for kept, as_it_was in seen.values())
    return len(seen)


@pytest.mark.soak
@pytest.mark.matrix(("house", rulebooks.ids()), part=3)
def test_a_betting_never_changes_whatever_happens_at_the_table(
    house: str, courses: list[Course], long_proof: LongProof
) -> None:
    """In an ordinary run each house sees a third of the faults, two houses each fault."""
    shares = long_proof(3, 1)
    for fault in FAULTS[rulebooks.ids().index(house) % shares :: shares]:
        chance = Random(f"{fault.name} {house}")
        course = next(course for course in courses if fault.places(course))
        faulty = inject(fault, course, chance)
        if faulty is not None:
            assert follow_bettings(disturb(with_counts(faulty.events), chance, STRENGTHS["strong"]), house)


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
