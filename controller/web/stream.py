"""Streams a table's state: everything on connecting, then what has changed, and a beat a second.

One message is one JSON object. A name that it does not hold is unchanged. The beat comes from the table
itself, never from here: where the daemon stands, the page must hear nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Final

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from controller.table_api import TableApi
from controller.web.followers import MOST_STREAMS, Follower, Followers, Full
from controller.web.pages import language_of
from controller.web.parts import AUDIENCES, Parts
from controller.web.pin import COOKIE, Door, client_of
from controller.web.problems import Problem
from controller.web.roles import allow

RETRY_MS: Final = 500


async def events(request: Request) -> Response:
    """Answer with the stream for ``page`` (``dealer`` or ``floor``) in ``lang``."""
    page = request.query_params.get("page", "dealer")
    if page not in AUDIENCES:
        raise Problem("page", f"one of {', '.join(AUDIENCES)} is meant")
    allow(request, "see_floor" if page == "floor" else "see_table")
    api: TableApi = request.app.state.api
    return stream_of(request, _messages(api, Parts(api.book, page, language_of(request).language)))


def stream_of(request: Request, messages: AsyncIterator[ServerSentEvent]) -> Response:
    """Answer with a stream that has its place among the followers. Raise Problem where there is none."""
    followers: Followers = request.app.state.followers
    try:
        follower = followers.enter(_who(request))
    except Full:
        raise Problem("page", f"{MOST_STREAMS} pages follow already; close some", 503) from None
    return EventSourceResponse(
        _followed(messages, followers, follower, _stay(request)),
        ping=3600,
        headers={"X-Accel-Buffering": "no"},
    )


def _who(request: Request) -> str:
    """Return whose page it is: a session's, else the address's."""
    door: Door | None = request.app.state.door
    token = request.cookies.get(COOKIE, "")
    return token if door is not None and door.sessions.of(token) is not None else client_of(request)


def _stay(request: Request) -> Callable[[], bool]:
    """Return what says whether who follows still is in: a session that runs out or is shut takes its pages along."""
    door: Door | None = request.app.state.door
    token = request.cookies.get(COOKIE, "")
    if door is None or door.sessions.of(token) is None:
        return lambda: True  # who needs no session here loses none
    return lambda: door.sessions.of(token) is not None


async def _followed(
    messages: AsyncIterator[ServerSentEvent],
    followers: Followers,
    follower: Follower,
    stays: Callable[[], bool],
) -> AsyncIterator[ServerSentEvent]:
    """Yield ``messages`` as long as the follower has its place and ``stays``; the beat ends it within a second after."""
    try:
        async for message in messages:
            if follower.over or not stays():
                return
            yield message
    finally:
        followers.leave(follower)


async def _messages(api: TableApi, parts: Parts) -> AsyncIterator[ServerSentEvent]:
    sent: dict[str, bytes] = {}
    async for snapshot in api.changes():
        now = parts.of(snapshot)
        # The clock goes with every message, so that none is empty and each one is a sign of life.
        changed = {name: part for name, part in now.items() if name == "clock" or sent.get(name) != part}
        sent = now
        body = b",".join(b'"%s":%s' % (name.encode(), part) for name, part in changed.items())
        yield ServerSentEvent(f"{{{body.decode()}}}", event="state", id=str(snapshot.n), retry=RETRY_MS)
