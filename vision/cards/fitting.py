"""Fits cards to an outline on the felt: rectangles of a card's size, whole within it, that fill it together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array

MOST_CARDS: Final = 6
"""What lies in a heap of more is not told."""
_OFF: Final = 0.03
"""How far an outline may be from the edges of its cards, of a card's short side."""
_LEFT_OVER: Final = 0.014
"""How much of an outline no card may explain, of a card."""
_ROUND_THEM: Final = 0.055
"""How much of an outline may lie just beyond the edges of its cards, of a card: two that are hardly apart have more.

Of cards of which none lies on another each may have so much, as each has its own edge.
"""
_MISSING: Final = 0.1
"""How much of each card the outline may not show: ink of the felt's colour."""
_NARROW: Final = 0.8
"""What is left over and wider than this, of a card's short side, is no stack of chips."""
_STRIP: Final = 0.27
"""What is left over and narrower than this is what shows of a card under another."""
_STRIPS: Final = 0.03
"""How much of what is left over, of a card, may be narrower than a strip: the corners where a stack meets a card."""
_HIDDEN_EDGE: Final = 0.2
"""How much of a card's edge what stands beside it may hide."""
_WITHIN: Final = 0.94
"""How much of a card must lie within the outline for it to be tried there."""
_TRIED: Final = 20
_FIRST: Final = 4
"""From so many places on a row of cards is laid."""
_SEEN: Final = 0.5
"""How much of a card at least does not lie where nothing is known."""
_OVERLAP: Final = 0.1
"""How much of a card may lie on another where cards are said to lie apart."""
_APART: Final = 0.06
"""How far apart places that are tried are, of a card's short side."""
_SAME_TURN_DEG: Final = 3.0
_STRAIGHT: Final = 0.2
"""The shortest side of an outline that says how a card is turned, of a card's short side."""
_STEPS: Final = ((3.0, 2.0), (1.5, 1.0), (0.7, 0.5), (0.35, 0.25))
"""By how many pixels and degrees cards are moved to where they fit best, coarse to fine."""
_BETTER: Final = 0.012
"""By how much one card more must explain better, or there is none."""
_SUBPIXEL: Final = 4

Mask = npt.NDArray[np.bool_]
Drawn = npt.NDArray[np.uint8]
Size = tuple[float, float]
"""A card's short and long side, in pixels."""


@dataclass(frozen=True)
class Lies:
    """Where a card lies: its middle, and how its long side is turned from the first axis, in degrees."""

    x: float
    y: float
    turn_deg: float

    def corners(self, size: Size) -> Array:
        """Return its corners, (4, 2), the long side from the first to the second."""
        turn = math.radians(self.turn_deg)
        cos, sin = math.cos(turn), math.sin(turn)
        x, y = cos * size[1] / 2, sin * size[1] / 2
        across, down = -sin * size[0] / 2, cos * size[0] / 2
        return np.array(
            (
                (self.x - x - across, self.y - y - down),
                (self.x + x - across, self.y + y - down),
                (self.x + x + across, self.y + y + down),
                (self.x - x + across, self.y - y + down),
            )
        )

    def moved(self, x: float, y: float, turn_deg: float) -> Lies:
        """Return it moved and turned by so much."""
        return Lies(self.x + x, self.y + y, self.turn_deg + turn_deg)


@dataclass(frozen=True)
class Explained:
    """The fewest cards that explain an outline; ``share`` is what it and they have in common.

    ``sure``: nothing of the outline is left over.
    """

    cards: tuple[Lies, ...]
    share: float
    sure: bool = False


def explained(outline: Mask, known: Mask, size: Size) -> Explained:
    """Return the cards that explain ``outline``; none where not even one lies in it.

    What is not ``known`` may be a card or not.
    """
    held = _Outline(outline, known, size)
    tried = held.places()
    if not tried:
        return Explained((), 0.0)
    apart = held.apart(tried)
    if apart.sure:
        return apart
    best = held.best([(one,) for one in tried])
    seen = [best]
    while not best.sure and len(best.cards) < MOST_CARDS:
        more = held.best(_with_one_more(best.cards, tried))
        if more.share < best.share + _BETTER:
            break
        best = more
        seen.append(best)
    if best.sure:
        return held.fewest(best)
    beside = [one for one in seen if held.stands_beside(one.cards)]
    return replace(beside[0], sure=True) if beside else best


