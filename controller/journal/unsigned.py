"""Says whether more stands unsigned at a journal's end than a table leaves there: then somebody took signatures off.

A table signs at each hand's end, each minute and at each start. Whatever ends it, and however long its disk was away,
records reach the file in their order; so what follows the last signature is short.
"""

from __future__ import annotations

from typing import Final

from controller.journal.records import Record

MOST_ENDS: Final = 2
"""Ends of hands that may stand unsigned: one that a power cut parted from its signature, one that was told late."""
MOST_S: Final = 600.0
"""Seconds of a log that may stand unsigned; a table signs ten times in them."""


class Unsigned:
    """What follows the last signature, record by record."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._ends, self._longest = 0, 0.0
        self._log, self._from = 0, 0.0

    def take(self, record: Record) -> None:
        """Take the next record."""
        if record.kind == "signed":
            self._begin()
            return
        if record.log != self._log:
            self._log, self._from = record.log, record.t
        self._ends += record.kind == "public"
        self._longest = max(self._longest, record.t - self._from)

    @property
    def problem(self) -> str:
        """What is more than a table leaves unsigned, "" where nothing is."""
        if self._ends > MOST_ENDS:
            return f"the ends of {self._ends} hands, and a table signs at each"
        if self._longest > MOST_S:
            return f"{self._longest:.0f} seconds of a log, and a table signs every minute"
        return ""
