"""Finds how many chips fit best what each row of an unrolled stack may be: felt line, seam, rim.

A stack is one felt line, then a seam every chip, then the rim: no other reading is weighed. Chips are equally
thick, so edges lie where multiples of one thickness put them; a chip that is pushed shows its edges a little
higher or lower, how much differs from stack to stack. Every number of chips is weighed by all the ways it can lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry.camera import Array

ROWS_PER_CHIP: Final = 8
MOST_CHIPS: Final = 24
_SURE: Final = 6.0
_PITCHES: Final = np.linspace(0.955, 1.045, 7)
_USUAL_PITCH: Final = 0.015
"""How thick the chips may be, as shares of the set's thickness."""
_LOOSE: Final = (0.35, 0.8, 1.6)
_HOW_LOOSE: Final = np.log((0.55, 0.33, 0.12))
"""How far edges lie off, in rows, in a straight stack, a usual one and a slovenly one, and how often each is."""
_REACH: Final = 4
_SETTLES: Final = 1.6
"""How far an edge is looked for from where its number puts it, in rows, and how far it usually is at least."""
_SMEARS: Final = [
    shares / shares.sum()
    for shares in (np.exp(-((np.arange(-_REACH, _REACH + 1) / loose) ** 2) / 2) for loose in _LOOSE)
]
"""How often an edge lies so many rows off in a stack of each looseness."""
_FOOT_OFF: Final = 3.0
_RIM_OFF: Final = 3.5
_ASTRAY: Final = 0.02
"""How far, in rows, foot and rim are usually from where they were found; and how often that says nothing at all."""
_TOLD: Final = 4
_TOLD_NEAR: Final = 1.2
"""How many numbers of chips are told at most, besides those that foot and rim, where they were found, leave so many chips apart."""
_STEPS: Final = 2
"""Into how many places a row is divided where the foot is sought."""


@dataclass(frozen=True)
class Evidence:
    """Log odds, row by row from the top, that the foot of the stack, a seam, the rim of the top chip is there."""

    foot: Array
    seam: Array
    rim: Array


@dataclass(frozen=True)
class Way:
    """A number of chips that fits: its boundaries as rows, the felt line first and the rim last.

    ``fits`` is how well, as a logarithm; ``felt_line`` the evidence of the lowest boundary;
    ``odds`` are the log odds, by the net of numbers, that these are the edges of whole chips and none is missed.
    """

    edges: tuple[float, ...]
    fits: float
    felt_line: float
    odds: float = 0.0

    @property
    def count(self) -> int:
        return len(self.edges) - 1


@dataclass(frozen=True)
class Decoded:
    """The numbers of chips that fit, best first; ``lead`` is by how much all others together are less likely, a logarithm."""

    ways: tuple[Way, ...]
    lead: float

    @property
    def best(self) -> Way:
        return self.ways[0]

    @property
    def edges(self) -> tuple[float, ...]:
        return self.best.edges

    @property
    def count(self) -> int:
        return self.best.count


def evidence(shares: Array) -> Evidence:
    """Return the evidence of a net's ``shares``, (rows, 3): how likely foot, seam and rim are at each row."""
    padded = np.pad(shares, ((1, 1), (0, 0)))
    near = np.clip(shares + (padded[:-2] + padded[2:]) / 2, 1e-4, 1 - 1e-4)
    odds = np.clip(np.log(near / (1 - near)), -_SURE, _SURE)
    return Evidence(odds[:, 0], odds[:, 1], odds[:, 2])


