"""Holds what the floor gets for an answer: a title, steps in order, and what is left for it to decide."""

from __future__ import annotations

from msgspec import Struct


class AssistError(ValueError):
    """Figures that cannot be; the message names them and says what would be right."""


class Answer(Struct, frozen=True, kw_only=True):
    """An answer by a house's book. ``cites`` has the deciding clause first; empty where the house is silent.

    ``steps`` say who gets or does what, one a line, in order; ``decide`` what the book leaves open.
    """

    title: str
    cites: list[str] = []
    our_reading: bool = False
    steps: list[str] = []
    decide: list[str] = []

    @property
    def silent(self) -> bool:
        """Whether the book has no clause for this."""
        return not self.cites


def several(count: int, one: str, many: str = "") -> str:
    """Return ``count`` with its word: ``1 chip``, ``3 chips``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def chips(count: int, value: int) -> str:
    """Return chips as they are counted out: ``7 x 25``."""
    return f"{count:,} x {value:,}"
