"""Keeps one card off the shoe: where it was seen, or is taken to lie."""

from __future__ import annotations

from typing import Final

from controller.table.events import SEAT_ZONES

UNREAD_S: Final = 1.0
"""A drawn card that no antenna reported within this time is placed by the order of the deal."""


class Draw:
    """One card off the shoe; ``n`` counts from 1. ``zone`` is where it came to lie, None if unread."""

    __slots__ = (
        "boxed",
        "counted",
        "line",
        "n",
        "scrap",
        "t",
        "tag",
        "taken_at",
        "zone",
        "zone_line",
        "zone_t",
    )

    def __init__(self, n: int, tag: str | None, t: float, line: int, boxed: bool = False) -> None:
        self.n, self.tag, self.t, self.line, self.boxed = n, tag, t, line, boxed
        self.counted = True
        """The shoe has counted it. Of two that left it together one may only have been seen, while it is away any."""
        self.scrap = False
        """A card that the house replaces belongs to no hand, no street and no burn, wherever it lies."""
        self.zone: str | None = None
        self.zone_line: int | None = None
        self.zone_t: float | None = None
        self.taken_at: str | None = None
        """Where a draw that no antenna placed is taken to lie; None once a read has placed it there."""

    @property
    def lies_since(self) -> float:
        """When it came to lie where it lies; when it was drawn, where no antenna told."""
        return self.t if self.zone_t is None else self.zone_t

    @property
    def lines(self) -> list[int]:
        """Evidence: the draw and the read that placed it."""
        return [self.line] if self.zone_line is None else [self.line, self.zone_line]


def seat_of(zone: str | None) -> int | None:
    """Return the seat of a ``seat:N`` zone, else None."""
    return None if zone is None else SEAT_ZONES.get(zone)
