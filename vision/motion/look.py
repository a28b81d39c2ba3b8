"""Looks at frames for what moves over the betting zones: small pictures go in, a glimpse of each zone comes out.

What differs from the zone as it last lay at rest, and hangs together with where arms come in, is a hand.
What stands in the zone by itself is chips. A shadow is felt with less light on it, and is neither.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.frames.pictures import brightest
from vision.geometry.camera import Array, Lens, Picture, Pose, size_of
from vision.geometry.zones import Zone
from vision.motion.view import Mask, ZoneView, views
from vision.motion.zone import TOUCHES_MM, Glimpse, Whose

WIDTH: Final = 480
"""Pictures are looked at this many pixels wide at most."""
STANDS_OUT: Final = 22
"""Levels, of 255, by which a pixel differs from one at rest."""
_IN_THE_DARK: Final = 11
_OF_ITS_LEVEL: Final = 0.16
"""By how many levels it does where it is dark, and in between by which share of its level: a dark hand over dark felt."""
SMALLEST_HAND_MM2: Final = 300.0
SMALLEST_CHANGE_MM2: Final = 55.0
"""What one chip more on a stack changes is twice as much."""
MOVES_MM2: Final = 200.0
"""A hand or arm of which less moves is taken to keep still."""
A_CHIP_MM2: Final = 500.0
"""By how much more felt is covered where a chip was laid down; it hides 1,200."""
_GAP_MM: Final = 20.0
"""So near to each other two zones have no felt between them by which a hand could come."""
_STILL_THERE: Final = 0.75
"""A hand that covers as much of a zone as this share of the most it covered has not gone, whatever moves behind the line."""
_PASSES_MM2: Final = 1200.0
_MOSTLY_ELSEWHERE: Final = 4.0
"""What covers less of a zone than a hand, and of another so many times as much, is the arm of a hand over that one."""
_BESIDE_MM: Final = 45.0
"""How far a player's own hand may reach over the side of the zone: what is farther aside is a neighbour's."""
_AN_ARM: Final = 0.4
"""How much of the felt round a place an arm covers at least, of what a hand covers that reaches through."""
_LEAST: Final = np.clip(_OF_ITS_LEVEL * np.arange(256), _IN_THE_DARK, STANDS_OUT).astype(np.uint8)
_FEWEST_FRONT: Final = 8
_REACHES: Final = 4
"""How many pixels must be so far over the line: one alone may be noise."""
_KEPT_S: Final = 2.5
_SHADE: Final = 0.14
_DARKEST: Final = 0.3
_SAME_LIGHT: Final = 0.02


class Apart(NamedTuple):
    """Where two pictures differ: enough for what moves as a whole, and more than a dark chip's noise does."""

    faintly: Mask
    clearly: Mask


