"""Makes ``button.moved`` of where the dealer button's own tag comes to rest; it is never a card."""

HOLD_US = 1_000_000
"""A button lies at a seat for this long before it has moved there."""
AWAY_US = 5_000_000
"""Away for longer than this it may have been at another board; a tag that misreads is not."""


class Button:
    """Follows one tag over a board's zones; ``tag`` is "" where the button has none."""

    def __init__(self, tag: str = "") -> None:
        self.tag = tag
        self._zone = ""
        self._since_us = 0
        self._told = 0

    def changed(self, zone: str, here: bool, t_us: int) -> None:
        """Take that the tag came to a zone, or left it."""
        if here:
            self._zone, self._since_us = zone, t_us
        elif zone == self._zone:
            self._zone, self._since_us = "", t_us

    def rests(self, now_us: int) -> int:
        """Return the seat to which the button has moved, once; 0 where it has not."""
        rested_us = now_us - self._since_us
        if not self._zone and rested_us >= AWAY_US:
            self._told = 0
        seat = seat_of(self._zone) if rested_us >= HOLD_US else 0
        if seat in (0, self._told):
            return 0
        self._told = seat
        return seat


def seat_of(zone: str) -> int:
    """Return the seat whose cards or bets lie in a zone, 0 for any other zone."""
    name, _, seat = zone.partition(":")
    return int(seat) if name in ("seat", "bet") else 0
