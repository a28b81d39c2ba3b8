"""The reorder window: late reports find their place, too late ones are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.sensorlog.window import ReorderWindow, TooLateError


def handed_on(arrivals: list[float]) -> list[float]:
    window: ReorderWindow[float] = ReorderWindow()
    out = [t for line, at in enumerate(arrivals, 2) for _, t in window.push(at, line, at)]
    return out + [t for _, t in window.flush()]


def test_an_antenna_that_reports_late_finds_its_place() -> None:
    assert handed_on([1.0, 1.2, 1.1, 2.0]) == [1.0, 1.1, 1.2, 2.0]


def test_nothing_is_handed_on_before_something_later_by_more_than_the_window() -> None:
    window: ReorderWindow[str] = ReorderWindow()
    assert window.push(10.0, 2, "draw") == []
    assert window.push(10.25, 3, "seen") == []
    assert window.push(10.250001, 4, "tick") == [(2, "draw")]


def test_equal_moments_keep_the_order_of_their_lines() -> None:
    window: ReorderWindow[str] = ReorderWindow()
    for line, item in ((2, "first"), (3, "second"), (4, "third")):
        window.push(5.0, line, item)
    assert [item for _, item in window.flush()] == ["first", "second", "third"]


@pytest.mark.parametrize("late", [1.1, 1.35 - 0.25, 1.1000004])
def test_exactly_a_window_late_is_in_time_whatever_the_float_arithmetic(late: float) -> None:
    assert handed_on([1.35, late])[0] == late


def test_a_microsecond_more_is_too_late_and_says_by_how_much() -> None:
    window: ReorderWindow[str] = ReorderWindow()
    window.push(1.35, 2, "seen")
    with pytest.raises(TooLateError, match=r"0\.250001 s behind the latest line, the window is 0\.25 s"):
        window.push(1.099999, 3, "draw")


def test_lateness_is_measured_from_the_latest_and_not_from_the_last() -> None:
    window: ReorderWindow[str] = ReorderWindow()
    window.push(2.0, 2, "latest")
    window.push(1.8, 3, "late")
    with pytest.raises(TooLateError):
        window.push(1.7, 4, "later still")


def test_a_refused_report_leaves_the_window_as_it_was() -> None:
    window: ReorderWindow[str] = ReorderWindow()
    window.push(2.0, 2, "latest")
    with pytest.raises(TooLateError):
        window.push(1.0, 3, "ghost")
    assert window.flush() == [(2, "latest")]


def test_the_daemons_clock_closes_the_window() -> None:
    window: ReorderWindow[str] = ReorderWindow()
    window.push(3.0, 2, "draw")
    window.push(3.1, 3, "seen")
    assert window.close_before(3.1) == [(2, "draw")]
    assert len(window) == 1


def test_after_a_flush_time_may_start_again() -> None:
    window: ReorderWindow[str] = ReorderWindow()
    window.push(900.0, 2, "last of the night")
    window.flush()
    window.push(0.4, 3, "first of the next")
    assert window.latest == 0.4


@given(st.lists(st.integers(min_value=0, max_value=4_000_000), max_size=60))
def test_what_is_handed_on_is_ordered_and_nothing_in_time_is_lost(moments_us: list[int]) -> None:
    window: ReorderWindow[int] = ReorderWindow()
    out: list[tuple[int, int]] = []
    taken = []
    for line, us in enumerate(moments_us, 2):
        try:
            out += window.push(us / 1e6, line, us)
            taken.append((us, line))
        except TooLateError:
            assert us < max(moments_us[: line - 2]) - 250_000
    out += window.flush()
    assert [(us, line) for line, us in out] == sorted(taken)
