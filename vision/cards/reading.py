"""Tells how many faces and backs lie in each place for cards, and nothing where that is not clear."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np

from vision.cards.counted import counted
from vision.cards.deck import Deck
from vision.cards.edge import edge_of
from vision.cards.fitting import MOST_CARDS, Lies, Mask, Size, explained, filled
from vision.cards.lying import PX_PER_MM, Above, Window
from vision.cards.order import Spot, order_of
from vision.cards.sides import Judged, Sides
from vision.felt_view import FeltView
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.place import HAND, Place
from vision.geometry.zones import beyond
from vision.settings import Colour

_FIT_PX_PER_MM: Final = PX_PER_MM / 2
_SMALLEST_MM2: Final = 120.0
"""What is smaller is no card, nor a part of one that would be seen."""
_BESIDE: Final = 0.05
"""How much of a card may seem to lie on another that it lies beside."""
_TOO_MANY: Final = "more cards than may lie there lie on each other: a heap, a hand?"
_OF_TWO: Final = "cards of two places lie on each other"
_OVER: Final = "cards that lie on each other reach into the place"
_UNCLEAR: Final = "how many cards lie on each other is not clear by their edge"
_BETWEEN: Final = "cards lie on each other so that one more could lie between"
BOARD: Final = 5
_HIDES_MM: Final = 6.0
"""Between cards that lie so far apart, one on the other, one more may show as much as they do."""
_HIDES_TURN_DEG: Final = 14.0
"""By how much a card of a fan is turned at most from the one below it."""
_NOT_MIDDLE_MM: Final = 3.0
"""By how much nearer to an edge than half its width the middle of a card may seem to lie."""
_NEED_ORDER: Final = 3
"""Of so many cards on each other those between show nothing that no other could cover."""
_NEARLY: Final = 0.9
_PART_OF_A_CARD: Final = 0.8
_MAY_SHOW: Final = 0.4
"""How much of a card that a hand hides in part may be all of it that shows."""


@dataclass(frozen=True)
class Lying:
    """What lies in a place: so many faces ``up`` and backs; None where ``why`` says that it cannot be told."""

    up: int | None
    down: int | None
    why: str = ""
    judged: tuple[Judged, ...] = ()

    def plus(self, judged: Judged) -> Lying:
        """Return it with one card more."""
        all_judged = (*self.judged, judged)
        if self.up is None or self.down is None:
            return replace(self, judged=all_judged)
        if judged.side is None:
            return replace(self, judged=all_judged).untold("a card of which it is not clear what side is up")
        up = judged.side == "up"
        return Lying(self.up + up, self.down + (not up), "", all_judged)

    def untold(self, why: str) -> Lying:
        """Return it as something of which it cannot be told how many cards it has."""
        return replace(self, up=None, down=None, why=why)

    def as_json(self, zone: str) -> dict[str, Any]:
        """Return it as ``floorcall chips --json`` prints it."""
        fields: dict[str, Any] = {"zone": zone, "up": self.up, "down": self.down}
        return fields if self.told else {**fields, "why": self.why}

    @property
    def told(self) -> bool:
        """Whether it is known what lies there."""
        return self.up is not None


Seen = tuple[Lies, Judged]
"""A card: where it lies, and what speaks for its side."""


class CardReader:
    """Reads all places from where the camera stands now."""

    def __init__(
        self,
        places: Sequence[Place],
        deck: Deck,
        lens: Lens,
        pose: Pose,
        felt: FeltView,
        printed: Sequence[Array] = (),
        hand: int = HAND,
    ) -> None:
        """``hand`` is how many cards a hand has; ``printed`` are the corners of the markers that show."""
        self._places, self._deck, self._hand = places, deck, hand
        reach = np.concatenate([place.polygon for place in places])
        self._window = Window(reach, lens, pose, felt, printed)
        self._inside = {place.zone: self._window.inside(place.polygon) for place in places}
        stands = (lens, pose), (felt.lens, felt.fit.pose)
        self._out = {
            place.zone: str(out)
            for place in places
            for out in (beyond(place.felt, *now) for now in stands)
            if out is not None
        }
        self._sides = Sides(deck.backs, deck.size_mm)
        short, long = deck.size_mm
        self._size: Size = short * PX_PER_MM, long * PX_PER_MM

    def read(
        self, picture: Picture, paper: Colour | None, zones: Collection[str] | None = None
    ) -> dict[str, Lying]:
        """Return what lies in each place, or in those of ``zones``; ``paper`` is the markers' white in this picture.

        Nothing is told of a place that this picture, or that of the bare felt, does not wholly show.
        """
        above = self._window.look(picture)
        found = {place.zone: Lying(0, 0) for place in self._places if zones is None or place.zone in zones}
        for piece in above.pieces:
            reached = [zone for zone in found if (piece & self._inside[zone]).any()]
            if not reached:
                continue
            cards = self._piece(above, piece, paper)
            if isinstance(cards, str):
                if not self._cut_off(above, piece):
                    middles = self._middles(above, piece)
                    reached = [zone for zone in reached if self._may_lie_in(zone, piece, middles)]
                found.update({zone: found[zone].untold(cards) for zone in reached})
                continue
            hands = self._hands(cards)
            for zone in reached:
                found[zone] = self._with(found[zone], zone, hands)
        return {
            zone: lying.untold(self._out[zone]) if zone in self._out else lying
            for zone, lying in found.items()
        }

    def _may_lie_in(self, zone: str, piece: Mask, middles: Mask) -> bool:
        """Whether a card of a thing that cannot be told may lie in a place, of which a hand may hide a part."""
        inside = self._inside[zone]
        shows = float((piece & inside).sum())
        return shows > _MAY_SHOW * self._size[0] * self._size[1] or bool((middles & inside).any())

    def _middles(self, above: Above, piece: Mask) -> Mask:
        """Return where the middle of any card in a thing may lie: half a card's width from its edge, or nearly."""
        reach = round(self._size[0] / 2 - _NOT_MIDDLE_MM * PX_PER_MM)
        far = cv2.distanceTransform((piece | ~above.known).astype(np.uint8), cv2.DIST_L2, 5)
        return np.asarray(far >= reach)

    def _most(self, zone: str) -> int:
        """Return how many cards lie in a place if play goes as it should."""
        return self._hand if zone.startswith("seat:") else BOARD if zone == "board" else MOST_CARDS + 1

    def _with(self, lying: Lying, zone: str, hands: Sequence[Sequence[Seen]]) -> Lying:
        """Return what lies in a place with the cards of one thing more, of those ``hands`` of which the middle is in it."""
        for hand in hands:
            middles = np.array([(card.x, card.y) for card, _ in hand])
            its = self._has(zone, middles.mean(axis=0))
            reaches = its or any(self._has(zone, at) for at in middles)
            if reaches and len(hand) > self._most(zone):
                lying = lying.untold(_TOO_MANY)
            elif reaches and len({self._place_of(at) for at in middles} - {None}) > 1:
                lying = lying.untold(_OF_TWO)
            elif its:
                for _, judged in hand:
                    lying = lying.plus(judged)
                if self._may_hide([card for card, _ in hand], self._most(zone)):
                    lying = lying.untold(_BETWEEN)
            elif reaches:
                lying = lying.untold(_OVER)
        return lying

    def _hands(self, cards: Sequence[Seen]) -> list[list[Seen]]:
        """Return the cards that lie on each other together, and each of the others by itself."""
        judged = dict(cards)
        return [
            [(card, judged[card]) for card in heap] for heap in self._together([card for card, _ in cards])
        ]

    def _together(self, cards: Sequence[Lies]) -> list[list[Lies]]:
        """Return the cards that lie on each other together, and each of the others by itself."""
        heaps: list[list[Lies]] = []
        for card in cards:
            under = [heap for heap in heaps if any(self._on(card, other) for other in heap)]
            heaps = [heap for heap in heaps if heap not in under]
            heaps.append([card, *(other for heap in under for other in heap)])
        return heaps

    def _on(self, one: Lies, other: Lies) -> bool:
        """Whether one card lies on another, and not only beside it."""
        area, _ = cv2.intersectConvexConvex(
            one.corners(self._size).astype(np.float32), other.corners(self._size).astype(np.float32)
        )
        return bool(area > _BESIDE * self._size[0] * self._size[1])

    def _place_of(self, at: Array) -> str | None:
        """Return in which place a point lies, None in none."""
        return next((place.zone for place in self._places if self._has(place.zone, at)), None)

    def _has(self, zone: str, at: Array) -> bool:
        inside = self._inside[zone]
        row, column = round(at[1]), round(at[0])
        return 0 <= row < inside.shape[0] and 0 <= column < inside.shape[1] and bool(inside[row, column])

    def _piece(self, above: Above, piece: Mask, paper: Colour | None) -> list[Seen] | str:
        """Return the cards of one thing, none where it is no card and none hides in it; a text where it cannot be told."""
        area = float(piece.sum()) / PX_PER_MM**2
        whole = self._deck.size_mm[0] * self._deck.size_mm[1]
        if area < _SMALLEST_MM2:
            return []
        if self._cut_off(above, piece):
            return "the picture ends in what lies there"
        if area < _PART_OF_A_CARD * whole and not self._as_large(piece):
            return []
        small = np.ascontiguousarray(piece[: piece.shape[0] // 2 * 2 : 2, : piece.shape[1] // 2 * 2 : 2])
        rows, columns = np.flatnonzero(small.any(axis=1)), np.flatnonzero(small.any(axis=0))
        top, left = max(0, rows[0] - 8), max(0, columns[0] - 8)
        part = small[top : rows[-1] + 9, left : columns[-1] + 9]
        if part.sum() / _FIT_PX_PER_MM**2 > 5.5 * whole:
            return "something larger than cards lies there: a hand, a heap?"
        size = self._size[0] / 2, self._size[1] / 2
        clear = ~cv2.erode((~above.known).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)[::2, ::2]
        clear = clear[: small.shape[0], : small.shape[1]][top : rows[-1] + 9, left : columns[-1] + 9]
        held = explained(part, clear, size)
        if not held.cards and not self._as_large(piece):
            return []
        if not held.sure:
            return "something that is no card by itself: a hand, a heap, chips on cards?"
        cards = [Lies((c.x + left) * 2, (c.y + top) * 2, c.turn_deg) for c in held.cards]
        found = self._with_those_between(above, cards, piece)
        return found if isinstance(found, str) else self._judged(above, found, piece, paper)

    def _with_those_between(self, above: Above, cards: list[Lies], piece: Mask) -> list[Lies] | str:
        """Return ``cards`` to a tenth of a millimetre, and with them those that show by a step of the edge alone.

        Of cards of which the edge says nothing fewer than three may lie on each other.
        """
        exact = counted(edge_of(piece, above.differs, above.known), cards, self._size, self._hand)
        if exact is not None and len(exact.cards) >= len(cards):
            return list(exact.cards)
        return _UNCLEAR if any(len(heap) >= _NEED_ORDER for heap in self._together(cards)) else cards

    def _may_hide(self, cards: list[Lies], most: int) -> bool:
        """Whether one of ``most`` cards could lie between two that lie on each other, and nobody would see it by the outline."""
        if len(cards) >= most:
            return False
        widest = _HIDES_TURN_DEG * min(most - len(cards) + 1, self._hand - 1)
        for number, one in enumerate(cards):
            for other in cards[:number]:
                turned = abs((one.turn_deg - other.turn_deg + 90) % 180 - 90)
                apart = np.hypot(one.x - other.x, one.y - other.y) / PX_PER_MM
                if turned < widest and _HIDES_MM < apart < self._deck.size_mm[0] - 2:
                    return True
        return False

    def _judged(self, above: Above, cards: list[Lies], piece: Mask, paper: Colour | None) -> list[Seen]:
        shape = (piece.shape[0], piece.shape[1])
        found = []
        for card, over in self._covered(above, cards, paper):
            shows = cv2.dilate(filled(shape, over, self._size), np.ones((5, 5), np.uint8)) == 0
            found.append((card, self._sides.judge(above.now, card, np.asarray(shows), self._size, paper)))
        return found

    def _covered(
        self, above: Above, cards: list[Lies], paper: Colour | None
    ) -> list[tuple[Lies, Sequence[Lies]]]:
        """Return each of ``cards`` with those that may lie on it: all others, where it is not clear which do."""
        found: list[tuple[Lies, Sequence[Lies]]] = []
        for heap in self._together(cards):
            order = None
            if _NEED_ORDER <= len(heap) <= self._hand:
                order = order_of([self._spot(above, card, paper) for card in heap], self._size)
            for at, card in enumerate(heap):
                under = () if order is None else order[: order.index(at)]
                lower = [card, *(heap[number] for number in under)]
                found.append((card, [other for other in cards if other not in lower]))
        return found

    def _spot(self, above: Above, card: Lies, paper: Colour | None) -> Spot:
        evidence = self._sides.evidence(above.now, card, self._size, paper)
        return Spot(card, evidence, self._sides.grid(card, self._size))

    def _as_large(self, piece: Mask) -> bool:
        """Whether a card could lie in a thing as far as its length and width go: no stack of chips is so wide."""
        contours, _ = cv2.findContours(piece.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        sides = sorted(cv2.minAreaRect(np.concatenate(contours))[1])
        return bool(sides[0] > _NEARLY * self._size[0] and sides[1] > _NEARLY * self._size[1])

    def _cut_off(self, above: Above, piece: Mask) -> bool:
        """Whether a thing reaches to where the picture shows nothing."""
        if above.inside.all():
            return False
        beyond = cv2.dilate((~above.inside).astype(np.uint8), np.ones((5, 5), np.uint8))
        return bool((piece & (beyond > 0)).any())
