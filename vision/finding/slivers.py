"""Finds what shows beside a stack of another that stands behind it: a sliver, some pixels wide, of colours that are not its own.

Chips lie a little shifted, so that a stack's own reach over its outline as well. They have its colours, fading into the
felt; a sliver of what stands behind has others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from vision.finding.evidence import Bits, Evidence
from vision.finding.score import covered, outline_of
from vision.geometry.camera import Array
from vision.geometry.fan import Fan, Rows

_REACH_MM: Final = 4.2
"""How far beside an outline is looked."""
_INNER_MM: Final = 1.0
"""How far within its outline a stack's own colours are taken from."""
_SHADES: Final = (0.6, 0.75, 0.9, 1.0, 1.15)
"""By how much the light on a chip may be another a little farther round."""
_FELT_SHADES: Final = (0.6, 1.0)
_ANOTHER: Final = 20.0
"""By how many levels a colour must lie off all mixtures of the stack's and the felt's to be another's."""
_HIGH: Final = 6
"""How many rows of the fan, about a chip's height, it must go on upward."""


def sliver(fan: Fan, now: Rows, evidence: Evidence, explained: Bits, polar: Array, radius_mm: float) -> Bits:
    """Return what shows of another behind the stack at ``polar``; ``explained`` is what the outlines of all stacks take."""
    near, left, drawn = outline_of(fan, polar, radius_mm + _REACH_MM)
    part = slice(near, near + drawn.shape[0]), slice(left, left + drawn.shape[1])
    found = np.zeros_like(explained)
    fan = fan.cut(part[0].start, part[0].stop, part[1].start, part[1].stop)
    beside = drawn & evidence.things[part] & ~explained[part]
    beside[: max(int(fan.row(polar[1])), 0)] = False
    own = covered(fan, [polar], radius_mm - _INNER_MM)
    if beside.any() and own.any():
        seen, felt = now[part], evidence.felt[part]
        offs = (_off(seen[beside], colours[beside], felt[beside]) for colours in _near(seen, own))
        beside[beside] = np.minimum.reduce(list(offs)) > _ANOTHER
        high = np.ones((_HIGH, 1), np.uint8)
        found[part] = cv2.morphologyEx(beside.astype(np.uint8), cv2.MORPH_OPEN, high) > 0
    return found


def _near(seen: Rows, own: Bits) -> Iterator[Rows]:
    """Yield for each pixel the colours of ``own`` that are nearest to it, a chip lower, there, and a chip higher."""
    _, labels = cv2.distanceTransformWithLabels(
        (~own).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    rows, columns = np.nonzero(own)
    for up in (-_HIGH, 0, _HIGH):
        colours = np.zeros((int(labels.max()) + 1, 3), np.float32)
        colours[labels[own]] = seen[np.clip(rows + up, 0, len(seen) - 1), columns]
        yield np.asarray(colours[labels], np.float32)


def _off(seen: Rows, own: Rows, felt: Rows) -> Rows:
    """Return by how many levels each colour of ``seen``, (n, 3), lies off all mixtures of ``own`` and ``felt``."""
    least = np.full(len(seen), np.inf, np.float32)
    for felt_shade in _FELT_SHADES:
        from_felt = seen - felt_shade * felt
        for shade in _SHADES:
            towards = shade * own - felt_shade * felt
            share = (from_felt * towards).sum(axis=1) / np.maximum((towards * towards).sum(axis=1), 1e-6)
            mixed = np.clip(share, 0, 1)[:, None] * towards
            least = np.minimum(least, np.abs(from_felt - mixed).max(axis=1))
    return least
