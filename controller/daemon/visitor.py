"""Bounds the pages' connections, and keeps visitors from taking the table's last place.

Two things would shut everybody out. Where the process has no descriptor left, the event loop tries again and
again to let visitors in, and the table waits meanwhile. And who begins requests and never ends them would
hold every place; so would who never ends the handshake before them, and who asks and never reads the answer. So
there are never more than ``AT_ONCE`` connections, a request has to be whole within ``ASKS_WITHIN_S``, its handshake
with it, what is sent has to be taken within ``READS_WITHIN_S``, and where all places are taken the newcomer gets that
of whoever has been longest without a whole request, or does not read; who is being answered, or follows the table's
state, keeps his. Where all are being answered the newcomer waits for the first who is not any more: a key that is
pressed in that moment is not lost.

The server's own protocol stands behind each connection as it is: what it is given and what it answers is seen here
and in ``Announced``.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

AT_THE_DOOR: Final = 16
"""Connections that the event loop takes in at one go, before it looks how many there are; so many wait for a place."""
AT_ONCE: Final = 100
"""Connections at one time; a page takes one, and a few more while it loads."""
ASKS_WITHIN_S: Final = 5.0
"""How long a connection may take until its request is whole, handshake, headers and body, in seconds."""
READS_WITHIN_S: Final = 10.0
"""How long what was sent may wait for the visitor to take it, in seconds; the kernel has taken what it holds for him."""
_VISITOR: Final = "visitor"
"""Under which name a request's scope has its connection."""


class Door:
    """Lets connections in; encrypted ones where there is a ``tls`` context."""

    def __init__(self, tls: ssl.SSLContext | None) -> None:
        self._tls = tls
        self._inside: set[Visitor] = set()
        self._waiting: deque[Visitor] = deque()

    def let_in(
        self, served: Callable[..., asyncio.Protocol], app_state: dict[str, Any], **given: Any
    ) -> Visitor:
        """Return the protocol of a new connection; ``served`` makes the server's own."""
        visitor = Visitor(self, self._tls)
        visitor.served = served(app_state={**app_state, _VISITOR: visitor}, **given)
        return visitor

    def comes(self, visitor: Visitor) -> None:
        """Give a newcomer a place, or let him wait for one; of too many who wait the first is shown out."""
        self._waiting.append(visitor)
        self._let_next_in()
        idle = [other for other in self._inside if other.idle] if self._waiting else []
        if idle:
            min(idle, key=lambda other: other.since).show_out()
        elif len(self._waiting) > AT_THE_DOOR:
            self._waiting[0].show_out()

    def idles(self, visitor: Visitor) -> None:
        """Let the first who waits have the place of a visitor who needs it no more."""
        if self._waiting:
            visitor.show_out()

    def goes(self, visitor: Visitor) -> None:
        """Take back a place."""
        self._inside.discard(visitor)
        if visitor in self._waiting:
            self._waiting.remove(visitor)
        self._let_next_in()

    def _let_next_in(self) -> None:
        while self._waiting and len(self._inside) < AT_ONCE:
            visitor = self._waiting.popleft()
            self._inside.add(visitor)
            visitor.has_place()


class Visitor(asyncio.Protocol):
    """One connection. ``served`` is what the server does with it."""

    served: asyncio.Protocol

    def __init__(self, door: Door, tls: ssl.SSLContext | None) -> None:
        self._door, self._tls = door, tls
        self._loop = asyncio.get_running_loop()
        self.since = self._loop.time()
        """From when on the place has not been used, in the loop's seconds."""
        self._patience: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._whole = self._in = False
        self._early = b""
        """What came before the server was told of the connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a visitor to the door."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._wait()
        transport.pause_reading()
        self._door.comes(self)

    def has_place(self) -> None:
        """Let the visitor in; an encrypted connection begins with its handshake."""
        self.since = self._loop.time()
        if self._tls is None:
            self._transport.resume_reading()
            self._enter(self._transport)
        else:
            self._handshake = self._loop.create_task(self._encrypt(self._transport, self._tls))

    async def _encrypt(self, transport: asyncio.Transport, tls: ssl.SSLContext) -> None:
        """Do the handshake; until it is done the server knows nothing of the connection."""
        encrypted = None
        with contextlib.suppress(OSError):  # not encrypted, not as we speak it, or too late
            async with asyncio.timeout(2 * ASKS_WITHIN_S):
                if not transport.is_closing():
                    encrypted = await self._loop.start_tls(
                        transport, self, tls, server_side=True, ssl_shutdown_timeout=READS_WITHIN_S
                    )
        if encrypted is None or encrypted.is_closing():
            transport.abort()
            self.connection_lost(None)
        else:
            self._enter(encrypted)

    def _enter(self, transport: asyncio.Transport) -> None:
        self._transport, self._in = transport, True
        self.served.connection_made(transport)
        transport.set_write_buffer_limits(high=1, low=0)  # whatever waits for the visitor is known
        if self._early:
            self.data_received(self._early)

    @property
    def idle(self) -> bool:
        """Whether the place may be given to somebody else."""
        return self._reading is not None or not self._whole or self._transport.is_closing()

    def begins(self, *, whole: bool) -> None:
        """A request has begun; ``whole``: nothing of it is missing."""
        self._whole = self._whole or whole
        if self._whole:
            self._wait_no_more()
        elif self._patience is None:
            self._wait()

    def has_answer(self) -> None:
        """An answer is out: the place is anybody's again until the next whole request."""
        self._whole = False
        self.since = self._loop.time()
        self._wait_no_more()
        self._door.idles(self)

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        if not self._in:
            self._early += data
            return
        self.served.data_received(data)
        if self._patience is None and not (self._whole or self._transport.is_closing()):
            self._wait()

    def eof_received(self) -> bool | None:
        """The visitor sends no more."""
        return self.served.eof_received() if self._in else None

    def pause_writing(self) -> None:
        """The visitor does not take what is sent."""
        self.served.pause_writing()
        self._reading = self._loop.call_later(READS_WITHIN_S, self._transport.abort)
        self._door.idles(self)

    def resume_writing(self) -> None:
        """The visitor has taken all of it."""
        self._read_no_more()
        self.served.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor is gone."""
        self._wait_no_more()
        self._read_no_more()
        self._door.goes(self)
        if self._in:
            self.served.connection_lost(exc)

    def show_out(self) -> None:
        """End the connection; nothing waits for its other side, who may not answer."""
        self._wait_no_more()
        self._transport.abort()
        self._door.goes(self)

    def _wait(self) -> None:
        self._patience = self._loop.call_later(ASKS_WITHIN_S, self.show_out)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _read_no_more(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None


class Announced:
    """Tells a request's connection when it is whole, and when its answer is out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visitor: Visitor | None = scope.get("state", {}).pop(_VISITOR, None)
        if visitor is None or scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visitor.begins(whole=not _has_body(scope))

        async def receive_to_the_end() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                visitor.begins(whole=True)
            return message

        async def send_to_the_end(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                visitor.has_answer()

        await self._app(scope, receive_to_the_end, send_to_the_end)


def _has_body(scope: Scope) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip() != b"0")
        for name, value in scope["headers"]
    )
