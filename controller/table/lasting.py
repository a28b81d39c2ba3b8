"""Answers whether something has lasted long enough to mean something, and notes when it will have.

What a rule waits for stands in the question that the rule asks, so a table can say when it wants to hear of
the time next: ``awaited`` has it asked everything and returns the earliest moment at which an answer changes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, inf
from typing import Final

_NOTED: Final[list[float]] = []
"""When answers will change, while they are noted."""
_NOTING: Final[list[bool]] = []
"""Holds something while answers are noted."""


def lasted(since: float, seconds: float, now: float) -> bool:
    """Whether what began at ``since`` has lasted for so many seconds at ``now``."""
    if now - since >= seconds:
        return True
    if _NOTING:
        _NOTED.append(since + seconds)
    return False


def outlasted(since: float, seconds: float, now: float) -> bool:
    """Whether what began at ``since`` has lasted for longer than so many seconds at ``now``."""
    if now - since > seconds:
        return True
    if _NOTING:
        _NOTED.append(since + seconds)
    return False


def steps(since: float, seconds: float, now: float, most: int) -> int:
    """Return how many whole times ``seconds`` have passed between ``since`` and ``now``; ``most`` are waited for."""
    passed = min(floor((now - since) / seconds), most)
    if _NOTING and passed < most:
        _NOTED.append(since + (passed + 1) * seconds)
    return passed


def awaited(answers: Callable[[float], bool], now: float) -> float | None:
    """Return the first moment after ``now`` at which something that ``answers`` asks for will have lasted.

    It is a microsecond late, so that by then it has lasted however it is asked; the next one where the answers
    bring something at ``now`` already, and None where nothing is awaited.
    """
    _NOTED.clear()
    _NOTING.append(True)
    try:
        earliest = now if answers(now) else min((at for at in _NOTED if at > now), default=inf)
    finally:
        _NOTING.clear()
        _NOTED.clear()
    return (ceil(round(earliest * 1e6, 1)) + 1) / 1e6 if earliest < inf else None
