"""Device time to host time: the stated error is a bound, not a hope."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.clock import DRIFT_PPM, DeviceClock, stamp_distance


@given(
    drift_ppm=st.integers(-DRIFT_PPM, DRIFT_PPM),
    offset_s=st.floats(0, 1e6),
    trips=st.lists(st.tuples(st.floats(0.0001, 0.05), st.floats(0.0001, 0.05)), min_size=1, max_size=60),
    asked=st.floats(-100, 100),
)
def test_the_truth_lies_within_the_stated_error(
    drift_ppm: int, offset_s: float, trips: list[tuple[float, float]], asked: float
) -> None:
    clock, now = DeviceClock(), 2000.0

    def device_us(at_s: float) -> int:
        return round((at_s - 1000) * (1e6 + drift_ppm)) + round(offset_s * 1e6)

    for there, back in trips:
        at_s = now + there
        assert (
            clock.add(
                asked_s=now,
                answered_s=at_s + back,
                received_us=device_us(at_s),
                sent_us=device_us(at_s),
            )
            is None
        )
        now += 1
    truth = now + asked
    told, error_s = clock.host_time(device_us(truth))
    assert abs(told - truth) <= error_s + 2e-6


def test_one_quick_answer_is_worth_more_than_many_slow_ones() -> None:
    clock = DeviceClock()
    chance = random.Random(1)
    for second in range(20):
        there, back = (0.0002, 0.0002) if second == 7 else (chance.uniform(0, 0.03), chance.uniform(0, 0.03))
        at_s = second + there
        clock.add(
            asked_s=float(second),
            answered_s=at_s + back,
            received_us=round(at_s * 1e6),
            sent_us=round(at_s * 1e6),
        )
    _, error_s = clock.host_time(19_000_000)
    assert error_s < 0.004


def test_the_time_an_answer_stayed_in_the_device_is_no_uncertainty() -> None:
    clock = DeviceClock()
    clock.add(asked_s=10.0, answered_s=10.101, received_us=500, sent_us=100_500)
    at_s, error_s = clock.host_time(500)
    assert error_s < 0.001
    assert at_s == pytest.approx(10.0005, abs=0.001)


def test_an_answer_that_cannot_be_is_left_out() -> None:
    clock = DeviceClock()
    assert clock.add(asked_s=10.0, answered_s=10.1, received_us=0, sent_us=5_000_000) is None
    assert clock.add(asked_s=10.0, answered_s=10.1, received_us=5_000_000, sent_us=0) is None
    assert not clock.ready
    with pytest.raises(ValueError, match="no PING was answered"):
        clock.host_time(0)


def test_stamps_wrap() -> None:
    assert stamp_distance(5, 2**64 - 5) == 10
    assert stamp_distance(2**64 - 5, 5) == -10
    clock = DeviceClock()
    clock.add(asked_s=10.0, answered_s=10.001, received_us=2**64 - 500_000, sent_us=2**64 - 500_000)
    at_s, error_s = clock.host_time(500_000)
    assert at_s == pytest.approx(11.0, abs=0.002)
    assert error_s < 0.001
    assert clock.add(asked_s=11.0, answered_s=11.001, received_us=500_000, sent_us=500_000) is None


@pytest.mark.parametrize("jump_us", [5_000_000, -5_000_000])
def test_a_jump_is_told_with_its_size_and_forgotten(jump_us: int) -> None:
    clock = DeviceClock()
    for second in range(5):
        stamp = 10_000_000 + second * 1_000_000
        clock.add(asked_s=second - 0.001, answered_s=second + 0.001, received_us=stamp, sent_us=stamp)
    stamp = 15_000_000 + jump_us
    jumped = clock.add(asked_s=4.999, answered_s=5.001, received_us=stamp, sent_us=stamp)
    assert jumped == pytest.approx(5.0, abs=0.01)
    at_s, _ = clock.host_time(stamp + 1_000_000)
    assert at_s == pytest.approx(6.0, abs=0.01)


@given(
    answers=st.lists(
        st.tuples(st.floats(0.0001, 0.05), st.integers(-2_000_000, 2_000_000), st.booleans()),
        min_size=1,
        max_size=12,
    ),
    of_us=st.integers(0, 10_000_000),
)
def test_a_time_that_was_asked_for_before_follows_every_new_answer(
    answers: list[tuple[float, int, bool]], of_us: int
) -> None:
    asked, never = DeviceClock(), DeviceClock()
    for second, (trip_s, jump_us, jumps) in enumerate(answers):
        device_us = round((second + trip_s / 2) * 1e6) + jumps * jump_us + 10_000_000
        for clock in (asked, never):
            clock.add(
                asked_s=float(second),
                answered_s=second + trip_s,
                received_us=device_us,
                sent_us=device_us,
            )
        asked.host_time(of_us)
    assert asked.host_time(of_us) == never.host_time(of_us)
