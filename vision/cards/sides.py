"""Tells a card's face from its back: its back is known from the enrolment, a face is white paper with ink on it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from vision.cards.deck import Back
from vision.cards.fitting import Lies, Mask, Size
from vision.cards.likeness import BACK_SHARE, FACE_SHARE, SMOOTH_MM, Light, apart, likeness
from vision.geometry.camera import Array
from vision.settings import Colour

Side = Literal["up", "down"]

_Fits = tuple[float, float, Mask | None]
_AROUND: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15))
"""White paper shows somewhere within so many mm of any place of a face."""

_RIM_MM: Final = (1.2, 3.2)
"""Between these, from its edge, a face is white."""
_WHITE: Final = 0.7
"""What has more than this share of the light of the paper round it is paper."""
_EDGE_MM: Final = 1.2
LEAST_MM2: Final = 300.0
"""A card of which less shows than this is not judged."""
_GAMMA: Final = 2.2
_PALE: Final = 0.7
_COARSE: Final = 2
"""One place in so many, each way, is enough to tell which card lies on which."""


@dataclass(frozen=True)
class Judged:
    """What speaks for a side.

    ``misfit`` is by how much it differs from the best back, ``plain`` by how much white paper would, ``odd`` the share
    that is dark where that back is white; ``white`` the share that is white, and that of its ``rim``, ``ink`` the share
    that is dark, ``tint`` how far its white is from the markers', ``mm2`` how much of it shows.
    """

    misfit: float
    plain: float
    odd: float
    white: float
    rim: float
    ink: float
    tint: float
    mm2: float

    @property
    def side(self) -> Side | None:
        """The side that is up, None where that is not clear."""
        if self.mm2 < LEAST_MM2:
            return None
        share = self.misfit / max(self.plain, 1e-3)
        pale = self.plain >= PALE and share < PALE_SHARE
        if self.misfit < BACK_UNDER and share < BACK_SHARE and (self.plain >= PLAIN or pale):
            return "down"
        unlike = self.misfit >= UNLIKE and share >= FACE_SHARE
        framed = UNLIKE_RIM if self.mm2 >= WHOLE_MM2 else UNLIKE_PART_RIM
        rim, ink = (framed, UNLIKE_INK) if unlike else (FACE_RIM, FACE_INK)
        coloured = unlike and self.white >= UNLIKE_WHITE and self.tint <= UNLIKE_TINT
        inky = self.ink >= ink or (self.mm2 < HALF_MM2 and self.plain >= FACE_PLAIN)
        faced = (self.white >= FACE_WHITE or coloured) and self.rim >= rim and inky
        inked = (
            self.plain < PLAIN and self.odd > ODD and self.ink > INKED
        )  # a strip of the back's white border has no ink
        apart = share >= FACE_SHARE and (self.misfit >= FACE_OVER or inked)
        paper = self.tint <= (CREAM_TINT if self.rim >= CREAM_RIM else FACE_TINT)
        return "up" if faced and paper and apart else None


BACK_UNDER: Final = 0.4
PALE: Final = 0.07
PALE_SHARE: Final = 0.5
"""What is nearly white of a back, such as a strip with its border, must be much more like it than paper is."""
FACE_OVER: Final = 0.12
INKED: Final = 0.05
PLAIN: Final = 0.15
ODD: Final = 0.015
FACE_WHITE: Final = 0.3
FACE_RIM: Final = 0.72
FACE_INK: Final = 0.012
HALF_MM2: Final = 2500.0
"""Of less of a face there may be nothing to see but paper; the back must be clearly otherwise there."""
FACE_PLAIN: Final = 0.17
FACE_TINT: Final = 1.3
CREAM_TINT: Final = 1.5
CREAM_RIM: Final = 0.95
"""Paper may be as yellow as this where it shows all along the rim; pale skin is redder still."""
UNLIKE: Final = 0.5
"""What differs so much from every back is none: a court's frame may then run along its rim and its colours fill it, and a corner may show no ink."""
UNLIKE_WHITE: Final = 0.12
UNLIKE_TINT: Final = 1.18
"""What is so coloured shows white enough beside it, where it is a face, and skin does not."""
UNLIKE_RIM: Final = 0.6
UNLIKE_PART_RIM: Final = 0.66
WHOLE_MM2: Final = 4500.0
UNLIKE_INK: Final = 0.004


