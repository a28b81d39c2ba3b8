"""A page's connection, and what keeps visitors from taking the table's last descriptor.

Where a process has none left, the event loop tries again and again to let visitors in, and the table waits
meanwhile. So there are never that many: who comes on top is shown out, and so is who asks nothing.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

AT_THE_DOOR: Final = 16
"""Connections that the event loop takes in at one go, before it looks how many there are."""
AT_ONCE: Final = 100
"""Connections at one time; a page takes one, and a few more while it loads."""
ASKS_WITHIN_S: Final = 5.0
"""How long a connection may ask nothing at first, in seconds."""


class Visitor(H11Protocol):
    """One connection."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a visitor in if there is room."""
        super().connection_made(transport)
        if len(self.connections) > AT_ONCE:
            transport.close()
        else:
            self.loop.call_later(ASKS_WITHIN_S, self._show_out)

    def _show_out(self) -> None:
        if self.cycle is None:
            self.transport.close()
