"""Makes ``card.draw`` of what the beam, the face sensor and the tag reader say of one card.

That a card passed and which card it was are two facts: the beam counts every card, the reader names it
only where two reads agree and no other tag was read with it. What cannot be told stays open: ``tag`` is
null, ``face`` is ``unknown``.
"""

from .throat import Throat

BEFORE_US = 30_000
AFTER_US = 60_000
"""The antenna sees a card this long before its first edge and after its last."""
READS_KEPT = 32
AGREE = 2
LOOKS_OF_A_FACE = 3


class Shoe:
    """One shoe; hand it edges, reads and looks, then ``step`` it and take its ``events``."""

    def __init__(self) -> None:
        self.throat = Throat()
        self.events: list[tuple[int, bytes]] = []
        self.fault = ""
        self._reads: list[tuple[int, str]] = []
        self._faces: list[tuple[int, bool]] = []
        self._last_end_us = -(1 << 30)
        self._seen_until_us = 0

    def read(self, t_us: int, tag: str) -> None:
        """Take a tag that the reader has read with a sound frame."""
        if len(self._reads) >= READS_KEPT:
            self._reads.pop(0)
        self._reads.append((t_us, tag))

    def looked(self, t_us: int, up: bool) -> None:
        """Take one look of the face sensor; it counts only while a card is in the beam."""
        if self.throat.blocked_us >= 0:
            if len(self._faces) >= READS_KEPT:
                self._faces.pop(0)
            self._faces.append((t_us, up))

    def step(self, now_us: int) -> None:
        """Let time pass: a card that has left, and whose reads are all in, becomes an event."""
        throat = self.throat
        throat.settle(now_us)
        while throat.passed:
            first_us, last_us = throat.passed[0]
            until_us = last_us + AFTER_US
            following_us = throat.passed[1][0] if len(throat.passed) > 1 else throat.blocked_us
            if following_us >= 0:
                until_us = min(until_us, following_us)
            elif now_us < until_us:
                break
            throat.passed.pop(0)
            self._drawn(first_us, last_us, until_us)
        self._seen_until_us = now_us
        self.fault = "something is stuck in the throat, or its sensor is dark" if throat.stuck(now_us) else ""

    def settled_us(self, now_us: int) -> int:
        """Return the time before which no card can come to light any more."""
        throat = self.throat
        if throat.passed:
            return throat.passed[0][0]
        return throat.blocked_us if throat.blocked_us >= 0 else self._seen_until_us

    def _drawn(self, first_us: int, last_us: int, until_us: int) -> None:
        begin_us = max(first_us - BEFORE_US, self._last_end_us)
        tag = self._tag_between(begin_us, until_us)
        named = '"' + tag + '"' if tag else "null"
        face = self._face_between(first_us, last_us)
        self.events.append((first_us, b'{"type":"card.draw","tag":%s,"face":"%s"}' % (named.encode(), face)))
        self._last_end_us = last_us
        self._reads = [read for read in self._reads if read[0] >= until_us]
        self._faces = [look for look in self._faces if look[0] >= until_us]

    def _tag_between(self, begin_us: int, end_us: int) -> str:
        times: dict[str, int] = {}
        for t_us, tag in self._reads:
            if begin_us <= t_us <= end_us:
                times[tag] = times.get(tag, 0) + 1
        # One tag alone: where two were read, one of them is a neighbour and neither can be trusted.
        return "".join(tag for tag in times if times[tag] >= AGREE) if len(times) == 1 else ""

    def _face_between(self, begin_us: int, end_us: int) -> bytes:
        looks = [up for t_us, up in self._faces if begin_us <= t_us <= end_us]
        if len(looks) < LOOKS_OF_A_FACE:
            return b"unknown"
        ups = sum(1 for up in looks if up)
        # The first and the last look may fall on the card's edge.
        if ups <= len(looks) // 8:
            return b"down"
        return b"up" if ups >= len(looks) - len(looks) // 8 else b"unknown"
