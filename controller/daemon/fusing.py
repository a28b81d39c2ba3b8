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
_SAID: Final = (*_AMOUNTS, "confidence", "alternatives")
"""What a word says of the chips."""
_COUNTS: Final = ("chips.push", "chips.bet")
_UNNAMED: Final = 0.001
_TOLD_TOGETHER: Final = 0.9
"""What neither camera could tell alone is told where both together find it so likely."""
_DENIED: Final = 0.5
"""What one camera told is not told where both together find it less likely than this."""
_MAY_HIDE: Final = 0.85
_MISSES: Final = 0.15
"""How sure a camera is at most that counts chips behind which others could lie, as ``vision.reading`` has it; where it tells none, as
too much lies unseen, how much of what may lie there it does not name at least."""
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
    went_on: dict[str, Any] | None = None
    """What of it went on."""
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
        told.went_on = told.fields
        return Let(told, told.fields)
    agreed = fused(told.fields, other.fields)
    if other.passed:  # its word stands for both
        late = agreed is None and not other.doubted
        return Let(told, _told_late(told.fields, other, agreed, late), doubt=late)
    told.doubted = agreed is None
    told.went_on = _open(told.fields, other.fields) if agreed is None else agreed
    return Let(told, told.went_on, doubt=told.doubted)


def _told_late(
    fields: dict[str, Any], other: Told, agreed: dict[str, Any] | None, doubt: bool
) -> dict[str, Any] | None:
    """Return what goes on of a word after the other camera's: of a count the chips that nobody has told."""
    if fields.get("type") != "chips.bet":
        return None
    if doubt:
        return _open(other.fields, fields)
    known = (None, (other.went_on or {}).get("chips"))
    return agreed if agreed is not None and agreed.get("chips") not in known else None


def fused(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any] | None:
    """Return what both say; None where they differ.

    A camera that could not tell follows the one that could, unless it finds that unlikely; what neither could tell is
    told where both together are sure; and what may have lain hidden from one is taken from the one that saw it.
    """
    likely = both_find_likely(one, other)
    more = next((it for it, less in ((other, one), (one, other)) if _told(it) and _may_hide(less, it)), None)
    if more is None and one.get("type") in _COUNTS and not (_told(one) and _told(other)):
        return {**_without_chips(one), **_known(one, other, likely), **likely}
    if all(one.get(name) == other.get(name) for name in (*_AMOUNTS, "seats")):
        return {**one, **likely}
    return None if more is None else {**_without_chips(one), **_said(more)}


def _known(one: dict[str, Any], other: dict[str, Any], likely: dict[str, Any]) -> dict[str, Any]:
    """Return the chips of two words of which at most one tells any, or nothing."""
    best = next(iter(likely.get("alternatives", ())), None)
    if not (_told(one) or _told(other)):
        return {"chips": best["chips"]} if best is not None and best["p"] >= _TOLD_TOGETHER else {}
    told = _said(one if _told(one) else other)
    both = "alternatives" in one and "alternatives" in other
    denied = both and told.get("chips") is not None and _p_of(told["chips"], likely) < _DENIED
    return {} if denied else told


def _without_chips(fields: dict[str, Any]) -> dict[str, Any]:
    """Return a word that tells no chips: a push of unknown ones, or a count without."""
    kept = {name: value for name, value in fields.items() if name not in _SAID}
    return {**kept, "chips": None} if fields.get("type") == "chips.push" else kept


def _said(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: fields[name] for name in _SAID if name in fields}


def _p_of(chips: dict[str, int], likely: dict[str, Any]) -> float:
    return next((float(each["p"]) for each in likely.get("alternatives", ()) if each["chips"] == chips), 0.0)


def _may_hide(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether ``one`` counts, or sees, some of the chips that ``other`` does, behind which the rest may lie."""
    if one.get("type") != "chips.bet":
        return False
    less, more = one.get("chips") or {}, other.get("chips") or {}
    if _told(one):
        sure = one.get("confidence")
        hides = sure is not None and sure <= _MAY_HIDE
    else:
        guesses = one.get("alternatives") or [{"chips": {}, "p": 1.0}]
        hides, less = sum(each["p"] for each in guesses) <= 1 - _MISSES, guesses[0]["chips"]
    return bool(hides and less) and all(more.get(chip, 0) >= number for chip, number in less.items())


def _told(fields: dict[str, Any]) -> bool:
    """Whether a camera could tell what lies there."""
    return any(fields.get(name) is not None for name in _AMOUNTS)


def both_find_likely(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the alternatives of two cameras together: each count's likelihoods multiplied.

    What one of them does not name it finds as likely as the least that is told at all.
    """
    first, second = _likely(one), _likely(other)
    if not first or not second:
        return {"alternatives": (one if first else other)["alternatives"]} if first or second else {}
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
        return _without_chips(fields)
    counts = [fields.get("chips"), other.get("chips")]
    if fields.get("type") != "chips.bet" or None in counts:
        return None
    either = [{"chips": chips, "p": 1 / len(counts)} for chips in counts]
    return {**_without_chips(fields), "confidence": 0, "alternatives": either}
