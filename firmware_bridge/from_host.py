"""Types what the host says. Layouts as in PROTOCOL.md; all numbers little-endian."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import ClassVar, Self

from firmware_bridge.codes import BadMessage, Type, clipped, no_payload, text_of, unpack_all
from firmware_bridge.frames import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """The host asks who is there and says which versions it speaks."""

    lowest: int
    highest: int

    TYPE: ClassVar[Type] = Type.WHO
    _LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BB")

    def payload(self) -> bytes:
        return self._LAYOUT.pack(self.lowest, self.highest)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        lowest, highest = unpack_all(cls._LAYOUT, frame, "WHO")
        return cls(lowest=lowest, highest=highest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """The host takes the device in. ``durable`` (header ``seq``): it has all events up to that number."""

    durable: int
    version: int

    TYPE: ClassVar[Type] = Type.WELCOME
    _LAYOUT: ClassVar[struct.Struct] = struct.Struct("<B")

    def payload(self) -> bytes:
        return self._LAYOUT.pack(self.version)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        (version,) = unpack_all(cls._LAYOUT, frame, "WELCOME")
        return cls(durable=frame.seq, version=version)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """The host turns the device away."""

    reason: int
    lowest: int
    highest: int
    text: str

    TYPE: ClassVar[Type] = Type.REFUSE
    _LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BBB")

    def payload(self) -> bytes:
        return self._LAYOUT.pack(self.reason, self.lowest, self.highest) + clipped(self.text)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        if len(frame.payload) < cls._LAYOUT.size:
            raise BadMessage("REFUSE is cut short")
        reason, lowest, highest = cls._LAYOUT.unpack_from(frame.payload)
        return cls(
            reason=reason, lowest=lowest, highest=highest, text=text_of(frame.payload[cls._LAYOUT.size :])
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ack:
    """Everything up to ``durable`` (header ``seq``) is safe; the device may forget it."""

    durable: int

    TYPE: ClassVar[Type] = Type.ACK

    def payload(self) -> bytes:
        return b""

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        no_payload(frame, "ACK")
        return cls(durable=frame.seq)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resend:
    """The host misses events ``first`` to ``last``."""

    first: int
    last: int

    TYPE: ClassVar[Type] = Type.RESEND
    _LAYOUT: ClassVar[struct.Struct] = struct.Struct("<II")

    def payload(self) -> bytes:
        return self._LAYOUT.pack(self.first, self.last)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        first, last = unpack_all(cls._LAYOUT, frame, "RESEND")
        return cls(first=first, last=last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """The host asks for a sign of life and the device's time. ``durable`` as in ACK."""

    durable: int
    sent_us: int

    TYPE: ClassVar[Type] = Type.PING

    def payload(self) -> bytes:
        return b""

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        no_payload(frame, "PING")
        return cls(durable=frame.seq, sent_us=frame.t_us)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """The host wants something done; ``number`` is the header's ``seq``, ``content`` a JSON object."""

    number: int
    content: bytes

    TYPE: ClassVar[Type] = Type.COMMAND

    def payload(self) -> bytes:
        return self.content

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        return cls(number=frame.seq, content=frame.payload)
