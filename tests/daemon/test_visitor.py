"""All places are taken by requests that are being answered: the next key waits a moment, and is not lost."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import Receive, Scope, Send

from controller.daemon.serving import server_of
from controller.daemon.visitor import AT_ONCE, AT_THE_DOOR

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class SlowPages:
    """Answers ``/key`` at once and everything else when it is let."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.all_asked = asyncio.Event()
        self._asked = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/key":
            self._asked += 1
            if self._asked == AT_ONCE:
                self.all_asked.set()
            await self.let.wait()
        await send({"type": "http.response.start", "status": 202, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})


@asynccontextmanager
async def full() -> AsyncIterator[tuple[int, SlowPages]]:
    """Serve pages all of whose places are taken by somebody who is being answered."""
    pages = SlowPages()
    server, listener = server_of(pages, None), socket.create_server(("127.0.0.1", 0), backlog=AT_ONCE)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    port = listener.getsockname()[1]
    visitors = [await asks(port, "/") for _ in range(AT_ONCE)]
    await pages.all_asked.wait()
    try:
        yield port, pages
    finally:
        pages.let.set()
        for _, writer in visitors:
            writer.close()
        server.should_exit = True
        await serving


async def asks(port: int, path: str) -> Connection:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return reader, writer


async def status_of(visitor: Connection) -> bytes:
    """Return the status that a visitor is answered with; nothing where he is shown out."""
    reader, writer = visitor
    try:
        return (await reader.readline()).partition(b" ")[2][:3]
    except ConnectionError:
        return b""
    finally:
        writer.close()


def test_a_key_waits_for_the_first_place_that_is_free() -> None:
    async def story() -> None:
        async with full() as (port, pages):
            key = await asks(port, "/key")
            pages.let.set()
            assert await status_of(key) == b"202"

    asyncio.run(story())


def test_of_too_many_who_wait_the_first_is_shown_out_and_the_last_is_answered() -> None:
    async def story() -> None:
        async with full() as (port, pages):
            waiting = [await asks(port, "/key") for _ in range(AT_THE_DOOR + 1)]
            assert await status_of(waiting[0]) == b""
            pages.let.set()
            assert [await status_of(one) for one in waiting[1:]] == [b"202"] * AT_THE_DOOR

    asyncio.run(story())
