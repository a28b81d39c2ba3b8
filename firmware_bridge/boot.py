"""Follows one boot of one device: its events in order, its clock, and up to when it has told everything."""

from __future__ import annotations

from collections import deque
from typing import Final

from firmware_bridge.clock import DeviceClock, stamp_distance
from firmware_bridge.codes import BadMessage
from firmware_bridge.frames import seq_after, seq_distance
from firmware_bridge.from_device import Hello, Pong
from firmware_bridge.inbox import Inbox, Missing, Whole
from firmware_bridge.messages import object_in
from firmware_bridge.news import BadEvent, ClockJumped, Delivered, Durable, LinkNews, Lost, Rebooted
from firmware_bridge.told_times import ToldTimes

REASK_S: Final = 0.1
ON_ITS_WAY_S: Final = 0.03
_STARTED = "started_us"


class Boot:
    """What the host knows of a device from one power-up to the next."""

    def __init__(self, hello: Hello, expected: int) -> None:
        self.hello = hello
        self.clock = DeviceClock()
        self.inbox = Inbox(expected)
        self.inbox.knows_of(seq_after(hello.next_seq, -1))
        self.timed = False
        """Whether a PING was answered since the link came up: until then nothing is handed on."""
        self.heard_s = 0.0
        """When a part of an event last came, or the link up: what the device has is on its way from then on."""
        self._reask_s = 0.0
        self._marks: deque[tuple[int, int]] = deque(maxlen=16)
        self._settled_us: int | None = None
        self._told_times = ToldTimes(hello.t_us)

    def fits(self, hello: Hello) -> bool:
        """Whether ``hello`` can be this boot going on: neither its clock nor its numbers went back."""
        onward = stamp_distance(hello.t_us, self.hello.t_us) >= 0
        return onward and seq_distance(self.inbox.expected, hello.next_seq) <= 0

    def resume(self, hello: Hello) -> None:
        """Go on after the link was down; what the device has dropped meanwhile comes out of ``take``."""
        self.hello, self.timed = hello, False
        self.inbox.knows_of(seq_after(hello.next_seq, -1))
        self.inbox.lose(self.inbox.expected, seq_after(hello.oldest_seq, -1))

    def follows(self, durable: Durable) -> None:
        """Note when the owner's last event was sensed, where it knows: what the device sensed later is later."""
        if durable.at_s is not None:
            self._told_times.fit(durable.seq, durable.device_us, durable.at_s)

    @property
    def undelivered(self) -> int:
        """Events that are known to exist and were not handed on."""
        return max(0, seq_distance(self.inbox.newest, self.inbox.expected) + 1)

    def pong(self, pong: Pong, asked_s: float, now: float) -> list[LinkNews]:
        """Take an answered PING: the clock and what the device has promised."""
        jump_s = self.clock.add(
            asked_s=asked_s, answered_s=now, received_us=pong.received_us, sent_us=pong.sent_us
        )
        self.inbox.knows_of(pong.newest)
        if jump_s is not None:
            self._told_times.begin_anew(pong.received_us)
            self._marks.clear()
            self._settled_us = None
        self._marks.append((pong.newest, pong.settled_us))
        self.timed = self.clock.ready
        return [ClockJumped(by_s=jump_s)] if jump_s is not None else []

    def take(self, now: float) -> list[LinkNews]:
        """Return the events that can be handed on; nothing before the clock can be mapped afresh."""
        if not self.timed:
            return []
        news = [self._told(one, now) for one in self.inbox.take()]
        while self._marks and seq_distance(self.inbox.expected, self._marks[0][0]) > 0:
            self._settled_us = self._marks.popleft()[1]
        return news

    def reask_due(self) -> float | None:
        """Return when to ask for events that exist and have not come; None while there are none."""
        if not self.inbox.hole():
            return None
        # The last event may still be on its way; one that a later event has overtaken is not.
        on_its_way = not self.inbox.overtaken
        return max(self._reask_s, self.heard_s + ON_ITS_WAY_S) if on_its_way else self._reask_s

    def ask_again(self, now: float) -> tuple[int, int] | None:
        """Return the numbers to ask for now; what never comes over a sound line is given up, for ``take`` to tell."""
        due_s = self.reask_due()
        if due_s is None or now < due_s or self.inbox.asked_in_vain():
            return None
        self._reask_s = now + REASK_S
        return self.inbox.hole()

    def go_back(self, seq: int) -> None:
        """Hand ``seq`` and what follows on again; the device still keeps it."""
        self.inbox.go_back(seq)
        self._told_times.forget_from(seq)
        self._marks.clear()
        self._settled_us = None

    def settled_s(self) -> float | None:
        """Return the time up to which everything sensed was handed on; None while it cannot be told."""
        if self._settled_us is None:
            return None
        at_s, error_s = self.clock.host_time(self._settled_us)
        return at_s - error_s

    def _told(self, one: Whole | Missing, now: float) -> LinkNews:
        boot_id = self.hello.boot_id
        if isinstance(one, Missing):
            return Lost(boot_id=boot_id, seq=one.last, count=one.count)
        at_s, error_s = self._moment(one, now)
        try:
            event = object_in(one.payload)
            started_us = _started(event)
        except BadMessage as problem:
            return BadEvent(
                boot_id=boot_id,
                seq=one.seq,
                device_us=one.t_us,
                at_s=at_s,
                error_s=error_s,
                payload=one.payload,
                problem=str(problem),
            )
        return Delivered(
            boot_id=boot_id,
            seq=one.seq,
            device_us=one.t_us,
            at_s=at_s,
            error_s=error_s,
            payload=one.payload,
            event=event,
            started_s=None if started_us is None else min(self.clock.host_time(started_us)[0], at_s),
        )

    def _moment(self, one: Whole, now: float) -> tuple[float, float]:
        """Return when an event was sensed and the most by which that can be wrong, in seconds."""
        mapped_s, error_s = self.clock.host_time(one.t_us)
        # What has come has been sensed: the estimate may lie in the future, the truth cannot.
        at_s = self._told_times.fit(one.seq, one.t_us, min(mapped_s, now))
        return at_s, error_s + max(0.0, at_s - mapped_s, min(mapped_s, now) - at_s)


