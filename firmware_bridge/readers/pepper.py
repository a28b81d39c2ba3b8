"""Speaks to an ISO 15693 reader with an antenna multiplexer, of the Eccel Pepper C1 MUX class.

It goes round the antennas: switch, take the inventory tag by tag, switch on. The reader checks the tags'
CRC and tells collisions; what it says of them is believed, and what it gives is still to be confirmed.
"""

from binascii import hexlify

from .look import COLLISION, FAILED, INCOMPLETE, SOUND, Look, Reader
from .pepper_frames import ACK, ERROR, Splitter, frame

VERSION = b"\x0b"
STOP_POLLING = b"\x06\x00"
ANTENNA = 0x0F
INVENTORY = b"\x90\x00"
NEXT = b"\x91\x00"

ANSWER_US = 250_000
AGAIN_US = 2_000_000
TRIES = 3
TAGS_AT_MOST = 64
"""Tags of one inventory; a reader that goes on for ever is stopped."""
NO_REPLY, BAD_CRC, COLLIDED = 0x01, 0x02, 0x03


class Pepper(Reader):
    """One reader and its antennas, 1 to 8, in the order in which they are looked at."""

    def __init__(self, antennas: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)) -> None:
        super().__init__()
        self._antennas = antennas
        self._splitter = Splitter()
        self._turn = 0
        self._asked = b""
        self._next = STOP_POLLING
        self._due_us = 0
        self._began_us = 0
        self._misses = 0
        self._tags: list[str] = []
        self._absent: set[int] = set()

    @property
    def antenna(self) -> int:
        """The antenna whose turn it is."""
        return self._antennas[self._turn]

    def feed(self, data: bytes, now_us: int) -> None:
        bad_before = self._splitter.bad
        for payload in self._splitter.feed(data):
            self._on_payload(payload, now_us)
        self.bad_frames += self._splitter.bad - bad_before
        self.tick(now_us)

    def tick(self, now_us: int) -> None:
        if not self._asked:
            if now_us >= self._due_us:
                self._ask(now_us)
        elif now_us >= self._due_us:
            self._failed(now_us)

    def _ask(self, now_us: int) -> None:
        if self._next[0] == ANTENNA:
            self._began_us, self._tags = now_us, []
        self._asked, self._due_us = self._next, now_us + ANSWER_US
        self._out += frame(self._next)
        self._splitter.clear()

    def _on_payload(self, payload: bytes, now_us: int) -> None:
        # ACK and error both name the command; one that was not asked for is an answer to before.
        if not self._asked or payload[1:2] != self._asked[:1] or payload[0] not in (ACK, ERROR):
            return
        asked, self._asked, self._due_us = self._asked, b"", now_us
        if payload[0] == ERROR:
            self._refused(asked, payload[-1], now_us)
        else:
            self._done(asked, payload[2:], now_us)

    def _done(self, asked: bytes, answer: bytes, now_us: int) -> None:
        if asked == STOP_POLLING:
            self._next = VERSION
        elif asked == VERSION:
            self.firmware = "".join(chr(byte) for byte in answer if 0x20 <= byte < 0x7F)
            self._next = bytes([ANTENNA, self.antenna])
        elif asked[0] == ANTENNA:
            self._absent.discard(self.antenna)
            self._next = INVENTORY
        else:
            self._counted(answer, now_us)
        if asked != STOP_POLLING:
            self._misses, self.trouble = 0, ""

    def _counted(self, answer: bytes, now_us: int) -> None:
        """Take one tag of the inventory: UID with its low byte first, DSFID, and whether there are more."""
        if len(answer) != 10 or answer[7] != 0xE0:
            self._end_look(FAILED)
            return
        tag = hexlify(bytes(reversed(answer[:8]))).decode().upper()
        repeated = tag in self._tags
        if not repeated:
            self._tags.append(tag)
        if not answer[9]:
            self._end_look(SOUND)
        elif repeated or len(self._tags) >= TAGS_AT_MOST:
            self._end_look(INCOMPLETE)
        else:
            self._next = NEXT

    def _refused(self, asked: bytes, error: int, now_us: int) -> None:
        if asked in (INVENTORY, NEXT):
            if error == NO_REPLY:
                # Before the first tag: nobody there. After it: one was announced and did not answer.
                self._end_look(INCOMPLETE if self._tags else SOUND)
            elif error in (COLLIDED, BAD_CRC):
                self._end_look(COLLISION)
            else:
                self._failed(now_us)
            return
        if asked == STOP_POLLING:
            self._next = VERSION
        elif asked[0] == ANTENNA:
            self._absent.add(self.antenna)
            if len(self._absent) == len(self._antennas):
                self.trouble = f"the reader has no antenna {self.antenna}"
            self._end_look(FAILED)
        else:
            self._failed(now_us)

    def _failed(self, now_us: int) -> None:
        """No answer, or one that makes no sense: that look is lost; after three begin anew."""
        asked, self._asked = self._asked, b""
        self._misses += 1
        if asked in (INVENTORY, NEXT) or asked[:1] == bytes([ANTENNA]):
            self._end_look(FAILED)
        self._due_us = now_us
        if self._misses >= TRIES:
            self._misses = 0
            self._next = STOP_POLLING
            self._due_us = now_us + AGAIN_US
            self.trouble = "no answer from the reader: is it powered, and is this its port?"

    def _end_look(self, flags: int) -> None:
        tags = () if flags & (COLLISION | FAILED) else tuple(self._tags)
        self.looks.append(Look(self.antenna, self._began_us, tags, flags))
        self._turn = (self._turn + 1) % len(self._antennas)
        self._next = bytes([ANTENNA, self.antenna])
