"""Watches the throat: edges of a light beam in, cards that have passed out."""

BOUNCE_US = 1_500
"""Light for less than this inside a card is dust, or an edge that bounces."""
LEAST_CARD_US = 6_000
"""Dark for less than this is no card: a hand as fast as 10 m/s still covers the beam longer."""
STUCK_US = 1_500_000


class Throat:
    """Cards past the beam. ``blocked_us`` is since when it is dark, -1 while it is light."""

    def __init__(self) -> None:
        self.blocked_us = -1
        self._clear_us = -1
        self.passed: list[tuple[int, int]] = []
        """Cards that have left, each with the times of its first and its last edge."""

    def edge(self, t_us: int, blocked: bool) -> None:
        """Take one edge, in the order of time."""
        self.settle(t_us)
        if blocked:
            if self.blocked_us < 0:
                self.blocked_us = t_us
            self._clear_us = -1
        elif self.blocked_us >= 0 and self._clear_us < 0:
            self._clear_us = t_us

    def settle(self, now_us: int) -> None:
        """Let time pass: a beam that has been light long enough ends its card."""
        if self._clear_us < 0 or now_us - self._clear_us < BOUNCE_US:
            return
        if self._clear_us - self.blocked_us >= LEAST_CARD_US:
            self.passed.append((self.blocked_us, self._clear_us))
        self.blocked_us = self._clear_us = -1

    def stuck(self, now_us: int) -> bool:
        """Say whether something has been in the beam for too long to be a card on its way."""
        return self.blocked_us >= 0 and self._clear_us < 0 and now_us - self.blocked_us >= STUCK_US
