"""Frames to typed messages and back. Layouts as in PROTOCOL.md; all numbers little-endian.

A message says what its payload holds; the number it carries in the header's ``seq`` is part of it too
where the page gives that field a meaning.
"""

from __future__ import annotations

import enum
import struct
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import msgspec

from firmware_bridge.frames import MAX_PARTS, MAX_PAYLOAD, Frame
from firmware_bridge.kinds import kind_name

MAX_EVENT_BYTES: Final = MAX_PARTS * MAX_PAYLOAD
MAX_NAME: Final = 32


class Type(enum.IntEnum):
    """The ``type`` byte. Under 0x40 the device speaks, from 0x40 on the host."""

    HELLO = 0x01
    EVENT = 0x02
    GAP = 0x03
    PONG = 0x04
    ERROR = 0x05
    DONE = 0x06
    WHO = 0x41
    WELCOME = 0x42
    REFUSE = 0x43
    ACK = 0x44
    RESEND = 0x45
    PING = 0x46
    COMMAND = 0x47


FROZEN: Final = frozenset({Type.HELLO, Type.WHO, Type.REFUSE})
"""Types whose layout is the same in every version, so that two versions can tell each other apart."""


class Reason(enum.IntEnum):
    """Why a host turns a device away."""

    VERSION = 1
    WRONG_KIND = 2
    STRANGER = 3
    DOUBLE = 4
    BAD_HELLO = 5


class Fault(enum.IntEnum):
    """What a device says is wrong, in ERROR and in DONE (there 0 is well)."""

    UNKNOWN_TYPE = 1
    BAD_PAYLOAD = 2
    NOT_WELCOME = 3
    SENSOR = 4
    UNKNOWN_COMMAND = 5
    BUSY = 6
    INTERNAL = 7


class BadMessage(ValueError):
    """A sound frame whose payload is not what its type asks for."""


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
        return fixed + _short(self.serial) + _short(self.build)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        size = cls._LAYOUT.size
        if len(frame.payload) < size + 2:
            raise BadMessage(f"HELLO of {len(frame.payload)} bytes, at least {size + 2}")
        lowest, highest, oldest, following, dropped = cls._LAYOUT.unpack_from(frame.payload)
        serial, rest = _name(frame.payload[size:], "serial")
        build, _ = _name(rest, "build")
        if not serial:
            raise BadMessage("HELLO without a serial")
        if frame.boot_id == 0:
            raise BadMessage("HELLO with boot id 0")
        if not lowest <= highest:
            raise BadMessage(f"HELLO with versions {lowest} to {highest}")
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


def _short(text: str) -> bytes:
    raw = text.encode("ascii")
    if len(raw) > MAX_NAME:
        raise ValueError(f"{text!r} is longer than {MAX_NAME} characters")
    return bytes([len(raw)]) + raw


def _name(raw: bytes, what: str) -> tuple[str, bytes]:
    """Split off one length-led name of printable ASCII."""
    if not raw or raw[0] > MAX_NAME or len(raw) < 1 + raw[0]:
        raise BadMessage(f"HELLO's {what} is cut short or over {MAX_NAME} characters")
    text = raw[1 : 1 + raw[0]]
    if not all(0x20 <= byte < 0x7F for byte in text):
        raise BadMessage(f"HELLO's {what} is not printable ASCII")
    return text.decode("ascii"), raw[1 + raw[0] :]


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
        first, last = _fixed(cls._LAYOUT, frame, "GAP")
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
        asked, received, settled = _fixed(cls._LAYOUT, frame, "PONG")
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
        return bytes([self.code]) + _clipped(self.text)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        return cls(code=_first_byte(frame, "ERROR"), text=_text(frame.payload[1:]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """Answer to COMMAND ``number`` (header ``seq``); ``code`` 0 is well, else a ``Fault``."""

    number: int
    code: int
    text: str

    TYPE: ClassVar[Type] = Type.DONE

    def payload(self) -> bytes:
        return bytes([self.code]) + _clipped(self.text)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        return cls(number=frame.seq, code=_first_byte(frame, "DONE"), text=_text(frame.payload[1:]))


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
        lowest, highest = _fixed(cls._LAYOUT, frame, "WHO")
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
        (version,) = _fixed(cls._LAYOUT, frame, "WELCOME")
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
        return self._LAYOUT.pack(self.reason, self.lowest, self.highest) + _clipped(self.text)

    @classmethod
    def parse(cls, frame: Frame) -> Self:
        if len(frame.payload) < cls._LAYOUT.size:
            raise BadMessage("REFUSE is cut short")
        reason, lowest, highest = cls._LAYOUT.unpack_from(frame.payload)
        return cls(
            reason=reason, lowest=lowest, highest=highest, text=_text(frame.payload[cls._LAYOUT.size :])
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
        _empty(frame, "ACK")
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
        first, last = _fixed(cls._LAYOUT, frame, "RESEND")
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
        _empty(frame, "PING")
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


FromDevice = Hello | EventPart | Gap | Pong | Trouble | Done
FromHost = Who | Welcome | Refuse | Ack | Resend | Ping | Command
Message = FromDevice | FromHost

_BY_TYPE: Final[dict[int, type[Message]]] = {
    message.TYPE: message
    for message in (
        *(Hello, EventPart, Gap, Pong, Trouble, Done),
        *(Who, Welcome, Refuse, Ack, Resend, Ping, Command),
    )
}


def parse_message(frame: Frame) -> Message:
    """Return what ``frame`` says. Raise BadMessage for an unknown type or a payload that does not fit."""
    try:
        kind = _BY_TYPE[frame.type]
    except KeyError:
        raise BadMessage(f"unknown type 0x{frame.type:02X}") from None
    return kind.parse(frame)


def object_in(content: bytes) -> dict[str, Any]:
    """Return the JSON object that ``content`` holds. Raise BadMessage saying what it is instead."""
    try:
        value = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadMessage("JSON, but no object")
    return value


def _fixed(layout: struct.Struct, frame: Frame, name: str) -> tuple[int, ...]:
    if len(frame.payload) != layout.size:
        raise BadMessage(f"{name} of {len(frame.payload)} bytes instead of {layout.size}")
    return layout.unpack(frame.payload)


def _empty(frame: Frame, name: str) -> None:
    if frame.payload:
        raise BadMessage(f"{name} with a payload of {len(frame.payload)} bytes")


def _first_byte(frame: Frame, name: str) -> int:
    if not frame.payload:
        raise BadMessage(f"{name} without a code")
    return frame.payload[0]


def _clipped(text: str) -> bytes:
    """Return ``text`` as UTF-8, cut at a character so that it fits a frame."""
    return text.encode()[: MAX_PAYLOAD - 4].decode(errors="ignore").encode()


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")
