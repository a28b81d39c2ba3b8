"""Asks a port who is there, by the link's own hello."""

from __future__ import annotations

import asyncio

from firmware_bridge import (
    DeviceRefused,
    Hello,
    HostSession,
    Link,
    LinkNews,
    Nonsense,
    PortRefused,
    Reason,
    Silent,
    TurnedAway,
    WrongVersion,
)

PATIENCE_S = 3.0


def who_is_at(path: str) -> str:
    """Return in words who answers at ``path``. The device is turned away again: it keeps its events."""
    return asyncio.run(_who(path))


async def _who(path: str) -> str:
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def on_news(news: LinkNews) -> None:
        told = _told(news)
        if told is not None and not answer.done():
            answer.set_result(told)

    link = asyncio.create_task(Link(HostSession(_turn_away), lambda: path, on_news).run())
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await answer
    except TimeoutError:
        return "nobody answers"
    finally:
        link.cancel()
        await asyncio.gather(link, return_exceptions=True)


def _turn_away(hello: Hello) -> None:
    raise DeviceRefused(Reason.STRANGER, "only asking who is there")


def _told(news: LinkNews) -> str | None:
    match news:
        case TurnedAway(hello=Hello() as hello):
            return f"{hello.kind} {hello.serial}, build {hello.build}"
        case WrongVersion():
            return f"protocol version {news.lowest} to {news.highest}, this program {news.ours}"
        case PortRefused():
            return news.why
        case Silent():
            return "nobody answers"
        case Nonsense():
            return f"nonsense ({news.last_reason})"
    return None
