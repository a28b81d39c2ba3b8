"""The level clock: announcements, the push before a break, and hand for hand."""

from __future__ import annotations

import pytest

from controller.assist.level_clock import Break, LevelClock, LevelStep
from controller.rulebooks import load
from tests.table.houses import clauses

STEPS = [
    LevelStep(small=100, big=200, seconds=1200),
    LevelStep(small=200, big=400, seconds=1200),
    LevelStep(small=300, big=600, seconds=900),
]


def clock(house: str, left: float = 1200) -> LevelClock:
    """The first level has ``left`` seconds to go."""
    made = LevelClock(load(house).level, STEPS)
    made.run(1200 - left)
    return made


@clauses(
    "upt 15-9", "invitational 3 intro s5-6", "deltin 23", "dpc General Procedures 1", "english-arabic 21"
)
def test_a_level_is_announced_when_its_time_has_come_and_not_before():
    for house in ("upt", "invitational", "deltin", "dpc", "english-arabic"):
        running = clock(house, left=1)
        assert not running.due
        with pytest.raises(ValueError, match="before the clock is at zero"):
            running.announce()
        running.run(5)
        assert (running.due, running.now.big, running.next.big) == (True, 200, 400)
        assert running.announce() == STEPS[1]
        assert (running.now.big, running.left, running.due) == (400, 1200, False)


@clauses("tda-2024 RP-7")
def test_dealers_hold_the_push_shortly_before_a_break_or_a_level():
    assert clock("tda-2024", left=75).holds_push()
    assert not clock("tda-2024", left=120).holds_push()
    assert clock("tda-2024", left=600).holds_push(until_break=75)
    assert not clock("deltin", left=75).holds_push()


@clauses("tda-2024 RP-20")
def test_decks_are_made_ready_in_the_last_minute_with_two_players_there():
    running = clock("tda-2024")
    assert running.prepares_decks(50, seated=2)
    assert not running.prepares_decks(50, seated=1)
    assert not running.prepares_decks(61, seated=9)
    assert not clock("upt").prepares_decks(50, seated=9)


@clauses("tda-2024 RP-8B", "tda-2024 RP-8C")
def test_hand_for_hand_each_hand_takes_two_minutes_off_however_long_it_was():
    running = clock("tda-2024", left=660)
    assert not running.hand_for_hand()
    assert running.left == 540
    assert 660 - running.left <= 180


@clauses("tda-2024 RP-8D")
def test_hand_for_hand_the_blinds_go_on_rising():
    running = clock("tda-2024", left=90)
    assert running.hand_for_hand()
    assert (running.now, running.left) == (STEPS[1], 1170)


REST = Break(seconds=600, name="Dinner")


def with_a_break() -> LevelClock:
    """A break of ten minutes after the first level."""
    return LevelClock(load("deltin").level, [STEPS[0], REST, *STEPS[1:]])


def test_a_break_comes_between_two_levels_and_the_next_level_after_it():
    running = with_a_break()
    assert (running.until_break, running.resting, running.next) == (1200, None, STEPS[1])
    assert running.advance(1200) == [REST]
    assert (running.resting, running.now, running.next, running.level) == (REST, STEPS[0], STEPS[1], 0)
    assert (running.until_break, running.left) == (None, 600)
    assert running.advance(601) == [STEPS[1]]
    assert (running.resting, running.now, running.level, running.left) == (None, STEPS[1], 1, 1199)


def test_a_clock_that_is_stopped_stays_where_it_is():
    running = with_a_break()
    running.paused = True
    assert running.advance(5000) == []
    assert (running.step, running.left) == (0, 1200)


def test_a_clock_that_nobody_watched_for_long_is_where_it_would_be():
    running = with_a_break()
    assert running.advance(1200 + 600 + 1200 + 450) == [REST, STEPS[1], STEPS[2]]
    assert (running.now, running.left) == (STEPS[2], 450)
    assert running.advance(10_000) == []
    assert (running.left, running.due, running.next) == (0, False, None)


def test_the_floor_puts_the_clock_on_and_back_to_the_start_of_a_step():
    running = with_a_break()
    running.run(300)
    assert running.turn(1) == REST
    assert running.turn(1) == STEPS[1]
    running.run(300)
    assert (running.turn(-1), running.left) == (REST, 600)
    assert (running.turn(-1), running.left) == (STEPS[0], 1200)
    with pytest.raises(ValueError, match="nothing there"):
        running.turn(-1)


def test_a_schedule_begins_with_a_level():
    with pytest.raises(ValueError, match="needs a level"):
        LevelClock(load("deltin").level, [])
    with pytest.raises(ValueError, match="begins with a level"):
        LevelClock(load("deltin").level, [REST, STEPS[0]])
