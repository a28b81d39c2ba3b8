"""What a request did wrong, told as JSON: the place and what would be right. Never a traceback."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.cards.words import Given, Words, words_in
from controller.desk import BadKey
from controller.languages import LANGUAGES
from controller.web.language import words_for


class Problem(Exception):
    """A request that cannot be taken: ``place`` is the field, header or parameter at fault.

    ``says`` and ``facts`` are the catalogue's refusal that tells it to people; "" where no page sends such a request.
    """

    def __init__(
        self, place: str, message: str, status: int = 400, says: str = "",
        facts: Mapping[str, Given] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(f"{place}: {message}")
        self.place, self.message, self.status = place, message, status
        self.says, self.facts = says, facts or {}

    @classmethod
    def because(cls, place: str, says: str, status: int = 400, **facts: Given) -> Problem:
        """Return what is wrong with ``place``, by the catalogue."""
        message = words_in(LANGUAGES[0]).say(f"refusal.{says}", **facts)
        return cls(place, message, status, says, facts)

    @classmethod
    def of(cls, key: BadKey, place: str = "") -> Problem:
        """Return what a key did wrong; without a ``place`` the field that its message begins with."""
        message = str(key)
        if not place:
            place, _, message = message.partition(": ")
        return cls(place, message, says=key.says, facts=key.facts)

    def text(self, words: Words) -> str:
        """Return the refusal as people read it."""
        if not self.says:
            return words.say("refusal.technical", place=self.place, message=self.message)
        return words.say(f"refusal.{self.says}", **self.facts)


def problem_response(
    place: str, message: str, status: int, headers: Mapping[str, str] | None = None, text: str = ""
) -> Response:
    """Return the one shape in which every refusal is told; ``text`` is what a page shows of it."""
    told = {"place": place, "message": message, "text": text or message}
    return JSONResponse({"error": told}, status, headers=headers)


async def _problem(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, Problem)
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
    Problem: _problem,
    HTTPException: _http,
    Exception: _unforeseen,
}
