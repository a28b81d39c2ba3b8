"""Emulates an ISO 15693 reader with eight antennas, of the Eccel Pepper C1 MUX class."""

from __future__ import annotations

from typing import Final

from firmware_bridge.emulated.field import Field
from firmware_bridge.readers.pepper_frames import ACK, ERROR, Splitter, frame

ANTENNAS: Final = 8
_COLLISION, _NO_REPLY = b"\x15\x03", b"\x15\x01"


class EmulatedPepper:
    """The reader. Tags are 16 hex digits, E0 in front."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.antenna = 1
        self.polls = 0
        self._splitter = Splitter()
        self._left: list[str] = []

    def receive(self, data: bytes) -> list[bytes]:
        """Take bytes from the host; return what comes back, in pieces as they come."""
        pieces: list[bytes] = []
        for command in self._splitter.feed(data):
            pieces += self.field.on_the_line(frame(self._answer(command)))
        return pieces

    def _answer(self, command: bytes) -> bytes:
        code, well = command[0], bytes([ACK, command[0]])
        match code:
            case 0x01 | 0x06:
                return well
            case 0x0B:
                return well + b"emulated 1.0"
            case 0x0F if len(command) == 2 and 1 <= command[1] <= ANTENNAS:
                self.antenna = command[1]
                return well
            case 0x90:
                self.polls += 1
                self._left = self.field.answer(self.antenna)
                if self.field.collides and len(self._left) > 1:
                    return bytes([ERROR, code]) + _COLLISION
                return self._one(code)
            case 0x91:
                return self._one(code)
        return bytes([ERROR, code, 0x00, 0x24])

    def _one(self, code: int) -> bytes:
        if not self._left:
            return bytes([ERROR, code]) + _NO_REPLY
        uid = bytes.fromhex(self._left.pop(0))[::-1]
        return bytes([ACK, code]) + uid + bytes([0, 1 if self._left else 0])
