"""Says what mess hands make of stacks: for the tables that train the nets and for those that measure them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry.camera import Array

PLACED: Final = "placed"
MIXED: Final = "mixed"


@dataclass(frozen=True)
class Mess:
    """How hands leave stacks: chips shifted by chance (standard deviations an axis, one a stack), by ``most_mm`` at most.

    ``lean_mm`` is by how much a stack leans at most, a chip; ``out`` how many of them have one chip turned out by
    5 mm; with ``high`` a fifth has 16 chips and more.
    """

    shifts_mm: tuple[float, ...]
    most_mm: float = 1.6
    lean_mm: float = 0.0
    out: float = 0.0
    high: bool = True

    def shifted(self, count: int, shift_mm: float, chance: np.random.Generator) -> Array:
        """Return by how much each of ``count`` chips lies off its place, (count, 2) in mm."""
        return np.clip(chance.normal(0, shift_mm, (count, 2)), -self.most_mm, self.most_mm)

    def pushed(self, count: int, chance: np.random.Generator) -> Array:
        """Return how far a push moves each chip besides, (count, 2) in mm: the stack leans, one chip is turned out."""
        if not self.lean_mm:
            return np.zeros((count, 2))
        way, out = (np.array((np.cos(turn), np.sin(turn))) for turn in chance.uniform(0, 2 * np.pi, 2))
        moved: Array = np.arange(count)[:, None] * chance.uniform(0, self.lean_mm) * way
        if count > 1 and chance.random() < self.out:
            moved[int(chance.integers(1, count))] += _OUT_MM * out
        return moved


MESSES: Final = {
    "tidy": Mess((0.15, 0.3), lean_mm=0.04),
    "pushed": Mess((0.45, 0.8), most_mm=2.0, lean_mm=0.1, out=0.04),
    "thrown": Mess((0.8, 1.2), most_mm=3.0, lean_mm=0.2, out=0.25),
    PLACED: Mess((0.15, 0.4, 0.8), high=False),
}
"""``placed`` is a stack set down by a careful hand; the tables of the first figures have no other."""
_OUT_MM: Final = 5.0


def a_third(chance: np.random.Generator) -> Mess:
    """Return tidy, pushed or thrown, each as likely."""
    return MESSES[str(chance.choice(["tidy", "pushed", "thrown"]))]
