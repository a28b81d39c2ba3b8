"""Says how like a part of a card is to a back that was enrolled, in any light, and under a shadow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.fitting import Mask
from vision.geometry.camera import Array

Light = npt.NDArray[np.float32]
SMOOTH_MM: Final = 1.6
BACK_SHARE: Final = 0.55
FACE_SHARE: Final = 0.75
"""What differs from a back by less of what white paper would is that back, and what differs by more is none."""
_SHADED_SHARE: Final = 0.7
"""What is so much like a back in a light that changes may be one: its side is not told by one light for all of it."""
_OFF_MM: Final = 2
"""How far a card may lie from where its outline says."""
_SHADE_MM: Final = 6.0
"""How softly a shadow begins: what changes faster is print."""
_DARKEST: Final = 0.4
"""The share of the light that there is in a shadow at least: what is darker beside white is printed so."""
_SHOWS: Final = 0.35
"""How much of what is round a place must show for it to be told."""


@dataclass(frozen=True)
class Likeness:
    """``misfit`` is by how much a part of a card differs from a ``back`` that lies as it does, ``plain`` by how much white paper would."""

    misfit: float
    plain: float
    back: Light


def likeness(light: Light, ways: Sequence[Light], white: Array, inner: Mask) -> Likeness:
    """Return how like ``inner`` of a card's ``light`` is to the likest of the ``ways`` a back can lie, ``white`` being paper's light.

    The light may change over the card where that makes a back of it that was none before.
    """
    part = _Part(light, inner)
    evenly = part.nearest(ways, white, part.evenly)
    if evenly.misfit < BACK_SHARE * evenly.plain:
        return evenly
    shaded = part.nearest(ways, white, part.shaded)
    return shaded if shaded.misfit < _SHADED_SHARE * shaded.plain else evenly


def apart(now: Light, expected: Light) -> float:
    """Return how far ``now`` is from ``expected`` in the light that makes them most alike, as a share."""
    # A sum or a most of three, of many, is slow to ask numpy for.
    level = float(np.median(_whole(now) / np.maximum(_whole(expected), 3e-3)))
    off = np.abs(now - level * expected)
    most_off = np.maximum(np.maximum(off[:, 0], off[:, 1]), off[:, 2])
    most = max(1, int(len(most_off) * 0.97))
    most_off = np.partition(most_off, most - 1)[:most]
    return float(most_off.mean() / max(level * float(expected.mean()), 1e-4))


class _Part:
    """What shows of a card, smoothed within what shows."""

    def __init__(self, light: Light, inner: Mask) -> None:
        self._inner = inner
        self._weight = np.asarray(cv2.GaussianBlur(inner.astype(np.float32), (0, 0), SMOOTH_MM), np.float32)
        self._ok = inner & (self._weight > _SHOWS)
        self._now = self._smooth(light)

    def nearest(self, ways: Sequence[Light], white: Array, off: Callable[[Light, Light], float]) -> Likeness:
        """Return how like it is, by ``off``, to the back where that lies nearest to how it is."""
        turned = min(ways, key=lambda way: off(self._now, self._smooth(way)))
        by = _downhill(lambda by: off(self._now, self._smooth(_moved(turned, by))))
        back = _moved(turned, by)
        there = self._smooth(back)
        paper = np.broadcast_to(white.astype(np.float32), there.shape)
        return Likeness(off(self._now, there), off(paper, there), back)

    def evenly(self, now: Light, expected: Light) -> float:
        """Return how far ``now`` is from ``expected`` in one light."""
        return apart(now[self._ok], expected[self._ok])

    def shaded(self, now: Light, expected: Light) -> float:
        """Return how far ``now`` is from ``expected`` in a light that changes from place to place, as a soft shadow's does."""
        return apart(now[self._ok], (expected * self._light(now, expected))[self._ok])

    def _light(self, now: Light, expected: Light) -> Light:
        """Return the light, as a share of the most there is, that makes ``expected`` most like ``now``."""
        both, own = (self._around((light * expected).sum(axis=-1)) for light in (now, expected))
        light = both / np.maximum(own, 1e-6)
        most = float(np.percentile(light[self._ok], 95))
        return np.clip(light / max(most, 1e-6), _DARKEST, 1.0).astype(np.float32)[..., None]

    def _around(self, held: Light) -> Light:
        return np.asarray(cv2.GaussianBlur(held * self._ok, (0, 0), _SHADE_MM), np.float32)

    def _smooth(self, light: Light) -> Light:
        held = cv2.GaussianBlur(light * self._inner[..., None].astype(np.float32), (0, 0), SMOOTH_MM)
        return np.asarray(held / np.maximum(self._weight, 1e-3)[..., None], np.float32)


def _downhill(height: Callable[[tuple[int, int]], float]) -> tuple[int, int]:
    """Return where ``height`` is least, step by step from the middle, at most so many mm away."""
    at = (0, 0)
    known = {at: height(at)}
    while True:
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near = at[0] + x, at[1] + y
            if near not in known and max(abs(near[0]), abs(near[1])) <= _OFF_MM:
                known[near] = height(near)
        best = min(known, key=lambda one: known[one])
        if best == at:
            return at
        at = best


def _moved(picture: Light, by: tuple[int, int]) -> Light:
    """Return ``picture`` moved by so many cells right and down."""
    way = np.array(((1, 0, by[0]), (0, 1, by[1])), np.float32)
    high, wide = picture.shape[:2]
    moved = cv2.warpAffine(
        picture, way, (wide, high), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(moved, np.float32)


def _whole(light: Light) -> Light:
    """Return the light of each place in all three colours."""
    return np.asarray(light[:, 0] + light[:, 1] + light[:, 2], np.float32)
