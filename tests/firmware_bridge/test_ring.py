"""The device's ring and its retry time."""

from __future__ import annotations

import pytest

from firmware_bridge.device import Acked, DeviceSession, DeviceState, Identity
from firmware_bridge.from_host import Ack, Ping, Welcome
from firmware_bridge.messages import Message, encode_message
from firmware_bridge.ring import RetryTimer, Ring


def test_the_retry_time_follows_the_round_trip_and_doubles_when_nothing_comes() -> None:
    timer = RetryTimer()
    assert timer.rto_us == 250_000
    timer.measured(20_000)
    assert timer.rto_us == 20_000 + 4 * 10_000
    timer.measured(20_000)
    assert timer.rto_us == 20_000 + 4 * 7_500
    for expected in (100_000, 200_000, 400_000, 800_000, 1_000_000, 1_000_000):
        timer.missed()
        assert timer.rto_us == expected
    for _ in range(30):
        timer.measured(100)
    assert timer.rto_us == 25_000


def test_the_ring_keeps_the_newest_and_counts_the_rest() -> None:
    ring = Ring(first_seq=2**32 - 2, size=3)
    for number in range(5):
        ring.put(number, b"{}")
    assert (ring.oldest_seq, ring.newest_seq, ring.next_seq, ring.dropped) == (0, 2, 3, 2)
    ring.acknowledge(0)
    assert (ring.oldest_seq, ring.dropped) == (1, 0)
    assert ring.acknowledge(7) is None
    assert [event.seq for event in ring.between(0, 9)] == [1, 2]


def test_a_long_event_is_cut_into_parts_and_one_too_long_is_refused() -> None:
    ring = Ring()
    parts = ring.put(5, bytes(450)).parts()
    assert [(part.part, part.more, len(part.content)) for part in parts] == [
        (0, True, 200),
        (1, True, 200),
        (2, False, 50),
    ]
    assert len(ring.put(5, bytes(3200)).parts()) == 16
    with pytest.raises(ValueError, match="3201 bytes, at most 3200"):
        ring.put(5, bytes(3201))


def test_words_meant_for_another_boot_change_nothing() -> None:
    device = DeviceSession(Identity(kind="shoe", serial="X"), 7)
    device.sense({"type": "tap", "seat": 1}, 10)

    def hears(message: Message, boot_id: int, now_us: int) -> list[object]:
        return list(device.receive(encode_message(message, dev=1, boot_id=boot_id, now_us=0), now_us))

    assert hears(Welcome(durable=0, version=1), 6, 20) == []
    assert device.state is DeviceState.CALLING
    hears(Welcome(durable=0, version=1), 7, 30)
    device.to_send()
    assert hears(Ack(durable=1), 6, 40) == []
    assert hears(Ping(durable=1, sent_us=3), 6, 50) == []
    assert device.to_send() == b""
    assert hears(Ack(durable=1), 7, 60) == [Acked(seq=1)]
