"""Keeps the last words and bets, newest first, for a dealer who wants to correct one."""

from __future__ import annotations

from collections import deque
from typing import Final

from msgspec.structs import replace

from controller.table.chips import value_of
from controller.table.events import (
    AnyEvent,
    ChipsCounted,
    ChipsPushed,
    DeclareCancelled,
    Declared,
    HandStarted,
    Tapped,
)
from controller.table_api import Act, BadKey

KEPT: Final = 10


class RecentActs:
    """Follows events as they arrive."""

    def __init__(self) -> None:
        self._acts: deque[Act] = deque()
        self._said: dict[int, int] = {}
        """The seat of every word of the hand that stands, by its line."""

    def newest_first(self) -> list[Act]:
        """Return the last acts."""
        return list(self._acts)[:KEPT]

    def check(self, seat: int, of: int | None) -> None:
        """Raise BadKey, saying why, where there are no such words to take back."""
        if of is None:
            if seat not in self._said.values():
                raise BadKey.because("seat", "nothing_said", n=seat)
        elif of not in self._said:
            raise BadKey.because("of", "taken_back")
        elif self._said[of] != seat:
            raise BadKey.because("of", "words_of", n=self._said[of])

    def heard(self, line: int, event: AnyEvent, at: str) -> None:
        """Note an event."""
        if isinstance(event, HandStarted):
            self._acts = deque(replace(act, over=True) for act in self.newest_first())
            self._said.clear()
        elif isinstance(event, DeclareCancelled):
            self._taken_back(event)
        elif isinstance(event, Declared):
            self._note(Act(line=line, seat=event.seat, does=event.action, amount=event.amount, at=at))
        elif isinstance(event, Tapped):
            self._note(Act(line=line, seat=event.seat, does="tap", amount=None, at=at))
        elif isinstance(event, ChipsPushed):
            amount = None if event.chips is None else value_of(event.chips)
            self._note(Act(line=line, seat=event.seat, does="push", amount=amount, at=at))
        elif isinstance(event, ChipsCounted):
            amount = event.amount if event.chips is None else value_of(event.chips)
            self._note(Act(line=line, seat=event.seat, does="count", amount=amount, at=at))

    def _note(self, act: Act) -> None:
        self._acts.appendleft(act)
        if act.is_words:
            self._said[act.line] = act.seat

    def _taken_back(self, event: DeclareCancelled) -> None:
        own = [line for line, seat in self._said.items() if seat == event.seat]
        of = event.of if event.of is not None else max(own, default=None)
        if of not in own:
            return
        self._said.pop(of, None)
        self._acts = deque(act for act in self._acts if act.line != of)
