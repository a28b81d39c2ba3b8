"""Answers whether something has lasted long enough to mean something, and notes when it will have.

What a rule waits for stands in the question that the rule asks, so a table can say when it wants to hear of
the time next: ``awaited`` has it asked everything and returns the earliest moment at which an answer changes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, inf
from typing import Final

_NOTED: Final[list[list[float]]] = []
"""When answers will change, while they are noted: a list for each who asks, as what he asks may ask in its turn."""


def lasted(since: float, seconds: float, now: float) -> bool:
    """Whether what began at ``since`` has lasted for so many seconds at ``now``."""
    if now - since >= seconds:
        return True
    if _NOTED:
        _note(max(since + seconds, now))
    return False


def outlasted(since: float, seconds: float, now: float) -> bool:
    """Whether what began at ``since`` has lasted for longer than so many seconds at ``now``."""
    if now - since > seconds:
        return True
    if _NOTED:
        _note(max(since + seconds, now))
    return False


def steps(since: float, seconds: float, now: float, most: int) -> int:
    """Return how many whole times ``seconds`` have passed between ``since`` and ``now``; ``most`` are waited for."""
    passed = min(floor((now - since) / seconds), most)
    if _NOTED and passed < most:
        _note(since + (passed + 1) * seconds)
    return passed


def awaited(answers: Callable[[float], bool], now: float) -> float | None:
    """Return the first moment after ``now`` at which something that ``answers`` asks for will have lasted.

    It is a microsecond late, so that by then it has lasted however it is asked; the next one where the answers
    bring something at ``now`` already, and None where nothing is awaited.
    """
    noted: list[float] = []
    _NOTED.append(noted)
    try:
        earliest = now if answers(now) else min((at for at in noted if at >= now), default=inf)
    finally:
        _NOTED.pop()
    return (ceil(round(earliest * 1e6, 1)) + 1) / 1e6 if earliest < inf else None


def _note(at: float) -> None:
    """Note when an answer changes: never before the moment at which it was asked for, as what has to be outlasted may end at it."""
    for noted in _NOTED:
        noted.append(at)
