"""Says what a count may also be, and how likely each is: chips by denomination, the likeliest first.

``p`` is meant as a frequency: of all that say 0.9, nine in ten are right. What is missing to 1 is anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

MOST: Final = 8
LEAST: Final = 0.001
"""What is less likely is not told."""
_FOLLOWED: Final = 64
"""How many ways a stack's chips or a zone's stacks can lie are followed while they are put together."""

Chips = Mapping[int, int]
"""Denomination to number; none of it is 0."""
Ways = dict[tuple[int, ...], float]
"""Chips in the order of their worth, to how likely they are."""


@dataclass(frozen=True)
class Alternative:
    """What may lie there: ``chips``, with the likelihood ``p``."""

    chips: Chips
    p: float

    @property
    def amount(self) -> int:
        """What the chips are worth."""
        return sum(denomination * number for denomination, number in self.chips.items())

    def as_json(self) -> dict[str, Any]:
        """Return it as events and ``floorcall chips --json`` carry it."""
        return {"chips": {str(chip): self.chips[chip] for chip in sorted(self.chips)}, "p": round(self.p, 3)}


def p_of(chips: Chips, held: Iterable[Alternative]) -> float:
    """Return how likely it is that ``chips`` lie there, by what may be ``held``."""
    return next((each.p for each in held if each.chips == chips), 0.0)


def one_of_each(chips: Iterable[Mapping[int, float]]) -> Ways:
    """Return what a stack may hold, each of its ``chips`` being a denomination by chance."""
    return _put_together({(kind,): p for kind, p in chip.items()} for chip in chips)


def together(stacks: Iterable[Sequence[Alternative]]) -> tuple[Alternative, ...]:
    """Return what ``stacks`` may hold together."""
    return told(_put_together({_in_order(held): held.p for held in stack} for stack in stacks))


def mixed(looks: Sequence[Sequence[Alternative]]) -> tuple[Alternative, ...]:
    """Return what several looks at the same chips say of them, each as good as another."""
    ways: Counter[tuple[int, ...]] = Counter()
    for held in (held for look in looks for held in look):
        ways[_in_order(held)] += held.p / len(looks)  # type: ignore[assignment]
    return told(ways)


def told(ways: Mapping[tuple[int, ...], float]) -> tuple[Alternative, ...]:
    """Return the likeliest of ``ways``, the best first; of equals the one of fewer and smaller chips."""
    best = sorted(ways.items(), key=lambda way: (-way[1], len(way[0]), way[0]))[:MOST]
    return tuple(Alternative(dict(Counter(chips)), p) for chips, p in best if p >= LEAST)


def changes(before: Chips, after: Sequence[Alternative]) -> tuple[Alternative, ...]:
    """Return what may have been added to the chips that lay there ``before``; what also took some away is left out."""
    found = []
    for held in after:
        more = Counter(held.chips)
        more.subtract(before)
        if all(number >= 0 for number in more.values()) and any(more.values()):
            found.append(Alternative({chip: number for chip, number in more.items() if number}, held.p))
    return tuple(found)


def _in_order(held: Alternative) -> tuple[int, ...]:
    return tuple(sorted(Counter(held.chips).elements()))


def _put_together(parts: Iterable[Ways]) -> Ways:
    ways: Ways = {(): 1.0}
    for part in parts:
        longer: Ways = {}
        for held, p in ways.items():
            for more, q in part.items():
                if p * q >= LEAST / 10:
                    both = tuple(sorted((*held, *more)))
                    longer[both] = longer.get(both, 0.0) + p * q
        ways = dict(sorted(longer.items(), key=lambda way: -way[1])[:_FOLLOWED])
    return ways
