"""Packs and finds frames of the device link (PROTOCOL.md, section 1): COBS between zero bytes, a header, a CRC-32."""

import struct
from binascii import crc32

MAX_PAYLOAD = 200
MAX_HELD = 225
"""Bytes kept of a frame that has not ended."""
MORE = 0x01
AGAIN = 0x02
_RESERVED = 0x0C
_HEADER = "<BBBBIIQ"
_HEADER_SIZE = 20
_LEAST = 24


class Frame:
    """One frame whose check has passed."""

    def __init__(self, ver: int, kind: int, boot_id: int, seq: int, t_us: int, payload: bytes) -> None:
        self.ver = ver
        self.kind = kind
        self.boot_id = boot_id
        self.seq = seq
        self.t_us = t_us
        self.payload = payload


def encode(
    ver: int, kind: int, dev: int, flags: int, boot_id: int, seq: int, t_us: int, payload: bytes
) -> bytes:
    """Return a frame as it goes onto the wire."""
    body = struct.pack(_HEADER, ver, kind, dev, flags, boot_id, seq, t_us) + payload
    return stuffed(body + struct.pack("<I", crc32(body)))


def stuffed(body: bytes) -> bytes:
    """Return up to 253 bytes in COBS, a zero before and after them.

    So short, no block is ever full: each zero ends one.
    """
    out = bytearray(1)
    for block in body.split(b"\x00"):
        out.append(len(block) + 1)
        out.extend(block)
    out.append(0)
    return bytes(out)


def unstuffed(held: bytes) -> bytes:
    """Return what stands in COBS between two zeros, b"" where it is no COBS."""
    body = bytearray()
    at, end = 0, len(held)
    while at < end:
        stop = at + held[at]
        if stop > end:
            return b""
        body.extend(held[at + 1 : stop])
        if held[at] < 255 and stop < end:
            body.append(0)
        at = stop
    return bytes(body)


def decode(held: bytes) -> Frame | None:
    """Return the frame between two zero bytes, None where it is none."""
    body = unstuffed(held)
    size = len(body)
    if size < _LEAST or size > _LEAST + MAX_PAYLOAD:
        return None
    content = body[: size - 4]
    if crc32(content) != struct.unpack_from("<I", body, size - 4)[0]:
        return None
    ver, kind, _dev, flags, boot_id, seq, t_us = struct.unpack_from(_HEADER, content, 0)
    if flags & _RESERVED:
        return None
    return Frame(ver, kind, boot_id, seq, t_us, content[_HEADER_SIZE:])


class Splitter:
    """Finds frames in a byte stream, however torn. Holds at most ``MAX_HELD`` bytes, and never more."""

    def __init__(self) -> None:
        self._held = bytearray(MAX_HELD)
        self._size = 0
        self._too_long = False

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes; return the frames that they complete."""
        found = []
        at = 0
        while at < len(data):
            zero = data.find(b"\x00", at)
            stop = len(data) if zero < 0 else zero
            self._keep(data, at, stop)
            if zero < 0:
                break
            frame = self._end()
            if frame is not None:
                found.append(frame)
            at = zero + 1
        return found

    def _keep(self, data: bytes, at: int, stop: int) -> None:
        if self._size + stop - at > MAX_HELD:
            self._too_long = True
        if self._too_long:
            return
        self._held[self._size : self._size + stop - at] = data[at:stop]
        self._size += stop - at

    def _end(self) -> Frame | None:
        size, too_long = self._size, self._too_long
        self._size, self._too_long = 0, False
        if too_long or size == 0:
            return None
        return decode(bytes(memoryview(self._held)[:size]))


def after(later: int, earlier: int) -> bool:
    """Say whether a number comes after another; numbers count modulo 2**32."""
    ahead = (later - earlier) & 0xFFFFFFFF
    return 0 < ahead < 0x80000000
