"""Makes ``hand.start`` of the shoe's contact for a new hand: the deck goes in, or a shuffler's own closes."""

STEADY_US = 50_000
"""Closed for less than this is a bounce, or a knock against the shoe."""
OPEN_US = 500_000
"""Open for less than this and closed again is the same deck, pushed home."""

EVENT = b'{"type":"hand.start"}'


class Contact:
    """One contact; hand it its level with the time, and take its ``events``. Closed at power-up tells nothing."""

    def __init__(self) -> None:
        self._closed_us = -1
        self._open_us = -1
        self._armed = False
        self.events: list[tuple[int, bytes]] = []

    def looked(self, t_us: int, closed: bool) -> None:
        """Take one look at the contact."""
        if not closed:
            if self._open_us < 0:
                self._open_us = t_us
            if t_us - self._open_us >= OPEN_US:
                self._armed = True
            self._closed_us = -1
            return
        self._open_us = -1
        if self._closed_us < 0:
            self._closed_us = t_us
        if self._armed and t_us - self._closed_us >= STEADY_US:
            self._armed = False
            self.events.append((self._closed_us, EVENT))

    def settled_us(self, now_us: int) -> int:
        """Return the time before which no new hand can come to light any more."""
        return self._closed_us if self._armed and self._closed_us >= 0 else now_us
