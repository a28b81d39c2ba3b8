"""Counts who follows the table, and says whose place a newcomer gets when all are taken."""

from __future__ import annotations

from collections import Counter
from typing import Final

MOST_STREAMS: Final = 60
"""Pages that may follow the table at one time; keys and rulings need places beside them."""


class Full(Exception):
    """Every place is taken by somebody else's only page."""


class Follower:
    """One open stream of ``who``: a session, else an address. ``over``: its place was given away."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.over = False


class Followers:
    """All of them, those who came first before the others.

    Nobody can take the displays' places with many pages of his own: where all are taken, whoever has the most
    pages loses the oldest of them, which may be one that its browser has forgotten.
    """

    def __init__(self) -> None:
        self._there: list[Follower] = []

    def enter(self, who: str) -> Follower:
        """Return a place for a page of ``who``. Raise Full where everybody has one page alone."""
        if len(self._there) >= MOST_STREAMS:
            most, pages = Counter(one.who for one in self._there).most_common(1)[0]
            if pages < 2:
                raise Full
            oldest = next(one for one in self._there if one.who == most)
            oldest.over = True
            self.leave(oldest)
        newest = Follower(who)
        self._there.append(newest)
        return newest

    def leave(self, follower: Follower) -> None:
        """Note that a page is gone, or has lost its place."""
        if follower in self._there:
            self._there.remove(follower)
