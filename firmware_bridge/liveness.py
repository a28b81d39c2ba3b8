"""Watches for signs of life: when to ask, when to call a device silent, when the noise is too much."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

PING_S: Final = 0.983
"""Odd on purpose, so that it does not fall into step with a device's own once-a-second work."""
RETRY_S: Final = 0.1
FIRST_PINGS: Final = 8
FIRST_PING_S: Final = 0.06
"""A new link asks fast, so that the device's clock is known well within half a second."""
ASK_GAP_S: Final = 0.02
SILENT_S: Final = 1.5
REFUSED_SILENT_S: Final = 6.0
UNTIMED_S: Final = 3.0
"""A device that sends all that it has kept before it answers takes as long at 115,200 baud."""

NOISE_SPAN_S: Final = 5.0
NOISE_FRAMES: Final = 20


@dataclass(slots=True)
class Counters:
    """What a status page shows of a link; all since the session was made."""

    bytes_in: int = 0
    frames: int = 0
    bad_frames: int = 0
    bad_messages: int = 0
    resends_asked: int = 0
    links_up: int = 0
    worst_quiet_s: float = 0.0


class Pinger:
    """Decides when a PING is due and matches the answers."""

    def __init__(self) -> None:
        self._open: deque[tuple[int, float]] = deque(maxlen=16)
        self._due_s: float | None = None
        self._last_s = float("-inf")
        self._unanswered = False
        self._burst = 0

    def start(self, now: float) -> None:
        """Begin a new link."""
        self._open.clear()
        self._unanswered = False
        self._due_s, self._burst = now, FIRST_PINGS

    def stop(self) -> None:
        """Ask no more."""
        self._open.clear()
        self._due_s = None

    def ask(self, now: float) -> None:
        """Bring the next PING forward, but not closer than 20 ms to the last."""
        if self._due_s is not None:
            self._due_s = min(self._due_s, max(now, self._last_s + ASK_GAP_S))

    def next_wake(self) -> float | None:
        return self._due_s

    def due(self, now: float) -> bool:
        return self._due_s is not None and now >= self._due_s

    def sent(self, now: float) -> int:
        """Note a PING sent now; return its stamp in microseconds."""
        stamp_us = round(now * 1e6)
        self._open.append((stamp_us, now))
        self._last_s, self._unanswered = now, True
        self._due_s = now + (FIRST_PING_S if self._burst else RETRY_S)
        self._burst = max(0, self._burst - 1)
        return stamp_us

    def answered(self, asked_us: int, now: float) -> float | None:
        """Return when the PING with this stamp was sent; None if it is none of ours, or answered twice."""
        for sent in self._open:
            if sent[0] == asked_us:
                self._open.remove(sent)
                self._unanswered = False
                if not self._burst and self._due_s is not None:
                    self._due_s = self._last_s + PING_S
                return sent[1]
        return None


class Timing:
    """Tells once that a device which is welcome answers no PING that counts, and once that it does at last."""

    def __init__(self) -> None:
        self._since_s: float | None = None
        self.told = False

    def begin(self, now: float) -> None:
        """Note that the link came up, and that the device has its first PING to answer."""
        self._since_s = now

    def late(self, now: float, patience_s: float = UNTIMED_S) -> bool:
        """Return True when it has just been without an answer for too long."""
        if self.told or self._since_s is None or now - self._since_s < patience_s:
            return False
        self.told = True
        return True

    def over(self) -> bool:
        """Note that it is over; return whether it had been told."""
        told, self._since_s, self.told = self.told, None, False
        return told


class NoiseMeter:
    """Tells when so many damaged frames come that somebody should look at the cable."""

    def __init__(self) -> None:
        self._bad_at: deque[float] = deque(maxlen=NOISE_FRAMES)
        self.loud = False

    def bad(self, now: float) -> bool:
        """Note a damaged frame; return True when it has just become too much."""
        self._bad_at.append(now)
        if self.loud or len(self._bad_at) < NOISE_FRAMES or now - self._bad_at[0] > NOISE_SPAN_S:
            return False
        self.loud = True
        return True

    def calmed(self, now: float) -> bool:
        """Return True when it has just become quiet again."""
        if not self.loud or now - self._bad_at[-1] <= NOISE_SPAN_S:
            return False
        self.loud = False
        self._bad_at.clear()
        return True