def _started(event: dict[str, object]) -> int | None:
    """Take ``started_us`` out of ``event``. Raise BadMessage where the event is not fit to be handed on."""
    if not isinstance(event.get("type"), str):
        raise BadMessage("event without a `type`")
    if "t" in event:
        raise BadMessage("event with a `t` of its own; its time is the frame's")
    started_us = event.pop(_STARTED, None)
    if started_us is not None and not (type(started_us) is int and 0 <= started_us < 2**64):
        raise BadMessage(f"`{_STARTED}` is no device time: {started_us!r}")
    return started_us if isinstance(started_us, int) else None


def begin_boot(hello: Hello, durable: Durable | None) -> tuple[Boot, bool, Lost | None]:
    """Start following a boot; return it, whether ``durable`` belongs to it, and what was dropped before.

    What a boot that goes on has dropped meanwhile comes out of ``take``, in its place.
    """
    if durable is not None and _same_boot(hello, durable):
        boot = Boot(hello, seq_after(durable.seq))
        boot.resume(hello)
        boot.follows(durable)
        return boot, True, None
    before = seq_after(hello.oldest_seq, -1)
    lost = Lost(boot_id=hello.boot_id, seq=before, count=hello.dropped) if hello.dropped else None
    return Boot(hello, hello.oldest_seq), False, lost


def farewell(last: Boot | None, hello: Hello, durable_boot: int | None) -> list[LinkNews]:
    """Say what ends when ``hello`` begins a new boot after ``last``, or after the one of the owner's last event."""
    if last is not None and last.hello.serial != hello.serial:
        last = None
    old_boot = last.hello.boot_id if last else durable_boot
    if old_boot is None:
        return []
    at_s = last.settled_s() if last else None
    news: list[LinkNews] = [Rebooted(old_boot_id=old_boot, new_boot_id=hello.boot_id, reported_s=at_s)]
    if last and last.undelivered:
        news.append(Lost(boot_id=old_boot, seq=None, count=last.undelivered))
    return news


def _same_boot(hello: Hello, durable: Durable) -> bool:
    """Whether the owner's last event can be of this boot: id, number and time must all allow it."""
    return (
        durable.boot_id == hello.boot_id
        and seq_distance(durable.seq, hello.next_seq) < 0
        and durable.device_us <= hello.t_us
    )
