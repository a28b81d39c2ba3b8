"""Says what a table is equipped with: what is not sensed is inferred where that is safe, and not judged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from controller.table.events import Equipment, LogHeader

EVERYTHING: Final[frozenset[str]] = frozenset(get_args(Equipment))


class Kit:
    """The equipment of one table, each part true where it is there."""

    __slots__ = (
        "antennas",
        "awards",
        "camera",
        "checks",
        "faces",
        "hands",
        "parts",
        "parts_hands",
        "shoe",
        "taps",
        "whole",
        "words",
    )

    def __init__(self, parts: Iterable[str] = EVERYTHING) -> None:
        there = frozenset(parts)
        self.parts = there
        self.shoe = "shoe" in there
        """Draws are counted."""
        self.antennas = "antennas" in there
        """Cards are seen where they lie."""
        self.camera = "camera" in there
        """Pushes, pulls and sweeps are seen."""
        self.faces = "faces" in there
        """Cards that are turned are seen, or keyed."""
        self.taps = "taps" in there
        """Every check is tapped or keyed."""
        self.words = "words" in there
        """The dealer keys every word that binds."""
        self.checks = self.taps and self.words
        """Every check is heard: a knock is sensed, and what is only said is keyed."""
        self.awards = "awards" in there
        """A pot that is pushed is seen, or keyed."""
        self.hands = "hands" in there
        """Starts and ends of hands are signalled."""
        self.parts_hands = self.antennas or self.hands
        """It is known which hand chips were put in for; without it a blind may have gone to the hand before."""
        self.whole = there >= EVERYTHING
        """Nothing is missing."""


FULL: Final = Kit()
"""What a log has that does not say what it is equipped with."""


def kit_of(header: LogHeader) -> Kit:
    """Return the equipment that a log's header names; everything where it names none."""
    return FULL if header.equipment is None else Kit(header.equipment)


def sees_ends(kit: Kit) -> bool:
    """Whether a table so equipped sees every hand end: cards, chips and draws."""
    return kit.shoe and kit.antennas and kit.camera
