"""Keeps the device's side of one link, without I/O: what firmware does, in Python.

Every ``now_us`` is the device's own clock: microseconds since its start, never going back.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from firmware_bridge.codes import FROZEN, MAX_NAME, BadMessage, Fault, Type
from firmware_bridge.frames import VERSION, BadFrame, Frame, FrameDecoder
from firmware_bridge.from_device import Done, Gap, Hello, Pong, Trouble
from firmware_bridge.from_host import Ack, Command, Ping, Refuse, Resend, Welcome, Who
from firmware_bridge.kinds import KINDS
from firmware_bridge.messages import FromDevice, Message, encode_message, object_in, parse_message
from firmware_bridge.ring import RING_EVENTS, Kept, RetryTimer, Ring

HELLO_US: Final = 1_000_000
HELLO_REFUSED_US: Final = 5_000_000
HOST_GONE_US: Final = 3_000_000
MIN_HELLO_GAP_US: Final = 5_000
FAULT_AGAIN_US: Final = 5_000_000


class DeviceState(enum.Enum):
    """Where the device stands."""

    CALLING = "calling"
    WELCOME = "welcome"
    REFUSED = "refused"


DEVICE_MOVES: Final[dict[DeviceState, frozenset[DeviceState]]] = {
    DeviceState.CALLING: frozenset({DeviceState.WELCOME, DeviceState.REFUSED}),
    DeviceState.WELCOME: frozenset({DeviceState.CALLING, DeviceState.REFUSED}),
    DeviceState.REFUSED: frozenset({DeviceState.WELCOME}),
}
"""From each state, where a device can go; a table of PROTOCOL.md is the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who the device is. ``serial`` and ``build`` are up to 32 printable ASCII characters."""

    kind: str
    serial: str
    build: str = ""
    lowest: int = VERSION
    highest: int = VERSION

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind {self.kind!r} is none of {', '.join(KINDS)}")
        for what, name in (("serial", self.serial), ("build", self.build)):
            if len(name) > MAX_NAME or not (name.isascii() and (not name or name.isprintable())):
                raise ValueError(f"{what} {name!r} is not up to {MAX_NAME} printable ASCII characters")
        if not self.serial:
            raise ValueError("a device has a serial")


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcomed:
    """A host took the device in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acked:
    """The host has everything up to ``seq`` on disk."""

    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandReceived:
    """Do this, then call ``finish(number)``. Given once however often it was sent."""

    number: int
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedByHost:
    """A host turned the device away."""

    reason: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HostGone:
    """The host has said nothing for three seconds."""


DeviceNews = Welcomed | Acked | CommandReceived | RefusedByHost | HostGone


