"""Noise is repeatable, says what it says it does, and changes no clean hand that it should not change."""

from __future__ import annotations

from random import Random

import pytest

from controller import rulebooks
from controller.table import events as ev
from controller.table.outputs import Action, HandLine, Output
from controller.testkit.chances import Noise
from controller.testkit.noise import READS, STRENGTHS, disturb
from tests.noise.counting import with_counts
from tests.noise.play import findings, play
from tests.real_hands.course import Course
from tests.real_hands.sense import Night

HARMLESS = ("double", "late", "flicker", "ghost")
"""Noise that hides nothing."""


def sensed(course: Course) -> list[ev.Event]:
    return with_counts(Night().sense(course))


def ruled(outputs: list[Output]) -> list[tuple[object, ...]]:
    """What happened: the actions and how the hand ended, whatever lines of the log told it."""
    acts = [(o.street, o.seat, o.action, o.to) for o in outputs if isinstance(o, Action)]
    ends = [(o.board, o.pots, o.winners, o.stacks) for o in outputs if isinstance(o, HandLine)]
    return [*acts, *ends]


def test_the_same_seed_gives_the_same_night(courses: list[Course]) -> None:
    for course in courses:
        first, again, other = (
            disturb(sensed(course), Random(seed), STRENGTHS["strong"]) for seed in ("one", "one", "two")
        )
        assert first == again
        assert first != other


def test_no_noise_is_the_clean_hand(courses: list[Course]) -> None:
    assert disturb(sensed(courses[0]), Random("one"), STRENGTHS["none"]) == sensed(courses[0])


@pytest.mark.parametrize("parameter", Noise.__dataclass_fields__)
def test_each_kind_of_noise_leaves_its_mark(courses: list[Course], parameter: str) -> None:
    noise = Noise.of(1.0).only(parameter)
    assert any(disturb(sensed(course), Random("one"), noise) != sensed(course) for course in courses)


def test_reports_come_in_order_and_stay_within_the_window(courses: list[Course]) -> None:
    for course in courses:
        latest = 0.0
        for report in disturb(sensed(course), Random("one"), STRENGTHS["strong"]):
            assert latest - report.t <= 0.25
            latest = max(latest, report.t)


def test_a_word_to_the_wrong_seat_is_cancelled_and_keyed_right(courses: list[Course]) -> None:
    noise = Noise.of(1.0).only("wrong_seat_key")
    course = next(course for course in courses if any(isinstance(e, ev.Declared) for e in sensed(course)))
    said = [event for event in sensed(course) if isinstance(event, ev.Declared)]
    keyed = disturb(sensed(course), Random("one"), noise)
    undone = [event for event in keyed if isinstance(event, ev.DeclareCancelled)]
    assert len(undone) == len(said)
    assert sum(isinstance(event, ev.Declared) for event in keyed) == 2 * len(said)
    for word, wrong in zip(said, undone, strict=True):
        assert wrong.seat != word.seat
        right = [e for e in keyed if isinstance(e, ev.Declared) and e.seat == word.seat and e.t > wrong.t]
        assert right[0].t - word.t <= 2.0


@pytest.mark.parametrize("house", ["deltin", "upt"])
def test_noise_that_hides_nothing_changes_nothing(courses: list[Course], house: str) -> None:
    book = rulebooks.load(house)
    noise = Noise.of(0.3).only(*HARMLESS)
    for course in courses:
        clean = play(sensed(course), book)
        noisy = play(disturb(sensed(course), Random(course.history.name), noise), book)
        assert ruled(noisy) == ruled(clean), course.history.name


@pytest.mark.parametrize("house", ["deltin", "invitational"])
def test_strong_noise_of_the_antennas_calls_no_floor(courses: list[Course], house: str) -> None:
    book = rulebooks.load(house)
    noise = STRENGTHS["strong"].only(*READS)
    for course in courses:
        true = {(finding.kind, finding.seat) for finding in findings(play(sensed(course), book))}
        for night in range(3):
            said = findings(play(disturb(sensed(course), Random(night), noise), book))
            false = [f for f in said if f.level == "floor" and (f.kind, f.seat) not in true]
            assert false == [], course.history.name


@pytest.mark.parametrize("house", ["deltin", "upt"])
def test_a_log_that_stops_early_has_said_the_same_so_far(courses: list[Course], house: str) -> None:
    """But for what the window and words that may be taken back still hold."""
    book = rulebooks.load(house)
    for course in courses:
        reports = disturb(sensed(course), Random(course.history.name), STRENGTHS["strong"])
        whole = findings(play(reports, book))
        for end in range(len(reports) // 5, len(reports), len(reports) // 5):
            sure = reports[end].t - 2.25
            so_far = [finding for finding in findings(play(reports[:end], book)) if finding.t < sure]
            assert so_far == [finding for finding in whole if finding.t < sure], course.history.name


def test_counts_without_noise_are_what_was_pushed(courses: list[Course]) -> None:
    for course in courses:
        said = findings(play(sensed(course), rulebooks.load("deltin")))
        assert not any(finding.kind == "bet.count_mismatch" for finding in said), course.history.name


@pytest.mark.parametrize("house", ["deltin", "tda-2024"])
def test_chips_are_conserved_however_they_were_counted(courses: list[Course], house: str) -> None:
    book = rulebooks.load(house)
    for course in courses:
        for night in range(3):
            noisy = disturb(sensed(course), Random(night), STRENGTHS["strong"])
            (hand,) = [o for o in play(noisy, book) if isinstance(o, HandLine)]
            left = hand.unawarded or 0
            assert sum(hand.stacks.values()) + left == sum(course.history.stacks), course.history.name


def test_words_keyed_to_the_wrong_seat_and_taken_back_are_no_finding(courses: list[Course]) -> None:
    noise = Noise.of(1.0).only("wrong_seat_key")
    for course in courses:
        said = findings(play(disturb(sensed(course), Random("one"), noise), rulebooks.load("deltin")))
        assert not any(finding.kind.startswith("turn.") for finding in said), course.history.name


@pytest.mark.matrix(("share", [0.05, 0.2, 0.5]), ("house", rulebooks.ids()))
def test_however_many_reads_an_antenna_misses_nobody_folds_who_did_not(
    courses: list[Course], house: str, share: float
) -> None:
    book = rulebooks.load(house)
    noise = Noise.of(share).only("missed", "flicker")
    for course in courses:
        clean = folds(play(sensed(course), book))
        assert folds(play(disturb(sensed(course), Random(course.history.name), noise), book)) <= clean


def folds(outputs: list[Output]) -> set[tuple[str, int]]:
    """Who folded, and when."""
    return {(o.street, o.seat) for o in outputs if isinstance(o, Action) and o.action == "fold"}
