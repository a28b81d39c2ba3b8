"""Holds what one hypothesis of a hand takes for granted though nobody sensed it."""

from __future__ import annotations

from typing import NamedTuple

from controller.table import events as ev


class WorkedOut(NamedTuple):
    """An event that the table worked out, and why, in plain words."""

    event: ev.AnyEvent
    why: str


class Unsensed:
    """What one hypothesis of a hand takes for granted."""

    def __init__(self) -> None:
        self.final: list[tuple[str, WorkedOut]] = []
        """What nothing can change any more, with its street, since the last event."""
        self.checks: dict[tuple[str, int], WorkedOut] = {}
        """Checks, by street and seat: final once their action is printed."""
