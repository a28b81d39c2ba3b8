"""Says when to send the oldest event again (RFC 6298 with the link's own bounds), in whole microseconds."""

FIRST_US = 250_000
LEAST_US = 25_000
MOST_US = 1_000_000


class Retry:
    """The retry time."""

    def __init__(self) -> None:
        self.after_us = FIRST_US
        self._smoothed_us = -1
        self._spread_us = 0

    def measured(self, round_trip_us: int) -> None:
        """Take the round trip of an event that was sent once only."""
        if self._smoothed_us < 0:
            self._smoothed_us = round_trip_us
            self._spread_us = round_trip_us // 2
        else:
            off_us = abs(round_trip_us - self._smoothed_us)
            self._spread_us += (off_us - self._spread_us) // 4
            self._smoothed_us += (round_trip_us - self._smoothed_us) // 8
        self.after_us = _bounded(self._smoothed_us + 4 * self._spread_us)

    def missed(self) -> None:
        """No acknowledgement came in time."""
        self.after_us = _bounded(2 * self.after_us)


def _bounded(us: int) -> int:
    return min(MOST_US, max(LEAST_US, us))
