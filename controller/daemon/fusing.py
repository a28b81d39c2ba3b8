"""Makes of what two cameras saw of one zone one count; where they differ nobody's word is taken.

Sans-I/O. What a camera tells of a zone that another one sees too waits a moment for the other; what the same camera
tells after it waits behind it, since a device's events are acknowledged in their order. Times are seconds of one
monotonic clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

MATCH_S: Final = 0.5
"""Two cameras see the end of one motion within this time: a hand leaves one picture before the other."""
HOLD_S: Final = 0.4
"""What one camera saw waits so long for the other; what comes later is still known as the same."""
_REMEMBERED_S: Final = 5.0
_AMOUNTS: Final = ("chips", "amount")
_UNNAMED: Final = 0.001
_MOST: Final = 8

Reported = Callable[[str], float | None]
"""Up to when a device has told everything; None where it is not up."""


@dataclass(eq=False, slots=True)
class Told:
    """What a device told: ``witnesses`` are the other cameras that see it too, none for anything else."""

    device: str
    fields: dict[str, Any]
    at_s: float
    arrived_s: float
    witnesses: list[str] = field(default_factory=list)
    other: Told | None = None
    """The same thing as another camera told it."""
    passed: bool = False
    doubted: bool = False

    def is_like(self, other: Told) -> bool:
        """Whether two cameras can mean the same thing."""
        same = all(self.fields.get(name) == other.fields.get(name) for name in ("type", "seat", "seats"))
        return same and other.device in self.witnesses and abs(self.at_s - other.at_s) <= MATCH_S


@dataclass(frozen=True, slots=True)
class Let:
    """What goes on: ``fields`` in the place of what was told, None where another's word stands for it.

    ``doubt``: the cameras differ, said once.
    """

    told: Told
    fields: dict[str, Any] | None
    doubt: bool = False


class Fusion:
    """Holds what waits for a second camera, each device's in order."""

    def __init__(self) -> None:
        self._held: dict[str, deque[Told]] = {}
        self._passed: deque[Told] = deque()

    @property
    def oldest_s(self) -> float | None:
        """When the earliest thing that waits was sensed; None where nothing does."""
        return min((told.at_s for queue in self._held.values() for told in queue), default=None)

    def waits_for(self) -> dict[str, float]:
        """Return the cameras that are waited for, with up to when they have to have told everything."""
        found: dict[str, float] = {}
        for queue in self._held.values():
            for told in queue:
                if told.other is None:
                    found |= {name: max(found.get(name, 0.0), told.at_s + MATCH_S) for name in told.witnesses}
        return found

    def take(self, told: Told) -> None:
        """Take what a device told; ``release`` lets it go on."""
        if told.witnesses and told.other is None:
            alike = [other for other in self._others(told) if other.other is None and told.is_like(other)]
            if alike:
                told.other = min(alike, key=lambda other: abs(other.at_s - told.at_s))
                told.other.other = told
        self._held.setdefault(told.device, deque()).append(told)

    def _others(self, told: Told) -> Iterator[Told]:
        yield from self._passed
        for name in told.witnesses:
            yield from self._held.get(name, ())

    def release(self, now: float, reported: Reported) -> Iterator[Let]:
        """Yield what goes on now, each device's in its order."""
        while self._passed and now - self._passed[0].arrived_s > _REMEMBERED_S:
            self._passed.popleft()
        for queue in self._held.values():
            while queue and self._may_go(queue[0], now, reported):
                told = queue.popleft()
                told.passed = True
                if told.witnesses and told.other is None:
                    self._passed.append(told)
                yield _let(told)
        self._held = {name: queue for name, queue in self._held.items() if queue}

    def _may_go(self, told: Told, now: float, reported: Reported) -> bool:
        if not told.witnesses or told.other is not None or now - told.arrived_s >= HOLD_S:
            return True
        up = [at for name in told.witnesses if (at := reported(name)) is not None]
        return all(at > told.at_s + MATCH_S for at in up)


def _let(told: Told) -> Let:
    other = told.other
    if other is None:
        return Let(told, told.fields)
    agreed = fused(told.fields, other.fields)
    if other.passed:  # its word stands for both
        late = agreed is None and not other.doubted
        counted = late and told.fields.get("type") == "chips.bet"
        return Let(told, _open(other.fields, told.fields) if counted else None, doubt=late)
    told.doubted = agreed is None
    return Let(told, _open(told.fields, other.fields) if agreed is None else agreed, doubt=told.doubted)


def fused(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any] | None:
    """Return what both say: a camera that could not tell follows the one that could; None where they differ."""
    likely = both_find_likely(one, other)
    if one.get("type") in ("chips.push", "chips.bet"):
        if not _told(one):
            return {**one, **{name: other[name] for name in _AMOUNTS if name in other}, **likely}
        if not _told(other):
            return {**one, **likely}
    same = all(one.get(name) == other.get(name) for name in (*_AMOUNTS, "seats"))
    return {**one, **likely} if same else None


def _told(fields: dict[str, Any]) -> bool:
    """Whether a camera could tell what lies there."""
    return any(fields.get(name) is not None for name in _AMOUNTS)


def both_find_likely(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the alternatives of two cameras together: each count's likelihoods multiplied.

    What one of them does not name it finds as likely as the least that is told at all.
    """
    first, second = _likely(one), _likely(other)
    if not first or not second:
        return {"alternatives": one["alternatives"]} if first else {}
    both = {chips: first.get(chips, _UNNAMED) * second.get(chips, _UNNAMED) for chips in {**first, **second}}
    neither = max(0.0, 1 - sum(first.values())) * max(0.0, 1 - sum(second.values()))
    whole = sum(both.values()) + neither
    best = sorted(both, key=lambda chips: (-both[chips], chips))[:_MOST]
    told = [{"chips": dict(chips), "p": round(both[chips] / whole, 3)} for chips in best]
    return {"alternatives": [each for each in told if each["p"]]}


def _likely(fields: dict[str, Any]) -> dict[tuple[tuple[str, int], ...], float]:
    return {tuple(sorted(each["chips"].items())): each["p"] for each in fields.get("alternatives") or ()}


def _open(fields: dict[str, Any], other: dict[str, Any]) -> dict[str, Any] | None:
    """Return what is told where cameras differ: a push of unknown chips, a count that may be either's, nothing else."""
    if fields.get("type") == "chips.push":
        return {name: value for name, value in fields.items() if name != "alternatives"} | {"chips": None}
    counts = [fields.get("chips"), other.get("chips")]
    if fields.get("type") != "chips.bet" or None in counts:
        return None
    either = [{"chips": chips, "p": 1 / len(counts)} for chips in counts]
    kept = {name: value for name, value in fields.items() if name not in _AMOUNTS}
    return {**kept, "confidence": 0, "alternatives": either}
