"""Proposes stacks: the sides net's votes gathered into cylinders, and which cells each has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.finding.evidence import Bits
from vision.finding.sides_net import CELL, Sides
from vision.geometry.camera import Array
from vision.geometry.fan import Fan

LEAST_HEAT: Final = 0.15
INTO_MM: Final = 14.0
"""How far two stacks may seem to stand in each other: a hidden foot is not well known."""
_STACK: Final = 0.5
"""From which share on a cell counts as a stack's."""
_NEAR: Final = 2.0
_SPREADS: Final = 1.5
_FARTHEST: Final = 6.0
"""How many cells a vote may lie from its stack: so many, and so many times as far as it is thought to be off."""
_SEES: Final = 31.0
"""How many cells away an end may lie for the net to tell where: of a high stack before a low camera it tells no more than that it is far."""
_UNSEEN: Final = 1e-3
"""What a vote for an end that lies farther away says of where it is, as a share of others."""
_SAME_TOP: Final = 2.0
"""Within how many cells two tops are one: where nobody sees a foot, a lower stack is proposed under the same top."""
_ROUNDS: Final = 2
_FEWEST: Final = 8
_MOST_UNSEEN: Final = 6
_TRIED: Final = 40

Labels = npt.NDArray[np.int32]
Places = npt.NDArray[np.intp]


@dataclass(frozen=True)
class _Votes:
    """What cells vote for: ``ends`` are the top's column and row and the foot's row, ``off`` how far each may be off.

    ``spots`` are the cells' own column and row, twice.
    """

    ends: Array
    off: Array
    spots: Array

    @classmethod
    def of(cls, faces: Sides, rows: Places, columns: Places) -> _Votes:
        spots = np.stack((columns, rows, rows), axis=1)
        spread = faces.spread[:, rows, columns].T
        ends = np.asarray(spots + faces.votes[:, rows, columns].T, np.float64)
        return cls(ends, np.asarray(spread[:, (0, 0, 1)], np.float64), np.asarray(spots, np.float64))

    def some(self, which: npt.NDArray[np.bool_]) -> _Votes:
        return _Votes(self.ends[which], self.off[which], self.spots[which])

    def owners(self, stacks: Array) -> Labels:
        """Return for each vote which of ``stacks`` it is for, -1 for none."""
        if not len(stacks) or not len(self.ends):
            return np.full(len(self.ends), -1, np.int32)
        far = self.far(stacks)
        best = far.argmin(axis=1)
        return np.where(far[np.arange(len(far)), best] < 1, best, -1).astype(np.int32)

    def far(self, stacks: Array) -> Array:
        """Return how far each vote is from each of ``stacks``, (votes, stacks), as a share of how far it may be."""
        far = np.zeros((len(self.ends), len(stacks)))
        for ends, off, spots, true in zip(self.ends.T, self.off.T, self.spots.T, stacks.T, strict=True):
            room = np.minimum(_NEAR + _SPREADS * off, _FARTHEST)[:, None]
            told = np.clip(ends - spots, -_SEES, _SEES)[:, None]
            apart = np.clip(true[None] - spots[:, None], -_SEES, _SEES) - told
            np.maximum(far, np.abs(apart) / room, out=far)
        return far

    def middle(self) -> Array:
        """Return the weighted median of the votes: of those that see an end, where any do."""
        found = []
        for ends, off, spots in zip(self.ends.T, self.off.T, self.spots.T, strict=True):
            order = np.argsort(ends)
            seen = np.where(np.abs(ends - spots) < _SEES, 1.0, _UNSEEN)
            total = np.cumsum((seen / (off + 0.1) ** 2)[order])
            found.append(ends[order][int(np.searchsorted(total, total[-1] / 2))])
        return np.array(found)


@dataclass(frozen=True)
class Proposals:
    """Stacks as (direction, distance, height), nearest first, and what the cells at ``places`` vote for."""

    polars: Array
    fan: Fan
    shape: tuple[int, ...]
    places: tuple[Places, Places]
    votes: _Votes

    def speaking(self, polar: Array) -> Bits:
        """Return which cells vote for a stack at ``polar``."""
        cells = np.zeros(self.shape, bool)
        cells[self.places] = self.votes.owners(_ends(polar[None], self.fan)) == 0
        return cells


