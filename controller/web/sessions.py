"""Who has given the PIN: sessions that outlast a restart and end on time.

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

SESSION_S: Final = 12 * 3600.0
"""A shift. The cookie lives as long, whatever its page does."""
MOST_SESSIONS: Final = 64


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A session: ``until`` in seconds of the wall clock, ``client`` the address that it was opened from."""

    token: str
    until: float
    client: str


class Sessions:
    """The open sessions. ``wall`` gives seconds since 1970; ``path`` is where they outlast a restart."""

    def __init__(self, wall: Callable[[], float], path: Path | None = None) -> None:
        self._wall, self._path = wall, path
        self._open: dict[str, Session] = {}
        for session in _read(path):
            # A clock that was set back while nobody looked makes no session longer than a shift.
            until = min(session.until, wall() + SESSION_S)
            self._open[session.token] = msgspec.structs.replace(session, until=until)

    def open(self, client: str) -> str:
        """Return a new session's token; the oldest one ends where there are too many."""
        token = secrets.token_urlsafe(32)
        kept = _hashed(token)
        self._open[kept] = Session(token=kept, until=self._wall() + SESSION_S, client=client)
        self._open = {kept: session for kept, session in self._open.items() if session.until > self._wall()}
        while len(self._open) > MOST_SESSIONS:
            self._open.pop(next(iter(self._open)))
        self._write()
        return token

    def holds(self, token: str) -> bool:
        """Whether ``token`` is a session that has not run out."""
        session = self._open.get(_hashed(token))
        return session is not None and session.until > self._wall()

    def knows(self, client: str) -> bool:
        """Whether somebody at ``client`` has given the right PIN, and the session has not run out."""
        return any(s.client == client and s.until > self._wall() for s in self._open.values())

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
