"""Types what a device says. Layouts as in PROTOCOL.md; all numbers little-endian."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import ClassVar, Self

from firmware_bridge.codes import (
    BadMessage,
    Type,
    clipped,
    first_byte,
    short_name,
    split_name,
    text_of,
    unpack_all,
)
from firmware_bridge.frames import Frame, seq_distance
from firmware_bridge.kinds import kind_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """A device introduces itself.

    ``oldest_seq`` is the first event it can still send, ``next_seq`` the number the next one will get
    (equal: nothing kept). ``dropped``: events of this boot that left its ring unacknowledged.
    """

    dev: int
    boot_id: int
    t_us: int
    lowest: int
    highest: int
    oldest_seq: int
    next_seq: int
    dropped: int
    serial: str
    build: str

    TYPE: ClassVar[Type] = Type.HELLO
    _LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BBIII")

    @property
    def kind(self) -> str:
        """The kind's name: shoe, antennas, chips, panel; ``kind N`` for any other."""
        return kind_name(self.dev)

    def payload(self) -> bytes:
        fixed = self._LAYOUT.pack(self.lowest, self.highest, self.oldest_seq, self.next_seq, self.dropped)
        return fixed + short_name(self.serial) + short_name(self.build)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        size = cls._LAYOUT.size
        if len(frame.payload) < size + 2:
            raise BadMessage(f"HELLO of {len(frame.payload)} bytes, at least {size + 2}")
        lowest, highest, oldest, following, dropped = cls._LAYOUT.unpack_from(frame.payload)
        serial, rest = split_name(frame.payload[size:], "serial")
        build, _ = split_name(rest, "build")
        if not serial:
            raise BadMessage("HELLO without a serial")
        if frame.boot_id == 0:
            raise BadMessage("HELLO with boot id 0")
        if not lowest <= highest:
            raise BadMessage(f"HELLO with versions {lowest} to {highest}")
        if seq_distance(oldest, following) > 0:
            raise BadMessage(f"HELLO that keeps events from {oldest}, but the next is {following}")
        return cls(
            dev=frame.dev,
            boot_id=frame.boot_id,
            t_us=frame.t_us,
            lowest=lowest,
            highest=highest,
            oldest_seq=oldest,
            next_seq=following,
            dropped=dropped,
            serial=serial,
            build=build,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPart:
    """One part of event ``seq``; ``t_us`` is when it was sensed, the same in every part."""

    seq: int
    t_us: int
    part: int
    more: bool
    content: bytes

    TYPE: ClassVar[Type] = Type.EVENT

    def payload(self) -> bytes:
        return self.content

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        return cls(seq=frame.seq, t_us=frame.t_us, part=frame.part, more=frame.more, content=frame.payload)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Events ``first`` to ``last`` can never be sent again."""

    first: int
    last: int

    TYPE: ClassVar[Type] = Type.GAP
    _LAYOUT: ClassVar[struct.Struct] = struct.Struct("<II")

    def payload(self) -> bytes:
        return self._LAYOUT.pack(self.first, self.last)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        first, last = unpack_all(cls._LAYOUT, frame, "GAP")
        return cls(first=first, last=last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pong:
    """Answer to a PING. ``newest`` (header ``seq``) is the number of the newest event.

    ``asked_us`` echoes the PING's ``t_us``; ``received_us`` is when it came, ``sent_us`` (header) when
    this left, both by the device's clock. No event sensed before ``settled_us`` will be numbered any more.
    """

    newest: int
    sent_us: int
    asked_us: int
    received_us: int
    settled_us: int

    TYPE: ClassVar[Type] = Type.PONG
    _LAYOUT: ClassVar[struct.Struct] = struct.Struct("<QQQ")

    def payload(self) -> bytes:
        return self._LAYOUT.pack(self.asked_us, self.received_us, self.settled_us)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        asked, received, settled = unpack_all(cls._LAYOUT, frame, "PONG")
        return cls(
            newest=frame.seq,
            sent_us=frame.t_us,
            asked_us=asked,
            received_us=received,
            settled_us=settled,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """ERROR: something is wrong with the device, or with what it was sent."""

    code: int
    text: str

    TYPE: ClassVar[Type] = Type.ERROR

    def payload(self) -> bytes:
        return bytes([self.code]) + clipped(self.text)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        return cls(code=first_byte(frame, "ERROR"), text=text_of(frame.payload[1:]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """Answer to COMMAND ``number`` (header ``seq``); ``code`` 0 is well, else a ``Fault``."""

    number: int
    code: int
    text: str

    TYPE: ClassVar[Type] = Type.DONE

    def payload(self) -> bytes:
        return bytes([self.code]) + clipped(self.text)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        return cls(number=frame.seq, code=first_byte(frame, "DONE"), text=text_of(frame.payload[1:]))
