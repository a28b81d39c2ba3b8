"""Serves a camera on a pty of its own, by the link that every device of the table speaks, as kind ``chips``."""

from __future__ import annotations

import math
import secrets
import select
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from firmware_bridge.codes import Fault
from firmware_bridge.device import CommandReceived, DeviceNews, DeviceSession, Identity
from firmware_bridge.pty_wire import PtyWire
from vision.motion.events import Event
from vision.watch.card_events import CardsTurned
from vision.watch.process import Eye
from vision.watch.watched import News

DETECTS_ONLY: Final = "it sees, and has no chip set to count by: key the amounts"
COUNTS: Final = "it sees, and counts"
HANDS_OVER_S: Final = 10.0
_STARTING: Final = "no picture yet"


class Aside(Protocol):
    """Somebody who tells beside the eye what it does not see."""

    def fileno(self) -> int:
        """Return a descriptor that is readable when there is something to take."""

    def take(self) -> list[tuple[dict[str, Any], float | None]]:
        """Return the events told since the last call, each with how many seconds ago its motion began."""


class LinkedCamera:
    """One camera and the daemon's end of its cable.

    ``counts``: it knows the chips, or is there for cards alone. A camera that does not tells no push, so the daemon
    is told that it senses nothing, and why; otherwise the table would believe that nobody bets. The frames' times
    are seconds of the machine's monotonic clock.
    """

    def __init__(
        self,
        eye: Eye,
        link: Path | None,
        identity: Identity,
        say: Callable[[str], None],
        *,
        counts: bool,
        unseen: str = "",
        hear: Callable[[DeviceNews | Event | CardsTurned], None] = lambda news: None,
        aside: Aside | None = None,
    ) -> None:
        """``say`` takes how the camera is, in words; ``hear`` what the daemon told it and what it told.

        ``unseen`` names the zones that its pictures do not wholly show, as a device names what is dead.
        """
        self._unseen = unseen
        self._aside = aside
        self._eye, self._say, self._counts, self._hear = eye, say, counts, hear
        self._wire = PtyWire(link)
        self._started_ns = time.monotonic_ns()
        self._session = DeviceSession(identity, secrets.randbelow(2**32 - 1) + 1)
        self._session.settled_us = lambda now_us: min(now_us, self._us(self._eye.settled))

    def plug(self) -> str:
        """Make the pty and return its path."""
        return self._wire.plug()

    def serve(self) -> None:
        """Run until the camera's frames end; a camera that runs by itself never does."""
        self._report(_STARTING)
        self._eye.start()
        try:
            while not self._eye.ended:
                self._step()
            self._hand_over()
        finally:
            self._wire.unplug()

    def _hand_over(self) -> None:
        """Let the daemon have what was told last: a film may end before it was taken."""
        ends_at = time.monotonic() + HANDS_OVER_S
        self._step()
        while self._session.ring.oldest() is not None and time.monotonic() < ends_at:
            self._step()

    def _step(self) -> None:
        wait_s = min(1.0, max(0.0, (self._session.next_wake() - self._now_us()) / 1e6))
        asides = [] if self._aside is None else [self._aside.fileno()]
        select.select([self._wire.fileno(), self._eye.fileno(), *asides], [], [], wait_s)
        for asked in self._session.receive(self._wire.read(), self._now_us()):
            self._hear(asked)
            if isinstance(asked, CommandReceived):
                self._session.finish(
                    asked.number, self._now_us(), Fault.UNKNOWN_COMMAND, "a camera only looks"
                )
        for news in self._eye.news():
            self._tell(news)
        self._take_aside()
        self._wire.write(self._session.to_send())

    def _take_aside(self) -> None:
        for fields, began_s in [] if self._aside is None else self._aside.take():
            now_us = self._now_us()
            if began_s is not None:
                fields["started_us"] = max(0, now_us - round(began_s * 1e6))
            self._session.sense(fields, now_us)

    def _tell(self, news: News) -> None:
        if isinstance(news, CardsTurned):
            self._session.sense(news.fields(), self._now_us(), min(self._us(news.t), self._now_us()))
            self._hear(news)
        elif isinstance(news, Event):
            self._sense(news)
        elif news.trouble is not None:
            self._report(f"blind, {news.why}")
        elif self._counts and self._unseen:
            self._report(self._unseen)
        elif self._counts:
            self._session.report(Fault.WELL, "", self._now_us())
            self._say(COUNTS)
        else:
            self._report(DETECTS_ONLY)

    def _sense(self, event: Event) -> None:
        if not self._counts:
            return
        fields = event.fields()
        if event.started is not None:
            fields["started_us"] = self._us(event.started)
        self._session.sense(fields, self._now_us(), min(self._us(event.t), self._now_us()))
        self._hear(event)

    def _report(self, text: str) -> None:
        self._session.report(Fault.SENSOR, text, self._now_us())
        self._say(text)

    def _us(self, monotonic_s: float) -> int:
        """Return the device's time of a moment of the monotonic clock."""
        if math.isinf(monotonic_s):
            return self._now_us()
        return max(0, round(monotonic_s * 1e6) - self._started_ns // 1000)

    def _now_us(self) -> int:
        return (time.monotonic_ns() - self._started_ns) // 1000
