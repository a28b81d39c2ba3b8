"""Packs and finds frames of the Eccel Pepper C1 family: ``F5 LEN LEN^FFFF payload CRC``, numbers low byte first.

LEN counts the payload and the CRC; the CRC is CRC-16/CCITT-FALSE over the payload.
"""

START = 0xF5
MOST = 1024
ACK, ASYNC, ERROR = 0x00, 0xFE, 0xFF


def crc16(data: bytes) -> int:
    """Return the CRC-16/CCITT-FALSE (polynomial 1021, start FFFF); "123456789" gives 29B1."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def frame(payload: bytes) -> bytes:
    """Return the frame around a payload."""
    size, crc = len(payload) + 2, crc16(payload)
    head = bytes([START, size & 0xFF, size >> 8, ~size & 0xFF, ~size >> 8 & 0xFF])
    return head + payload + bytes([crc & 0xFF, crc >> 8])


class Splitter:
    """Finds frames in a byte stream, however torn; what is none is skipped and counted."""

    def __init__(self) -> None:
        self._held = b""
        self.bad = 0

    def clear(self) -> None:
        """Forget a half frame."""
        self._held = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes; return the payloads of the frames that they complete."""
        held = self._held + data
        found: list[bytes] = []
        while True:
            start = held.find(bytes([START]))
            if start < 0:
                held = b""
                break
            held = held[start:]
            if len(held) < 5:
                break
            size = held[1] | held[2] << 8
            if size ^ (held[3] | held[4] << 8) != 0xFFFF or not 3 <= size <= MOST + 2:
                self.bad += 1
                held = held[1:]
                continue
            if len(held) < 5 + size:
                break
            payload = held[5 : 3 + size]
            if crc16(payload) == held[3 + size] | held[4 + size] << 8:
                found.append(payload)
                held = held[5 + size :]
            else:
                self.bad += 1
                held = held[1:]
        self._held = held
        return found
