"""What the pages need from the daemon, and what the daemon hands them.

A ``Desk`` is one table as dealer and floor see it. Everything in a ``Snapshot`` has already passed the
one function that takes hidden cards out (``controller.privacy``).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from controller.table.events import DeviceState
from controller.table.outputs import Finding
from controller.table.rulebook import Rulebook
from controller.table.screen.view import TableView

PIN: Final = "PIN"
"""What stands in place of a device's name and kind where somebody guesses at the PIN."""


class DeviceView(Struct, frozen=True, kw_only=True):
    """A device's health. ``since`` is wall-clock ``HH:MM:SS``; ``problem`` one line for people, or ""."""

    name: str
    kind: str
    state: DeviceState
    since: str
    problem: str = ""


class EvidenceLine(Struct, frozen=True, kw_only=True):
    """One event behind a finding: its line of the log, its ``t``, and the lane it is drawn in.

    ``lane`` names the sensor in people's words ("Shoe", "Board", "Seat 3"); never what a card was.
    """

    line: int
    t: float
    lane: str


class Alert(Struct, frozen=True, kw_only=True):
    """A finding and what has become of it.

    ``seen`` is the dealer's acknowledgement, ``coming`` the floor person who said so, ``ruled`` the
    decision recorded. ``closed`` alerts stay on the floor's list the night. ``evidence`` is for the
    floor's timeline; where it is empty the page names the finding's line numbers alone.
    """

    finding: Finding
    at: str
    age_s: float
    state: Literal["new", "seen", "coming", "ruled", "done", "disputed", "closed"]
    coming: str | None = None
    ruled: str | None = None
    evidence: list[EvidenceLine] = []


class Snapshot(Struct, frozen=True, kw_only=True):
    """The whole state of a table's screens. ``n`` grows with every change.

    ``clock`` is wall-clock ``HH:MM:SS``; ``blind`` names what the table cannot judge now, by kind.
    """

    n: int
    clock: str
    view: TableView
    alerts: list[Alert]
    devices: list[DeviceView]
    rules_live: int
    rules_total: int
    blind: list[str]
    recent: list[dict[str, Any]]
    """The last words and bets, newest first: ``{"id", "seat", "text", "at"}``, for corrections.

    ``"what"`` is ``"words"`` (also where it is absent) or ``"chips"``.
    """
    floor_called: str | None = None
    """Since when (``HH:MM:SS``) the dealer's own call waits for the floor; None when nobody waits."""
    floor_coming: str | None = None
    """Who answered that call."""


class BadKey(ValueError):
    """A key or a ruling that cannot be taken; the message names the field and what would be right."""


class Desk(Protocol):
    """One table, as the pages use it."""

    book: Rulebook

    def snapshot(self) -> Snapshot:
        """Return the state now."""

    def changes(self) -> AsyncIterator[Snapshot]:
        """Yield a snapshot at once, then one after every change and at least one a second."""

    async def key(self, fields: dict[str, Any]) -> None:
        """Take a dealer's key or a floor's ruling: a sensor-log event without ``t``. Raise BadKey."""

    async def mark(self, finding: str, state: str, by: str | None = None) -> None:
        """Note that an alert was seen, done, disputed, or that somebody is coming. Raise BadKey.

        ``finding`` is ``"floor.call"`` for the dealer's own call of the floor. ``by`` says who; for
        ``disputed`` what was read wrong: ``cards``, ``chips`` or ``actor``.
        """
