"""Puts on record what the table works out by itself: what must stand before an event, and what it took for granted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from controller.daemon.live import LiveTable
from controller.table.deal.unsensed import WorkedOut
from controller.table.events import AnyEvent

Records = Callable[[dict[str, Any], float], None]
"""Puts an event's fields on record at a ``t``."""


class OwnEvents:
    """Hands ``record`` the table's own events, each with its reason."""

    def __init__(self, live: LiveTable, record: Records) -> None:
        self._live, self._record = live, record

    def before(self, event: AnyEvent) -> None:
        """Put on record what nobody sensed and must stand before ``event``."""
        for made in self._live.before(event):
            self._put(made)

    def granted(self) -> None:
        """Put on record what the table took for granted, now that it is final."""
        for made in self._live.granted():
            self._put(made)

    def _put(self, made: WorkedOut) -> None:
        fields = {**msgspec.to_builtins(made.event, str_keys=True), "why": made.why}
        self._record(fields, fields.pop("t"))
