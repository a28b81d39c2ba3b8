"""Serves the page of ``floorcall chips --live`` on this machine: the picture, what is told, what to move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import msgspec
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from controller.camera.live_view import LiveView
from controller.web.fonts import fonts_route
from controller.web.guard import HostGuard, SafeHeaders
from controller.web.static_files import STATIC, FingerprintedFiles

PICTURE_EVERY_S: Final = 0.15
STATE_EVERY_S: Final = 0.3
PAGE: Final = STATIC.parent / "templates" / "camera.html"
_EDGE: Final = b"floorcall"


def create_live_app(view: LiveView) -> Starlette:
    """Return the application that shows ``view``."""
    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/picture", _picture),
            Route("/state", _state),
            Route("/fonts.css", fonts_route),
            Route("/fonts/{name}", fonts_route),
            Mount("/static", FingerprintedFiles()),
        ],
        middleware=[Middleware(SafeHeaders), Middleware(HostGuard, names=frozenset({"localhost"}))],
    )
    app.state.view = view
    return app


async def _page(request: Request) -> Response:
    return HTMLResponse(PAGE.read_text(encoding="utf-8"))


async def _picture(request: Request) -> Response:
    """Answer with the pictures, one after another, for as long as somebody looks."""
    return StreamingResponse(
        _pictures(request), media_type=f"multipart/x-mixed-replace; boundary={_EDGE.decode()}"
    )


async def _pictures(request: Request) -> AsyncIterator[bytes]:
    view: LiveView = request.app.state.view
    shown = b""
    while not await request.is_disconnected():
        packed = await asyncio.to_thread(view.picture)
        if packed and packed is not shown:
            shown = packed
            head = b"--%s\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % (_EDGE, len(packed))
            yield head + packed + b"\r\n"
        await asyncio.sleep(PICTURE_EVERY_S)


async def _state(request: Request) -> Response:
    return EventSourceResponse(_states(request.app.state.view), ping=3600)


async def _states(view: LiveView) -> AsyncIterator[ServerSentEvent]:
    while True:
        yield ServerSentEvent(msgspec.json.encode(view.state()).decode(), event="state", retry=1000)
        await asyncio.sleep(STATE_EVERY_S)