class Looker:
    """Looks with one camera from one place. ``bare`` is the felt with nothing on it, where it is known.

    ``over_mm``: what lies in the zones is flat, and so far over their lines at most; else it is stacks, within them.
    """

    def __init__(
        self,
        zones: Sequence[Zone],
        lens: Lens,
        pose: Pose,
        bare: Picture | None = None,
        over_mm: float | None = None,
    ) -> None:
        self.lens = small_lens(lens)
        self._flat = over_mm is not None
        self._box, found = views(zones, self.lens, pose, over_mm)
        self._views = {view.seat: view for view in found}
        self._all = np.zeros([part.stop - part.start for part in self._box], bool)
        self._gates, self._front, self._inside = (np.zeros_like(self._all) for _ in range(3))
        for view in found:
            self._all[view.box] |= view.body | view.gate | view.far | view.near | view.aside
            self._gates[view.box] |= view.gate
            self._front[view.box] |= view.front
            self._inside[view.box] |= view.reach > 0
        self._gates &= ~_without_gaps(found, self._all.shape)
        self._front &= self._gates
        self._bare = None if bare is None else self._small(bare)
        self._rest: Picture | None = None
        self._last: Picture | None = None
        self._kept: deque[tuple[float, Picture]] = deque()
        self._covered: dict[int, float] = {}
        self._over = dict.fromkeys(self._views, False)
        self._most = dict.fromkeys(self._views, 0)
        self._passed: set[int] = set()
        self._from = dict.fromkeys(self._views, Whose.OWN)

    def look(self, t: float, picture: Picture) -> Mapping[int, Glimpse]:
        """Return what the frame at ``t`` shows of each zone."""
        small = self._small(picture)
        if self._rest is None:
            self._rest = small.copy()
        last, self._last = self._last, small
        self._kept.append((t, small))
        while self._kept[0][0] < t - _KEPT_S:
            self._kept.popleft()
        new = self._differs(small, self._rest)
        arms = self._arms(self._comes(small, new.faintly))
        moved = None if last is None else self._differs(small, last)
        dealers = moved is not None and self._is_dealers(moved.faintly & arms)
        self._passed = self._passed_by(arms)
        return {
            seat: self._glimpse(view, arms, new.clearly, moved, dealers) for seat, view in self._views.items()
        }

    def rests(self, seat: int, t: float) -> float:
        """Take the zone of ``seat`` as it was at ``t`` for how it lies at rest.

        Return by how many mm2 more of the bare felt is covered than before; 0 where that is not known.
        """
        small = next((small for when, small in reversed(self._kept) if when <= t), None)
        if small is None or self._rest is None:
            return 0.0
        view = self._views[seat]
        own = view.body | view.gate
        if self._flat:
            own &= (view.reach > 0) | ~self._inside[view.box]
        self._rest[view.box][own] = small[view.box][own]
        if self._bare is None:
            return 0.0
        inside = self._differs(small, self._bare).clearly[view.box] & (view.reach > 0)
        covered = float(inside.sum()) / view.px_per_mm**2
        before, self._covered[seat] = self._covered.get(seat, covered), covered
        return covered - before

    def gone_at(self, seat: int, started: float, rested: float) -> float | None:
        """Return when the hand that came in at ``started`` went out; at ``rested`` the zone lay at rest.

        What the hand left behind is no part of it any more. None where the frames of it are not kept.
        """
        assert self._rest is not None
        view = self._views[seat]
        before: tuple[float, float | None] | None = None
        for t, small in reversed(self._kept):
            if t > rested:
                continue
            if t < started:
                return None
            arms = self._arms(self._comes(small, self._differs(small, self._rest).faintly))
            reach = _reach(view, arms[view.box])
            if reach is not None and reach >= 0:
                return _between(t, reach, before)
            before = t, reach
        return None

    def _small(self, picture: Picture) -> Picture:
        """Return the part of ``picture`` that shows the zones, small."""
        if size_of(picture) != self.lens.size:
            picture = np.asarray(cv2.resize(picture, self.lens.size, interpolation=cv2.INTER_AREA), np.uint8)
        return np.ascontiguousarray(picture[self._box])

    def _comes(self, small: Picture, new: Mask) -> Mask:
        """Return what may be a hand: no felt, and in the zones ``new`` since they lay at rest.

        Where chips were taken away all is new, and nothing comes: the felt shows. A hand that rests behind the
        lines is part of how it lies at rest.
        """
        if self._bare is None:
            return new
        return self._differs(small, self._bare).faintly & (new | ~self._inside)

    def _differs(self, now: Picture, before: Picture) -> Apart:
        """Return where ``now`` differs from ``before`` by more than light and shadow."""
        gain = _gain(now, before)
        expected = before if np.abs(gain - 1).max() < _SAME_LIGHT else _scaled(before, gain)
        least = cv2.LUT(brightest(expected), _LEAST)
        levels = brightest(cv2.absdiff(now, expected))
        apart: Mask = (levels > least) & self._all
        blue, green, red = ((now[apart].astype(np.float32) + 6) / (expected[apart].astype(np.float32) + 6)).T
        most = np.maximum(np.maximum(blue, green), red)
        least = np.minimum(np.minimum(blue, green), red)
        apart[apart] = (most >= 1) | (most - least >= _SHADE) | (least <= _DARKEST)
        return Apart(apart, apart & (levels > STANDS_OUT))

    def _arms(self, apart: Mask) -> Mask:
        """Return the things of ``apart`` that reach beyond what can stand in a zone."""
        closed = cv2.morphologyEx(apart.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        count, labels = cv2.connectedComponents(opened)
        reaching = np.zeros(count, bool)
        reaching[labels[self._gates]] = True
        reaching[0] = False
        arms: Mask = reaching[labels]
        return arms

    def _glimpse(
        self, view: ZoneView, all_arms: Mask, all_new: Mask, all_moved: Apart | None, dealers: bool
    ) -> Glimpse:
        arms, new = all_arms[view.box], all_new[view.box]
        moved = None if all_moved is None else all_moved.faintly[view.box]
        reach = _reach(view, arms)
        over = self._is_over(view, arms, reach, moved)
        self._from[view.seat] = self._comes_of(view, arms, moved, over, dealers)
        self._over[view.seat] = over
        self._most[view.seat] = max(self._most[view.seat], view.covered(arms)) if over else 0
        if not over and reach is not None:
            reach = min(reach, TOUCHES_MM)
        smallest = SMALLEST_CHANGE_MM2 * view.px_per_mm**2
        left = new & ((view.reach > 0) & (not over) | view.body & ~arms)
        stirs = None if all_moved is None else all_moved.clearly[view.box] & (view.reach > 0)
        still = stirs is not None and bool(stirs.sum() < smallest)
        return Glimpse(self._from[view.seat] if over else None, reach, still, bool(left.sum() >= smallest))

    def _comes_of(self, view: ZoneView, arms: Mask, moved: Mask | None, over: bool, dealers: bool) -> Whose:
        """Return from where the hand came that is over a zone, or the next one will."""
        before = self._from[view.seat]
        if self._flat:
            return _arm_from(view, arms) if over else before
        if over and dealers:
            return Whose.DEALER
        if over:
            new = not self._over[view.seat] and before is Whose.OTHER
            return Whose.OWN if new and _is_own(view, arms) else before
        return before if moved is None else _comes_from(view, moved & arms) or before

    def _passed_by(self, arms: Mask) -> set[int]:
        """Return the seats over whose zones only the arm is of a hand that is over another."""
        views = [
            view
            for view in self._views.values()
            if view.covered(arms[view.box]) >= SMALLEST_HAND_MM2 * view.px_per_mm**2
        ]
        if len(views) < 2:
            return set()
        labels = np.asarray(cv2.connectedComponents(arms.astype(np.uint8))[1], np.int32)
        covers: dict[int, tuple[int, float]] = {}
        for view in views:
            pixels = np.bincount(labels[view.box][arms[view.box] & (view.reach > 0)])
            covers[view.seat] = int(np.argmax(pixels)), float(pixels.max()) / view.px_per_mm**2
        return {
            seat
            for seat, (hand, mm2) in covers.items()
            if mm2 < _PASSES_MM2
            and any(other == hand and more > _MOSTLY_ELSEWHERE * mm2 for other, more in covers.values())
        }

    def _is_dealers(self, moved: Mask) -> bool:
        """Whether what moves comes over the felt before the zones, and not from behind them."""
        front = int((moved & self._front).sum())
        return front >= _FEWEST_FRONT and front > int((moved & self._gates & ~self._front).sum())

    def _is_over(self, view: ZoneView, arms: Mask, reach: float | None, moved: Mask | None) -> bool:
        """Whether a hand is over the zone, and not chips alone before a hand that rests behind the line.

        Chips and hand look like one thing there; what moves last tells them apart.
        """
        if reach is None or reach < 0 or (view.seat in self._passed and not self._over[view.seat]):
            return False
        covers = view.covered(arms)
        if covers < SMALLEST_HAND_MM2 * view.px_per_mm**2:
            return False
        if moved is None or (moved & arms & view.body).sum() < MOVES_MM2 * view.px_per_mm**2:
            return self._over[view.seat]
        moves = _reach(view, moved & arms)
        if moves is not None and moves >= 0:
            return True
        return self._over[view.seat] and covers > _STILL_THERE * self._most[view.seat]


def _without_gaps(views: Sequence[ZoneView], shape: tuple[int, ...]) -> Mask:
    """Return what the zones and all that may stand in them take of the picture, and the narrow gaps between them.

    A stack at a zone's side stands before such a gap.
    """
    bodies = np.zeros(shape, np.uint8)
    for view in views:
        bodies[view.box] |= view.body
    wide = 2 * round(_GAP_MM * max((view.px_per_mm for view in views), default=1.0) / 2) + 1
    return cv2.morphologyEx(bodies, cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8)) > 0


