"""Serves a camera on a pty of its own, by the link that every device of the table speaks, as kind ``chips``."""

from __future__ import annotations

import secrets
import select
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware_bridge.codes import Fault
from firmware_bridge.device import CommandReceived, DeviceSession, Identity
from firmware_bridge.pty_wire import PtyWire
from vision.blindness import Change
from vision.process import Eye

DETECTS_ONLY: Final = "it sees, and cannot count chips yet: key the amounts"
_STARTING: Final = "no picture yet"


class LinkedCamera:
    """One camera and the daemon's end of its cable.

    A camera that cannot count senses no push, so the daemon is told that it senses nothing, and why;
    otherwise the table would believe that nobody bets.
    """

    def __init__(self, eye: Eye, link: Path, identity: Identity, say: Callable[[str], None]) -> None:
        self._eye, self._say = eye, say
        self._wire = PtyWire(link)
        self._started_ns = time.monotonic_ns()
        self._session = DeviceSession(identity, secrets.randbelow(2**32 - 1) + 1)

    def serve(self) -> None:
        """Run until the camera's frames end; a camera that runs by itself never does."""
        self._wire.plug()
        self._report(_STARTING)
        self._eye.start()
        try:
            while not self._eye.ended:
                self._step()
        finally:
            self._wire.unplug()

    def _step(self) -> None:
        wait_s = min(1.0, max(0.0, (self._session.next_wake() - self._now_us()) / 1e6))
        select.select([self._wire.fileno(), self._eye.fileno()], [], [], wait_s)
        for news in self._session.receive(self._wire.read(), self._now_us()):
            if isinstance(news, CommandReceived):
                self._session.finish(
                    news.number, self._now_us(), Fault.UNKNOWN_COMMAND, "a camera only looks"
                )
        for change in self._eye.changes():
            self._tell(change)
        self._wire.write(self._session.to_send())

    def _tell(self, change: Change) -> None:
        if change.trouble is None:
            self._report(DETECTS_ONLY)
        else:
            detail = f": {change.detail}" if change.detail else ""
            self._report(f"blind, {change.trouble.value}{detail}")

    def _report(self, text: str) -> None:
        self._session.report(Fault.SENSOR, text, self._now_us())
        self._say(text)

    def _now_us(self) -> int:
        return (time.monotonic_ns() - self._started_ns) // 1000
