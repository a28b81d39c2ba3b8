"""A device whose clock drifts is named once, not each second."""

from __future__ import annotations

from structlog.testing import capture_logs

from controller.daemon.drift import OFTEN_S, DriftWatch


def test_a_clock_that_drifts_is_named_once_with_how_much() -> None:
    watch = DriftWatch("shoe")
    with capture_logs() as told:
        for second in range(300):
            watch.jumped(0.0013, 1000.0 + second)
    assert [line["event"] for line in told] == ["device clock jumped", "device clock drifts"]
    assert 1000 < told[1]["ppm"] < 3000
    assert told[1]["allowed"] == 200


def test_a_clock_that_is_set_now_and_then_is_named_each_time() -> None:
    watch = DriftWatch("shoe")
    with capture_logs() as told:
        for jump in range(5):
            watch.jumped(10.0, 1000.0 + jump * (OFTEN_S + 1))
    assert [line["event"] for line in told] == ["device clock jumped"] * 5
