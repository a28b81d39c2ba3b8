"""Tells as JSON what a request did wrong: the place and what would be right. Never a traceback."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.refused import Refused
from controller.web.language import words_for


class Problem(Refused):
    """A request that cannot be taken."""


def problem_response(
    place: str, message: str, status: int, headers: Mapping[str, str] | None = None, text: str = ""
) -> Response:
    """Return the one shape in which every refusal is told; ``text`` is what a page shows of it."""
    told = {"place": place, "message": message, "text": text or message}
    return JSONResponse({"error": told}, status, headers=headers)


async def _problem(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, Refused)
    return problem_response(exc.place, exc.message, exc.status, text=exc.text(words_for(request)))


async def _http(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, HTTPException)
    places = {404: "path", 405: "method"}
    messages = {404: f"there is nothing at {request.url.path}", 405: f"{request.method} is not taken here"}
    message = messages.get(exc.status_code, exc.detail)
    return problem_response(places.get(exc.status_code, "request"), message, exc.status_code, exc.headers)


async def _unforeseen(request: Request, exc: Exception) -> Response:
    return problem_response("server", "something went wrong here; the daemon's log says what", 500)


PROBLEM_HANDLERS: Final[dict[Any, Callable[..., Any]]] = {
    Refused: _problem,
    HTTPException: _http,
    Exception: _unforeseen,
}
