"""Bounds a page's connection, and keeps visitors from taking the table's last place.

Two things would shut everybody out. Where the process has no descriptor left, the event loop tries again and
again to let visitors in, and the table waits meanwhile. And who begins requests and never ends them would
hold every place; so would who asks and never reads the answer. So there are never more than ``AT_ONCE``
connections, a request has to be whole within ``ASKS_WITHIN_S``, what is sent has to be taken within
``READS_WITHIN_S``, and where all places are taken the newcomer gets that of whoever has been longest without
a whole request, or does not read; who is being answered, or follows the table's state, keeps his.
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
"""How long a connection may take until its request is whole, headers and body, in seconds."""
READS_WITHIN_S: Final = 10.0
"""How long what was sent may wait for the visitor to take it, in seconds; the kernel has taken what it holds for him."""


class Visitor(H11Protocol):
    """One connection."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a visitor in, in place of one who asks nothing where all places are taken."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._patience: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=1, low=0)  # whatever waits for the visitor is known
        self._wait()
        if len(self.connections) > AT_ONCE:
            visitors = (other for other in self.connections if isinstance(other, Visitor))
            min((other for other in visitors if other.idle), key=lambda other: other._since).show_out()

    @property
    def idle(self) -> bool:
        """Whether the place may be given to somebody else."""
        return self._reading is not None or not (self.answered or self.transport.is_closing())

    @property
    def answered(self) -> bool:
        """Whether a whole request has come in and its answer is under way."""
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        super().data_received(data)
        if self.answered:
            self._wait_no_more()
        elif self._patience is None and not self.transport.is_closing():
            self._wait()

    def on_response_complete(self) -> None:
        """An answer is out: the place is anybody's again until the next whole request."""
        self._since = self.loop.time()
        self._wait_no_more()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The visitor does not take what is sent."""
        super().pause_writing()
        self._reading = self.loop.call_later(READS_WITHIN_S, self.transport.abort)

    def resume_writing(self) -> None:
        """The visitor has taken all of it."""
        self._read_no_more()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor is gone."""
        self._wait_no_more()
        self._read_no_more()
        super().connection_lost(exc)

    def show_out(self) -> None:
        """End the connection; who does not read would hold it open to the last byte."""
        self._wait_no_more()
        if self._reading is None:
            self.transport.close()
        else:
            self.transport.abort()

    def _wait(self) -> None:
        self._patience = self.loop.call_later(ASKS_WITHIN_S, self._patience_ends)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _read_no_more(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _patience_ends(self) -> None:
        self._patience = None
        if not self.answered:
            self.transport.close()
