"""From what each row of an unrolled stack may be - felt line, seam, rim - to how many chips fit best.

A stack is one felt line, then a seam every chip, then the rim: no other reading is weighed. Chips are nearly
equally thick, so a row more or less between two seams costs a little, and more than that is not possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.camera import Array

ROWS_PER_CHIP: Final = 8
MOST_CHIPS: Final = 24
_STEPS: Final = np.array((-1, 0, 1))
_UNEVEN: Final = 0.7
"""What a chip that is a row too thick or too thin costs, in the units of the evidence."""
_SURE: Final = 6.0
_ABOUT: Final = 0.75
"""How far, in chips, foot and rim may be from where they were found before it counts as much against them."""


@dataclass(frozen=True)
class Evidence:
    """Log odds, row by row from the top, that the foot of the stack, a seam, the rim of the top chip is there."""

    foot: Array
    seam: Array
    rim: Array


@dataclass(frozen=True)
class Decoded:
    """The reading that fits best: its boundaries as rows, the felt line first and the rim last.

    ``lead`` is by how much another number of chips fits worse, ``weakest`` the evidence of the faintest
    boundary.
    """

    edges: tuple[float, ...]
    lead: float
    weakest: float

    @property
    def count(self) -> int:
        return len(self.edges) - 1

    @property
    def rows_per_chip(self) -> float:
        return (self.edges[0] - self.edges[-1]) / self.count


def evidence(shares: Array) -> Evidence:
    """Return the evidence of a net's ``shares``, (rows, 3): how likely foot, seam and rim are at each row."""
    padded = np.pad(shares, ((1, 1), (0, 0)))
    near = np.clip(shares + (padded[:-2] + padded[2:]) / 2, 1e-4, 1 - 1e-4)
    odds = np.clip(np.log(near / (1 - near)), -_SURE, _SURE)
    return Evidence(odds[:, 0], odds[:, 1], odds[:, 2])


def about(held: Evidence, foot: float, rim: float) -> Evidence:
    """Return ``held`` with a mild leaning to foot and rim near these rows: far from them they are a neighbour's."""
    rows, wide = np.arange(len(held.foot)), _ABOUT * ROWS_PER_CHIP
    lean = [((rows - row) / wide) ** 2 / 2 for row in (foot, rim)]
    return Evidence(held.foot - lean[0], held.seam, held.rim - lean[1])


def height_rows(held: Evidence) -> int:
    """Return how many rows lie between the likeliest felt line and the likeliest rim, whatever lies between."""
    return int(np.argmax(held.foot)) - int(np.argmax(held.rim))


def decode(held: Evidence) -> Decoded | None:
    """Return the number of chips that fits ``held`` best, None where not even one fits into the strip."""
    rows = len(held.foot)
    best = held.foot.copy()
    came: list[Array] = []
    scores, ends = [], []
    for _ in range(min(MOST_CHIPS, rows // (ROWS_PER_CHIP - 1))):
        ways = np.full((len(_STEPS), rows), -np.inf)
        for way, step in enumerate(_STEPS + ROWS_PER_CHIP):
            if step < rows:
                ways[way, :-step] = best[step:] - _UNEVEN * abs(step - ROWS_PER_CHIP)
        came.append(ways.argmax(axis=0))
        reached = ways.max(axis=0)
        whole = reached + held.rim
        ends.append(int(np.argmax(whole)))
        scores.append(float(whole[ends[-1]]))
        best = reached + held.seam
    if not scores or max(scores) == -np.inf:
        return None
    count = int(np.argmax(scores)) + 1
    rest = [score for number, score in enumerate(scores, 1) if number != count]
    path = _back(came, ends[count - 1], count)
    inner = [float(held.seam[row]) for row in path[1:-1]]
    weakest = min((*inner, float(held.foot[path[0]]), float(held.rim[path[-1]])))
    return Decoded(_refined(held, path), scores[count - 1] - max(rest, default=-np.inf), weakest)


def _back(came: list[Array], end: int, count: int) -> list[int]:
    path = [end]
    for number in reversed(range(count)):
        path.append(path[-1] + int(_STEPS[int(came[number][path[-1]])]) + ROWS_PER_CHIP)
    return path[::-1]


def _refined(held: Evidence, path: list[int]) -> tuple[float, ...]:
    """Return the boundaries to parts of a row: the middle of the evidence round each."""
    edges = []
    for place, row in enumerate(path):
        odds = held.foot if place == 0 else held.rim if place == len(path) - 1 else held.seam
        near = np.arange(max(row - 1, 0), min(row + 2, len(odds)))
        share = 1 / (1 + np.exp(-odds[near]))
        edges.append(float((near * share).sum() / share.sum()))
    return tuple(edges)
