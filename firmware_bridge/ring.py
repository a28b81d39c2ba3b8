"""Keeps events at the device until the host has them safe, and sends them again until then.

A microcontroller does the same with a few kilobytes: a ring, three numbers, one timer. The timer is
that of RFC 6298 with the bounds of this protocol: smoothed round trip, doubled after each miss, no
measurement from what was sent twice (Karn's rule).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from firmware_bridge.codes import MAX_EVENT_BYTES
from firmware_bridge.frames import MAX_PAYLOAD, seq_after, seq_distance
from firmware_bridge.from_device import EventPart

RING_EVENTS: Final = 256
RTO_FIRST_US: Final = 250_000
RTO_LEAST_US: Final = 25_000
RTO_MOST_US: Final = 1_000_000
RESEND_AT_ONCE: Final = 64
"""Events sent again for one RESEND at most; the host asks again for the rest."""


@dataclass(slots=True)
class Kept:
    """One event in the ring."""

    seq: int
    t_us: int
    payload: bytes
    sent_us: int | None = None
    again: bool = False

    def parts(self) -> list[EventPart]:
        """Return the event cut into frames' payloads."""
        cuts = range(0, max(1, len(self.payload)), MAX_PAYLOAD)
        return [
            EventPart(
                seq=self.seq,
                t_us=self.t_us,
                part=index,
                more=start + MAX_PAYLOAD < len(self.payload),
                content=self.payload[start : start + MAX_PAYLOAD],
            )
            for index, start in enumerate(cuts)
        ]


class Ring:
    """The events of one boot that the host may still want."""

    def __init__(self, first_seq: int = 1, size: int = RING_EVENTS) -> None:
        self._size = size
        self._kept: deque[Kept] = deque()
        self.next_seq = first_seq
        self.acked = seq_after(first_seq, -1)

    @property
    def oldest_seq(self) -> int:
        """First event that can still be sent; ``next_seq`` where nothing is kept."""
        return self._kept[0].seq if self._kept else self.next_seq

    @property
    def newest_seq(self) -> int:
        return seq_after(self.next_seq, -1)

    @property
    def dropped(self) -> int:
        """Events that left the ring before the host had them."""
        return max(0, seq_distance(self.oldest_seq, self.acked) - 1)

    def put(self, t_us: int, payload: bytes) -> Kept:
        """Keep a new event; the oldest goes where the ring is full. Raise ValueError if it is too long."""
        if len(payload) > MAX_EVENT_BYTES:
            raise ValueError(f"event of {len(payload)} bytes, at most {MAX_EVENT_BYTES}")
        if len(self._kept) >= self._size:
            self._kept.popleft()
        event = Kept(self.next_seq, t_us, payload)
        self._kept.append(event)
        self.next_seq = seq_after(self.next_seq)
        return event

    def acknowledge(self, seq: int) -> Kept | None:
        """Forget everything up to ``seq``; return the newest that was forgotten, None if nothing was."""
        if seq_distance(seq, self.newest_seq) > 0 or seq_distance(seq, self.acked) <= 0:
            return None
        self.acked, last = seq, None
        while self._kept and seq_distance(self._kept[0].seq, seq) <= 0:
            last = self._kept.popleft()
        return last

    def between(self, first: int, last: int) -> list[Kept]:
        """Return what is kept of ``first`` to ``last``, at most ``RESEND_AT_ONCE``."""
        wanted = [
            event
            for event in self._kept
            if seq_distance(event.seq, first) >= 0 and seq_distance(event.seq, last) <= 0
        ]
        return wanted[:RESEND_AT_ONCE]

    def unsent(self) -> list[Kept]:
        """Return what has never been on the wire since the host last made itself known."""
        return [event for event in self._kept if event.sent_us is None]

    def all_unsent(self) -> None:
        """Note that nothing kept is on its way any more."""
        for event in self._kept:
            event.sent_us = None

    def oldest(self) -> Kept | None:
        """Return the first event that waits for its acknowledgement."""
        return self._kept[0] if self._kept else None


class RetryTimer:
    """When to send the oldest event again."""

    def __init__(self) -> None:
        self.rto_us = RTO_FIRST_US
        self._smooth_us: float | None = None
        self._spread_us = 0.0

    def measured(self, round_trip_us: int) -> None:
        """Take the round trip of an event that was sent once only."""
        if self._smooth_us is None:
            self._smooth_us, self._spread_us = float(round_trip_us), round_trip_us / 2
        else:
            self._spread_us += (abs(round_trip_us - self._smooth_us) - self._spread_us) / 4
            self._smooth_us += (round_trip_us - self._smooth_us) / 8
        self.rto_us = _bounded(self._smooth_us + 4 * self._spread_us)

    def missed(self) -> None:
        """No acknowledgement came in time."""
        self.rto_us = _bounded(self.rto_us * 2)


def _bounded(rto_us: float) -> int:
    return int(min(RTO_MOST_US, max(RTO_LEAST_US, rto_us)))
