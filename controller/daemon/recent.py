"""The last words and bets of the hand, newest first, for a dealer who wants to correct one."""

from __future__ import annotations

from collections import deque
from typing import Any

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

_KEPT = 10
_WORDS = {"all_in": "all-in", "amount": "number"}


class RecentActs:
    """Follows events as they arrive."""

    def __init__(self) -> None:
        self._acts: deque[dict[str, Any]] = deque(maxlen=_KEPT)

    def newest_first(self) -> list[dict[str, Any]]:
        """Return the acts: ``id`` is the line of the log, ``what`` is ``words`` or ``chips``."""
        return list(self._acts)

    def heard(self, line: int, event: AnyEvent, at: str) -> None:
        """Note an event."""
        if isinstance(event, HandStarted):
            self._acts.clear()
        elif isinstance(event, DeclareCancelled):
            self._taken_back(event.seat)
        elif isinstance(event, Declared | Tapped):
            self._note(line, event.seat, _said(event), at, "words")
        elif isinstance(event, ChipsPushed | ChipsCounted):
            self._note(line, event.seat, _put(event), at, "chips")

    def _note(self, line: int, seat: int, text: str, at: str, what: str) -> None:
        self._acts.appendleft({"id": str(line), "seat": seat, "text": text, "at": at, "what": what})

    def _taken_back(self, seat: int) -> None:
        for act in self._acts:
            if act["seat"] == seat and act["what"] == "words":
                self._acts.remove(act)
                return


def _said(event: Declared | Tapped) -> str:
    if isinstance(event, Tapped):
        return "check"
    word = _WORDS.get(event.action, event.action)
    return word if event.amount is None else f"{word} {event.amount:,}"


def _put(event: ChipsPushed | ChipsCounted) -> str:
    if event.chips is None:
        amount = event.amount if isinstance(event, ChipsCounted) else None
    else:
        amount = value_of(event.chips)
    if amount is None:
        return "chips not told"
    return f"pushed {amount:,}" if isinstance(event, ChipsPushed) else f"bet of {amount:,}"
