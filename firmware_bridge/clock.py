"""Follows a device's clock as seen from the host: which moment of ours a device time was, and how sure that is.

Every PING that is answered tells one thing for certain: the device read its clock after we sent and
before we received. So each answer gives an interval of our time for one device time. A crystal that is
off by no more than ``DRIFT_PPM`` carries an interval to any other device time, widened by the drift; the
truth lies in all of them, so it lies in their intersection. The middle is the estimate and half the
width the error, which is a bound and no guess. (Marzullo's interval argument, 1984; NTP's four stamps.)
An empty intersection means that the clock was set, or stopped: everything is worked out anew.
"""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

DRIFT_PPM: Final = 200
KEPT: Final = 32
"""Intervals kept: half a minute's worth at one PING a second."""

_STAMP_MODULUS: Final = 2**64
_MICRO: Final = 1e-6
_STEP_S: Final = 2e-6
"""One tick of either clock: stamps are whole microseconds."""


class Interval(NamedTuple):
    """The host time of ``device_us`` lies between ``low_s`` and ``high_s``."""

    device_us: int
    low_s: float
    high_s: float

    def carried_to(self, device_us: int) -> tuple[float, float]:
        """Return the bounds for another device time."""
        ahead_s = stamp_distance(device_us, self.device_us) * _MICRO
        drift_s = abs(ahead_s) * DRIFT_PPM * 1e-6
        return self.low_s + ahead_s - drift_s, self.high_s + ahead_s + drift_s


class DeviceClock:
    """Maps the device times of one boot of one device."""

    def __init__(self) -> None:
        self._known: deque[Interval] = deque(maxlen=KEPT)
        self._mapped: tuple[int, tuple[float, float]] | None = None
        """The device time mapped last, and its bounds; the same one is asked for again and again between two answers."""

    @property
    def ready(self) -> bool:
        """Whether any time can be mapped yet."""
        return bool(self._known)

    def add(self, *, asked_s: float, answered_s: float, received_us: int, sent_us: int) -> float | None:
        """Take one answered PING: our two times, and the device's two.

        Return None, or by how many seconds at least the device's clock has jumped. An answer whose own
        stamps cannot be (a stay in the device longer than the whole round trip) is left out.
        """
        stay_s = stamp_distance(sent_us, received_us) * _MICRO
        high_s = answered_s - stay_s * (1 - DRIFT_PPM * 1e-6) + _STEP_S
        if stay_s < 0 or high_s < asked_s:
            return None
        low_s = asked_s - _STEP_S
        jump_s = None
        if self._known:
            old_low_s, old_high_s = self._bounds(received_us)
            low_s, high_s, apart_s = _overlap((low_s, high_s), (old_low_s, old_high_s))
            if apart_s > 0:
                jump_s = apart_s
                self._known.clear()
        self._known.append(Interval(received_us, low_s, high_s))
        self._mapped = None
        return jump_s

    def host_time(self, device_us: int) -> tuple[float, float]:
        """Return the host time of ``device_us`` and the most by which that can be wrong, in seconds."""
        low_s, high_s = self._bounds(device_us)
        return (low_s + high_s) / 2, max(0.0, (high_s - low_s) / 2)

    def _bounds(self, device_us: int) -> tuple[float, float]:
        if not self._known:
            raise ValueError("no PING was answered yet, no time can be mapped")
        if self._mapped is None or self._mapped[0] != device_us:
            carried = [interval.carried_to(device_us) for interval in self._known]
            bounds = max(low for low, _ in carried), min(high for _, high in carried)
            self._mapped = device_us, bounds
        return self._mapped[1]


def _overlap(new: tuple[float, float], old: tuple[float, float]) -> tuple[float, float, float]:
    """Return what both allow and 0, or the new bounds and how far apart the two lie."""
    low_s, high_s = max(new[0], old[0]), min(new[1], old[1])
    return (low_s, high_s, 0.0) if low_s <= high_s else (*new, low_s - high_s)


def stamp_distance(later_us: int, earlier_us: int) -> int:
    """Return how many microseconds ``later_us`` lies after ``earlier_us``; stamps wrap at 2**64."""
    half = _STAMP_MODULUS // 2
    return (later_us - earlier_us + half) % _STAMP_MODULUS - half
