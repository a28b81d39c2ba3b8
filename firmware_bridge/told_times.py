"""Keeps the events of one boot in the order of the device's own clock, however well that clock is known.

The mapping to the host's time narrows with each answered PING, so it may step back between two events by
more than lies between them. What the device sensed later was later: the time of an event is held between
the times told for those that its device sensed before it and after it.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from math import inf
from typing import Final

from firmware_bridge.clock import stamp_distance
from firmware_bridge.frames import seq_distance

KEPT: Final = 64
"""Events told last that a new one is held against: readers tell a card a few looks late, not minutes."""


class ToldTimes:
    """The times told for the events of one boot; device times count from the boot's first one here."""

    def __init__(self, zero_us: int) -> None:
        self._zero_us = zero_us
        self._earliest_s = -inf
        self._told: list[tuple[int, float, int]] = []

    def fit(self, seq: int, device_us: int, at_s: float) -> float:
        """Return ``at_s`` moved to where event ``seq`` stands among those told so far, and note it as told."""
        at_s = max(at_s, self._earliest_s)
        since_us = stamp_distance(device_us, self._zero_us)
        place = bisect_right(self._told, (since_us, inf, 0))
        if place:
            at_s = max(at_s, self._told[place - 1][1])
        if place < len(self._told):
            at_s = min(at_s, self._told[place][1])
        insort(self._told, (since_us, at_s, seq))
        if len(self._told) > KEPT:
            del self._told[0]
        return at_s

    def begin_anew(self, zero_us: int) -> None:
        """Note that the device's clock was set: its order begins anew, after everything that was told so far."""
        self._earliest_s = max([self._earliest_s, *(at_s for _, at_s, _ in self._told)])
        self._zero_us, self._told = zero_us, []

    def forget_from(self, seq: int) -> None:
        """Forget what was told of ``seq`` and of what follows: it will be told again."""
        self._told = [one for one in self._told if seq_distance(one[2], seq) < 0]
