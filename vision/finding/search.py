"""Finds the stacks in a fan: the sides net proposes them, edges say where exactly, and all are judged together.

What no cylinder explains is told as strange: a hand, a card, a heap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.finding.evidence import Bits, Evidence, pieces_of
from vision.finding.proposals import Proposals, proposals
from vision.finding.score import Owners, Scorer, covered, painted
from vision.finding.sides_net import CELL, Sides, SidesNet
from vision.geometry.camera import Array
from vision.geometry.fan import Fan, Rows
from vision.geometry.unwrap import Stack

SMALLEST_MM2: Final = 16.0
"""The felt that a thing must hide to be told of."""
_AGREED: Final = 0.85
_FACED: Final = 0.8
_FOOTED: Final = 0.6
_PARTLY_FOOTED: Final = 0.25
_HALF_FOOTED: Final = 0.4
_HARDLY_FOOTED: Final = 0.15
GROWN_MM: Final = 1.2
"""How far, in mm, what stands out beside an outline may still be its stack's: chips lie a little shifted."""
_FELT: Final = -0.5
"""The evidence under which a place is felt, whatever the net takes it for."""
_LIKELY: Final = 0.5
_SURE: Final = 0.5
_INNER: Final = np.ones((CELL + 1, CELL + 1), np.uint8)
"""What of a stack lies so near its outline that a cell there shows as much of something else."""
_ACROSS: Final = np.linspace(-0.9, 0.9, 19)


@dataclass(frozen=True)
class Cylinder:
    """A stack found, and what speaks for it, each from 0 to 1.

    ``agreed`` is the share of what shows of it whose cells vote for this stack; ``faced`` the share whose cells
    are side and top where the cylinder has them; ``footed`` the share of its foot that nothing hides.
    """

    stack: Stack
    polar: Array
    agreed: float
    faced: float
    footed: float

    @property
    def stands(self) -> bool:
        """Whether it is a cylinder and not a piece of something else."""
        return self.agreed >= _AGREED and self.faced >= _FACED

    @property
    def footing(self) -> bool:
        """Whether enough of its foot shows to say where it stands, and so how high it is."""
        return self.footed >= _FOOTED

    @property
    def some_footing(self) -> bool:
        """Whether enough of its foot shows to say so where its side shows the felt line as well."""
        return self.footed >= _PARTLY_FOOTED

    @property
    def half_footing(self) -> bool:
        """Whether enough of its foot shows to say so of a stack of which little more than half shows."""
        return self.footed >= _HALF_FOOTED

    @property
    def hardly_footing(self) -> bool:
        """Whether enough of its foot shows to say so where nothing at all speaks for another number of chips."""
        return self.footed >= _HARDLY_FOOTED


@dataclass(frozen=True)
class Found:
    """The cylinders of a fan, nearest first; what else stands out there, and what of it was like a cylinder."""

    cylinders: tuple[Cylinder, ...]
    strange: Bits
    doubted: tuple[Cylinder, ...] = ()


def find(fan: Fan, now: Rows, evidence: Evidence, radius_mm: float, net: SidesNet) -> Found:
    """Return what stands in ``fan``, which shows ``now``: cylinders of ``radius_mm``, and what is none."""
    faces = net.faces(now, evidence.stands).within(evidence.known)
    proposed = proposals(faces, fan, radius_mm)
    placed = Scorer(fan, now, evidence.stands, radius_mm).settled(proposed.polars)
    judged = _judged(fan, placed, radius_mm, faces, proposed)
    # What few cells speak for is no stack and hides none.
    likely = [c.polar for c in judged if c.agreed >= _LIKELY]
    again = len(likely) < len(judged)
    cylinders = _judged(fan, likely, radius_mm, faces, proposed) if again else judged
    kept = tuple(c for c in cylinders if c.stands)
    explained = covered(fan, [c.polar for c in kept], radius_mm, GROWN_MM)
    doubtful = evidence.stands > _FELT
    over = _opened(evidence.things & ~explained, 3) | (_unplaced(faces, explained) & doubtful)
    return Found(kept, _large(over, fan), tuple(c for c in cylinders if not c.stands))


def _unplaced(faces: Sides, explained: Bits) -> Bits:
    """Return which pixels of the fan the net takes for a stack's that no stack found explains."""
    cells = (faces.side + faces.top) > _SURE
    there = explained[CELL // 2 :: CELL, CELL // 2 :: CELL]
    cells[: there.shape[0], : there.shape[1]] &= ~there
    whole = (
        _opened(cells, 3).repeat(CELL, axis=0).repeat(CELL, axis=1)[: len(explained), : explained.shape[1]]
    )
    return np.asarray(whole & ~explained)


def _opened(bits: Bits, size: int = 5) -> Bits:
    """Return ``bits`` without what is only a line or a speck."""
    kernel = np.ones((size, size), np.uint8)
    return np.asarray(cv2.morphologyEx(bits.astype(np.uint8), cv2.MORPH_OPEN, kernel) > 0)


def _large(bits: Bits, fan: Fan) -> Bits:
    """Return ``bits`` without the slivers that an outline's last half millimetre leaves over."""
    labels, sizes = pieces_of(bits, fan.areas)
    large = sizes >= SMALLEST_MM2
    return np.asarray(large[labels])


def _judged(
    fan: Fan, polars: Sequence[Array], radius_mm: float, faces: Sides, proposed: Proposals
) -> list[Cylinder]:
    """Return the stacks at ``polars``, nearest first, with what speaks for each."""
    owner, tops = painted(fan, polars, radius_mm)
    middle = slice(CELL // 2, None, CELL)
    part = tuple(slice(0, side) for side in owner[middle, middle].shape)
    right = (faces.top[part] > faces.side[part]) == tops[middle, middle]
    votes = [proposed.speaking(polar)[part] for polar in polars]
    loose = ((faces.side + faces.top)[part] > _SURE) & ~np.any(votes, axis=0) if votes else right
    judged = []
    for at, (polar, told) in enumerate(zip(polars, votes, strict=True)):
        own = cv2.erode((owner == at).astype(np.uint8), _INNER)[middle, middle] > 0
        shares = [float(held[own].mean()) if own.any() else 0.0 for held in (told, loose, right)]
        agreed = shares[0] + (shares[1] if shares[0] >= _LIKELY else 0.0)
        footed = _footed(fan, polar, radius_mm, owner, at)
        judged.append(Cylinder(fan.stack(polar, radius_mm), polar, agreed, shares[2], footed))
    return judged


def _footed(fan: Fan, polar: Array, radius_mm: float, owner: Owners, at: int) -> float:
    """Return which share of a foot's near side shows; ``owner`` says whose each pixel is."""
    columns, foot, _, _ = fan.spans(polar[None], radius_mm, _ACROSS)
    rows, across = (
        np.clip(np.round(held[0]).astype(int), 0, most - 1)
        for held, most in ((foot, fan.rows), (columns, fan.columns))
    )
    there = owner[rows, across]
    return float(((there < 0) | (there >= at)).mean())
