"""Hand for hand a hand takes its fixed time off the house's clock, however long it was; else time goes by itself."""

from __future__ import annotations

from controller.assist.level_clock import LevelStep
from controller.config import ClockConfig
from controller.daemon.house_clock import HouseClock
from controller.rulebooks import load

STEPS = [LevelStep(small=50, big=100, seconds=600), LevelStep(small=100, big=200, seconds=600)]


def clock(house: str = "tda-2024") -> HouseClock:
    """A clock that runs, ten minutes to go."""
    made = HouseClock(STEPS, load(house).level, ClockConfig(), 0.0)
    made.run(0.0, in_hand=True)
    return made


def left(made: HouseClock, t: float) -> int:
    return made.view(t, played=None).left


def test_a_hand_takes_two_minutes_however_long_it_was() -> None:
    made = clock()
    made.run(60.0)
    assert made.play(7, hand_for_hand=True) == []
    made.run(360.0)
    assert left(made, 360.0) == 540
    assert made.next_s is None
    assert made.play(7, hand_for_hand=True) is None, "the hand is still on"
    assert made.play(8, hand_for_hand=True) == []
    assert left(made, 365.0) == 420


def test_the_blinds_go_on_rising_and_time_goes_by_itself_again() -> None:
    made = clock()
    made.play(7, hand_for_hand=True)
    begun = made.play(12, hand_for_hand=True)
    assert begun is not None
    assert [step.big for step in begun if isinstance(step, LevelStep)] == [200]
    assert made.play(12, hand_for_hand=False) == []
    made.run(60.0)
    assert left(made, 60.0) == 540


def test_a_restart_in_the_middle_of_it_goes_on_so() -> None:
    made = clock()
    made.play(7, hand_for_hand=True)
    again = HouseClock(STEPS, load("tda-2024").level, ClockConfig(), 0.0)
    again.resume(made.state(), 300.0)
    assert left(again, 300.0) == 600
    again.play(8, hand_for_hand=True)
    assert left(again, 300.0) == 480


def test_a_house_without_such_a_time_lets_the_clock_run() -> None:
    made = clock("deltin")
    assert made.play(7, hand_for_hand=True) is None
    made.run(60.0)
    assert left(made, 60.0) == 540
