"""What becomes of an alert is told with its moment, also in a night in which the clock on the wall goes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from controller.daemon.alerts import AlertBook
from controller.daemon.clock import TableClock
from controller.room.messages import alert_message
from controller.table.events import Ruled
from tests.ruling_cards.samples import house
from tests.web.states import FOUR_FLOP

AUTUMN = datetime(2026, 10, 25, 0, 50, tzinfo=UTC)
"""Ten to three on the night in which three o'clock becomes two again."""


@pytest.fixture
def zagreb(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A table in Zagreb."""
    monkeypatch.setenv("TZ", "Europe/Zagreb")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def told(clock: TableClock, set_clock: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Four cards flop; Ana says after a minute that she comes, and rules after twenty. Return what the floor hears then."""
    alerts = AlertBook()
    alerts.found(replace(FOUR_FLOP, t=0.0), clock.wall(0.0))
    alerts.mark(FOUR_FLOP.id, "coming", "Ana K.", clock.wall(60.0), 60.0)
    set_clock()
    ruling = Ruled(t=1200.0, finding=FOUR_FLOP.id, decision="redeal_flop", by="Ana K.")
    alerts.passed(ruling, clock.wall(1200.0))
    (alert,) = alerts.newest_first()
    return alert_message(alert, house(), None, ["en"], clock.moment)


def minutes_after(message: dict[str, Any]) -> list[float]:
    """Return how many minutes after its finding each mark was."""
    found = datetime.fromisoformat(message["times"]["found"])
    marks = [datetime.fromisoformat(mark["at"]) for mark in message["marks"]]
    return [round((mark - found) / timedelta(minutes=1)) for mark in marks]


def test_a_ruling_after_the_hour_that_comes_twice_is_of_the_same_night(zagreb: None) -> None:
    message = told(TableClock(AUTUMN.isoformat(), 0.0, lambda: AUTUMN))
    assert minutes_after(message) == [1, 20]
    first, last = (datetime.fromisoformat(mark["at"]).utcoffset() for mark in message["marks"])
    assert (first, last) == (timedelta(hours=2), timedelta(hours=1))


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_meanwhile_makes_no_day_of_a_minute(hours: int) -> None:
    off = timedelta()
    clock = TableClock(AUTUMN.isoformat(), 0.0, lambda: AUTUMN + off)

    def set_clock() -> None:
        nonlocal off
        off = timedelta(hours=hours)
        assert clock.take_step() != 0.0

    assert minutes_after(told(clock, set_clock)) == [1, 20]
