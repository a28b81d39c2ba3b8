"""Emulates a PN532: commands in, acknowledgements and answers out."""

from __future__ import annotations

from typing import Final

from firmware_bridge.emulated.field import Field
from firmware_bridge.readers.pn532_frames import ACK, FROM_CHIP, framed

ERROR: Final = framed(b"\x7f")
ANTENNA: Final = 1


class EmulatedPn532:
    """The chip. It sleeps until it is woken, and stops what it is at when the host sends an ACK."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.polls = 0
        self._held = b""
        self._awake = False
        self.stale = b""
        """An answer that is sent before the next one, as after a restart of the host."""

    def receive(self, data: bytes) -> list[bytes]:
        """Take bytes from the host; return what comes back, in pieces as they come."""
        self._held = (self._held + data)[-512:]
        pieces: list[bytes] = []
        while (command := self._next()) is not None:
            pieces += self._obey(command)
        return pieces

    def _next(self) -> bytes | None:
        """Take the next whole command off what has come."""
        while True:
            start = self._held.find(b"\x00\xff")
            if start < 0:
                return None
            size = self._held[start + 2] if len(self._held) > start + 2 else 0
            end = start + 4 + size + 2
            if self._held[start + 2 : start + 5] == b"\x00\xff\x00":
                self._held = self._held[start + 5 :]
                continue
            if len(self._held) < end:
                return None
            body = self._held[start + 4 : start + 4 + size]
            self._held = self._held[end:]
            self._awake = self._awake or body[:2] == b"\xd4\x14"
            if body[:1] == b"\xd4" and self._awake:
                return body[1:]

    def _obey(self, command: bytes) -> list[bytes]:
        answer = self._answer(command)
        if answer is None:
            return [ERROR]
        stale, self.stale = self.stale, b""
        whole = framed(bytes([FROM_CHIP, command[0] + 1]) + answer)
        acked = [stale + ACK] if stale else [ACK]
        return acked + self.field.on_the_line(whole)

    def _answer(self, command: bytes) -> bytes | None:
        match command[0]:
            case 0x02:
                return b"\x32\x01\x06\x07"
            case 0x14 | 0x32:
                return b""
            case 0x00 if command[1] == 0:
                return command[1:]
            case 0x52:
                return b"\x00"
            case 0x4A:
                return self._listed()
        return None

    def _listed(self) -> bytes:
        self.polls += 1
        tags = self.field.answer(ANTENNA)[:1]
        if not tags:
            return b"\x00"
        uid = bytes.fromhex(tags[0])
        sens = b"\x00\x04\x08" if len(uid) == 4 else b"\x00\x44\x00"
        return b"\x01\x01" + sens + bytes([len(uid)]) + uid
