"""Counts the cards of a thing by its edge: the fewest whole cards that make it, each of them needed for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from vision.cards.edge import Edge
from vision.cards.exact import Laid, best_of, beyond, laid
from vision.cards.fitting import MOST_CARDS, Lies, Size
from vision.geometry.camera import Array

_FITS_MM: Final = 0.3
"""An edge that is nowhere missed by more is explained."""
_NEARLY_MM: Final = 1.0
"""No more is missed of the edge of a back of dots, whose corners the felt seems to show through."""
_NEEDED_MM: Final = 0.8
"""By so much at least some 5 mm of the edge would be missed without a card that is there: the print at a rim makes less."""
_NEEDED: Final = 2.0
"""And so many times as much as with it."""
_DEARER: Final = 1.35
"""Or, of three cards and more, the whole edge is missed so many times as much: each card of a fan makes a small step at either end."""
_DEARER_WHOLE: Final = 1.2
"""The same of the last card of a whole hand: players lay all of their cards down together."""
_STEPS: Final = 3
"""From so many cards on the whole edge speaks for one: a single card's print at its rim would speak for a second."""
_BETTER: Final = 0.9
"""One card more makes the misses so much smaller, or it is none."""
_CLEAR: Final = 0.8
"""The share of an edge that must be known."""
_TURNED_DEG: Final = 60.0


def counted(edge: Edge, cards: Sequence[Lies], size: Size, hand: int) -> Laid | None:
    """Return the cards that make ``edge``, ``cards`` and more of their ``size``; None where they do not or others may.

    ``hand`` is how many a hand has.
    """
    if edge.clear.mean() < _CLEAR:
        return None
    found = laid(edge, cards, size)
    if found.worst < _NEEDED_MM:
        return found
    while found.worst > _FITS_MM and len(found.cards) < MOST_CARDS:
        more = best_of(edge, [(*found.cards, one) for one in _more(edge, found, size)], size)
        if more.cost > _BETTER * found.cost:
            break
        found = more
    found, fewer = _fewest(edge, found, size, hand)
    needed = all(_needs(found, one, _least(found), hand) for one in fewer)
    return found if found.worst <= _NEARLY_MM and needed else None


def _fewest(edge: Edge, found: Laid, size: Size, hand: int) -> tuple[Laid, list[Laid]]:
    """Return ``found`` without the cards that nothing of the edge needs, and it with one card less in every way.

    Whether it needs that card itself is for who asks.
    """
    least = _least(found)
    while True:
        fewer = _one_less(edge, found, size)
        spare = [one for one in fewer if not _needs(found, one, least, hand)]
        if not spare:
            return found, fewer
        found = min(spare, key=_worst)


def _needs(found: Laid, fewer: Laid, least: float, hand: int) -> bool:
    """Whether the edge needs the card that ``found`` has and ``fewer`` not: without it ``least`` mm of it are missed somewhere, or all of it more."""
    dearer = _DEARER_WHOLE if len(found.cards) == hand else _DEARER
    return fewer.worst >= least or (len(found.cards) >= _STEPS and fewer.cost >= dearer * found.cost)


def _least(found: Laid) -> float:
    """Return by how much some 5 mm of the edge are missed without a card of ``found`` that is there."""
    return max(_NEEDED_MM, _NEEDED * found.worst)


def _worst(found: Laid) -> float:
    return found.worst


def _one_less(edge: Edge, found: Laid, size: Size) -> list[Laid]:
    fewer = [found.cards[:at] + found.cards[at + 1 :] for at in range(len(found.cards))]
    return [laid(edge, cards, size) for cards in fewer if cards]


def _more(edge: Edge, found: Laid, size: Size) -> list[Lies]:
    """Return where one card more may lie: between two, or moved out from one to where the edge is missed most."""
    places = []
    for one, other in combinations(found.cards, 2):
        turn = (other.turn_deg - one.turn_deg + 90) % 180 - 90
        x, y = other.x - one.x, other.y - one.y
        if abs(turn) < _TURNED_DEG and np.hypot(x, y) < size[0]:
            places += [one.moved(x * share, y * share, turn * share) for share in (1 / 3, 2 / 3)]
    at = edge.points[np.abs(found.off).argmax()]
    nearest = min(found.cards, key=lambda card: abs(float(beyond(at[None], card, size)[0])))
    return places + _moved_out(nearest, at, size)


def _moved_out(card: Lies, at: Array, size: Size) -> list[Lies]:
    """Return ``card`` moved along either side of it until it reaches out to ``at``."""
    far = max(2.0, float(beyond(at[None], card, size)[0]))
    turn = np.radians(card.turn_deg)
    along = np.array((np.cos(turn), np.sin(turn)))
    away = at - (card.x, card.y)
    moves = [way * np.sign(away @ way) * far for way in (along, np.array((-along[1], along[0])))]
    return [card.moved(float(x), float(y), 0.0) for x, y in moves]
