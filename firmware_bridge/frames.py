"""Makes frames of bytes and back: COBS between zero bytes, a fixed header, CRC-32.

Noise is data here, never an exception: whatever lies between two zero bytes and is no frame comes out
as a ``BadFrame``. The decoder holds at most ``MAX_ENCODED`` bytes.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Final

from cobs import cobs

VERSION: Final = 1
"""The protocol version that this package speaks."""

HEADER: Final = struct.Struct("<BBBBIIQ")
CRC: Final = struct.Struct("<I")
MAX_PAYLOAD: Final = 200
MIN_BODY: Final = HEADER.size + CRC.size
MAX_BODY: Final = MIN_BODY + MAX_PAYLOAD
MAX_ENCODED: Final = MAX_BODY + 1
"""COBS adds one byte to anything under 254."""
MAX_ON_WIRE: Final = MAX_ENCODED + 2

FLAG_MORE: Final = 0x01
"""Another part of the same event follows."""
FLAG_AGAIN: Final = 0x02
"""Sent before."""
FLAGS_RESERVED: Final = 0x0C
PART_SHIFT: Final = 4
MAX_PARTS: Final = 16

SEQ_MODULUS: Final = 2**32


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One frame, its check already passed. Fields as in PROTOCOL.md."""

    type: int
    dev: int
    boot_id: int
    seq: int
    t_us: int
    payload: bytes = b""
    flags: int = 0
    ver: int = VERSION

    @property
    def part(self) -> int:
        """Index of this part within its event, 0 to 15."""
        return self.flags >> PART_SHIFT

    @property
    def more(self) -> bool:
        """Whether another part of the same event follows."""
        return bool(self.flags & FLAG_MORE)


@dataclass(frozen=True, slots=True)
class BadFrame:
    """Bytes between two zeros that are no frame."""

    reason: str
    size: int


def encode_frame(frame: Frame) -> bytes:
    """Return the frame as it goes onto the wire. Raise ValueError if a field does not fit."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"payload of {len(frame.payload)} bytes, at most {MAX_PAYLOAD} fit in a frame")
    try:
        header = HEADER.pack(
            frame.ver, frame.type, frame.dev, frame.flags, frame.boot_id, frame.seq, frame.t_us
        )
    except struct.error as error:
        raise ValueError(f"frame header: {error}") from error
    body = header + frame.payload
    encoded: bytes = cobs.encode(body + CRC.pack(zlib.crc32(body)))
    return b"\x00" + encoded + b"\x00"


def decode_segment(segment: bytes) -> Frame | BadFrame:
    """Return the frame that ``segment``, the bytes between two zeros, holds."""
    size = len(segment)
    if size > MAX_ENCODED:
        return BadFrame("too long", size)
    try:
        body = cobs.decode(segment)
    except cobs.DecodeError:
        return BadFrame("no COBS", size)
    if len(body) < MIN_BODY:
        return BadFrame("too short", size)
    if len(body) > MAX_BODY:
        return BadFrame("too long", size)
    content, (check,) = body[: -CRC.size], CRC.unpack(body[-CRC.size :])
    if zlib.crc32(content) != check:
        return BadFrame("CRC differs", size)
    ver, kind, dev, flags, boot_id, seq, t_us = HEADER.unpack_from(content)
    if flags & FLAGS_RESERVED:
        return BadFrame("reserved flag set", size)
    payload = content[HEADER.size :]
    return Frame(
        ver=ver, type=kind, dev=dev, flags=flags, boot_id=boot_id, seq=seq, t_us=t_us, payload=payload
    )


class FrameDecoder:
    """Splits a byte stream into frames; a frame ends in a zero byte."""

    def __init__(self) -> None:
        self._partial = bytearray()
        self._overrun = 0

    @property
    def held(self) -> int:
        """Bytes kept for a frame that is not complete yet; never more than ``MAX_ENCODED``."""
        return len(self._partial)

    def feed(self, data: bytes) -> list[Frame | BadFrame]:
        """Take the next bytes, however cut; return what they completed, in order."""
        *ended, rest = data.split(b"\x00")
        found: list[Frame | BadFrame] = []
        for segment in ended:
            self._keep(segment)
            if (result := self._end()) is not None:
                found.append(result)
        self._keep(rest)
        return found

    def clear(self) -> None:
        """Forget a half frame, as after the port was closed."""
        self._partial.clear()
        self._overrun = 0

    def _keep(self, segment: bytes) -> None:
        if self._overrun or len(self._partial) + len(segment) > MAX_ENCODED:
            self._overrun += len(self._partial) + len(segment)
            self._partial.clear()
        else:
            self._partial += segment

    def _end(self) -> Frame | BadFrame | None:
        segment, overrun = bytes(self._partial), self._overrun
        self.clear()
        if overrun:
            return BadFrame("too long", overrun)
        return decode_segment(segment) if segment else None


def seq_after(seq: int, steps: int = 1) -> int:
    """Return the number ``steps`` after ``seq``; numbers wrap at 2**32."""
    return (seq + steps) % SEQ_MODULUS


def seq_distance(later: int, earlier: int) -> int:
    """Return how far ``later`` lies after ``earlier``, negative if before.

    Numbers wrap at 2**32, so plain ``<`` lies once per wrap; the two must be under 2**31 apart.
    """
    return (later - earlier + SEQ_MODULUS // 2) % SEQ_MODULUS - SEQ_MODULUS // 2
