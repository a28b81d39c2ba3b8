"""Keeps events that the host may still want, in memory that is taken once.

One byte arena holds the contents, parallel arrays hold what is known of each. Nothing grows after
start-up. When a slot or room in the arena is wanted the oldest event goes, and the host is told.
"""

from array import array

from .frames import after

SLOTS = 256
ARENA_BYTES = 32_768
"""256 events of 128 bytes; a board's own events are under 100."""
RESEND_AT_ONCE = 64
_WANTED = 1
_SENT = 2
_AGAIN = 4


class Ring:
    """Events of this boot by their number, from ``oldest_seq`` to the one before ``next_seq``.

    ``slots`` is a power of two, so that numbers find their slots across the wrap at 2**32.
    """

    def __init__(self, slots: int = SLOTS, arena_bytes: int = ARENA_BYTES, first_seq: int = 1) -> None:
        self._slots = slots
        self._arena = bytearray(arena_bytes)
        self._head = 0
        self._used = 0
        self._start = array("H", bytes(2 * slots))
        self._size = array("H", bytes(2 * slots))
        self._t_us = array("Q", bytes(8 * slots))
        self._sent_us = array("Q", bytes(8 * slots))
        self._marks = bytearray(slots)
        self._waiting = 0
        self.kept = 0
        self.next_seq = first_seq
        self.acked = (first_seq - 1) & 0xFFFFFFFF

    @property
    def oldest_seq(self) -> int:
        """First event that can still be sent; ``next_seq`` where nothing is kept."""
        return (self.next_seq - self.kept) & 0xFFFFFFFF

    @property
    def newest_seq(self) -> int:
        return (self.next_seq - 1) & 0xFFFFFFFF

    @property
    def dropped(self) -> int:
        """Events that left the ring before any host acknowledged them."""
        return (self.oldest_seq - self.acked - 1) & 0xFFFFFFFF

    def put(self, t_us: int, content: bytes) -> int:
        """Keep a new event and mark it to be sent; return its number. Raise ValueError if it cannot fit."""
        size = len(content)
        if size > len(self._arena):
            raise ValueError(f"event of {size} bytes")
        while self.kept and (self.kept >= self._slots or self._used + size > len(self._arena)):
            self._drop_oldest()
        seq = self.next_seq
        slot = seq % self._slots
        self._start[slot], self._size[slot] = self._head, size
        self._t_us[slot], self._sent_us[slot] = t_us, 0
        self._marks[slot] = 0
        self._write(content)
        self.next_seq = (seq + 1) & 0xFFFFFFFF
        self.kept += 1
        self.want(seq)
        return seq

    def acknowledge(self, seq: int) -> int:
        """Forget all up to ``seq``; return when the last of them left if it was sent once, else -1."""
        if after(seq, self.newest_seq) or not after(seq, self.acked):
            return -1
        self.acked = seq
        sent_us = -1
        while self.kept and not after(self.oldest_seq, seq):
            slot = self.oldest_seq % self._slots
            once = self._marks[slot] & _SENT and not self._marks[slot] & _AGAIN
            sent_us = self._sent_us[slot] if once else -1
            self._drop_oldest()
        return sent_us

    def want_all(self) -> None:
        """Mark everything to be sent, whether it was or not."""
        for seq_back in range(self.kept):
            self.want((self.oldest_seq + seq_back) & 0xFFFFFFFF)

    def want(self, seq: int) -> None:
        """Mark one event to be sent; one that is not kept is left alone."""
        slot = seq % self._slots
        if self._holds(seq) and not self._marks[slot] & _WANTED:
            self._marks[slot] |= _WANTED
            self._waiting += 1

    def want_between(self, first: int, last: int) -> None:
        """Mark what is kept of ``first`` to ``last``, at most 64 of them."""
        seq = first if self._holds(first) or not after(self.oldest_seq, first) else self.oldest_seq
        for _ in range(RESEND_AT_ONCE):
            if after(seq, last) or not self._holds(seq):
                return
            self.want(seq)
            seq = (seq + 1) & 0xFFFFFFFF

    def wanted(self) -> int:
        """Return how far after ``oldest_seq`` the first event to be sent lies, -1 where there is none."""
        oldest = self.oldest_seq
        for ahead in range(self.kept if self._waiting else 0):
            if self._marks[(oldest + ahead) % self._slots] & _WANTED:
                return ahead
        return -1

    def content(self, seq: int, start: int, size: int) -> bytes:
        """Return up to ``size`` bytes of an event from ``start`` on."""
        slot = seq % self._slots
        size = min(size, self._size[slot] - start)
        begin = (self._start[slot] + start) % len(self._arena)
        until_end = min(size, len(self._arena) - begin)
        found = bytes(self._arena[begin : begin + until_end])
        return found if until_end == size else found + bytes(self._arena[: size - until_end])

    def size(self, seq: int) -> int:
        return self._size[seq % self._slots]

    def sensed_us(self, seq: int) -> int:
        return self._t_us[seq % self._slots]

    def sent_before(self, seq: int) -> bool:
        """Say whether any part of it has been on the wire."""
        return bool(self._marks[seq % self._slots] & _SENT)

    def sent(self, seq: int, now_us: int) -> None:
        """Note that all of an event has just gone out."""
        slot = seq % self._slots
        self._no_longer_wanted(slot)
        self._marks[slot] |= _SENT | (_AGAIN if self._marks[slot] & _SENT else 0)
        self._sent_us[slot] = now_us

    def oldest_sent_us(self) -> int:
        """Return when the oldest event was last sent, -1 where nothing waits for its acknowledgement."""
        slot = self.oldest_seq % self._slots
        if not self.kept or self._marks[slot] & _WANTED:
            return -1
        return self._sent_us[slot]

    def _holds(self, seq: int) -> bool:
        return ((seq - self.oldest_seq) & 0xFFFFFFFF) < self.kept

    def _write(self, content: bytes) -> None:
        until_end = min(len(content), len(self._arena) - self._head)
        self._arena[self._head : self._head + until_end] = content[:until_end]
        if until_end < len(content):
            self._arena[: len(content) - until_end] = content[until_end:]
        self._head = (self._head + len(content)) % len(self._arena)
        self._used += len(content)

    def _drop_oldest(self) -> None:
        slot = self.oldest_seq % self._slots
        self._no_longer_wanted(slot)
        self._used -= self._size[slot]
        self.kept -= 1

    def _no_longer_wanted(self, slot: int) -> None:
        if self._marks[slot] & _WANTED:
            self._marks[slot] ^= _WANTED
            self._waiting -= 1
