"""Guards any address that is not loopback by a PIN: a session after it, and patience before it."""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import anyio.to_thread
import argon2
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.config.model import PersonConfig
from controller.keyed import text_field
from controller.web import language
from controller.web.body import fields_of
from controller.web.patience import Patience
from controller.web.problems import Problem, problem_response
from controller.web.roles import ANYBODY, Person
from controller.web.sessions import SESSION_S, Session, Sessions

COOKIE: Final = "floorcall"
OPEN_PATHS: Final = ("/login", "/pair", "/static/", "/fonts", "/metrics")
PAGES: Final = ("/", "/floor", "/seats", "/access")
"""The pages; who asks for one without a session is shown the PIN's page first."""
MOST_NAME: Final = 40
AT_THE_TABLE: Final = Person(name="", role="dealer")
"""Who sits at the machine itself where people are told apart: the dealer's display, and nobody else."""
WrongPin = Callable[[str, int], None]
"""Called with the address that gave a wrong PIN, and how many wrong ones there were from all of them."""


def hash_pin(pin: str) -> str:
    """Return what the configuration keeps of a PIN. Raise ValueError for one under four digits."""
    if len(pin) < 4 or not pin.isdecimal() or not pin.isascii():
        raise ValueError("a PIN has at least four digits")
    return argon2.PasswordHasher().hash(pin)


def pins_of(people: Sequence[PersonConfig], pin: str | None) -> dict[Person, str] | None:
    """Return the hashes of the PINs by person, one of nobody in particular's; None where none is asked for."""
    if people:
        return {Person(name=one.name, role=one.role, language=one.language or ""): one.pin for one in people}
    return None if pin is None else {ANYBODY: pin}


def mark_of(pin_hash: str) -> str:
    """Return what tells a PIN's hash from another's, and cannot be tried against."""
    return hashlib.sha256(pin_hash.encode()).hexdigest()[:16]


class Door:
    """Asks for the PIN. ``pins`` are what ``hash_pin`` made of each person's; one of ``ANYBODY`` is everybody's."""

    def __init__(
        self, pins: Mapping[Person, str], sessions: Sessions, patience: Patience, wrong: WrongPin
    ) -> None:
        self._hasher = argon2.PasswordHasher()
        for pin_hash in pins.values():
            argon2.extract_parameters(pin_hash)
        self._pins = {person.name: (person, pin_hash) for person, pin_hash in pins.items()}
        self._patience = patience
        self._wrong = wrong
        self.sessions = sessions
        sessions.keep(self._may_stay)
        # One hash at a time: each takes 64 MiB for a moment, and the Pi has other things to do.
        self._one = anyio.CapacityLimiter(1)

    @property
    def names(self) -> list[str]:
        """Who can be asked for a PIN, by name; empty where there is one for all."""
        return [name for name in self._pins if name]

    @property
    def told_apart(self) -> bool:
        """Whether people have roles at this table."""
        return ANYBODY.name not in self._pins

    def _may_stay(self, session: Session) -> bool:
        """Whether a session of before the start still is what its PIN would open: its person may have gone from the list,
        or have another role or PIN."""
        person, pin_hash = self._pins.get(session.name, (None, ""))
        same = person is not None and (session.role, session.pin) == (person.role, mark_of(pin_hash))
        return session.display or same

    def open(self, client: str, person: Person) -> str:
        """Return the token of a session that the person's PIN opened."""
        return self.sessions.open(client, person, mark_of(self._pins[person.name][1]))

    def wait_s(self, name: str, client: str) -> float:
        """Return how long ``client`` must wait before its next try at ``name``'s PIN; 0 where it may try now."""
        return self._patience.wait_s(client, name, known=self.sessions.knows(client))

    async def opens(self, name: str, pin: str, client: str) -> Person | None:
        """Return whose PIN it is. None for a wrong one, which counts against ``client`` and is told."""
        known = self.sessions.knows(client)
        together = self._patience.tried(client, name, known=known)
        person, pin_hash = self._pins.get(name, (None, ""))
        if person is not None and await anyio.to_thread.run_sync(
            self._verify, pin_hash, pin, limiter=self._one
        ):
            self._patience.right(client, name, known=known)
            return person
        self._wrong(client, together)
        return None

    def _verify(self, pin_hash: str, pin: str) -> bool:
        try:
            return self._hasher.verify(pin_hash, pin)
        except argon2.exceptions.VerificationError:
            return False

    def person_at(self, request: Request) -> Person | None:
        """Return who asks: by his session, or as the display at the machine itself; None for a stranger."""
        session = self.sessions.of(request.cookies.get(COOKIE, ""))
        if session is not None:
            known, _ = self._pins.get("" if session.display else session.name, (ANYBODY, ""))
            return replace(session.person, language=known.language)
        return AT_THE_TABLE if self.told_apart and _is_here(request) else None


class PinGuard:
    """Let only those through who are in; a page goes to the PIN, everything else is refused."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(OPEN_PATHS):
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        person = self.door.person_at(request)
        if person is not None:
            request.state.person = person
            await self.app(scope, receive, send)
            return
        if scope["path"] in PAGES and request.method in ("GET", "HEAD"):
            response: Response = RedirectResponse(f"/login?to={scope['path']}", 303)
        else:
            response = problem_response("session", "give the PIN first", 401)
        await response(scope, receive, send)


async def log_in(request: Request) -> Response:
    """Take a person's PIN. 429 with the seconds to wait after too many wrong ones."""
    fields = await fields_of(request)
    door = door_of(request)
    pin = text_field(fields, "pin", 64)
    if pin is None:
        raise Problem("pin", "give the PIN")
    name = text_field(fields, "name", MOST_NAME) or ""
    if door.told_apart and name not in door.names:
        raise Problem("name", f"one of {', '.join(door.names)} is meant")
    client = client_of(request)
    if wait := door.wait_s(name, client):
        headers = {"Retry-After": str(int(wait) + 1)}
        return problem_response("pin", f"too many tries; wait {int(wait) + 1} s", 429, headers)
    person = await door.opens(name, pin, client)
    if person is None:
        raise Problem("pin", "that is not the PIN", 403)
    answer = with_cookie(request, {"taken": "pin"}, door.open(client, person), SESSION_S)
    if person.language:
        answer.delete_cookie(language.COOKIE)  # what was chosen before him here is not his choice
    return answer


def with_cookie(request: Request, says: dict[str, Any], token: str, for_s: float) -> Response:
    """Return an answer that leaves a session's token in the browser."""
    response = JSONResponse(says)
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token, max_age=int(for_s), httponly=True, samesite="strict", secure=secure
    )  # fmt: skip
    return response


def door_of(request: Request) -> Door:
    """Return the door. Raise Problem where nobody is asked for a PIN."""
    door: Door | None = request.app.state.door
    if door is None:
        raise Problem("pin", "no PIN is asked for here", 404)
    return door


def client_of(request: Request) -> str:
    """Return the address that asks."""
    return request.client.host if request.client else ""


def _is_here(request: Request) -> bool:
    """Whether the request comes from the machine itself."""
    try:
        return ipaddress.ip_address(client_of(request)).is_loopback
    except ValueError:
        return False
