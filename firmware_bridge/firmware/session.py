"""Keeps one boot of the device on its link (PROTOCOL.md, sections 3 to 5), without I/O and without a clock.

Every ``now_us`` is microseconds since power-up and never goes back. ``feed`` takes what came from the
host, ``frame`` gives the next frame to put on the wire, one at a time, so that nothing is built before
there is room for it: answers first, then events in the order of their numbers.
"""

import json
import struct

from .frames import AGAIN, MAX_PAYLOAD, MORE, Frame, Splitter, after, encode
from .retry import Retry
from .ring import Ring

VERSION = 1
HELLO, EVENT, GAP, PONG, ERROR, DONE = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
WHO, WELCOME, REFUSE, ACK, RESEND, PING, COMMAND = 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47

CALLING, WELCOMED, REFUSED = "calling", "welcome", "refused"
WELL, UNKNOWN_TYPE, BAD_PAYLOAD, SENSOR, UNKNOWN_COMMAND, BUSY, INTERNAL = 0, 1, 2, 3, 4, 5, 6

HELLO_US = 1_000_000
HELLO_REFUSED_US = 5_000_000
HELLO_LEAST_US = 5_000
HOST_GONE_US = 3_000_000
FAULT_AGAIN_US = 5_000_000
MAX_EVENT = 3_200
ANSWERS_WAITING = 16
"""Answers that wait for the wire at most; a host that asks faster loses the rest, and asks again."""

_SIZES = {WHO: 2, WELCOME: 1, ACK: 0, RESEND: 8, PING: 0}


