"""The level clock: announcements, the push before a break, and hand for hand."""

from __future__ import annotations

import pytest

from controller.assist.level_clock import LevelClock, LevelStep
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
