"""Puts in order what the devices kept, each for itself, while the daemon was away.

Until every device has caught up, or patience is over, what comes is held back, unacknowledged; then it is
let in by the time at which it was sensed. A kill in between loses nothing: the devices still have it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 2.0


class StartGate:
    """Holds events back in the first moments. Times are seconds of ``time.monotonic``."""

    def __init__(self, now: float, devices: int) -> None:
        self.began_s, self.opens_s = now, now + PATIENCE_S
        self._open = devices == 0
        self._held: list[tuple[float, int, Callable[[], None]]] = []
        self._last: dict[str, float] = {}

    @property
    def is_open(self) -> bool:
        """Whether events go straight through."""
        return self._open

    @property
    def holds(self) -> bool:
        """Whether something waits to be let in, or is on its way."""
        return bool(self._held)

    def take(self, device: str, at_s: float, let_in: Callable[[], None]) -> None:
        """Let an event in, now or when the gate opens. One device's events keep their order."""
        if self._open:
            let_in()
            return
        at_s = max(at_s, self._last.get(device, at_s))
        self._last[device] = at_s
        self._held.append((at_s, len(self._held), let_in))

    def look(self, now: float, caught_up: list[float | None]) -> bool:
        """Open if it is time; return whether it is open.

        ``caught_up`` is, for each device, up to when it has handed everything over; None while not up.
        """
        if not self._open and (
            now >= self.opens_s or all(at is not None and at >= self.began_s for at in caught_up)
        ):
            self._open = True
            self._held.sort(key=lambda held: held[:2], reverse=True)
            while self._held:
                self._held.pop()[2]()
        return self._open
