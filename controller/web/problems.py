"""What a request did wrong, told as JSON: the place and what would be right. Never a traceback."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response


class Problem(Exception):
    """A request that cannot be taken: ``place`` is the field, header or parameter at fault."""

    def __init__(self, place: str, message: str, status: int = 400) -> None:
        super().__init__(f"{place}: {message}")
        self.place, self.message, self.status = place, message, status


def problem_response(
    place: str, message: str, status: int, headers: Mapping[str, str] | None = None
) -> Response:
    """Return the one shape in which every refusal is told."""
    return JSONResponse({"error": {"place": place, "message": message}}, status, headers=headers)


async def _problem(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, Problem)
    return problem_response(exc.place, exc.message, exc.status)


async def _http(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, HTTPException)
    places = {404: "path", 405: "method"}
    messages = {404: f"there is nothing at {request.url.path}", 405: f"{request.method} is not taken here"}
    message = messages.get(exc.status_code, exc.detail)
    return problem_response(places.get(exc.status_code, "request"), message, exc.status_code, exc.headers)


async def _unforeseen(request: Request, exc: Exception) -> Response:
    return problem_response("server", "something went wrong here; the daemon's log says what", 500)


PROBLEM_HANDLERS: Final[dict[Any, Callable[..., Any]]] = {
    Problem: _problem,
    HTTPException: _http,
    Exception: _unforeseen,
}
