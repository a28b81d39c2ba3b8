"""Says what a table's daemon asks of the room that it has joined, and of what runs beside the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from controller.config import Config
from controller.daemon.core import TableCore
from controller.daemon.live_table_api import LiveTableApi
from controller.journal.records import Record
from controller.journal.signing import SignedHead
from controller.table.outputs import Output


class Runs(Protocol):
    """Something that runs beside the table and may break without it."""

    async def run(self) -> None:
        """Run until cancelled."""

    def crashed(self, error: BaseException) -> None:
        """Say that it broke."""


class Joined(Protocol):
    """A table's part in a room. Made before the table comes back, so that nothing is told twice."""

    @property
    def pictures(self) -> Runs:
        """What keeps pictures of findings, to be run."""

    def told(self, output: Output) -> None:
        """Tell the floor what the referee said."""

    def ruled(self, fields: dict[str, Any], line: int) -> None:
        """Note, while coming back, a ruling on record."""

    def start(self, api: LiveTableApi) -> Runs:
        """Go on where the last run stopped; return what is to be run."""

    def follow(self) -> None:
        """Say what has changed about the alerts."""

    def kept(self, records: Sequence[Record]) -> None:
        """Note what is durable now and may go out."""

    def head(self, head: SignedHead) -> None:
        """Take a signed head that is safe on disk."""


Joining = Callable[[Config, TableCore], Joined]
"""Joins the room that a table's configuration names."""
