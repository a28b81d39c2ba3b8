"""What a line of a log is, and what it is where it is none."""

from __future__ import annotations

from controller.table.events import AnyEvent, LogHeader

Line = LogHeader | AnyEvent


class BadLineError(ValueError):
    """A line that is no event. ``place`` is the field; ``malformed`` where it is not even JSON."""

    def __init__(self, place: str, error: str, *, malformed: bool = False, header: bool = False) -> None:
        super().__init__(f"{place}: {error}")
        self.place = place
        self.error = error
        self.malformed = malformed
        self.header = header
        """The line means to be a header."""