def _comes_from(view: ZoneView, moved: Mask) -> Whose | None:
    """Return from where what moves round the zone would reach into it, None where nothing does."""
    count = {
        Whose.OWN: int((moved & view.far).sum()),
        Whose.DEALER: int((moved & view.near).sum()),
        Whose.OTHER: int((moved & view.aside).sum()),
    }
    most = max(count, key=lambda whose: count[whose])
    return most if count[most] >= MOVES_MM2 * view.px_per_mm**2 else None


def _is_own(view: ZoneView, arms: Mask) -> bool:
    """Whether what has come over the zone hangs together with its player's side more than with a neighbour's.

    Others' hands may move as well, and touch it in the picture.
    """
    labels = np.asarray(cv2.connectedComponents(arms.astype(np.uint8))[1], np.int32)
    inside = np.bincount(labels[arms & (view.reach > 0)], minlength=1)
    hand = labels == int(np.argmax(inside))
    least = MOVES_MM2 * view.px_per_mm**2
    aside = hand & view.aside & (view.reach < -_BESIDE_MM)
    own = int((hand & view.far).sum())
    return own >= least and own >= int(aside.sum())


def _arm_from(view: ZoneView, arms: Mask) -> Whose:
    """Return from where the arm comes of the hand that is over the zone: on that side most of it is to be seen.

    Who reaches through to the other side shows a hand there, which is broader than an arm.
    """
    labels = np.asarray(cv2.connectedComponents(arms.astype(np.uint8))[1], np.int32)
    hand = labels == int(np.argmax(np.bincount(labels[arms & (view.reach > 0)], minlength=1)))
    far, near, aside = (int((hand & part).sum()) for part in (view.far, view.near, view.aside))
    if far >= _AN_ARM * max(near, aside):
        return Whose.OWN
    return Whose.DEALER if near >= _AN_ARM * aside else Whose.OTHER


def small_lens(lens: Lens) -> Lens:
    """Return ``lens`` for the size at which pictures are looked at."""
    width, height = lens.size
    share = min(1.0, WIDTH / width)
    return lens.sized((round(width * share), round(height * share)))


def _reach(view: ZoneView, arms: Mask) -> float | None:
    """Return how far over the line the arms reach; None where there is none by the zone."""
    reaches = view.reach[arms & view.body]
    if len(reaches) < _REACHES:
        return None
    return float(np.partition(reaches, -_REACHES)[-_REACHES])


def _between(t: float, reach: float, after: tuple[float, float | None] | None) -> float:
    if after is None:
        return t
    if after[1] is None:
        return (t + after[0]) / 2
    return t + (after[0] - t) * reach / (reach - after[1])


def _gain(now: Picture, before: Picture) -> Array:
    """Return by how much the light of the whole picture has changed, for each colour."""
    some, then = now[::6, ::6].reshape(-1, 3).astype(float), before[::6, ::6].reshape(-1, 3).astype(float)
    gain: Array = np.median((some + 4) / (then + 4), axis=0)
    return gain


def _scaled(picture: Picture, gain: Array) -> Picture:
    levels = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels[None]), np.uint8)
