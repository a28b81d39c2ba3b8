"""Says whether a deck may be used: 52 cards, a tag each, and no tag that two others can be taken for.

Some readers give the OR of two tags that answer at once, without an error. In a deck fresh from one roll,
with ids that follow each other, that OR is often a third card of the same deck. And tags that differ in a
bit or two can be taken for each other past a reader's weak checksum.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from controller.table.ranks import FULL_DECK

LEAST_DISTANCE: Final = 3
"""Bits in which any two tags differ at least; fewer is told, and is no reason to refuse the deck."""
NAMED: Final = 20
"""Pairs that are named one by one; of more the rest are counted."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a deck. ``bars``: it must not be used like this."""

    text: str
    bars: bool = True


def troubles(cards: dict[str, str]) -> list[Trouble]:
    """Return everything that is wrong with a deck's map of tags to cards, the worst first."""
    return [*_cards_wrong(cards), *_ghosts(cards), *_near(cards)]


def _cards_wrong(cards: dict[str, str]) -> list[Trouble]:
    tags = defaultdict(list)
    for tag, card in cards.items():
        tags[card].append(tag)
    found = [
        Trouble(f"{card} has {len(its)} tags: {', '.join(its)}") for card, its in tags.items() if len(its) > 1
    ]
    missing = sorted(FULL_DECK - set(tags))
    if missing:
        found.append(Trouble(f"{len(missing)} of 52 cards have no tag: {', '.join(missing)}"))
    return found


def _ghosts(cards: dict[str, str]) -> list[Trouble]:
    """Two tags read as one give the OR of both; is that a third card of the deck?"""
    found = []
    for size, known in _by_length(cards).items():
        for (first, one), (second, other) in combinations(known.items(), 2):
            both = first | second
            if both in known and both not in (first, second):
                found.append(f"{one} and {other} read at once give {known[both]} ({both:0{size}X})")
    named = [Trouble(text) for text in found[:NAMED]]
    if len(found) > NAMED:
        named.append(Trouble(f"and {len(found) - NAMED} pairs more that give a third card"))
    return named


def _near(cards: dict[str, str]) -> list[Trouble]:
    found = []
    for known in _by_length(cards).values():
        for (first, one), (second, other) in combinations(known.items(), 2):
            if (first ^ second).bit_count() < LEAST_DISTANCE:
                found.append(f"{one} and {other}")
    if not found:
        return []
    some = ", ".join(found[:3]) + (f" and {len(found) - 3} pairs more" if len(found) > 3 else "")
    return [Trouble(f"tags that differ in fewer than {LEAST_DISTANCE} bits: {some}", bars=False)]


def _by_length(cards: dict[str, str]) -> dict[int, dict[int, str]]:
    lengths: dict[int, dict[int, str]] = defaultdict(dict)
    for tag, card in cards.items():
        lengths[len(tag)][int(tag, 16)] = card
    return lengths
