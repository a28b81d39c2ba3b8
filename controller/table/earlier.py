"""Keeps what a hand has to know of the hands before it."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.table.events import Ruled
from controller.table.wagers.hidden_chips import LostAllIn


@dataclass(slots=True)
class Earlier:
    """The hands before. ``n`` is the last one's number, 0 before the first."""

    n: int = 0
    lost: dict[int, LostAllIn] = field(default_factory=dict)
    """Seats that lost everything in the last hand."""
    asked: dict[int, int] = field(default_factory=dict)
    """How often each seat has asked to see a hand on this level."""
    since: frozenset[str] = frozenset()
    """Findings that came up after the last hand was over: they are named after it and stay open in the next."""
    over_at: int = 0
    """The line with which the last hand was over."""

    def is_on(self, ruling: Ruled, hand: int) -> bool:
        """Whether a ruling is on a finding of an earlier hand than ``hand``, the last that began, or on a call in one."""
        if ruling.call is not None:
            return ruling.call < self.over_at
        number = (ruling.finding or "").partition(":")[0]
        return number.isdecimal() and 0 < int(number) < hand and ruling.finding not in self.since