@dataclass(frozen=True)
class Evidence:
    """One card's place, upright, coarse: its ``light``, each back there either way up with the paper's light, its ``rim``.

    ``white_rim`` is where the rim is white.
    """

    light: Light
    backs: tuple[tuple[Light, Array], ...]
    rim: Mask
    white_rim: Mask

    def unlike_back(self, shows: Mask) -> float:
        """Return by how much what ``shows`` differs from the back that is most like it, as a share of what paper would."""
        now = self.light[shows]
        shares = [1.0]
        for back, white in self.backs:
            plain = apart(np.broadcast_to(white.astype(np.float32), now.shape), back[shows])
            shares.append(apart(now, back[shows]) / max(plain, 1e-3))
        return min(shares)

    def coloured_rim(self, shows: Mask) -> float:
        """Return which share of the rim, where it ``shows``, is not white."""
        rim = shows & self.rim
        return 1 - float(self.white_rim[rim].mean()) if rim.any() else 0.0


class Sides:
    """Knows the backs of a deck of ``size_mm``."""

    def __init__(self, backs: tuple[Back, ...], size_mm: tuple[float, float]) -> None:
        wide, high = (round(side) for side in size_mm)
        self._shape = high, wide
        self._backs = [_upright(back, (wide, high)) for back in backs]

    def judge(self, now: Light, card: Lies, shows: Mask, size: Size, paper: Colour | None) -> Judged:
        """Return what speaks for each side of ``card`` in ``now``, of which nothing but ``shows`` is it alone.

        ``size`` is the card's in pixels, ``paper`` the markers' white now.
        """
        light, own = self._upright(now, card, size), self._own(shows, card, size)
        inner = own & _within(self._shape, _EDGE_MM)
        mm2 = float(inner.sum())
        if mm2 < LEAST_MM2:
            return Judged(9.0, 9.0, 0.0, 0.0, 0.0, 0.0, 9.0, mm2)
        fits = [_fits(light, back, inner, paper) for back in self._backs]
        return self._white(
            light, inner, paper, min(fits, key=lambda one: one[0], default=(9.0, 9.0, None)), mm2
        )

    def evidence(self, now: Light, card: Lies, size: Size, paper: Colour | None) -> Evidence:
        """Return what of ``card`` is like a back's place there, and what like the rim of a face, wherever it may show."""
        light = self._upright(now, card, size)
        smooth = np.asarray(cv2.GaussianBlur(light, (0, 0), SMOOTH_MM), np.float32)
        pairs = []
        for picture, its_paper in self._backs:
            lamp, white = _lamp(its_paper, paper)
            soft = np.asarray(
                cv2.GaussianBlur((picture * lamp).astype(np.float32), (0, 0), SMOOTH_MM), np.float32
            )
            pairs += [(way[::_COARSE, ::_COARSE], white) for way in (soft, soft[::-1, ::-1])]
        rim = self._rim()
        coarse = np.s_[::_COARSE, ::_COARSE]
        white_rim = _paper_on(rim, _share_of(light, _lit(light)))
        return Evidence(smooth[coarse], tuple(pairs), rim[coarse], white_rim[coarse])

    def grid(self, card: Lies, size: Size) -> Array:
        """Return where the places of ``evidence`` lie, (rows, columns, 2) in pixels."""
        high, wide = self._shape
        columns, rows = np.meshgrid(np.arange(0, wide, _COARSE), np.arange(0, high, _COARSE))
        at = np.stack((columns, rows), axis=-1).reshape(1, -1, 2).astype(np.float64)
        return np.asarray(cv2.perspectiveTransform(at, self._lies(card, size)), np.float64).reshape(
            *rows.shape, 2
        )

    def _lies(self, card: Lies, size: Size) -> Array:
        """Return what brings an upright card's places to where it lies."""
        high, wide = self._shape
        corners = np.array(((wide, 0), (wide, high), (0, high), (0, 0)), np.float32) - np.float32(0.5)
        return np.asarray(cv2.getPerspectiveTransform(corners, card.corners(size).astype(np.float32)))

    def _upright(self, now: Light, card: Lies, size: Size) -> Light:
        """Return the light of ``card``, upright."""
        high, wide = self._shape
        way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        lies = self._lies(card, size)
        seen = cv2.warpPerspective(now, lies, (wide, high), flags=way, borderMode=cv2.BORDER_REPLICATE)
        return np.power(np.maximum(seen, 0) / 255, _GAMMA).astype(np.float32)

    def _own(self, shows: Mask, card: Lies, size: Size) -> Mask:
        high, wide = self._shape
        way = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        lies = self._lies(card, size)
        return np.asarray(cv2.warpPerspective(shows.astype(np.uint8), lies, (wide, high), flags=way) > 0)

    def _rim(self) -> Mask:
        """Return where a face is white round its edge."""
        return _within(self._shape, _RIM_MM[0]) & ~_within(self._shape, _RIM_MM[1])

    def _white(self, light: Light, inner: Mask, paper: Colour | None, fits: _Fits, mm2: float) -> Judged:
        lit = _lit(light * inner[..., None].astype(np.float32))
        tint = 1.0
        if paper is not None:
            white_paper = np.power(np.array(paper) / 255, _GAMMA).clip(1e-3)[::-1]
            ratio = np.median(lit[inner] / white_paper, axis=0)
            tint = float(ratio.max() / max(ratio.min(), 1e-6))
        share = _share_of(light, lit)
        rim = inner & self._rim()
        paper_there = _paper_on(rim, share)
        ink = inner & (share < 0.55) & _within(self._shape, _RIM_MM[1])
        misfit, plain, pale = fits
        odd = 0.0 if pale is None else float((inner & (share < 0.55) & pale).sum() / mm2)
        return Judged(
            misfit,
            plain,
            odd,
            float((share > _WHITE)[inner].mean()),
            float(paper_there[rim].mean()) if rim.sum() > 30 else 0.0,
            float(ink.sum() / mm2),
            tint,
            mm2,
        )


