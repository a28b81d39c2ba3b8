"""Finds, checks and makes the PN532's frames on a serial line (HSU).

``00 00 FF LEN LCS TFI data DCS 00``: LEN and LCS add up to 0, TFI, data and DCS too (modulo 256). The two
checksums are weak, 4 % of double bit errors pass them, so every byte that has a fixed value is checked as
well, the trailing 00 among them, and what passes still has to be confirmed.
"""

TO_CHIP = 0xD4
FROM_CHIP = 0xD5
ACK = b"\x00\x00\xff\x00\xff\x00"
WAKE = b"\x55\x55" + bytes(14)
"""Wakes a chip that sleeps, in front of the first command."""
MOST = 265
"""Bytes of TFI and data in the longest frame."""

GOT_ACK, GOT_NACK, GOT_ERROR, GOT_DATA = "ack", "nack", "error", "data"


def frame(data: bytes) -> bytes:
    """Return the frame that carries a command and its parameters to the chip."""
    return framed(bytes([TO_CHIP]) + data)


def framed(body: bytes) -> bytes:
    """Return the frame around ``body``, its first byte the TFI. Raise ValueError over 265 bytes."""
    size = len(body)
    if size > MOST:
        raise ValueError(f"{size} bytes do not fit a frame")
    if size < 256:
        head = bytes([size, -size & 0xFF])
    else:
        head = bytes([0xFF, 0xFF, size >> 8, size & 0xFF, -(size >> 8) - size & 0xFF])
    return b"\x00\x00\xff" + head + body + bytes([-sum(body) & 0xFF, 0])


class Splitter:
    """Finds the chip's frames in a byte stream, however torn; what is none is skipped and counted."""

    def __init__(self) -> None:
        self._held = b""
        self.bad = 0

    def clear(self) -> None:
        """Forget a half frame."""
        self._held = b""

    def feed(self, data: bytes) -> list[tuple[str, bytes]]:
        """Take bytes; return what they complete: the kind, and for data the answer without its TFI."""
        held = self._held + data
        found: list[tuple[str, bytes]] = []
        at = 0
        while True:
            start = held.find(b"\x00\xff", at)
            if start < 0:
                # A frame's own last zero begins no other: what is read is the same however it was cut.
                held = b"\x00" if held[at:].endswith(b"\x00") else b""
                break
            size, one = _parse(held, start + 2)
            if size == 0:
                held = held[start:]
                break
            if one is None:
                self.bad += 1
                at = start + 1
                continue
            found.append(one)
            at = start + 2 + size
        self._held = held
        return found


def _parse(held: bytes, at: int) -> tuple[int, tuple[str, bytes] | None]:
    """Read the frame whose LEN stands at ``at``; return its size from there, 0 where bytes are missing."""
    if len(held) < at + 3:
        return 0, None
    length, check = held[at], held[at + 1]
    if (length, check) == (0x00, 0xFF) or (length == 0xFF and check == 0x00):
        good = held[at + 2] == 0
        return 3, ((GOT_NACK if length else GOT_ACK), b"") if good else None
    head = 2
    if (length, check) == (0xFF, 0xFF):
        if len(held) < at + 5:
            return 0, None
        length = held[at + 2] << 8 | held[at + 3]
        check, head = held[at + 4], 5
        if (held[at + 2] + held[at + 3] + check) & 0xFF or not 256 <= length <= MOST:
            return 3, None
    elif (length + check) & 0xFF or length == 0:
        return 3, None
    size = head + length + 2
    if len(held) < at + size:
        return 0, None
    body = held[at + head : at + head + length]
    if (sum(body) + held[at + size - 2]) & 0xFF or held[at + size - 1] != 0:
        return size, None
    if body == b"\x7f":
        return size, (GOT_ERROR, b"")
    return size, (GOT_DATA, body[1:]) if body[0] == FROM_CHIP else None
