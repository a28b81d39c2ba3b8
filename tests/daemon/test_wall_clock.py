"""The wall clock is set back or forward, by hand or by the network: what was recorded keeps its order."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from controller.daemon.clock import TableClock

STARTED = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


class WallClock:
    """A wall clock that somebody sets."""

    def __init__(self) -> None:
        self.off = timedelta()
        self._began = time.monotonic()

    def __call__(self) -> datetime:
        return STARTED + timedelta(seconds=time.monotonic() - self._began) + self.off


@pytest.mark.parametrize("hours", [-1, 1, 24 * 365, -24 * 365 * 56])
def test_a_clock_that_is_set_moves_what_the_page_says_and_no_event(hours):
    wall = WallClock()
    clock = TableClock(STARTED.isoformat(), 0.0, wall)
    before = clock.now()
    wall.off = timedelta(hours=hours, minutes=5)
    assert clock.take_step() == pytest.approx(wall.off.total_seconds(), abs=0.1)
    assert 0.0 <= clock.now() - before < 1.0
    shows = (STARTED + timedelta(seconds=before) + wall.off).astimezone().strftime("%H:%M:%S")
    assert clock.wall(before) == shows
    assert clock.take_step() == 0.0


def test_what_ntp_slews_is_no_step():
    wall = WallClock()
    clock = TableClock(STARTED.isoformat(), 0.0, wall)
    wall.off = timedelta(seconds=0.4)
    assert clock.take_step() == 0.0


@pytest.mark.parametrize("hours", [-1, -24 * 365])
def test_a_log_goes_on_after_a_restart_with_the_clock_set_back(hours):
    wall = WallClock()
    wall.off = timedelta(hours=hours)
    clock = TableClock(STARTED.isoformat(), 5400.0, wall)
    assert clock.now() > 5400.0


def test_a_log_goes_on_after_a_restart_where_the_time_went_on():
    wall = WallClock()
    wall.off = timedelta(hours=2)
    assert TableClock(STARTED.isoformat(), 5400.0, wall).now() == pytest.approx(7200.0, abs=1.0)
