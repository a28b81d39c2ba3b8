"""Replaying in the table's own time."""

from __future__ import annotations

from controller.replay.pace import Pace


class Wrist:
    """A watch that moves when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_at_speed_1_time_passes_as_it_did_at_the_table() -> None:
    watch = Wrist()
    pace = Pace(1, clock=watch.clock, sleep=watch.sleep)
    for t in (8.0, 8.5, 12.0):
        pace.wait(t)
    assert watch.now == 1004.0


def test_at_speed_4_it_passes_four_times_as_fast() -> None:
    watch = Wrist()
    pace = Pace(4, clock=watch.clock, sleep=watch.sleep)
    for t in (0.0, 10.0):
        pace.wait(t)
    assert watch.now == 1002.5


def test_what_is_already_late_is_not_made_later() -> None:
    watch = Wrist()
    pace = Pace(1, clock=watch.clock, sleep=watch.sleep)
    pace.wait(0.0)
    watch.now += 60
    pace.wait(1.0)
    assert watch.now == 1060.0


def test_a_new_log_begins_at_once() -> None:
    watch = Wrist()
    pace = Pace(1, clock=watch.clock, sleep=watch.sleep)
    pace.wait(0.0)
    pace.restart()
    pace.wait(500.0)
    assert watch.now == 1000.0


def test_flat_out_nobody_sleeps() -> None:
    watch = Wrist()
    pace = Pace(None, clock=watch.clock, sleep=watch.sleep)
    pace.wait(0.0)
    pace.wait(9999.0)
    assert (watch.now, pace.paced) == (1000.0, False)