def decode(held: Evidence, foot: float | None = None, rim: float | None = None) -> Decoded | None:
    """Return the number of chips that fits ``held`` best, None where not even one fits into the strip.

    ``foot`` and ``rim`` are the rows where they were found by other means.
    """
    rows = len(held.foot)
    most = min(MOST_CHIPS, int((rows - 1) / (ROWS_PER_CHIP * _PITCHES[0])))
    if most < 1:
        return None
    feet = np.arange(0, rows - 0.99, 1 / _STEPS)
    if foot is not None:
        feet = feet[np.abs(feet - foot) < 1.5 * ROWS_PER_CHIP]
    if not len(feet):
        return None
    scores = _scores(held, feet, most)
    if foot is not None:
        scores += _near(feet - foot, _FOOT_OFF)[None, :, None, None]
    if rim is not None:
        ends = feet[:, None, None] - np.arange(1, most + 1) * ROWS_PER_CHIP * _PITCHES[:, None]
        scores += _near(ends - rim, _RIM_OFF)
    highest = scores.max(axis=(0, 1, 2))
    if not np.isfinite(highest.max()):
        return None
    most_of = np.where(np.isfinite(highest), highest, 0)
    with np.errstate(divide="ignore"):
        numbers = most_of + np.log(np.exp(scores - most_of).sum(axis=(0, 1, 2)))
    near = np.zeros(most, bool)
    if foot is not None and rim is not None:
        near = np.abs(np.arange(1, most + 1) - (foot - rim) / ROWS_PER_CHIP) < _TOLD_NEAR
    order = np.argsort(-numbers)
    likeliest = [int(at) for at in order if np.isfinite(numbers[at]) and (near[at] or at in order[:_TOLD])]
    rest = np.logaddexp.reduce(np.delete(numbers, likeliest[0])) if most > 1 else -np.inf
    ways = []
    for number in likeliest:
        loose, start, pitch = np.unravel_index(np.argmax(scores[..., number]), scores.shape[:3])
        places = feet[start] - np.arange(number + 2) * ROWS_PER_CHIP * _PITCHES[pitch]
        edges, felt_line = _settled(held, places, _LOOSE[loose])
        ways.append(Way(edges, float(numbers[number]), felt_line))
    lead = float(numbers[likeliest[0]] - rest)
    return Decoded(tuple(ways), lead)


def height_rows(held: Evidence) -> int:
    """Return how many rows lie between the likeliest felt line and the likeliest rim, whatever lies between."""
    return int(np.argmax(held.foot)) - int(np.argmax(held.rim))


def _near(off: Array, usual: float) -> Array:
    return np.asarray(np.log(np.exp(-((off / usual) ** 2) / 2) + _ASTRAY))


def _smeared(odds: Array) -> list[Array]:
    """Return ``odds`` where an edge may lie as many rows off as in a stack of each looseness."""
    padded = np.pad(np.exp(odds), _REACH, constant_values=float(np.exp(odds.min())))
    return [np.log(np.convolve(padded, shares, "valid")) for shares in _SMEARS]


def _scores(held: Evidence, feet: Array, most: int) -> Array:
    """Return how well 1 to ``most`` chips fit, (looseness, feet, pitches, numbers), from each foot and of each thickness."""
    rows = len(held.foot)
    at = feet[:, None, None] - np.arange(1, most + 1) * ROWS_PER_CHIP * _PITCHES[:, None]
    low = np.clip(at.astype(int), 0, rows - 2)
    share = np.clip(at - low, 0, 1)
    begin = np.interp(feet, np.arange(rows), held.foot)[:, None] - ((_PITCHES - 1) / _USUAL_PITCH) ** 2 / 2
    begin = np.where(at >= 0, begin[..., None], -np.inf)
    scores = np.empty((len(_LOOSE), *at.shape))
    smeared = _smeared(held.seam), _smeared(held.rim)
    for told, seam, rim, how in zip(scores, *smeared, _HOW_LOOSE, strict=True):
        seams = seam[low] + share * (seam[1:] - seam[:-1])[low]
        told[:] = np.cumsum(seams, axis=-1)
        told += rim[low] + share * (rim[1:] - rim[:-1])[low] - seams + begin + how
    return scores


def _settled(held: Evidence, places: Array, loose: float) -> tuple[tuple[float, ...], float]:
    """Return the edges where the evidence near ``places`` puts them, and the evidence of the lowest."""
    near = places.astype(int)[:, None] + np.arange(1 - _REACH, _REACH + 1)
    there = (near >= 0) & (near < len(held.foot))
    rows = np.clip(near, 0, len(held.foot) - 1)
    odds = held.seam[rows]
    odds[0], odds[-1] = held.foot[rows[0]], held.rim[rows[-1]]
    likely = odds - ((near - places[:, None]) / max(loose, _SETTLES)) ** 2 / 2
    likely = np.where(there, likely, -np.inf)
    share = np.exp(likely - likely.max(axis=1, keepdims=True))
    edges = (near * share).sum(axis=1) / share.sum(axis=1)
    return tuple(edges.tolist()), float(odds[0, np.argmax(likely[0])])
