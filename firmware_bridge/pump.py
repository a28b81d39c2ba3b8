"""A host session on a real descriptor: opens the port, feeds the session, reopens after a loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_bridge.host import HostSession
from firmware_bridge.news import LinkNews


class Link:
    """One device link that looks after itself. Use it from one event loop only."""

    def __init__(
        self,
        session: HostSession,
        find_path: Callable[[], str | None],
        on_news: Callable[[LinkNews], None],
        *,
        baud: int = 115_200,
    ) -> None: ...

    async def run(self) -> None:
        """Keep the link going until cancelled. Exceptions of ``on_news`` end it and are raised."""

    def ack(self, boot_id: int, seq: int) -> None:
        """Tell the device that everything of ``boot_id`` up to ``seq`` is durable. Call in the loop."""

    def command(self, fields: dict[str, Any]) -> int:
        """Queue a command, ``{"do": "lamp", "on": true}``; return its number. Raise LinkClosed."""

    def ask(self) -> None:
        """Ask the device for its time now, so that ``settled_s`` moves on (at most every 20 ms)."""

    def settled_s(self) -> float | None:
        """Return the time up to which everything sensed has been delivered, None while not up."""
