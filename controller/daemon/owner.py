"""Who owns a table at work: is told what comes of it, and says how far its devices have reported."""

from __future__ import annotations

from controller.table.outputs import Output


class Owner:
    """A table's surroundings, without any: nobody looks on, no device reports. A daemon's service has all of them.

    Everything is called in the event loop's thread.
    """

    def changed(self) -> None:
        """A screen may look different."""

    def checkpoint(self) -> None:
        """A hand is over: the table's state is worth keeping."""

    def told(self, output: Output) -> None:
        """The referee said this; its lines come in order."""

    def before_hand(self, t: float) -> None:
        """A hand is about to begin at ``t``: what waits for its beginning goes on record before it."""

    def reported(self) -> float | None:
        """Return up to which monotonic second every device that is up has reported; None where none is up."""
        return None

    def held(self) -> float | None:
        """Return when the earliest thing was sensed that waits for another device; None where nothing does."""
        return None

    def ask_reports(self) -> None:
        """Something waits to be settled: devices that have not reported past it are to be asked."""
