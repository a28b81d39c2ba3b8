"""Finds presses of a bouncing switch. Sans-IO: edges and times come in, presses and releases go out.

A switch that closes or opens chatters for a few milliseconds. A level counts once it has stood without an
edge: down for ``settle_s``, up for ``release_s``, for a worn switch lets go for longer while a finger rests on it
than a new one chatters. So chatter whose gaps are shorter gives nothing, however long it lasts, and a key that is
held for ``settle_s`` is always a press, even where nobody asked in between: the next edge shows how long the level
before it stood.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SETTLE_S: Final = 0.005
"""Longest gap between two bounces of the same movement, in seconds; key switches stay under 5 ms."""
RELEASE_S: Final = 0.02
"""A key that is up for less was not let go, in seconds: no finger presses twice so fast."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyMoved:
    """A key went down or came up at ``t``, the moment of the last edge of that movement, in seconds."""

    t: float
    down: bool


class Debouncer:
    """One key. ``t`` never goes back; a time before the last one is taken as the last one."""

    def __init__(self, settle_s: float = SETTLE_S, release_s: float = RELEASE_S) -> None:
        self._settle_s, self._release_s = settle_s, release_s
        self._reported_down = False
        self._level_down = False
        self._since = 0.0
        self._settled = True

    @property
    def settles_at(self) -> float | None:
        """When to call ``tick`` next, or None while the key rests."""
        return None if self._settled else self._counts_at

    def edge(self, t: float, *, down: bool) -> list[KeyMoved]:
        """Take an edge after which the pin reads ``down``.

        A second edge to the same level means that the one between was missed; it counts as a bounce.
        """
        t = max(t, self._since)
        moved = self.tick(t)
        self._level_down = down
        self._since = t
        self._settled = False
        return moved

    def tick(self, t: float) -> list[KeyMoved]:
        """Let time pass until ``t``; report the level that has settled by then, if it is a new one."""
        if self._settled or t < self._counts_at:
            return []
        self._settled = True
        if self._level_down == self._reported_down:
            return []
        self._reported_down = self._level_down
        return [KeyMoved(t=self._since, down=self._level_down)]

    @property
    def _counts_at(self) -> float:
        return self._since + (self._settle_s if self._level_down else self._release_s)
