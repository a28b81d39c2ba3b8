"""Makes ``tap`` of knocks on the table: what the piezo before each seat hears.

One knock shakes the whole table. The loudest piezo within a few milliseconds has it, if it is clearly the
loudest; where two are about as loud nobody is named. A player knocks twice or three times for one check: a
piezo that was loud is deaf until it has been quiet for a while.
"""

THRESHOLD = 12_000
"""Of 65,535, which is 3.3 V: a knuckle gives several times as much, a chip that is put down less."""
WINDOW_US = 15_000
"""A knock reaches the far end of a table in this time."""
HOLD_OFF_US = 300_000
"""Longer than between two knocks of one check."""
STUCK_US = 2_000_000


class Taps:
    """The piezos of one board, ``seats`` in the order of ``scan``'s levels; take its ``events``."""

    def __init__(self, seats: tuple[int, ...], threshold: int = THRESHOLD) -> None:
        self.seats = seats
        self._threshold = threshold
        self._peaks: dict[int, int] = {}
        self._began_us = -1
        self._loud_us: dict[int, int] = {}
        """Deaf seats, with when each was last loud."""
        self._rose_us: dict[int, int] = {}
        """Seats that are loud without a break, with since when."""
        self.unclear = 0
        """Knocks that could be of either of two seats."""
        self.fault = ""
        self.events: list[tuple[int, bytes]] = []

    def scan(self, t_us: int, levels: list[int]) -> None:
        """Take one level a seat, 0 to 65,535, read at ``t_us``."""
        for n in range(len(self.seats)):
            self._hear(t_us, self.seats[n], levels[n])
        if self._began_us >= 0 and t_us - self._began_us >= WINDOW_US:
            self._decide(t_us)
        self.fault = self._stuck(t_us) if self._rose_us else ""

    def settled_us(self, now_us: int) -> int:
        """Return the time before which no knock can come to light any more."""
        return self._began_us if self._began_us >= 0 else now_us

    def _hear(self, t_us: int, seat: int, level: int) -> None:
        loud = level >= self._threshold
        if loud:
            self._rose_us.setdefault(seat, t_us)
        else:
            self._rose_us.pop(seat, None)
        if seat in self._loud_us:
            if loud:
                self._loud_us[seat] = t_us
            elif level < self._threshold // 2 and t_us - self._loud_us[seat] >= HOLD_OFF_US:
                del self._loud_us[seat]
        elif loud:
            if self._began_us < 0:
                self._began_us = t_us
            self._peaks[seat] = max(level, self._peaks.get(seat, 0))

    def _decide(self, t_us: int) -> None:
        loudest = max(self._peaks.values())
        near = [seat for seat in self._peaks if self._peaks[seat] * 4 > loudest * 3]
        if len(near) == 1:
            self.events.append((self._began_us, b'{"type":"tap","seat":%d}' % near[0]))
        else:
            self.unclear += 1
        for seat in self._peaks:
            self._loud_us[seat] = t_us
        self._peaks.clear()
        self._began_us = -1

    def _stuck(self, t_us: int) -> str:
        seats = [str(seat) for seat in self.seats if t_us - self._rose_us.get(seat, t_us) >= STUCK_US]
        return "the knock sensor of seat " + ", ".join(seats) + " stays loud" if seats else ""
