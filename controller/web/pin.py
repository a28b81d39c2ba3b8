"""The PIN that guards any address that is not loopback: a session after it, and patience before it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

import anyio.to_thread
import argon2
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.web.body import fields_of, text_field
from controller.web.problems import Problem, problem_response

COOKIE: Final = "floorcall"
SESSION_S: Final = 12 * 3600.0
"""A shift. The cookie lives as long, whatever its page does."""
MOST_SESSIONS: Final = 64
FREE_TRIES: Final = 5
FIRST_WAIT_S: Final = 30.0
LONGEST_WAIT_S: Final = 900.0
MOST_CLIENTS: Final = 1024
OPEN_PATHS: Final = ("/login", "/static/", "/fonts", "/metrics")


def hash_pin(pin: str) -> str:
    """Return what the configuration keeps of a PIN. Raise ValueError for one under four digits."""
    if len(pin) < 4 or not pin.isdecimal() or not pin.isascii():
        raise ValueError("a PIN has at least four digits")
    return argon2.PasswordHasher().hash(pin)


class Sessions:
    """Who has given the PIN, and how often each client has got it wrong."""

    def __init__(self, pin_hash: str, monotonic: Callable[[], float]) -> None:
        self._hasher = argon2.PasswordHasher()
        argon2.extract_parameters(pin_hash)
        self._pin_hash = pin_hash
        self._monotonic = monotonic
        self._until: dict[str, float] = {}
        self._wrong: dict[str, tuple[int, float]] = {}
        # One hash at a time: each takes 64 MiB for a moment, and the Pi has other things to do.
        self._one = anyio.CapacityLimiter(1)

    def wait_s(self, client: str) -> float:
        """Return how long ``client`` must wait before its next try; 0 where it may try now."""
        return max(0.0, self._wrong.get(client, (0, 0.0))[1] - self._monotonic())

    async def right(self, pin: str, client: str) -> bool:
        """Whether ``pin`` is the one; a wrong one counts against ``client``."""
        tries, _ = self._wrong.get(client, (0, 0.0))
        self._note_wrong(client, tries + 1)
        if not await anyio.to_thread.run_sync(self._verify, pin, limiter=self._one):
            return False
        self._wrong.pop(client, None)
        return True

    def _verify(self, pin: str) -> bool:
        try:
            return self._hasher.verify(self._pin_hash, pin)
        except argon2.exceptions.VerificationError:
            return False

    def _note_wrong(self, client: str, tries: int) -> None:
        """Count a try before it is checked, so that many at once gain nothing."""
        over = tries - FREE_TRIES
        wait = min(FIRST_WAIT_S * 2 ** min(over, 10), LONGEST_WAIT_S) if over >= 0 else 0.0
        self._wrong.pop(client, None)
        self._wrong[client] = (tries, self._monotonic() + wait)
        while len(self._wrong) > MOST_CLIENTS:
            self._wrong.pop(next(iter(self._wrong)))

    def open(self) -> str:
        """Return a new session's token; the oldest one ends where there are too many."""
        token = secrets.token_urlsafe(32)
        self._until[token] = self._monotonic() + SESSION_S
        while len(self._until) > MOST_SESSIONS:
            self._until.pop(next(iter(self._until)))
        return token

    def holds(self, token: str) -> bool:
        """Whether ``token`` is a session that has not run out."""
        return self._until.get(token, 0.0) > self._monotonic()


class PinGuard:
    """Let only sessions through; a page goes to the PIN, everything else is refused."""

    def __init__(self, app: ASGIApp, sessions: Sessions) -> None:
        self.app, self.sessions = app, sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(OPEN_PATHS):
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        if self.sessions.holds(request.cookies.get(COOKIE, "")):
            await self.app(scope, receive, send)
            return
        if scope["path"] in ("/", "/floor") and request.method in ("GET", "HEAD"):
            response: Response = RedirectResponse(f"/login?to={scope['path']}", 303)
        else:
            response = problem_response("session", "give the PIN first", 401)
        await response(scope, receive, send)


async def log_in(request: Request) -> Response:
    """Take the PIN. 429 with the seconds to wait after too many wrong ones."""
    sessions: Sessions | None = request.app.state.sessions
    fields = await fields_of(request)
    if sessions is None:
        raise Problem("pin", "no PIN is asked for here", 404)
    pin = text_field(fields, "pin", 64)
    if pin is None:
        raise Problem("pin", "give the PIN")
    client = request.client.host if request.client else ""
    if wait := sessions.wait_s(client):
        headers = {"Retry-After": str(int(wait) + 1)}
        return problem_response("pin", f"too many tries; wait {int(wait) + 1} s", 429, headers)
    if not await sessions.right(pin, client):
        raise Problem("pin", "that is not the PIN", 403)
    response = JSONResponse({"taken": "pin"})
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, sessions.open(), max_age=int(SESSION_S), httponly=True, samesite="strict", secure=secure
    )
    return response