def filled(shape: tuple[int, int], cards: Sequence[Lies], size: Size) -> Drawn:
    """Return 1 where any of ``cards`` lies."""
    drawn = np.zeros(shape, np.uint8)
    for card in cards:
        points = np.rint(card.corners(size) * 2**_SUBPIXEL).astype(np.int32)
        cv2.fillConvexPoly(drawn, points, 1, shift=_SUBPIXEL)
    return drawn


def _with_one_more(cards: tuple[Lies, ...], tried: Sequence[Lies]) -> list[tuple[Lies, ...]]:
    """Return ``cards`` with each of ``tried``; of two cards all pairs."""
    if len(cards) == 1:
        return [*((*cards, one) for one in tried), *combinations(tried, 2)]
    return [(*cards, one) for one in tried]


class _Outline:
    """One outline, small enough to be compared with cards hundreds of times."""

    def __init__(self, outline: Mask, known: Mask, size: Size) -> None:
        self._shape = outline.shape[0], outline.shape[1]
        self._size = size
        self._known = known.astype(np.uint8)
        self._outline = outline.astype(np.uint8) & self._known
        self._filled = (outline | ~known).astype(np.uint8)
        self._area = int(cv2.countNonZero(self._outline))
        self._tried: dict[Lies, Drawn] = {}
        """Single cards that were drawn, each of which is tried with many others."""

    def share(self, cards: tuple[Lies, ...]) -> float:
        """Return what the outline and ``cards`` have in common, as a share of both together."""
        return self._share_of(self._drawn(cards))

    def _share_of(self, drawn: cv2.typing.MatLike) -> float:
        known = cv2.bitwise_and(drawn, self._known)
        both = cv2.countNonZero(cv2.bitwise_and(known, self._outline))
        return both / max(1, self._area + cv2.countNonZero(known) - both)

    def _drawn(self, cards: Sequence[Lies]) -> cv2.typing.MatLike:
        """Return 1 where any of ``cards`` lies."""
        drawn: cv2.typing.MatLike = np.zeros(self._shape, np.uint8)
        for card in cards:
            drawn = cv2.bitwise_or(drawn, self._one(card))
        return drawn

    def _one(self, card: Lies) -> Drawn:
        """Return 1 where ``card`` lies, drawn once."""
        own = self._tried.get(card)
        if own is None:
            own = self._tried[card] = filled(self._shape, (card,), self._size)
        return own

    def best(self, tried: Sequence[tuple[Lies, ...]]) -> Explained:
        """Return the best of ``tried``, moved to where together they fit best."""
        ordered = sorted(tried, key=self.share, reverse=True)
        found = max((self._settled(cards) for cards in ordered[:3]), key=lambda one: one.share)
        return replace(found, sure=self._nothing_left(found.cards))

    def _nothing_left(self, cards: tuple[Lies, ...], edges: int = 1) -> bool:
        """Whether ``cards``, which have so many ``edges`` to blur, explain all of the outline, and show all of themselves."""
        drawn = filled(self._shape, cards, self._size)
        off = np.ones((2 * round(_OFF * self._size[0]) + 1,) * 2, np.uint8)
        left = cv2.bitwise_and(self._outline, 1 - cv2.dilate(drawn, off))
        a_card = self._size[0] * self._size[1]
        if cv2.countNonZero(left) > _LEFT_OVER * a_card:
            return False
        return self._is_their_shape(drawn, left, edges) and self._all_shows(cards, off)

    def _is_their_shape(self, drawn: Drawn, left: cv2.typing.MatLike, edges: int = 1) -> bool:
        """Whether hardly any of the outline lies just beyond the cards ``drawn``, but for what is ``left`` over."""
        beside = cv2.dilate(left, np.ones((2 * round(2 * _OFF * self._size[0]) + 1,) * 2, np.uint8))
        round_them = cv2.bitwise_and(self._outline, 1 - cv2.bitwise_or(drawn, beside))
        return cv2.countNonZero(round_them) <= edges * _ROUND_THEM * self._size[0] * self._size[1]

    def _all_shows(self, cards: tuple[Lies, ...], off: Drawn) -> bool:
        a_card = self._size[0] * self._size[1]
        for card in cards:
            own = cv2.erode(filled(self._shape, (card,), self._size), off)
            if cv2.countNonZero(cv2.bitwise_and(own, 1 - self._filled)) > _MISSING * a_card:
                return False
        return True

    def apart(self, tried: Sequence[Lies]) -> Explained:
        """Return the cards that explain the outline where none lies on another, as on a board."""
        rows = [list(self._row(card)) for card in tried]
        laid = [self._beside_each_other([first, *rows]) for first in rows[:_FIRST]]
        found = self._settled(max(laid, key=self.share))
        return replace(found, sure=self._nothing_left(found.cards, len(found.cards)))

    def _beside_each_other(self, rows: Sequence[Sequence[Lies]]) -> tuple[Lies, ...]:
        """Return the cards of ``rows`` that lie on none before them."""
        cards: tuple[Lies, ...] = ()
        drawn: Drawn = np.zeros(self._shape, np.uint8)
        for one in chain.from_iterable(rows):
            own = self._one(one)
            if cv2.countNonZero(cv2.bitwise_and(own, drawn)) < _OVERLAP * self._size[0] * self._size[1]:
                cards, drawn = (*cards, one), np.bitwise_or(drawn, own)
        return cards

    def _row(self, card: Lies) -> Iterator[Lies]:
        """Yield ``card`` and where others lie whose long sides touch: no edge that is seen parts the cards of a board."""
        yield card
        turn = math.radians(card.turn_deg)
        for wide in (self._size[0], -self._size[0]):
            beside = card
            for _ in range(MOST_CARDS - 1):
                beside = beside.moved(-wide * math.sin(turn), wide * math.cos(turn), 0.0)
                own = self._one(beside)
                within = cv2.countNonZero(cv2.bitwise_and(own, self._filled))
                if within < _WITHIN * self._size[0] * self._size[1]:
                    break
                yield beside

    def fewest(self, held: Explained) -> Explained:
        """Return what ``held`` explains, without the cards that nothing of it needs."""
        for at in range(len(held.cards)):
            fewer = held.cards[:at] + held.cards[at + 1 :]
            if fewer and self._nothing_left(fewer):
                return self.fewest(replace(held, cards=fewer))
        return held

    def stands_beside(self, cards: tuple[Lies, ...]) -> bool:
        """Whether what is left over is narrower than a card, and hides hardly any of the edges of ``cards``."""
        drawn = filled(self._shape, cards, self._size)
        off = np.ones((2 * round(_OFF * self._size[0]) + 1,) * 2, np.uint8)
        left = cv2.bitwise_and(self._outline, 1 - cv2.dilate(drawn, off))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(left)
        for number in range(1, count):
            if stats[number, cv2.CC_STAT_AREA] < _LEFT_OVER * self._size[0] * self._size[1]:
                continue
            points = np.argwhere(labels == number)[:, ::-1].astype(np.float32)
            sides = sorted(cv2.minAreaRect(points)[1])
            if sides[0] > _NARROW * self._size[0]:
                return False
        if self._has_strips(left) or not self._is_their_shape(drawn, left):
            return False
        edge = cv2.morphologyEx(np.pad(drawn, 1), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))[1:-1, 1:-1]
        hidden = cv2.countNonZero(cv2.bitwise_and(edge, cv2.dilate(left, off)))
        return hidden < _HIDDEN_EDGE * cv2.countNonZero(edge) / len(cards) and self._all_shows(cards, off)

    def _has_strips(self, left: cv2.typing.MatLike) -> bool:
        """Whether any of what is left over is so narrow as what shows of a card under another, and no stack of chips."""
        wide = 2 * round(_STRIP * self._size[0] / 2) + 1
        stacks = cv2.morphologyEx(
            left, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
        )
        strips = cv2.bitwise_and(left, 1 - cv2.dilate(stacks, np.ones((5, 5), np.uint8)))
        return cv2.countNonZero(strips) > _STRIPS * self._size[0] * self._size[1]

    def _settled(self, cards: tuple[Lies, ...]) -> Explained:
        share = self.share(cards)
        for step, turn in _STEPS:
            moves = ((step, 0, 0), (-step, 0, 0), (0, step, 0), (0, -step, 0), (0, 0, turn), (0, 0, -turn))
            gained = True
            while gained:
                gained = False
                for at in range(len(cards)):
                    others = self._drawn((*cards[:at], *cards[at + 1 :]))
                    for move in moves:
                        moved = cards[at].moved(*move)
                        now = self._share_of(
                            cv2.bitwise_or(others, filled(self._shape, (moved,), self._size))
                        )
                        if now > share + 1e-4:
                            cards, share, gained = (*cards[:at], moved, *cards[at + 1 :]), now, True
        return Explained(cards, share)

    def places(self) -> list[Lies]:
        """Return where whole cards may lie, those first whose edges the outline has, none twice."""
        found: list[tuple[float, Lies]] = []
        rows, columns = self._shape
        reach = int(np.ceil(np.hypot(rows, columns))) + 2
        drawn = self._filled.astype(np.float32)
        edge = cv2.morphologyEx(np.pad(self._filled, 1), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        edges = edge[1:-1, 1:-1].astype(np.float32)
        for turn in self._turns():
            spin = cv2.getRotationMatrix2D((columns / 2, rows / 2), turn, 1.0)
            spin[:, 2] += (reach - columns) / 2, (reach - rows) / 2
            turned = cv2.warpAffine(drawn, spin, (reach, reach))
            lined = cv2.warpAffine(edges, spin, (reach, reach))
            back = cv2.invertAffineTransform(spin)
            for lying, wide, high in ((0.0, self._size[1], self._size[0]), (90.0, *self._size)):
                for support, x, y in _fits(
                    np.asarray(turned, np.float32), np.asarray(lined, np.float32), round(wide), round(high)
                ):
                    at = back @ (x, y, 1.0)
                    found.append((support, Lies(float(at[0]), float(at[1]), lying + turn)))
        found.sort(key=lambda one: -one[0])
        return self._spread(found)

    def _turns(self) -> list[float]:
        """Return how the outline's straight sides are turned, from 0 to 90 degrees, the longest first.

        Before them how a thing lies as a whole: the edge of a back of dots has no straight side.
        """
        sides: list[tuple[float, float]] = []
        contours, _ = cv2.findContours(self._filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            (_, (wide, high), turn) = cv2.minAreaRect(contour)
            if min(wide, high) >= _NARROW * self._size[0]:
                sides.append((wide + high, turn % 90))
            points = cv2.approxPolyDP(contour, 1.5, True).reshape(-1, 2).astype(float)
            for start, end in zip(points, np.roll(points, -1, axis=0), strict=True):
                length = float(np.hypot(*(end - start)))
                if length >= _STRAIGHT * self._size[0]:
                    sides.append((length, float(np.degrees(np.arctan2(*(end - start)[::-1]))) % 90))
        kept: list[float] = []
        for _, turn in sorted(sides, reverse=True):
            if all(abs((turn - other + 45) % 90 - 45) >= _SAME_TURN_DEG / 2 for other in kept):
                kept.append(turn)
        return kept[:8]

    def _spread(self, found: Sequence[tuple[float, Lies]]) -> list[Lies]:
        kept: list[Lies] = []
        for _, place in found:
            if len(kept) >= _TRIED:
                break
            if not any(self._alike(place, other) for other in kept) and self._shows(place):
                kept.append(place)
        return kept

    def _shows(self, place: Lies) -> bool:
        """Whether enough of a card that lies there is in the outline, and not where nothing is known."""
        own = cv2.bitwise_and(self._one(place), self._outline)
        return cv2.countNonZero(own) > _SEEN * self._size[0] * self._size[1]

    def _alike(self, one: Lies, other: Lies) -> bool:
        turned = abs((one.turn_deg - other.turn_deg + 90) % 180 - 90)
        return turned < _SAME_TURN_DEG and np.hypot(one.x - other.x, one.y - other.y) < _APART * self._size[0]


def _fits(
    turned: npt.NDArray[np.float32], lined: npt.NDArray[np.float32], wide: int, high: int
) -> list[tuple[float, int, int]]:
    """Return the middles of upright cards within ``turned``, and how much of their edge ``lined`` has."""
    within = cv2.boxFilter(turned, -1, (wide, high), borderType=cv2.BORDER_CONSTANT)
    outer = cv2.boxFilter(lined, -1, (wide + 2, high + 2), normalize=False, borderType=cv2.BORDER_CONSTANT)
    inner = cv2.boxFilter(lined, -1, (wide - 4, high - 4), normalize=False, borderType=cv2.BORDER_CONSTANT)
    support = (outer - inner) * (within >= _WITHIN)
    peaks = (support > 0) & (support >= cv2.dilate(support, np.ones((5, 5), np.uint8)) - 1e-6)
    at = np.argwhere(peaks)
    strongest = np.argsort(-support[peaks])[:12]
    return [(float(support[y, x]), int(x), int(y)) for y, x in at[strongest]]
