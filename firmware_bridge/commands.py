"""Sends commands from host to device: numbered, one at a time, sent again until the device says it is done."""

from __future__ import annotations

import secrets
from collections import deque
from typing import Any, Final

import msgspec

from firmware_bridge.codes import Fault
from firmware_bridge.frames import MAX_PAYLOAD, SEQ_MODULUS, seq_after
from firmware_bridge.from_device import Done
from firmware_bridge.from_host import Command
from firmware_bridge.news import CommandDone, CommandFailed

AGAIN_S: Final = 0.2
TRIES: Final = 10
MAX_WAITING: Final = 64


class CommandQueue:
    """Commands waiting for one device, the first of them on its way."""

    def __init__(self, first_number: int | None = None) -> None:
        # A random start: a restarted host must not repeat the number that the device did last.
        self._next = secrets.randbelow(SEQ_MODULUS) if first_number is None else first_number
        self._waiting: deque[Command] = deque()
        self._tries = 0
        self._due_s: float | None = None

    def put(self, fields: dict[str, Any]) -> int:
        """Queue a command; return its number. Raise ValueError if it is too long or too many wait."""
        content = msgspec.json.encode(fields)
        if len(content) > MAX_PAYLOAD:
            raise ValueError(f"command of {len(content)} bytes, at most {MAX_PAYLOAD} fit")
        if len(self._waiting) >= MAX_WAITING:
            raise ValueError(f"{MAX_WAITING} commands are waiting already")
        number, self._next = self._next, seq_after(self._next)
        self._waiting.append(Command(number=number, content=content))
        return number

    def due(self, now: float) -> Command | None:
        """Return the command to put on the wire now, if any."""
        if not self._waiting or (self._due_s is not None and now < self._due_s):
            return None
        if self._tries >= TRIES:
            return None
        self._tries += 1
        self._due_s = now + AGAIN_S
        return self._waiting[0]

    def expired(self, now: float) -> CommandFailed | None:
        """Give up on the first command once every try has had its time."""
        if self._tries < TRIES or self._due_s is None or now < self._due_s:
            return None
        return CommandFailed(number=self._drop().number, why=f"no answer after {TRIES} tries")

    def answered(self, done: Done) -> CommandDone | CommandFailed | None:
        """Take a DONE; one for a command that is not on its way says nothing new."""
        if not self._tries or self._waiting[0].number != done.number:
            return None
        number = self._drop().number
        if done.code == Fault.WELL:
            return CommandDone(number=number)
        return CommandFailed(number=number, why=done.text or fault_name(done.code))

    def fail_all(self, why: str) -> list[CommandFailed]:
        """Drop everything, as when the device is gone."""
        failed = [CommandFailed(number=command.number, why=why) for command in self._waiting]
        self._waiting.clear()
        self._tries, self._due_s = 0, None
        return failed

    def next_wake(self) -> float | None:
        """Return when ``due`` or ``expired`` has something to say; None if never, 0 for at once."""
        if not self._waiting:
            return None
        return self._due_s or 0.0

    def _drop(self) -> Command:
        self._tries, self._due_s = 0, None
        return self._waiting.popleft()


def fault_name(code: int) -> str:
    """Return the code's name in words, ``fault 77`` for one that is not in the table."""
    try:
        return Fault(code).name.lower().replace("_", " ")
    except ValueError:
        return f"fault {code}"
