"""Tells what in a fan is not the bare felt: shadows told from chips by colour and by grain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array
from vision.geometry.fan import MM_PER_ROW, Rows

LEAST_LEVELS: Final = 9.0
"""Levels, of 255, by which a thing differs from the felt in any light; more where the picture is grainy."""
_NOISES: Final = 5.0
_DARKEST: Final = 0.25
"""The share of its light that felt keeps in the deepest shadow."""
_BRIGHTEST: Final = 1.12
_SHADED: Final = 0.86
_HALO_MM: Final = 1.8
"""How far the blur of something bright reaches over the felt beside it."""
_HOLE_MM: Final = 7.0
_CLEARLY: Final = 0.35
_GRAIN_MM: Final = 3.0
_GRAINY: Final = 0.09
"""By how much the light changes from place to place, as a share, where no shadow's edge is."""
_FELT_SHARE: Final = 0.3
_GAP: Final = 5
_ENOUGH: Final = 20_000
"""Places from which what is usual is told."""

Bits = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Evidence:
    """``stands``: 1 where something stands out, -1 where the felt shows, between at edges, 0 in shadow.

    Gaps between things are narrower in ``stands`` than they are; ``things`` is where something does stand out.
    ``grainy`` is where nothing but the grain tells that it is no shadow; nothing lies outside of ``known``. ``felt`` is
    the bare felt in the light of now.
    """

    stands: Rows
    things: Bits
    grainy: Bits
    shaded: Bits
    known: Bits
    felt: Rows


def evidence_of(now: Rows, bare: Rows, known: Bits, inside: Bits) -> Evidence:
    """Return what ``now`` shows that ``bare`` does not.

    Nothing lies where ``known`` is not set; nothing is said where ``inside`` is not: a picture ends there.
    """
    known = known & inside
    felt = bare * gain_of(now, bare, known)
    differs, share, least = differs_of(now, felt, known)
    looked_at = _some(known)
    grain = _grain(now, felt)
    usual = float(np.median(grain.ravel()[looked_at])) if looked_at.size else 0.0
    grainy = np.asarray((grain > _GRAINY + 4 * usual) & known)
    whole = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, _round(_HOLE_MM)).astype(np.float32)
    alpha = _alpha(whole, least)
    things = _alpha(differs, least) > _CLEARLY
    shaded = np.asarray((share < _SHADED) & known)
    stands = np.where((alpha < 0) & shaded, np.float32(0.3) * grainy, alpha)
    stands[~inside] = 0
    return Evidence(stands, np.asarray(things & inside), grainy, shaded, known, felt)


def differs_of(now: Rows, felt: Rows, known: Bits) -> tuple[Rows, Rows, float]:
    """Return by how many levels ``now`` differs from ``felt`` in any shadow, and which share of its light it has.

    And how many levels are more than noise.
    """
    share = np.asarray(_summed(now * felt) / np.maximum(_summed(felt * felt), 1), np.float32)
    lit = np.clip(share, _DARKEST, _BRIGHTEST)
    red, green, blue = (np.abs(now[..., at] - lit * felt[..., at]) for at in range(3))
    differs = np.where(known, np.maximum(np.maximum(red, green), blue), 0).astype(np.float32)
    looked_at = _some(known)
    noise = 1.5 * float(np.median(differs.ravel()[looked_at])) if looked_at.size else 0.0
    return differs, share, max(LEAST_LEVELS, _NOISES * noise)


def _some(known: Bits) -> npt.NDArray[np.intp]:
    """Return where places of ``known`` are, enough of them to tell what is usual."""
    places = np.flatnonzero(known)
    return np.asarray(places[:: max(1, len(places) // _ENOUGH)])


def gain_of(now: Rows, bare: Rows, known: Bits) -> Rows:
    """Return by how much the light has changed since the bare felt was taken, a figure for each colour."""
    places = _some(known)
    if len(places) == 0:
        return np.ones(3, np.float32)
    ratio = (now.reshape(-1, 3)[places] + 3) / (bare.reshape(-1, 3)[places] + 3)
    middle = ratio.mean(axis=1)
    order = np.sort(middle)
    span = max(1, int(len(order) * _FELT_SHARE))
    start = int(np.argmin(order[span:] - order[:-span])) if len(order) > span else 0
    felt = (middle >= order[start]) & (middle <= order[min(start + span, len(order) - 1)])
    return np.asarray(np.median(ratio[felt], axis=0), np.float32)


def _summed(values: Rows) -> Rows:
    """Return red, green and blue taken together."""
    return np.asarray(cv2.transform(values, np.ones((1, 3), np.float32)), np.float32)


def _grain(now: Rows, felt: Rows) -> Rows:
    """Return how unevenly the light changes round each place."""
    ratio = ((_summed(now) + 12) / (_summed(felt) + 12)).astype(np.float32)
    size = _odd(_GRAIN_MM)
    mean = cv2.blur(ratio, (size, size))
    spread = cv2.blur(ratio * ratio, (size, size)) - mean * mean
    return np.asarray(np.sqrt(np.maximum(spread, 0)) / np.maximum(mean, 0.2), np.float32)


def _alpha(differs: Rows, least: float) -> Rows:
    """Return -1 for felt to 1 for what stands out: half way where the difference is half of that beside it."""
    around = np.maximum(cv2.dilate(differs, _round(_HALO_MM)), 2 * least)
    return np.asarray(np.clip(4 * (differs / around) - 2, -1, 1), np.float32)


def _odd(mm: float) -> int:
    return 2 * round(mm / MM_PER_ROW / 2) + 1


def _round(mm: float) -> npt.NDArray[np.uint8]:
    size = _odd(mm)
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def areas_of(bits: Bits, areas: Array) -> float:
    """Return the felt, in mm^2, that the pixels of ``bits`` show; ``areas`` is a pixel's of each row."""
    return float((bits.sum(axis=1) * areas).sum())


def pieces_of(bits: Bits, areas: Array) -> tuple[Labels, Array]:
    """Return the number of the piece that each of ``bits`` is of, 0 for none, and how much felt each piece shows, in mm^2.

    Pieces with a narrow gap between them are one: an edge or a chip's spot runs through them.
    """
    joined = cv2.dilate(bits.astype(np.uint8), np.ones((_GAP, _GAP), np.uint8))
    count, found = cv2.connectedComponents(joined)
    labels = np.asarray(found, np.int32)
    labels[~bits] = 0
    places = np.flatnonzero(bits)
    sizes = np.bincount(labels.ravel()[places], weights=areas[places // bits.shape[1]], minlength=count)
    return labels, np.asarray(sizes, np.float64)