class DeviceSession:
    """One boot of one device."""

    def __init__(
        self,
        identity: Identity,
        boot_id: int,
        *,
        first_seq: int = 1,
        ring_events: int = RING_EVENTS,
    ) -> None:
        self.identity, self.boot_id = identity, boot_id
        self.ring = Ring(first_seq, ring_events)
        self.state = DeviceState.CALLING
        self.resent = 0
        self.settled_us: Callable[[int], int] = lambda now_us: now_us
        """Tells before which time nothing sensed will get a number any more; a device that numbers at once: now."""
        self._decoder = FrameDecoder()
        self._timer = RetryTimer()
        self._out = bytearray()
        self._now_us = self._heard_us = 0
        self._hello_us: int | None = None
        self._hello_wanted = False
        self._gap_us = 0
        self._busy: int | None = None
        self._done: Done | None = None
        self._fault: Trouble | None = None
        self._fault_us = 0

    def sense(self, event: dict[str, Any] | bytes, now_us: int, t_us: int | None = None) -> int:
        """Number an event sensed at ``t_us`` (now where absent); return its number.

        Raise ValueError if it is over 3,200 bytes.
        """
        self._now_us = now_us
        payload = event if isinstance(event, bytes) else msgspec.json.encode(event)
        kept = self.ring.put(now_us if t_us is None else t_us, payload)
        if self.state is DeviceState.WELCOME:
            self._send_event(kept)
        return kept.seq

    def report(self, code: Fault, text: str, now_us: int) -> None:
        """Tell the host that something is wrong, again every 5 s until it is mended (``Fault.WELL``)."""
        self._now_us = now_us
        trouble = Trouble(code=code, text=text)
        self._fault = None if code == Fault.WELL else trouble
        self._say_trouble(trouble)

    def finish(self, number: int, now_us: int, code: Fault = Fault.WELL, text: str = "") -> None:
        """Answer a command."""
        self._now_us, self._busy = now_us, None
        self._done = Done(number=number, code=code, text=text)
        self._say(self._done)

    def receive(self, data: bytes, now_us: int) -> list[DeviceNews]:
        """Take bytes from the host, however cut."""
        self._now_us = now_us
        news: list[DeviceNews] = []
        for found in self._decoder.feed(data):
            if not isinstance(found, BadFrame):
                news += self._on_frame(found)
        return news + self.tick(now_us)

    def tick(self, now_us: int) -> list[DeviceNews]:
        """Do what is due: introduce itself, send again, give the host up."""
        self._now_us = now_us
        if self.state is not DeviceState.WELCOME or self._hello_wanted:
            if now_us >= self._hello_due():
                self._introduce()
            return []
        if now_us - self._heard_us >= HOST_GONE_US:
            self._enter(DeviceState.CALLING)
            self._introduce()
            return [HostGone()]
        self._send_again()
        return []

    def next_wake(self) -> int:
        """Return the device time at which ``tick`` is wanted next."""
        if self.state is not DeviceState.WELCOME:
            return self._hello_due()
        due_us = [self._heard_us + HOST_GONE_US]
        if self._hello_wanted:
            due_us.append(self._hello_due())
        if self._fault is not None:
            due_us.append(self._fault_us + FAULT_AGAIN_US)
        if self.ring.dropped:
            due_us.append(self._gap_us + self._timer.rto_us)
        elif (oldest := self.ring.oldest()) is not None:
            due_us.append((oldest.sent_us or 0) + self._timer.rto_us)
        return min(due_us)

    def to_send(self) -> bytes:
        """Return the bytes to put on the wire, once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    # --- what the host says ---

    def _on_frame(self, frame: Frame) -> list[DeviceNews]:
        if frame.type < Type.WHO or (frame.ver != self.identity.highest and frame.type not in FROZEN):
            return []
        try:
            message = parse_message(frame)
        except BadMessage as problem:
            unknown = frame.type not in set(Type)
            code = Fault.UNKNOWN_TYPE if unknown else Fault.BAD_PAYLOAD
            self._say(Trouble(code=code, text=str(problem)))
            return []
        if isinstance(message, Who):
            self._heard_us = self._now_us
            self._introduce()
            return []
        if isinstance(message, Refuse):
            return self._on_refuse(message)
        if frame.boot_id != self.boot_id:
            return []
        self._heard_us = self._now_us
        if isinstance(message, Welcome) and message.version == frame.ver:
            return self._on_welcome(message)
        if self.state is not DeviceState.WELCOME:
            self._introduce()
            return []
        return self._on_message(message)

    def _on_message(self, message: Message) -> list[DeviceNews]:
        match message:
            case Ack():
                return self._on_durable(message.durable)
            case Ping():
                self._pong(message)
                return self._on_durable(message.durable)
            case Resend():
                self._on_resend(message)
            case Command():
                return self._on_command(message)
        return []

    def _on_welcome(self, welcome: Welcome) -> list[DeviceNews]:
        news = self._on_durable(welcome.durable)
        if self.state is not DeviceState.WELCOME:
            self._enter(DeviceState.WELCOME)
            news = [Welcomed(), *news]
        # The host may be another process than before: what is kept goes out again, all of it.
        self.ring.all_unsent()
        for kept in self.ring.unsent():
            self._send_event(kept)
        if self._fault is not None:
            self._say_trouble(self._fault)
        return news

    def _on_refuse(self, refuse: Refuse) -> list[DeviceNews]:
        self._heard_us = self._hello_us = self._now_us
        self._hello_wanted = False
        if self.state is not DeviceState.REFUSED:
            self._enter(DeviceState.REFUSED)
        return [RefusedByHost(reason=refuse.reason, text=refuse.text)]

    def _on_durable(self, seq: int) -> list[DeviceNews]:
        before = self.ring.acked
        last = self.ring.acknowledge(seq)
        if last is not None and last.sent_us is not None and not last.again:
            self._timer.measured(self._now_us - last.sent_us)
        return [Acked(seq=seq)] if self.ring.acked != before else []

    def _on_resend(self, resend: Resend) -> None:
        if _before(resend.first, self.ring.oldest_seq):
            self._say_gap(resend.first)
        for kept in self.ring.between(resend.first, resend.last):
            self._send_event(kept)

    def _on_command(self, command: Command) -> list[DeviceNews]:
        if self._done is not None and self._done.number == command.number:
            self._say(self._done)  # the answer was lost
            return []
        if self._busy == command.number:
            return []
        if self._busy is not None:
            self._say(Done(number=command.number, code=Fault.BUSY, text="a command is being done"))
            return []
        try:
            fields = object_in(command.content)
        except BadMessage as problem:
            self._say(Done(number=command.number, code=Fault.BAD_PAYLOAD, text=str(problem)))
            return []
        self._busy = command.number
        return [CommandReceived(number=command.number, fields=fields)]

    # --- what the device says ---

    def _hello_due(self) -> int:
        if self._hello_us is None:
            return 0
        if self._hello_wanted:
            return self._hello_us + MIN_HELLO_GAP_US
        return self._hello_us + (HELLO_REFUSED_US if self.state is DeviceState.REFUSED else HELLO_US)

    def _introduce(self) -> None:
        if self._hello_us is not None and self._now_us < self._hello_us + MIN_HELLO_GAP_US:
            self._hello_wanted = True
            return
        self._hello_us, self._hello_wanted = self._now_us, False
        who = self.identity
        self._say(
            Hello(
                dev=KINDS[who.kind],
                boot_id=self.boot_id,
                t_us=self._now_us,
                lowest=who.lowest,
                highest=who.highest,
                oldest_seq=self.ring.oldest_seq,
                next_seq=self.ring.next_seq,
                dropped=self.ring.dropped,
                serial=who.serial,
                build=who.build,
            )
        )

    def _pong(self, ping: Ping) -> None:
        self._say(
            Pong(
                newest=self.ring.newest_seq,
                sent_us=self._now_us,
                asked_us=ping.sent_us,
                received_us=self._now_us,
                settled_us=self.settled_us(self._now_us),
            )
        )

    def _say_trouble(self, trouble: Trouble) -> None:
        self._fault_us = self._now_us
        if self.state is DeviceState.WELCOME:
            self._say(trouble)

    def _send_again(self) -> None:
        if self._fault is not None and self._now_us >= self._fault_us + FAULT_AGAIN_US:
            self._say_trouble(self._fault)
        if self.ring.dropped and self._now_us >= self._gap_us + self._timer.rto_us:
            self._say_gap(self.ring.acked + 1)
            self._timer.missed()
        oldest = self.ring.oldest()
        if oldest is None:
            return
        if oldest.sent_us is None or self._now_us >= oldest.sent_us + self._timer.rto_us:
            self._timer.missed()
            self._send_event(oldest)

    def _say_gap(self, first: int) -> None:
        self._gap_us = self._now_us
        self._say(Gap(first=first % 2**32, last=(self.ring.oldest_seq - 1) % 2**32))

    def _send_event(self, kept: Kept) -> None:
        if kept.sent_us is not None:
            kept.again = True
            self.resent += 1
        kept.sent_us = self._now_us
        for part in kept.parts():
            self._say(part, again=kept.again)

    def _say(self, message: FromDevice, *, again: bool = False) -> None:
        self._out += encode_message(
            message,
            dev=KINDS[self.identity.kind],
            boot_id=self.boot_id,
            now_us=self._now_us,
            again=again,
            ver=self.identity.highest,
        )

    def _enter(self, state: DeviceState) -> None:
        if state not in DEVICE_MOVES[self.state]:
            raise AssertionError(f"device goes from {self.state} to {state}")
        self.state = state


def _before(first: int, second: int) -> bool:
    return first != second and (second - first) % 2**32 < 2**31
