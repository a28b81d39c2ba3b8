"""Speaks to a PN532 on a serial line (HSU, 115,200 8N1), as the shoe's reader and on the bench.

It reads one card at a time: with two the chip answers unreliably. ``InListPassiveTarget`` would wait for a
card for ever, so its retries are limited first; after a restart of ours the chip may still answer the last
command of before, so an answer that was not asked for is thrown away.
"""

from binascii import hexlify

from .look import FAILED, SOUND, Look, Reader
from .pn532_frames import ACK, GOT_ACK, GOT_DATA, GOT_ERROR, GOT_NACK, WAKE, Splitter, frame

DIAGNOSE = b"\x00\x00floorcall"
FIRMWARE = b"\x02"
SAM_NORMAL = b"\x14\x01\x14\x01"
RETRIES = b"\x32\x05\xff\x01\x02"
LIST_ONE_TYPE_A = b"\x4a\x01\x00"

ACK_US = 100_000
FIRST_ACK_US = 1_500_000
"""A Pi's USB serial line can hold the first bytes back for a second."""
ANSWER_US = 500_000
AGAIN_US = 2_000_000
TRIES = 3

_START = (SAM_NORMAL, DIAGNOSE, FIRMWARE, RETRIES)


class Pn532(Reader):
    """One chip, one antenna."""

    def __init__(self, antenna: int = 1) -> None:
        super().__init__()
        self.antenna = antenna
        self._splitter = Splitter()
        self._step = 0
        self._asked = b""
        self._acked = False
        self._due_us = 0
        self._asked_us = 0
        self._tries = 0
        self._woken = False

    def feed(self, data: bytes, now_us: int) -> None:
        bad_before = self._splitter.bad
        for kind, answer in self._splitter.feed(data):
            self._on_frame(kind, answer, now_us)
        self.bad_frames += self._splitter.bad - bad_before
        self.tick(now_us)

    def tick(self, now_us: int) -> None:
        if not self._asked:
            if now_us >= self._due_us:
                self._ask(now_us)
        elif now_us >= self._due_us:
            self._missed(now_us, "no answer from the PN532: is it wired and set to HSU?")

    def _ask(self, now_us: int) -> None:
        command = _START[self._step] if self._step < len(_START) else LIST_ONE_TYPE_A
        self._asked, self._acked, self._asked_us = command, False, now_us
        self._due_us = now_us + (ACK_US if self._woken else FIRST_ACK_US)
        self._out += (b"" if self._woken else WAKE) + frame(command)
        self._splitter.clear()

    def _on_frame(self, kind: str, answer: bytes, now_us: int) -> None:
        if not self._asked:
            return
        if kind == GOT_ACK:
            self._acked = True
            self._due_us = now_us + ANSWER_US
        elif kind in (GOT_ERROR, GOT_NACK):
            self._missed(now_us, "the PN532 does not understand what it is asked")
        elif kind == GOT_DATA and self._acked and answer[:1] == bytes([self._asked[0] + 1]):
            self._answered(answer[1:], now_us)

    def _answered(self, answer: bytes, now_us: int) -> None:
        asked, self._asked, self._due_us = self._asked, b"", now_us
        self._woken = True
        if asked == LIST_ONE_TYPE_A:
            self._looked(answer)
        elif asked == DIAGNOSE and answer != DIAGNOSE[1:]:
            self._missed(now_us, "the line to the PN532 changes bytes")
            return
        elif asked == FIRMWARE and len(answer) == 4:
            self.firmware = f"PN5{answer[0]:02X} {answer[1]}.{answer[2]}"
        self._tries = 0
        self.trouble = ""
        self._step = min(self._step + 1, len(_START))

    def _looked(self, answer: bytes) -> None:
        tag = tag_in(answer)
        if tag is None:
            self.looks.append(Look(self.antenna, self._asked_us, (), FAILED))
        else:
            self.looks.append(Look(self.antenna, self._asked_us, (tag,) if tag else (), SOUND))

    def _missed(self, now_us: int, why: str) -> None:
        """Cancel what was asked and ask again; after three tries begin anew with waking the chip."""
        if self._asked == LIST_ONE_TYPE_A:
            self.looks.append(Look(self.antenna, self._asked_us, (), FAILED))
        self._out += ACK  # a host's ACK stops the command that the chip is at
        self._asked, self._due_us = b"", now_us
        self._tries += 1
        if self._tries >= TRIES or not self._woken:
            self._tries = self._step = 0
            self._woken = False
            self._due_us = now_us + AGAIN_US
            self.trouble = why


def tag_in(answer: bytes) -> str | None:
    """Return the tag in an answer to InListPassiveTarget, "" for none, None where the answer is no such."""
    if answer[:1] == b"\x00" and len(answer) == 1:
        return ""
    if len(answer) < 6 or answer[0] != 1 or answer[1] != 1:
        return None
    size = answer[5]
    uid = answer[6 : 6 + size]
    attached = len(answer) - 6 - size
    if size not in (4, 7, 10) or len(uid) != size:
        return None
    has_ats = bool(answer[4] & 0x20)
    if attached != (answer[6 + size] if has_ats and attached else 0):
        return None
    return hexlify(uid).decode().upper()
