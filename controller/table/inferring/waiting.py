"""A table at which events may wait for their hand, and that takes what it has worked out itself among them."""

from __future__ import annotations

from controller.table import events as ev
from controller.table.inferring.posted_early import PostedEarly
from controller.table.inferring.repeated import Repeated
from controller.table.inferring.unopened import Unopened
from controller.table.outputs import Output
from controller.table.rulebook import Rulebook
from controller.table.state import Table


class WaitingTable(Table):
    """A table with what was sensed for a hand that has not begun."""

    def __init__(self, book: Rulebook, header: ev.LogHeader) -> None:
        super().__init__(book, header)
        self.repeated = Repeated()
        self.posted_early = PostedEarly()
        self.unopened = Unopened()
        """What was sensed for a hand that has not begun."""

    @property
    def holding(self) -> bool:
        """Whether words were keyed that may still be taken back, and are not heard yet."""
        raise NotImplementedError

    def released(self, line: int, event: ev.AnyEvent) -> list[tuple[int, ev.AnyEvent]]:
        """Return what is to be heard now that ``event`` has come."""
        raise NotImplementedError

    def hear(self, line: int, event: ev.AnyEvent) -> list[Output]:
        """Take an event that waits for nothing, with what must stand before it."""
        raise NotImplementedError

    def take(self, line: int, event: ev.AnyEvent) -> list[Output]:
        """Take one event, and nothing besides; return what it brings."""
        raise NotImplementedError
