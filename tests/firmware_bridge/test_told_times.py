"""What a device sensed later is told for a later time, whatever the answers make of its clock."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.boot import Boot, begin_boot
from firmware_bridge.clock import DRIFT_PPM
from firmware_bridge.from_device import EventPart, Hello, Pong
from firmware_bridge.news import Delivered, Durable

ZERO_S = 2000.0
"""The host's clock when the device's showed 0."""


def hello(next_seq: int = 1, t_us: int = 0) -> Hello:
    return Hello(
        dev=2, boot_id=7, t_us=t_us, lowest=1, highest=1, oldest_seq=1, next_seq=next_seq, dropped=0,
        serial="AN-1", build="1",
    )  # fmt: skip


class Told:
    """A boot on a line that is sometimes slow; the device's clock may be off, and says nothing of it."""

    def __init__(self, drift_ppm: int = 0, boot: Boot | None = None) -> None:
        self.boot = boot or Boot(hello(), 1)
        self.drift_ppm, self.seq = drift_ppm, 0
        self.events: list[Delivered] = []

    def device_us(self, at_s: float) -> int:
        return round((at_s - ZERO_S) * (1e6 + self.drift_ppm))

    def answered(self, asked_s: float, there_s: float, back_s: float) -> None:
        read_us = self.device_us(asked_s + there_s)
        now = asked_s + there_s + back_s
        self.boot.pong(
            Pong(newest=self.seq, sent_us=read_us, asked_us=0, received_us=read_us, settled_us=0),
            asked_s,
            now,
        )
        self.take(now)

    def sensed(self, at_s: float, now: float) -> None:
        self.seq += 1
        part = EventPart(
            seq=self.seq, t_us=self.device_us(at_s), part=0, more=False, content=b'{"type":"card.seen"}'
        )
        self.boot.inbox.add(part)
        self.take(now)

    def take(self, now: float) -> None:
        self.events += [one for one in self.boot.take(now) if isinstance(one, Delivered)]


def test_two_cards_30_ms_apart_keep_their_order_when_a_quick_answer_follows_a_slow_one() -> None:
    told = Told()
    told.answered(ZERO_S + 1, 0.001, 0.099)
    told.sensed(ZERO_S + 1.2, ZERO_S + 1.23)
    told.answered(ZERO_S + 1.229, 0.001, 0.001)
    told.sensed(ZERO_S + 1.23, ZERO_S + 1.24)
    first, second = told.events
    assert first.at_s <= second.at_s


def test_a_read_that_the_board_believes_late_keeps_its_own_time() -> None:
    told = Told()
    told.answered(ZERO_S + 1, 0.001, 0.001)
    told.sensed(ZERO_S + 1.5, ZERO_S + 1.6)
    told.sensed(ZERO_S + 1.4, ZERO_S + 1.6)
    assert told.events[1].at_s < told.events[0].at_s


def test_what_was_sensed_while_the_daemon_was_away_lies_after_what_it_has_on_disk() -> None:
    durable = Durable(boot_id=7, seq=1, device_us=1_000_000, at_s=ZERO_S + 1.05)
    boot, same, _ = begin_boot(hello(next_seq=3, t_us=1_900_000), durable)
    told = Told(boot=boot)
    told.seq = 1
    told.answered(ZERO_S + 2, 0.001, 0.001)
    told.sensed(ZERO_S + 1.01, ZERO_S + 2.1)
    assert same
    assert told.events[0].at_s == ZERO_S + 1.05


ANSWER = st.tuples(st.just("answer"), st.floats(0.0001, 0.3), st.floats(0.0001, 0.3))
EVENT = st.tuples(st.just("event"), st.floats(0, 0.25), st.just(0.0))


@settings(max_examples=300)
@given(
    drift_ppm=st.integers(-DRIFT_PPM, DRIFT_PPM),
    steps=st.lists(st.tuples(st.floats(0, 0.1), ANSWER | EVENT), min_size=2, max_size=60),
)
def test_for_any_answers_the_mapped_time_never_goes_back(drift_ppm, steps) -> None:
    told, now, truth = Told(drift_ppm), ZERO_S + 10, []
    for wait_s, (what, one_s, other_s) in steps:
        now += wait_s
        if what == "answer":
            told.answered(now, one_s, other_s)
            now += one_s + other_s
        else:
            truth.append(now - one_s)
            told.sensed(now - one_s, now)
    by_device = sorted(told.events, key=lambda one: (one.device_us, one.seq))
    times = [one.at_s for one in by_device]
    assert times == sorted(times)
    for one, was_s in zip(told.events, truth, strict=False):
        assert one.at_s <= now
        assert abs(one.at_s - was_s) <= one.error_s + 3e-6