def proposals(faces: Sides, fan: Fan, radius_mm: float) -> Proposals:
    """Return what ``faces`` shows in ``fan``: stacks of ``radius_mm``, none in another."""
    rows, columns = np.nonzero((faces.side + faces.top) > _STACK)
    votes = _Votes.of(faces, rows, columns)
    highest = cv2.dilate(faces.heat, np.ones((5, 5), np.uint8))
    peaks = np.nonzero((faces.heat == highest) & (faces.heat > LEAST_HEAT))
    stacks = _Votes.of(faces, *peaks).ends
    for _ in range(_ROUNDS):
        stacks = _gathered(votes, stacks)
        stacks = stacks[_apart(votes, stacks, fan, radius_mm)]
    stacks = _with_unseen(votes, stacks)
    stacks = stacks[_apart(votes, stacks, fan, radius_mm)]
    polars = _polars(stacks, fan)
    return Proposals(polars[np.argsort(polars[:, 1])], fan, faces.heat.shape, (rows, columns), votes)


def _apart(votes: _Votes, stacks: Array, fan: Fan, radius_mm: float) -> list[int]:
    """Return the numbers of those of ``stacks`` that have more votes than any that stands in them or has the same top."""
    counts = (votes.far(stacks) < 1).sum(axis=0)
    places = fan.felt_of(_polars(stacks, fan))
    kept: list[int] = []
    for at in np.argsort(-counts, kind="stable"):
        away = np.linalg.norm(places[kept] - places[at], axis=1)
        tops = np.abs(stacks[kept, :2] - stacks[at, :2]).max(axis=1)
        if (away > 2 * radius_mm - INTO_MM).all() and (tops > _SAME_TOP).all():
            kept.append(int(at))
    return kept


def _gathered(votes: _Votes, stacks: Array) -> Array:
    """Return ``stacks`` moved to the middle of their votes, without those that have too few."""
    owner = votes.owners(stacks)
    owned = [owner == at for at in range(len(stacks))]
    return np.array([votes.some(own).middle() for own in owned if own.sum() >= _FEWEST]).reshape(-1, 3)


def _with_unseen(votes: _Votes, stacks: Array) -> Array:
    """Return ``stacks`` and those whose tops do not show: enough votes agree on one place."""
    for _ in range(_MOST_UNSEEN):
        loose = votes.some(votes.owners(stacks) < 0)
        if len(loose.ends) < 2 * _FEWEST:
            break
        tried = loose.ends[:: max(1, len(loose.ends) // _TRIED)]
        agree = loose.far(tried) < 1
        many = agree.sum(axis=0)
        if many.max() < 2 * _FEWEST:
            break
        own = agree[:, int(np.argmax(many))]
        stacks = np.concatenate((stacks, loose.some(own).middle()[None]))
    return stacks


def _polars(stacks: Array, fan: Fan) -> Array:
    """Return direction, distance and height of ``stacks``, (n, 3) as votes have them."""
    columns, tops, feet = ((stacks[:, at] + 0.5) * CELL for at in range(3))
    height = fan.pose.centre[2] * (1 - np.exp(-np.maximum(tops - feet, 0.0) * fan.row_step))
    distance = fan.nearest_mm * np.exp(feet * fan.row_step)
    return np.stack((fan.first_angle + columns * fan.angle_step, distance, height), axis=1)


def _ends(polars: Array, fan: Fan) -> Array:
    """Return ``polars`` as votes have them."""
    columns = (polars[:, 0] - fan.first_angle) / fan.angle_step
    feet = fan.row(polars[:, 1]) + 0.5
    tops = feet + np.log(fan.stretch(polars[:, 2])) / fan.row_step
    return np.asarray(np.stack((columns, tops, feet), axis=1) / CELL - 0.5)
