"""Lists the numbers of the protocol and the small pieces that payloads are made of."""

from __future__ import annotations

import enum
import struct
from typing import Final

from firmware_bridge.frames import MAX_PARTS, MAX_PAYLOAD, Frame

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
    """What a device says is wrong, in ERROR and in DONE."""

    WELL = 0
    """In DONE: carried out. In ERROR: what was wrong before is mended."""
    UNKNOWN_TYPE = 1
    BAD_PAYLOAD = 2
    SENSOR = 3
    UNKNOWN_COMMAND = 4
    BUSY = 5
    INTERNAL = 6


class BadMessage(ValueError):
    """A sound frame whose payload is not what its type asks for."""


def unpack_all(layout: struct.Struct, frame: Frame, name: str) -> tuple[int, ...]:
    if len(frame.payload) != layout.size:
        raise BadMessage(f"{name} of {len(frame.payload)} bytes instead of {layout.size}")
    return layout.unpack(frame.payload)


def no_payload(frame: Frame, name: str) -> None:
    if frame.payload:
        raise BadMessage(f"{name} with a payload of {len(frame.payload)} bytes")


def first_byte(frame: Frame, name: str) -> int:
    if not frame.payload:
        raise BadMessage(f"{name} without a code")
    return frame.payload[0]


def clipped(text: str) -> bytes:
    """Return ``text`` as UTF-8, cut at a character so that it fits a frame."""
    return text.encode()[: MAX_PAYLOAD - 4].decode(errors="ignore").encode()


def text_of(raw: bytes) -> str:
    """Return a device's words for people: what is no UTF-8 or not printable shows as a mark."""
    return "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in raw.decode(errors="replace")
    )


def short_name(text: str) -> bytes:
    raw = text.encode("ascii")
    if len(raw) > MAX_NAME:
        raise ValueError(f"{text!r} is longer than {MAX_NAME} characters")
    return bytes([len(raw)]) + raw


def split_name(raw: bytes, what: str) -> tuple[str, bytes]:
    """Split off one length-led name of printable ASCII."""
    if not raw or raw[0] > MAX_NAME or len(raw) < 1 + raw[0]:
        raise BadMessage(f"HELLO's {what} is cut short or over {MAX_NAME} characters")
    text = raw[1 : 1 + raw[0]]
    if not all(0x20 <= byte < 0x7F for byte in text):
        raise BadMessage(f"HELLO's {what} is not printable ASCII")
    return text.decode("ascii"), raw[1 + raw[0] :]
