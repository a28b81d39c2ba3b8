"""Every irregularity made in a clean hand is found, with its seat and the remedy of each house's book."""

from __future__ import annotations

from random import Random

import pytest

from controller import rulebooks
from controller.table.kinds import KINDS
from controller.table.outputs import Finding
from controller.testkit.chances import Noise
from controller.testkit.noise import STRENGTHS, disturb
from tests.noise.fault import Expected, Fault, Faulty, inject
from tests.noise.play import findings, play
from tests.noise.score import FAULTS, Evening
from tests.real_hands.course import Course

OLD_CHIPS_AND_ORDER = {"old chips pulled, fold", "bettor mucks too soon", "call too soon"}
"""What only the tournament directors' books know."""
KNOWN_NOWHERE = {
    "deltin": {"two cards more"},
    "dpc": {"two cards more"},
    "english-arabic": {"two cards more", "two undercalls", *OLD_CHIPS_AND_ORDER},
    "tda-2024": {"two cards more"},
    "invitational": {
        "two boxed cards",
        "tiny chip",
        "several chips, all needed",
        "a chip on old chips",
        "two undercalls",
        "misdeal played on",
        *OLD_CHIPS_AND_ORDER,
    },
    "upt": {
        "tiny chip",
        "several chips, all needed",
        "a chip on old chips",
        "two undercalls",
        *OLD_CHIPS_AND_ORDER,
    },
}
"""What a house's book does not know, by name."""


@pytest.fixture(params=FAULTS, ids=lambda fault: fault.name)
def fault(request: pytest.FixtureRequest) -> Fault:
    return request.param


@pytest.fixture
def faulty(fault: Fault, courses: list[Course]) -> list[Faulty]:
    made = [hand for course in courses if (hand := inject(fault, course, Random(course.history.name)))]
    assert made, f"no hand of the sample has a place for {fault.name}"
    return made


@pytest.mark.parametrize("house", rulebooks.ids())
def test_it_is_found_and_ruled_by_the_house(faulty: list[Faulty], house: str) -> None:
    book = rulebooks.load(house)
    due = [(hand, hand.expected(book)) for hand in faulty]
    for hand, expected in due:
        if expected is None:
            continue
        said = findings(play(hand.events, book))
        assert any(expected.met_by(finding, book) for finding in said), (hand.hand.course.history.name, said)
        assert [KINDS[finding.kind].amiss(finding.facts) for finding in said] == [None] * len(said), said
    if faulty[0].fault.name in KNOWN_NOWHERE[house]:
        assert not any(expected for _, expected in due)


def test_a_finding_of_another_seat_or_remedy_does_not_count() -> None:
    book = rulebooks.load("deltin")
    expected_kind = "misdeal.seat_dealt_out"

    def told(seat: int | None, remedy: str, **facts: object) -> Finding:
        return Finding(
            id="1",
            t=0.0,
            hand=1,
            street="deal",
            kind=expected_kind,
            seat=seat,
            level="floor",
            remedy=remedy,
            cites=[],
            facts=facts,
            evidence=[],
        )

    expected = Expected(kind=expected_kind, seats=(4,))
    assert expected.met_by(told(4, "redeal"), book)
    assert expected.met_by(told(None, "redeal", seats=[3, 4]), book)
    assert not expected.met_by(told(5, "redeal"), book)
    assert not expected.met_by(told(4, "play_on"), book)
    assert not expected.met_by(told(None, "redeal", seats=[5, 6]), book)


def dealt_with_one_read_missing(fault: Fault, course: Course, unread: int) -> Faulty | None:
    """Return a hand gone wrong in which no antenna saw draw ``unread`` arrive."""
    faulty = inject(fault, course, Random(course.history.name))
    if faulty is None:
        return None
    arrivals = [n for n, event in enumerate(faulty.events) if type(event).__name__ == "CardSeen"]
    del faulty.events[arrivals[unread]]
    return faulty


@pytest.mark.parametrize("unread", [0, 1, 2])
@pytest.mark.parametrize("name", ["seat dealt out", "wrong first seat", "seat not entitled"])
def test_one_read_missing_hides_no_slip_of_the_whole_deal(
    courses: list[Course], name: str, unread: int
) -> None:
    book = rulebooks.load("deltin")
    (fault,) = (each for each in FAULTS if each.name == name)
    for course in courses:
        faulty = dealt_with_one_read_missing(fault, course, unread)
        if faulty is None or course.history.players < 4:
            continue
        expected = faulty.expected(book)
        said = findings(play(faulty.events, book))
        assert expected is not None
        assert any(expected.met_by(finding, book) for finding in said), (course.history.name, said)


def test_the_score_counts_what_is_missed(courses: list[Course]) -> None:
    evening = Evening(courses, "deltin")
    blind = Noise.of(1.0).only("missed", "unread")
    assert evening.play_faulty(range(40), STRENGTHS["none"]).missed.total() == 0
    assert evening.play_faulty(range(40), blind).missed.total() > 10
    assert evening.play_clean(range(4), STRENGTHS["none"]).clean == 4


def test_noise_of_a_faulty_hand_is_repeatable(courses: list[Course]) -> None:
    evening = Evening(courses, "upt")
    faulty = evening.faulty(3)
    assert faulty is not None
    first, again = (disturb(faulty.events, Random("one"), STRENGTHS["strong"]) for _ in range(2))
    assert first == again
