"""Fits a cylinder to the outline of stacks against the bare felt: place and height in mm.

A shadow is felt with less light on it: what differs from the felt by its brightness alone is left out.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames.pictures import brightest
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.unwrap import Stack

STANDS_OUT: Final = 14.0
"""Levels, of 255, by which a pixel differs from the felt in any light."""
CLEAR: Final = 0.93
"""How well a cylinder must cover a stack's outline."""
_JOINS: Final = 0.0036
"""What looks like felt is a part of a stack where what does not lies within so much of the picture's width."""
_DARKEST: Final = 0.2
_BRIGHTEST: Final = 1.2
_BAND: Final = 128
"""So many rows are held against the felt at once: all of 12 megapixels, as floats, would take a gigabyte."""
_SMALLEST_SHARE: Final = 0.4
"""The least area of an outline, as a share of a single chip's seen from there."""
_RIM: Final = 32
_ANGLES: Final = np.linspace(0, 2 * np.pi, _RIM, endpoint=False)
_AROUND: Final = np.stack((np.cos(_ANGLES), np.sin(_ANGLES)), axis=1)
_FIRST_STEP_MM: Final = 8.0
_LAST_STEP_MM: Final = 0.1
_WAYS: Final = [np.array(way, float) for way in itertools.product((-1, 0, 1), repeat=3) if any(way)]

Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Fitted:
    """A stack, how well it covers its outline (1 is all of it and nothing beside), and that outline, in pixels."""

    stack: Stack
    overlap: float
    outline: npt.NDArray[np.int32]


def outline_mask(picture: Picture, bare: Picture) -> Mask:
    """Return where ``picture`` shows something that is not the felt of ``bare``, taken from the same place."""
    high, differs = len(picture), np.empty(picture.shape[:2], np.uint8)
    for top in range(0, high, _BAND):
        first, bottom = max(top - 1, 0), top + _BAND
        seen = _differs(picture[first : bottom + 1], bare[first : bottom + 1])
        differs[top:bottom] = seen[top - first : bottom - first]
    return np.asarray(cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _differs(picture: Picture, bare: Picture) -> Mask:
    """Return where two pictures differ by more than their light; rows and columns beside it are looked at as well."""
    now, felt = (cv2.GaussianBlur(seen, (3, 3), 0).astype(np.float32) for seen in (picture, bare))
    share = _summed(now * felt) / np.maximum(_summed(felt * felt), 1)
    lit = np.clip(share, _DARKEST, _BRIGHTEST)[..., None] * felt
    return (np.asarray(brightest(cv2.absdiff(now, lit))) > STANDS_OUT).astype(np.uint8)


def _summed(levels: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the sum of each pixel's three colours: numpy's own along so short an axis takes ten times as long."""
    return np.asarray(levels[..., 0] + levels[..., 1] + levels[..., 2], np.float32)


def stacks_in(mask: Mask, lens: Lens, pose: Pose, radius_mm: float) -> list[Fitted]:
    """Return the stack that fits each outline of ``mask``.

    An outline that no stack fits may be stacks near each other: it is taken apart where stacks fit its parts.
    """
    wide = round(max(2.0, _JOINS * mask.shape[1]))
    found = []
    for one in _fitted(_joined(mask, wide), lens, pose, radius_mm):
        within = np.zeros_like(mask)
        cv2.drawContours(within, [one.outline], -1, 1, cv2.FILLED)
        steps, parts = wide - 1, [one]
        while steps and min(part.overlap for part in parts) < CLEAR:
            parts = _fitted(_joined(mask & within, steps), lens, pose, radius_mm) or parts
            steps -= 1
        clear = min(part.overlap for part in parts) >= CLEAR
        found += parts if clear else [one]
    return found


def _joined(mask: Mask, steps: int) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8), iterations=steps))


def _fitted(mask: Mask, lens: Lens, pose: Pose, radius_mm: float) -> list[Fitted]:
    """Return the stack that fits each outline of ``mask`` that is large enough for one."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        outline = contour.reshape(-1, 2).astype(float)
        foot = outline[np.argmax(outline[:, 1])]
        place = lens.felt_at([(outline[:, 0].mean(), foot[1])], pose)[0]
        away = place - pose.centre[:2]
        x, y = place + away / np.linalg.norm(away) * radius_mm
        start = Stack(float(x), float(y), radius_mm, 2.0)
        if cv2.contourArea(contour) >= _SMALLEST_SHARE * cv2.contourArea(_hull(start, lens, pose)):
            stack, overlap = _fit(np.asarray(cv2.convexHull(contour), np.int32), start, lens, pose)
            found.append(Fitted(stack, overlap, np.asarray(contour, np.int32)))
    return found


def _fit(contour: npt.NDArray[np.int32], start: Stack, lens: Lens, pose: Pose) -> tuple[Stack, float]:
    """Return the cylinder whose outline covers ``contour`` best, step by step from ``start``, and how well.

    A stack's outline has no dents; those of ``contour`` are chips that look like the felt.
    """
    x, y, wide, high = cv2.boundingRect(contour)
    room = max(wide, high) // 2
    corner = np.array((x - room, y - room))
    seen = np.zeros((high + 2 * room, wide + 2 * room), np.uint8)
    cv2.fillPoly(seen, [np.asarray(contour - corner, np.int32)], 1)
    size = cv2.countNonZero(seen)
    known: dict[tuple[float, ...], float] = {}

    def overlap(at: Array) -> float:
        place = tuple(at.tolist())
        if place not in known:
            known[place] = covered(at)
        return known[place]

    def covered(at: Array) -> float:
        drawn = np.zeros_like(seen)
        hull = _hull(Stack(at[0], at[1], start.radius_mm, max(at[2], 0.0)), lens, pose) - corner
        cv2.fillConvexPoly(drawn, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        both = cv2.countNonZero(cv2.bitwise_and(seen, drawn))
        return both / max(size + cv2.countNonZero(drawn) - both, 1)

    heights = [np.array((start.x_mm, start.y_mm, height)) for height in np.arange(2.0, 100.0, 4.0)]
    at = max(heights, key=overlap)
    best, step = overlap(at), _FIRST_STEP_MM
    while step > _LAST_STEP_MM:
        tried = [at + step * way for way in _WAYS]
        scores = [overlap(place) for place in tried]
        if max(scores) > best:
            at, best = tried[int(np.argmax(scores))], max(scores)
        else:
            step /= 2
    return Stack(float(at[0]), float(at[1]), start.radius_mm, float(at[2])), best


def _hull(stack: Stack, lens: Lens, pose: Pose) -> npt.NDArray[np.float32]:
    rims = np.zeros((2 * _RIM, 3))
    rims[:_RIM, :2] = rims[_RIM:, :2] = _AROUND * stack.radius_mm + (stack.x_mm, stack.y_mm)
    rims[_RIM:, 2] = stack.height_mm
    return np.asarray(cv2.convexHull(lens.project(rims, pose).astype(np.float32)), np.float32).reshape(-1, 2)
