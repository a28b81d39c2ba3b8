"""The daemon as a test needs it: the real bridge on a port, and somebody who acknowledges."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from controller.ending import end_all
from firmware_bridge import (
    Delivered,
    DeviceRefused,
    Durable,
    Hello,
    HostSession,
    Link,
    LinkNews,
    Lost,
    Reason,
)


class Desk:
    """The daemon: what it is handed it acknowledges, and remembers over a restart of either side."""

    def __init__(self) -> None:
        self.news: list[LinkNews] = []
        self.events: list[dict[str, Any]] = []
        self.durable: Durable | None = None
        self.refuse = False
        self._changed = asyncio.Event()
        self.link: Link | None = None

    def admit(self, hello: Hello) -> Durable | None:
        if self.refuse:
            raise DeviceRefused(Reason.STRANGER, "not this one")
        return self.durable

    def hear(self, news: LinkNews) -> None:
        self.news.append(news)
        if isinstance(news, Delivered):
            self.events.append(news.event)
        if isinstance(news, Delivered | Lost) and news.seq is not None:
            self.durable = Durable(boot_id=news.boot_id, seq=news.seq)
            asyncio.get_running_loop().call_soon(self._ack, news.boot_id, news.seq)
        self._changed.set()

    def _ack(self, boot_id: int, seq: int) -> None:
        if self.link is not None:
            self.link.ack(boot_id, seq)

    async def until(self, met: Callable[[], bool]) -> None:
        """Wait until ``met``; fail after a minute."""
        async with asyncio.timeout(60):
            while not met():
                self._changed.clear()
                await self._changed.wait()

    def of(self, kind: type) -> list[Any]:
        return [one for one in self.news if isinstance(one, kind)]

    @asynccontextmanager
    async def at(self, path: str) -> AsyncIterator[Link]:
        """Run the bridge on a port."""
        self.link = Link(HostSession(self.admit), lambda: path, self.hear)
        task = asyncio.create_task(self.link.run())
        try:
            yield self.link
        finally:
            await end_all([task])
