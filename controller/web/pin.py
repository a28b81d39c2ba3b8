"""The PIN that guards any address that is not loopback: a session after it, and patience before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import anyio.to_thread
import argon2
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.web.body import fields_of, text_field
from controller.web.patience import Patience
from controller.web.problems import Problem, problem_response
from controller.web.sessions import SESSION_S, Sessions

COOKIE: Final = "floorcall"
OPEN_PATHS: Final = ("/login", "/static/", "/fonts", "/metrics")
WrongPin = Callable[[str, int], None]
"""Called with the address that gave a wrong PIN, and how many wrong ones there were from all of them."""


def hash_pin(pin: str) -> str:
    """Return what the configuration keeps of a PIN. Raise ValueError for one under four digits."""
    if len(pin) < 4 or not pin.isdecimal() or not pin.isascii():
        raise ValueError("a PIN has at least four digits")
    return argon2.PasswordHasher().hash(pin)


class Door:
    """Asks for the PIN. ``pin_hash`` is what ``hash_pin`` made of it."""

    def __init__(self, pin_hash: str, sessions: Sessions, patience: Patience, wrong: WrongPin) -> None:
        self._hasher = argon2.PasswordHasher()
        argon2.extract_parameters(pin_hash)
        self._pin_hash = pin_hash
        self._patience = patience
        self._wrong = wrong
        self.sessions = sessions
        # One hash at a time: each takes 64 MiB for a moment, and the Pi has other things to do.
        self._one = anyio.CapacityLimiter(1)

    def wait_s(self, client: str) -> float:
        """Return how long ``client`` must wait before its next try; 0 where it may try now."""
        return self._patience.wait_s(client, known=self.sessions.knows(client))

    async def opens(self, pin: str, client: str) -> bool:
        """Whether ``pin`` is the one; a wrong one counts against ``client`` and is told."""
        known = self.sessions.knows(client)
        together = self._patience.tried(client, known=known)
        if await anyio.to_thread.run_sync(self._verify, pin, limiter=self._one):
            self._patience.right(client, known=known)
            return True
        self._wrong(client, together)
        return False

    def _verify(self, pin: str) -> bool:
        try:
            return self._hasher.verify(self._pin_hash, pin)
        except argon2.exceptions.VerificationError:
            return False


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
    door: Door | None = request.app.state.door
    fields = await fields_of(request)
    if door is None:
        raise Problem("pin", "no PIN is asked for here", 404)
    pin = text_field(fields, "pin", 64)
    if pin is None:
        raise Problem("pin", "give the PIN")
    client = request.client.host if request.client else ""
    if wait := door.wait_s(client):
        headers = {"Retry-After": str(int(wait) + 1)}
        return problem_response("pin", f"too many tries; wait {int(wait) + 1} s", 429, headers)
    if not await door.opens(pin, client):
        raise Problem("pin", "that is not the PIN", 403)
    response = JSONResponse({"taken": "pin"})
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, door.sessions.open(client), max_age=int(SESSION_S), httponly=True, samesite="strict",
        secure=secure,
    )  # fmt: skip
    return response
