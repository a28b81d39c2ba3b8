"""Asks a port who is there, by the link's own hello."""

from __future__ import annotations

import asyncio
from typing import Final

from msgspec import Struct

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


class Answer(Struct, frozen=True, kw_only=True):
    """What came of asking: ``words`` for people, and the device's introduction where it gave one that fits us."""

    words: str
    hello: Hello | None = None


NOBODY: Final = Answer(words="nobody answers")


def who_is_at(path: str) -> Answer:
    """Ask who is at ``path``. The device is turned away again: it keeps its events."""
    return asyncio.run(_who(path))


async def _who(path: str) -> Answer:
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def on_news(news: LinkNews) -> None:
        told = _told(news)
        if told is not None and not answer.done():
            answer.set_result(told)

    link = asyncio.create_task(Link(HostSession(_turn_away), lambda: path, on_news).run())
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await answer
    except TimeoutError:
        return NOBODY
    finally:
        link.cancel()
        await asyncio.gather(link, return_exceptions=True)


def _turn_away(hello: Hello) -> None:
    raise DeviceRefused(Reason.STRANGER, "only asking who is there")


def _told(news: LinkNews) -> Answer | None:
    match news:
        case TurnedAway(hello=Hello() as hello):
            return Answer(words=f"{hello.kind} {hello.serial}, build {hello.build}", hello=hello)
        case TurnedAway():
            return Answer(words=f"nonsense ({news.text})")
        case WrongVersion():
            return Answer(words=f"protocol version {news.spoken}, this program {news.ours}")
        case PortRefused():
            return Answer(words=news.why)
        case Silent():
            return NOBODY
        case Nonsense():
            return Answer(words=f"nonsense ({news.last_reason})")
    return None
