"""Knows an event that a device tells once more, as one does that repeats a line after it was cut off."""

from __future__ import annotations

from controller.table import events as ev


class Repeated:
    """What was told of the moment that was told of last: time is told to the microsecond, and nothing happens twice in it."""

    def __init__(self) -> None:
        self._t = -1.0
        self._told: list[ev.AnyEvent] = []

    def again(self, event: ev.AnyEvent) -> bool:
        """Whether the same was told of the same moment already."""
        if event.t != self._t:
            self._t, self._told = event.t, [event]
            return False
        if event in self._told and not _counts_alone(event):
            return True
        self._told.append(event)
        return False


def _counts_alone(event: ev.AnyEvent) -> bool:
    """Whether an event is always one more: time, and a card that the throat counts unread, whose count is the truth."""
    return type(event) is ev.Tick or (isinstance(event, ev.CardDrawn) and event.tag is None)
