"""The stream of a table's state: everything on connecting, then what has changed, and a beat a second.

One message is one JSON object. A name that it does not hold is unchanged. The beat comes from the desk
itself, never from here: where the daemon stands, the page must hear nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from controller.desk import Desk
from controller.web.pages import language_of
from controller.web.parts import AUDIENCES, Parts
from controller.web.problems import Problem
from controller.web.roles import allow

RETRY_MS: Final = 500
MOST_STREAMS: Final = 60
"""Pages that may follow the table at one time; keys and rulings need places beside them."""


async def events(request: Request) -> Response:
    """Answer with the stream for ``page`` (``dealer`` or ``floor``) in ``lang``."""
    page = request.query_params.get("page", "dealer")
    if page not in AUDIENCES:
        raise Problem("page", f"one of {', '.join(AUDIENCES)} is meant")
    allow(request, "see_floor" if page == "floor" else "see_table")
    desk: Desk = request.app.state.desk
    parts = Parts(desk.book, page, language_of(request).language)
    following: set[object] = request.app.state.following
    if len(following) >= MOST_STREAMS:
        raise Problem("page", f"{MOST_STREAMS} pages follow this table already; close some", 503)
    messages = _followed(_messages(desk, parts), following)
    return EventSourceResponse(messages, ping=3600, headers={"X-Accel-Buffering": "no"})


async def _followed(
    messages: AsyncIterator[ServerSentEvent], following: set[object]
) -> AsyncIterator[ServerSentEvent]:
    """Yield ``messages``, counted among those who follow the table as long as they last."""
    following.add(messages)
    try:
        async for message in messages:
            yield message
    finally:
        following.discard(messages)


async def _messages(desk: Desk, parts: Parts) -> AsyncIterator[ServerSentEvent]:
    sent: dict[str, bytes] = {}
    async for snapshot in desk.changes():
        now = parts.of(snapshot)
        # The clock goes with every message, so that none is empty and each one is a sign of life.
        changed = {name: part for name, part in now.items() if name == "clock" or sent.get(name) != part}
        sent = now
        body = b",".join(b'"%s":%s' % (name.encode(), part) for name, part in changed.items())
        yield ServerSentEvent(f"{{{body.decode()}}}", event="state", id=str(snapshot.n), retry=RETRY_MS)
