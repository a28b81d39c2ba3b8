"""Keeps the table's clock: seconds since the log's start, monotonic, whatever the wall clock does meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

RESOLUTION_S = 0.000_001
STEP_S: Final = 1.0
"""The wall clock has been set where it is off by more than this; less is what NTP slews."""


def utc_now() -> datetime:
    """Return what the wall clock says."""
    return datetime.now(UTC)


class TableClock:
    """Maps the machine's monotonic clock to the log's ``t`` and to the clock on the wall.

    A log that is continued goes on by the wall clock, but never behind its last ``t``.
    """

    def __init__(self, started: str, last_t: float, wall_clock: Callable[[], datetime] = utc_now) -> None:
        """``started`` is the log's RFC 3339 start, ``last_t`` its largest ``t`` so far, in seconds."""
        self._wall_clock = wall_clock
        now = wall_clock()
        elapsed = (now - datetime.fromisoformat(started)).total_seconds()
        self._t0 = max(elapsed, last_t + RESOLUTION_S, 0.0)
        self._mono0 = time.monotonic()
        self._wall0 = now.astimezone()

    def now(self) -> float:
        """Return the log's ``t`` now, to the microsecond."""
        return self.t_of(time.monotonic())

    def t_of(self, monotonic_s: float) -> float:
        """Return the log's ``t`` of a moment of ``time.monotonic``."""
        return round(self._t0 + monotonic_s - self._mono0, 6)

    def monotonic_of(self, t: float) -> float:
        """Return the moment of ``time.monotonic`` at which the log's ``t`` is reached."""
        return t - self._t0 + self._mono0

    def take_step(self) -> float:
        """Look whether the wall clock was set; follow it in ``wall`` and return by how many seconds, else 0.0.

        ``t`` does not move: the order and the durations of the log rest on the monotonic clock alone.
        """
        expected = self._wall0 + timedelta(seconds=self.now() - self._t0)
        step = self._wall_clock() - expected
        if abs(step.total_seconds()) <= STEP_S:
            return 0.0
        self._wall0 += step
        return step.total_seconds()

    def wall(self, t: float | None = None) -> str:
        """Return the local time of ``t``, or of now, as ``HH:MM:SS``."""
        return self.moment(t).strftime("%H:%M:%S")

    def moment(self, t: float | None = None) -> datetime:
        """Return the local time of ``t``, or of now, with its offset from UTC."""
        moment = self._wall0 + timedelta(seconds=(self.now() if t is None else t) - self._t0)
        return moment.astimezone()


def starting_now() -> str:
    """Return the present moment as a log's RFC 3339 start."""
    return utc_now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
