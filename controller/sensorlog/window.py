"""Puts late reports into their place in time before anybody judges them: the reorder window.

Pure: no clock. An item is handed on, in order of ``t`` (equal ``t``: order of lines), once another
item later by more than ``WINDOW_S`` has come, or when the owner closes the window himself (the daemon
by its clock, a replay at the end of the log). ``t`` is compared in whole microseconds, the log's
resolution, so that a report exactly ``WINDOW_S`` late is in time on every machine.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from typing import Final, Generic, TypeVar

WINDOW_S: Final = 0.25
_WINDOW_US: Final = round(WINDOW_S * 1_000_000)

Item = TypeVar("Item")


class TooLateError(ValueError):
    """An item further back than the window; ``behind_s`` is how far behind the latest it came."""

    def __init__(self, behind_s: float) -> None:
        super().__init__(f"{behind_s:.6f} s behind the latest line, the window is {WINDOW_S} s")
        self.behind_s = behind_s


def to_us(t: float) -> int:
    """Return ``t``, seconds, 0 or more, as whole microseconds."""
    return int(t * 1_000_000 + 0.5)


class ReorderWindow(Generic[Item]):
    """Holds items back until nothing earlier can come any more."""

    def __init__(self) -> None:
        self._held: deque[tuple[int, int, Item]] = deque()  # in order; no two have the same line
        self._latest_us = 0

    def __len__(self) -> int:
        return len(self._held)

    @property
    def latest(self) -> float:
        """Return the largest ``t`` so far, in seconds."""
        return self._latest_us / 1_000_000

    def push(self, t: float, line: int, item: Item) -> list[tuple[int, Item]]:
        """Take an item in; return the ``(line, item)`` pairs that are now due, in order.

        ``line`` must grow with every call. Raise TooLateError where ``t`` lies behind the window.
        """
        self.take(t, line, item)
        return self.due()

    def take(self, t: float, line: int, item: Item) -> None:
        """Take an item in like ``push``, but leave what is due until ``due`` is asked."""
        at_us = to_us(t)
        held, behind_us = self._held, self._latest_us - at_us
        if behind_us <= 0:
            self._latest_us = at_us
            held.append((at_us, line, item))
        elif behind_us > _WINDOW_US:
            raise TooLateError(behind_us / 1_000_000)
        else:
            insort(held, (at_us, line, item))

    def pass_on(self, times: list[float], line: int, items: list[Item]) -> list[tuple[int, Item]] | None:
        """Take what stands on the lines from ``line`` on, and hand on what is due, many items at once.

        None, and nothing is taken, where they are not in order: they have to be taken one by one.
        """
        if sorted(times) != times or to_us(times[0]) < self._latest_us:
            return None
        self._latest_us = to_us(times[-1])
        before_us = self._latest_us - _WINDOW_US
        first = len(items)
        while first and to_us(times[first - 1]) >= before_us:
            first -= 1
        due = [*self._due(before_us), *zip(range(line, line + first), items, strict=False)]
        for n in range(first, len(items)):
            self._held.append((to_us(times[n]), line + n, items[n]))
        return due

    def due(self) -> list[tuple[int, Item]]:
        """Hand on what is due: nothing earlier can come any more."""
        return self._due(self._latest_us - _WINDOW_US)

    def close_before(self, t: float) -> list[tuple[int, Item]]:
        """Hand on what lies before ``t``: no source can report anything earlier any more.

        What comes for that time all the same is taken while it is within the window of the latest item.
        """
        return self._due(to_us(t))

    def flush(self) -> list[tuple[int, Item]]:
        """Hand on everything; the window is then as new and time may start again."""
        due = [(line, item) for _, line, item in self._held]
        self._held.clear()
        self._latest_us = 0
        return due

    def _due(self, before_us: int) -> list[tuple[int, Item]]:
        held = self._held
        due = []
        while held and held[0][0] < before_us:
            _, line, item = held.popleft()
            due.append((line, item))
        return due
