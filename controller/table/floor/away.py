"""Watches players who are away from their seats, where the house limits for how long."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from controller.table.lasting import lasted
from controller.table.players.players import Seat


class LongAway:
    """Since when each seat has been away. ``limit_s`` is how long the house lets it, in seconds; None: for ever."""

    def __init__(self, limit_s: float | None) -> None:
        self.limit_s = limit_s or inf
        self.since: dict[int, float] = {}

    def note(self, seats: Mapping[int, Seat], t: float) -> None:
        """Note who is away at ``t``."""
        if self.limit_s < inf:
            away = [number for number, seat in seats.items() if seat.state == "absent"]
            self.since = {number: self.since.get(number, t) for number in away}

    def too_long(self, t: float) -> list[int]:
        """Return who has been away for longer than he may, each once."""
        late = [number for number, since in self.since.items() if lasted(since, self.limit_s, t)]
        self.since |= dict.fromkeys(late, inf)
        return late
