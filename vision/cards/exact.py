"""Lays cards to a tenth of a millimetre: their sides and round corners together make the edge that is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.cards.edge import Edge
from vision.cards.fitting import Lies, Size
from vision.cards.lying import PX_PER_MM
from vision.geometry.camera import Array

_CORNER_MM: Final = 3.2
_STRAYS_MM: Final = (3.0, 1.0)
"""What is farther off pulls no harder; coarse to fine."""
_ROUNDS: Final = (12, 15)
_COARSE: Final = 3
"""One place of the edge in so many is enough to lay cards coarsely."""
_RUN: Final = 7
"""So many places of the edge in a row, some 5 mm, are off together where something is not explained."""


@dataclass(frozen=True)
class Laid:
    """Cards as they fit an edge best. ``off`` is by how much they miss it on average, for each place, in mm.

    Above 0 the edge lies beyond them.
    """

    cards: tuple[Lies, ...]
    off: Array

    @property
    def worst(self) -> float:
        """By how much some 5 mm of the edge are missed at most, in mm."""
        return float(np.abs(self.off).max())

    @property
    def cost(self) -> float:
        """By how much they miss it all round, in mm."""
        return float(np.minimum(np.abs(self.off), _STRAYS_MM[0]).mean())


def laid(edge: Edge, cards: Sequence[Lies], size: Size) -> Laid:
    """Return ``cards`` moved and turned until they fit ``edge`` best."""
    return best_of(edge, [cards], size)


def best_of(edge: Edge, several: Sequence[Sequence[Lies]], size: Size) -> Laid:
    """Return those of ``several`` sets of cards that fit ``edge`` best coarsely, moved and turned until they fit it best."""
    held, wider, _ = min((_coarsely(edge, cards, size) for cards in several), key=lambda one: one[2])
    fit = _Fit(edge, size)
    held, wider, _ = fit.downhill(held, wider, _STRAYS_MM[1] * PX_PER_MM, _ROUNDS[1])
    misses = np.where(edge.clear, fit.beyond(held).min(axis=0) - wider, 0.0)
    found = tuple(Lies(float(x), float(y), float(np.degrees(turn))) for x, y, turn in held)
    return Laid(found, _in_a_row(misses) / PX_PER_MM)


def _coarsely(edge: Edge, cards: Sequence[Lies], size: Size) -> tuple[Array, float, float]:
    """Return ``cards`` as they fit ``edge`` coarsely, by how much it lies beyond all of them, and how much of it is missed."""
    held = np.array([(card.x, card.y, np.radians(card.turn_deg)) for card in cards])
    few = Edge(edge.points[::_COARSE], edge.clear[::_COARSE])
    return _Fit(few, size).downhill(held, 0.0, _STRAYS_MM[0] * PX_PER_MM, _ROUNDS[0])


def beyond(points: Array, card: Lies, size: Size) -> Array:
    """Return how far each of ``points``, (n, 2), lies beyond ``card``; less than 0 within it."""
    fit = _Fit(Edge(points, np.ones(len(points), bool)), size)
    return np.asarray(fit.beyond(np.array(((card.x, card.y, np.radians(card.turn_deg)),)))[0])


class _Fit:
    """One edge, and cards of one size: x, y in pixels and the turn in radians, (n, 3)."""

    def __init__(self, edge: Edge, size: Size) -> None:
        self._points, self._weight = edge.points, edge.clear.astype(float)
        self._corner = _CORNER_MM * PX_PER_MM
        self._inner = np.array((size[1] / 2, size[0] / 2)) - self._corner

    def beyond(self, cards: Array) -> Array:
        """Return how far each place of the edge lies beyond each card, (n, places); less than 0 within it."""
        x, y = self._points[:, 0] - cards[:, :1], self._points[:, 1] - cards[:, 1:2]
        cos, sin = np.cos(cards[:, 2:]), np.sin(cards[:, 2:])
        along = np.abs(x * cos + y * sin) - self._inner[0]
        across = np.abs(y * cos - x * sin) - self._inner[1]
        out = np.hypot(np.maximum(along, 0), np.maximum(across, 0))
        return np.asarray(out + np.minimum(np.maximum(along, across), 0) - self._corner)

    def downhill(self, cards: Array, wider: float, stray: float, rounds: int) -> tuple[Array, float, float]:
        """Return the cards where the edge is missed least, by how much it lies beyond all of them, and what that costs.

        Each step goes as far as the slope is straight (Levenberg and Marquardt's way).
        """
        damping = 1e-2
        apart = self.beyond(cards)
        cost = self._cost(apart, wider, stray)
        for _ in range(rounds):
            slope, need = self._slope(cards, apart, wider, stray)
            for _ in range(5):
                damped = slope + np.diag(damping * np.diag(slope) + 1e-2)
                step = np.linalg.solve(damped, need)
                there, wide = cards + step[:-1].reshape(-1, 3), wider + float(step[-1])
                now = self.beyond(there)
                less = self._cost(now, wide, stray)
                if less < cost:
                    break
                damping *= 5
            else:
                break
            gained, cards, wider, apart, cost = cost - less, there, wide, now, less
            damping = max(damping / 5, 1e-4)
            if gained < 1e-3 * cost:
                break
        return cards, wider, cost

    def _cost(self, apart: Array, wider: float, stray: float) -> float:
        off = np.abs(apart.min(axis=0) - wider)
        return float((self._weight * np.where(off < stray, off * off, stray * (2 * off - stray))).mean())

    def _slope(self, cards: Array, apart: Array, wider: float, stray: float) -> tuple[Array, Array]:
        """Return how the misses change with all that can change, squared, and which way they would shrink."""
        nearest = apart.argmin(axis=0)
        off = np.take_along_axis(apart, nearest[None], 0)[0] - wider
        its = cards[nearest]
        cos, sin = np.cos(cards[:, 2])[nearest], np.sin(cards[:, 2])[nearest]
        x, y = self._points[:, 0] - its[:, 0], self._points[:, 1] - its[:, 1]
        along, across = x * cos + y * sin, y * cos - x * sin
        out, aside = np.abs(along) - self._inner[0], np.abs(across) - self._inner[1]
        corner = (out > 0) & (aside > 0)
        length = np.where(corner, np.hypot(out, aside), 1.0)
        ahead = np.where(corner, out, out >= aside) / length * np.sign(along)
        beside = np.where(corner, aside, aside >= out) / length * np.sign(across)
        change = np.zeros((3 * len(cards) + 1, len(off)))
        places = np.arange(len(off))
        change[3 * nearest, places] = beside * sin - ahead * cos
        change[3 * nearest + 1, places] = -ahead * sin - beside * cos
        change[3 * nearest + 2, places] = ahead * across - beside * along
        change[-1] = -1.0
        weight = self._weight * np.minimum(1.0, stray / np.maximum(np.abs(off), 1e-9))
        return (change * weight) @ change.T, -change @ (weight * off)


def _in_a_row(off: Array) -> Array:
    """Return the mean over each ``_RUN`` places in a row, going round."""
    half = _RUN // 2
    return np.convolve(np.concatenate((off[-half:], off, off[:half])), np.ones(_RUN) / _RUN, "valid")
