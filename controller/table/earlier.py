"""Keeps what a hand has to know of the hands before it."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.table.wagers.hidden_chips import LostAllIn


@dataclass(slots=True)
class Earlier:
    """The hands before. ``n`` is the last one's number, 0 before the first."""

    n: int = 0
    lost: dict[int, LostAllIn] = field(default_factory=dict)
    """Seats that lost everything in the last hand."""
    asked: dict[int, int] = field(default_factory=dict)
    """How often each seat has asked to see a hand on this level."""