class Session:
    """The device's side of the link.

    ``dev`` is the kind's number; ``serial`` and ``build`` up to 32 printable ASCII characters.
    ``on_command(number, fields)`` is called once for each command; ``finish`` answers it.
    ``settled_us(now_us)`` says before which time nothing sensed will get a number any more.
    """

    def __init__(self, dev: int, serial: str, build: str, boot_id: int, ring: Ring | None = None) -> None:
        self.dev, self.boot_id = dev, boot_id
        self._name = bytes([len(serial)]) + serial.encode() + bytes([len(build)]) + build.encode()
        self.ring = ring or Ring()
        self.state = CALLING
        self.refused_text = ""
        self.on_command = _nothing
        self.settled_us = _now
        self._splitter = Splitter()
        self._retry = Retry()
        self._answers: list[tuple[int, int, bytes]] = []
        self._part = 0
        self._part_of = -1
        self._heard_us = 0
        self._hello_us = -HELLO_US
        self._hello_wanted = True
        self._gap_us = 0
        self._busy = -1
        self._done: tuple[int, bytes] | None = None
        self._fault, self._fault_code = "", WELL
        self._fault_us = 0

    # --- what the device senses and does ---

    def sense(self, content: bytes, t_us: int) -> int:
        """Number an event (JSON without ``t``) sensed at ``t_us``. Raise ValueError over 3,200 bytes."""
        if len(content) > MAX_EVENT:
            raise ValueError(f"event of {len(content)} bytes")
        return self.ring.put(t_us, content)

    def fault(self, text: str, now_us: int, code: int = SENSOR) -> None:
        """Say what is wrong with the device, again every 5 s, until it is called with ``""``."""
        if text == self._fault:
            return
        self._fault, self._fault_code = text, code if text else WELL
        self._say_fault(now_us)

    def finish(self, number: int, code: int = WELL, text: str = "") -> None:
        """Answer a command."""
        self._busy = -1
        self._done = (number, bytes([code]) + _clipped(text))
        self._answer(DONE, number, self._done[1])

    # --- bytes in ---

    def feed(self, data: bytes, now_us: int) -> None:
        """Take bytes from the host, however torn."""
        for frame in self._splitter.feed(data):
            self._on_frame(frame, now_us)

    def _on_frame(self, frame: Frame, now_us: int) -> None:
        kind = frame.kind
        if kind < WHO or (frame.ver != VERSION and kind != WHO and kind != REFUSE):
            return
        if not self._makes_sense(frame):
            return
        if kind == WHO:
            self._hello_wanted = True
        elif kind == REFUSE:
            self._on_refuse(frame, now_us)
        elif frame.boot_id == self.boot_id:
            self._heard_us = now_us
            if kind == WELCOME and frame.payload[0] == VERSION:
                self._on_welcome(frame, now_us)
            elif self.state != WELCOMED:
                self._hello_wanted = True
            else:
                self._on_message(frame, now_us)

    def _makes_sense(self, frame: Frame) -> bool:
        kind, size = frame.kind, len(frame.payload)
        if kind > COMMAND:
            self._answer(ERROR, 0, bytes([UNKNOWN_TYPE]) + b"unknown type 0x%02X" % kind)
        elif size != _SIZES.get(kind, size) or (kind == REFUSE and size < 3):
            self._answer(ERROR, 0, bytes([BAD_PAYLOAD]) + b"type 0x%02X with %d bytes" % (kind, size))
        else:
            return True
        return False

    def _on_message(self, frame: Frame, now_us: int) -> None:
        if frame.kind == ACK:
            self._on_durable(frame.seq, now_us)
        elif frame.kind == PING:
            self._answer(PONG, 0, struct.pack("<QQ", frame.t_us, now_us))
            self._on_durable(frame.seq, now_us)
        elif frame.kind == RESEND:
            first, last = struct.unpack("<II", frame.payload)
            if after(self.ring.oldest_seq, first):
                self._answer(GAP, first, b"")
            self.ring.want_between(first, last)
        elif frame.kind == COMMAND:
            self._on_command(frame)

    def _on_welcome(self, frame: Frame, now_us: int) -> None:
        # The host may be another process than before: what is kept goes out again, all of it.
        self.state = WELCOMED
        self._hello_wanted = False
        self._on_durable(frame.seq, now_us)
        self.ring.want_all()
        self._part_of = -1
        if self._fault:
            self._say_fault(now_us)

    def _on_refuse(self, frame: Frame, now_us: int) -> None:
        self.state = REFUSED
        self.refused_text = str(frame.payload[3:], "utf-8") if _is_utf8(frame.payload[3:]) else ""
        self._hello_us, self._hello_wanted = now_us, False

    def _on_durable(self, seq: int, now_us: int) -> None:
        sent_us = self.ring.acknowledge(seq)
        if sent_us >= 0:
            self._retry.measured(now_us - sent_us)

    def _on_command(self, frame: Frame) -> None:
        number = frame.seq
        if self._done is not None and self._done[0] == number:
            self._answer(DONE, number, self._done[1])  # the answer was lost
            return
        if self._busy == number:
            return
        if self._busy >= 0:
            self._answer(DONE, number, bytes([BUSY]) + b"a command is being done")
            return
        try:
            fields = json.loads(frame.payload.decode())
        except (ValueError, RuntimeError):
            fields = None
        if not isinstance(fields, dict):
            self._answer(DONE, number, bytes([BAD_PAYLOAD]) + b"no JSON object")
            return
        self._busy = number
        self.on_command(number, fields)

    # --- frames out ---

    def frame(self, now_us: int) -> bytes:
        """Return the next frame to send, b"" where there is nothing to say now."""
        self._look_at_the_clock(now_us)
        if self._hello_wanted and now_us - self._hello_us >= HELLO_LEAST_US:
            return self._hello(now_us)
        if self._answers:
            kind, seq, payload = self._answers.pop(0)
            return self._written(kind, seq, payload, now_us)
        if self.state != WELCOMED:
            return b""
        if self.ring.dropped and now_us - self._gap_us >= self._retry.after_us:
            self._retry.missed()
            return self._written(GAP, (self.ring.acked + 1) & 0xFFFFFFFF, b"", now_us)
        return self._event_part(now_us)

    def _look_at_the_clock(self, now_us: int) -> None:
        if self.state == WELCOMED:
            if now_us - self._heard_us >= HOST_GONE_US:
                self.state = CALLING
                self._hello_wanted = True
                return
            sent_us = self.ring.oldest_sent_us()
            if sent_us >= 0 and now_us - sent_us >= self._retry.after_us:
                self._retry.missed()
                self.ring.want(self.ring.oldest_seq)
            if self._fault and now_us - self._fault_us >= FAULT_AGAIN_US:
                self._say_fault(now_us)
        elif now_us - self._hello_us >= (HELLO_REFUSED_US if self.state == REFUSED else HELLO_US):
            self._hello_wanted = True

    def _hello(self, now_us: int) -> bytes:
        self._hello_us, self._hello_wanted = now_us, False
        ring = self.ring
        numbers = struct.pack("<BBIII", VERSION, VERSION, ring.oldest_seq, ring.next_seq, ring.dropped)
        return encode(VERSION, HELLO, self.dev, 0, self.boot_id, 0, now_us, numbers + self._name)

    def _written(self, kind: int, seq: int, payload: bytes, now_us: int) -> bytes:
        if kind == PONG:
            seq = self.ring.newest_seq
            payload += struct.pack("<Q", self.settled_us(now_us))
        elif kind == GAP:
            self._gap_us = now_us
            payload, seq = struct.pack("<II", seq, (self.ring.oldest_seq - 1) & 0xFFFFFFFF), 0
        return encode(VERSION, kind, self.dev, 0, self.boot_id, seq, now_us, payload)

    def _event_part(self, now_us: int) -> bytes:
        ring = self.ring
        ahead = ring.wanted()
        if ahead < 0:
            return b""
        seq = (ring.oldest_seq + ahead) & 0xFFFFFFFF
        if seq != self._part_of:
            self._part_of, self._part = seq, 0
        start = self._part * MAX_PAYLOAD
        more = start + MAX_PAYLOAD < ring.size(seq)
        flags = (MORE if more else 0) | (AGAIN if ring.sent_before(seq) else 0) | self._part << 4
        content = ring.content(seq, start, MAX_PAYLOAD)
        self._part += 1
        if not more:
            ring.sent(seq, now_us)
            self._part_of = -1
        return encode(VERSION, EVENT, self.dev, flags, self.boot_id, seq, ring.sensed_us(seq), content)

    def _say_fault(self, now_us: int) -> None:
        self._fault_us = now_us
        if self.state == WELCOMED:
            self._answer(ERROR, 0, bytes([self._fault_code]) + _clipped(self._fault))

    def _answer(self, kind: int, seq: int, payload: bytes) -> None:
        if len(self._answers) < ANSWERS_WAITING:
            self._answers.append((kind, seq, payload))


def _nothing(number: int, fields: dict[str, object]) -> None:
    pass


def _now(now_us: int) -> int:
    return now_us


def _clipped(text: str) -> bytes:
    raw = text.encode()
    if len(raw) <= 196:
        return raw
    end = 196
    while raw[end] & 0xC0 == 0x80:
        end -= 1
    return raw[:end]


def _is_utf8(raw: bytes) -> bool:
    try:
        str(raw, "utf-8")
    except (UnicodeError, ValueError):
        return False
    return True
