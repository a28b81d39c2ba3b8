"""Keeps sessions of people and of paired displays, which outlast a restart and end on time.

A session is a random token in the browser's cookie. What is kept, in memory and in the file beside the
journal, is its SHA-256 alone, so that nobody can make a cookie of it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from controller.web.roles import Person, Role

SESSION_S: Final = 12 * 3600.0
"""A shift. A person's cookie lives as long, whatever its page does."""
DISPLAY_S: Final = 365 * 24 * 3600.0
"""A paired display stays in until it is shut out, a year at most."""
MOST_SESSIONS: Final = 64
CODE_S: Final = 600.0
"""How long the code on a display that asks to be let in is good."""
MOST_WAITING: Final = 16


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A session. ``until`` and ``since`` are seconds of the wall clock, ``client`` is the address that it is from.

    ``pin`` tells one PIN from the next without telling the PIN; "" for a display.
    """

    token: str
    since: float
    until: float
    client: str
    name: str = ""
    role: Role | None = None
    display: bool = False
    pin: str = ""

    @property
    def person(self) -> Person:
        """Whose session it is."""
        return Person(name=self.name, role=self.role)

    @property
    def id(self) -> str:
        """What names the session to people; nothing can be done with it but end the session."""
        return self.token[:12]


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A display that shows a code and waits to be let in."""

    token: str
    until: float
    client: str


class Sessions:
    """The open sessions. ``wall`` gives seconds since 1970; ``path`` is where they outlast a restart."""

    def __init__(self, wall: Callable[[], float], path: Path | None = None) -> None:
        self._wall, self._path = wall, path
        self._open: dict[str, Session] = {}
        self._waiting: dict[str, Waiting] = {}
        """Displays that wait, by their code."""
        for session in _read(path):
            # A clock that was set back while nobody looked makes no session longer than it was meant.
            until = min(session.until, wall() + (DISPLAY_S if session.display else SESSION_S))
            self._open[session.token] = msgspec.structs.replace(session, until=until)

    def keep(self, fits: Callable[[Session], bool]) -> None:
        """End every session that does not fit any more."""
        fitting = {token: session for token, session in self._open.items() if fits(session)}
        ended = len(fitting) < len(self._open)
        self._open = fitting
        if ended:
            self._write()

    def open(self, client: str, person: Person, pin: str) -> str:
        """Return a new session's token, opened with ``pin``; the oldest one of a person ends where there are too many."""
        token = secrets.token_urlsafe(32)
        self._add(_hashed(token), client, person.name, person.role, SESSION_S, pin=pin)
        return token

    def wait(self, client: str) -> tuple[str, str]:
        """Note a display that asks to be let in; return its token and the six digits that it shows."""
        now = self._wall()
        self._waiting = {code: held for code, held in self._waiting.items() if held.until > now}
        while len(self._waiting) >= MOST_WAITING:
            self._waiting.pop(next(iter(self._waiting)))
        code = f"{secrets.randbelow(1_000_000):06}"
        token = secrets.token_urlsafe(32)
        self._waiting[code] = Waiting(token=_hashed(token), until=now + CODE_S, client=client)
        return token, code

    def waits(self, token: str) -> bool:
        """Whether the code of the display with this cookie is still good."""
        hashed, now = _hashed(token), self._wall()
        return any(held.token == hashed and held.until > now for held in self._waiting.values())

    def admit(self, code: str, name: str, role: Role | None) -> bool:
        """Let the display in that shows ``code``; return whether one does."""
        held = self._waiting.pop(code, None)
        if held is None or held.until <= self._wall():
            return False
        self._add(held.token, held.client, name, role, DISPLAY_S)
        return True

    def shut(self, session_id: str) -> bool:
        """End the session that is called so; return whether there was one."""
        gone = [token for token, session in self._open.items() if session.id == session_id]
        for token in gone:
            del self._open[token]
        self._write()
        return bool(gone)

    def open_ones(self) -> list[Session]:
        """Return the sessions that have not run out, the newest first."""
        now = self._wall()
        return [session for session in reversed(self._open.values()) if session.until > now]

    def of(self, token: str) -> Session | None:
        """Return the session of a cookie, None where it is none or has run out."""
        session = self._open.get(_hashed(token))
        return session if session is not None and session.until > self._wall() else None

    def knows(self, client: str) -> bool:
        """Whether somebody at ``client`` is in."""
        return any(session.client == client for session in self.open_ones())

    def _add(
        self, token: str, client: str, name: str, role: Role | None, for_s: float, pin: str = ""
    ) -> None:
        now = self._wall()
        self._open = {held: session for held, session in self._open.items() if session.until > now}
        self._open[token] = Session(
            token=token,
            since=now,
            until=now + for_s,
            client=client,
            name=name,
            role=role,
            display=not pin,
            pin=pin,
        )
        people = [held for held, session in self._open.items() if not session.display]
        for oldest in people[: max(0, len(self._open) - MOST_SESSIONS)]:
            del self._open[oldest]
        self._write()

    def _write(self) -> None:
        """Keep the sessions; where the disk refuses, they end with the daemon as they would without a file."""
        if self._path is None:
            return
        new = self._path.with_name(self._path.name + ".new")
        with contextlib.suppress(OSError):
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(msgspec.json.encode([*self._open.values()]))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _read(path: Path | None) -> list[Session]:
    """Return the kept sessions; none where the file is not there or is no such file."""
    if path is None:
        return []
    with contextlib.suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(path.read_bytes(), type=list[Session])
    return []
