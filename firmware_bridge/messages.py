"""Makes typed messages of frames and back.

A message says what its payload holds; the number that it carries in the header's ``seq`` is part of it
too where PROTOCOL.md gives that field a meaning.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from firmware_bridge.codes import BadMessage
from firmware_bridge.frames import FLAG_AGAIN, FLAG_MORE, PART_SHIFT, VERSION, Frame, encode_frame
from firmware_bridge.from_device import Done, EventPart, Gap, Hello, Pong, Trouble
from firmware_bridge.from_host import Ack, Command, Ping, Refuse, Resend, Welcome, Who

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


def encode_message(
    message: Message, *, dev: int, boot_id: int, now_us: int, again: bool = False, ver: int = VERSION
) -> bytes:
    """Return ``message`` as a frame on the wire; ``now_us`` is the sender's clock."""
    seq, t_us, flags = 0, now_us, FLAG_AGAIN if again else 0
    match message:
        case EventPart():
            seq, t_us = message.seq, message.t_us
            flags |= (FLAG_MORE if message.more else 0) | message.part << PART_SHIFT
        case Pong():
            seq, t_us = message.newest, message.sent_us
        case Ping():
            seq, t_us = message.durable, message.sent_us
        case Welcome() | Ack():
            seq = message.durable
        case Done() | Command():
            seq = message.number
        case Hello():
            dev, boot_id, t_us = message.dev, message.boot_id, message.t_us
    return encode_frame(
        Frame(
            ver=ver,
            type=message.TYPE,
            dev=dev,
            boot_id=boot_id,
            seq=seq,
            t_us=t_us,
            flags=flags,
            payload=message.payload(),
        )
    )


def object_in(content: bytes) -> dict[str, Any]:
    """Return the JSON object that ``content`` holds. Raise BadMessage saying what it is instead."""
    try:
        value = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadMessage("JSON, but no object")
    return value
