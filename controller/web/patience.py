"""Says how long who gave a wrong PIN waits before the next try: each address by itself, and all of them together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

FREE_TRIES: Final = 5
FIRST_WAIT_S: Final = 30.0
ALL_FREE_TRIES: Final = 20
"""Wrong tries of all addresses together that nobody waits for."""
ALL_FIRST_WAIT_S: Final = 5.0
LONGEST_WAIT_S: Final = 900.0
FORGOTTEN_AFTER_S: Final = 3600.0
"""Without a try for so long, the wrong ones of all addresses together are forgotten."""
MOST_CLIENTS: Final = 1024


class Patience:
    """Counts wrong tries. ``monotonic`` gives seconds that never go back.

    Who tries one person's PIN at one address waits after ``FREE_TRIES``; that he knows another's shortens nothing.
    Whoever has many addresses waits all the same: after ``ALL_FREE_TRIES`` every further try, wherever it comes
    from, makes the wait for all longer. An address from which the right PIN came before is not held up by the others.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._each: dict[tuple[str, str], tuple[int, float]] = {}
        """Wrong tries of an address at a person's PIN, and until when it waits."""
        self._strangers = (0, 0.0)
        """Wrong tries of all addresses from which nobody is in, and until when they wait."""
        self._wrong = 0
        self._last = 0.0

    def wait_s(self, client: str, name: str, *, known: bool) -> float:
        """Return how long ``client`` must wait before its next try at ``name``'s PIN; 0 where it may try now."""
        until = self._each.get((client, name), (0, 0.0))[1]
        if not known:
            until = max(until, self._strangers[1])
        return max(0.0, until - self._monotonic())

    def tried(self, client: str, name: str, *, known: bool) -> int:
        """Count a try before it is checked, so that many at once gain nothing; return how many there were in all."""
        now = self._monotonic()
        if now - self._last > FORGOTTEN_AFTER_S:
            self._wrong, self._strangers = 0, (0, 0.0)
        self._wrong, self._last = self._wrong + 1, now
        tries = self._each.pop((client, name), (0, 0.0))[0] + 1
        self._each[client, name] = (tries, now + _wait(tries - FREE_TRIES, FIRST_WAIT_S))
        while len(self._each) > MOST_CLIENTS:
            self._each.pop(next(iter(self._each)))
        if not known:
            together = self._strangers[0] + 1
            self._strangers = (together, now + _wait(together - ALL_FREE_TRIES, ALL_FIRST_WAIT_S))
        return self._wrong

    def right(self, client: str, name: str, *, known: bool) -> None:
        """The last try of ``client`` at ``name``'s PIN was right: it and its wrong ones before count no more."""
        tries, _ = self._each.pop((client, name), (0, 0.0))
        self._wrong = max(0, self._wrong - tries)
        if known:
            return
        together = max(0, self._strangers[0] - tries)
        self._strangers = (together, self._strangers[1] if together >= ALL_FREE_TRIES else 0.0)


def _wait(over: int, first_s: float) -> float:
    return min(first_s * 2 ** min(over, 10), LONGEST_WAIT_S) if over >= 0 else 0.0