def _fits(light: Light, back: tuple[Array, Colour], inner: Mask, paper: Colour | None) -> _Fits:
    """Return by how much ``light`` differs from a back, by how much plain white paper would, and where the back is white."""
    picture, its_paper = back
    lamp, white = _lamp(its_paper, paper)
    ways = (picture * lamp).astype(np.float32), (picture[::-1, ::-1] * lamp).astype(np.float32)
    held = likeness(light, ways, white, inner)
    pale = (held.back / white).min(axis=-1) > _PALE
    return held.misfit, held.plain, cv2.erode(pale.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0


def _lamp(its_paper: Colour, paper: Colour | None) -> tuple[Array, Array]:
    """Return by how much the light's colours changed since a back was enrolled, and white paper's light there now."""
    then = np.power(np.array(its_paper[::-1]) / 255, _GAMMA)
    lamp = np.ones(3) if paper is None else np.power(np.array(paper[::-1]) / 255, _GAMMA) / then
    return lamp, then * lamp


def _lit(light: Light) -> Light:
    """Return the light of the white paper round each place."""
    soft = cv2.GaussianBlur(light, (0, 0), 0.6)
    return np.asarray(cv2.GaussianBlur(cv2.dilate(soft, _AROUND), (0, 0), 3.0), np.float32)


def _share_of(light: Light, lit: Light) -> Array:
    """Return the share of the light of the paper round it that each place has, by the colour of which it has least."""
    return np.asarray((light / np.maximum(lit, 1e-4)).min(axis=-1))


def _paper_on(rim: Mask, share: Array) -> Mask:
    """Return where on ``rim``, or next to it, there is paper."""
    white = ((share > _WHITE) & rim).astype(np.uint8)
    return np.asarray(cv2.dilate(white, np.ones((3, 3), np.uint8)) > 0)


@functools.cache
def _within(shape: tuple[int, int], mm: float) -> Mask:
    rows, columns = np.indices(shape)
    edge = np.minimum(
        np.minimum(rows + 0.5, shape[0] - rows - 0.5), np.minimum(columns + 0.5, shape[1] - columns - 0.5)
    )
    return np.asarray(edge >= mm)


def _upright(back: Back, size: tuple[int, int]) -> tuple[Array, Colour]:
    small = cv2.resize(back.picture, size, interpolation=cv2.INTER_AREA)
    return np.power(small / 255.0, _GAMMA), back.paper
