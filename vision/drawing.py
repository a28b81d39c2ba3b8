"""Draws what was seen onto the picture: zones, markers, stacks with their counts. A copy is drawn on, never the picture."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import cv2
import numpy as np

from vision.geometry.camera import Array, Lens, Picture, Pose, size_of
from vision.geometry.unwrap import Stack
from vision.geometry.zones import on_felt
from vision.profile import Profile
from vision.reading import Reading, StackReading, ZoneReading

_TOLD: Final = (90, 220, 90)
_NOT_TOLD: Final = (60, 170, 255)
_MARKER: Final = (255, 160, 60)
_PLAIN: Final = cv2.FONT_HERSHEY_SIMPLEX
_GROUND: Final = (24, 24, 24)
_ROUND: Final = 48
_USUAL_WIDTH: Final = 1280.0


def drawn(picture: Picture, reading: Reading, profile: Profile) -> Picture:
    """Return ``picture`` with ``reading`` drawn on it."""
    canvas = picture.copy()
    if reading.fit is not None:
        lens = profile.lens.sized(size_of(picture))
        _draw_felt(canvas, reading, profile, lens)
        for zone in reading.zones:
            for stack in zone.stacks:
                named = stack.stack is not None or stack is zone.strange[0]
                _draw_stack(canvas, stack, lens, reading.fit.pose, named=named)
        told = {zone.seat: zone for zone in reading.zones}
        for zone_drawn in profile.zones:
            _name_zone(canvas, told[zone_drawn.seat], zone_drawn.outline(lens, reading.fit.pose))
    for line, said in enumerate(reading.said):
        _write(canvas, said, np.array((10.0, (22 + 24 * line) * _scale(canvas))), _NOT_TOLD)
    return canvas


def _draw_felt(canvas: Picture, reading: Reading, profile: Profile, lens: Lens) -> None:
    assert reading.fit is not None
    for number in reading.fit.used:
        corners = lens.project(profile.markers[number], reading.fit.pose)
        _trace(canvas, corners, _MARKER)
        _write(canvas, str(number), corners.mean(axis=0), _MARKER)
    told = {zone.seat: zone.total is not None for zone in reading.zones}
    for zone in profile.zones:
        outline = zone.outline(lens, reading.fit.pose)
        _trace(canvas, outline, _TOLD if told[zone.seat] else _NOT_TOLD)


def _name_zone(canvas: Picture, zone: ZoneReading, outline: Array) -> None:
    """Write the zone's total at the middle of the side nearest the dealer."""
    words = "?" if zone.total is None else f"{zone.total:,}"
    near = outline[np.argsort(outline[:, 1])[-2:]].mean(axis=0)
    place = near + np.array((-60.0, 26.0)) * _scale(canvas)
    _write(canvas, f"seat {zone.seat}: {words}", place, _NOT_TOLD if zone.total is None else _TOLD, 0.75)


def _draw_stack(canvas: Picture, told: StackReading, lens: Lens, pose: Pose, *, named: bool) -> None:
    colour = _TOLD if told.sure else _NOT_TOLD
    x0, y0, x1, _ = told.box
    if told.stack is None:
        cv2.rectangle(canvas, told.box[:2], told.box[2:], colour, _thick(canvas), cv2.LINE_AA)
    else:
        _trace_stack(canvas, told.stack, lens, pose, colour)
    if named:
        _write(canvas, _words(told), np.array((min(x0, x1 - 20), y0 - 6 * _scale(canvas))), colour)


def _words(told: StackReading) -> str:
    """Return a stack's chips from the foot up, such as "3x100 2x25", or why it is not told."""
    if not told.sure:
        return told.why or "?"
    runs = [(chip, len(list(run))) for chip, run in groupby(told.chips)]
    if len(runs) > 3:
        return f"{len(told.chips)} chips, {sum(told.chips):,}"
    return " ".join(f"{count}x{chip}" for chip, count in runs)


def _trace_stack(canvas: Picture, stack: Stack, lens: Lens, pose: Pose, colour: tuple[int, int, int]) -> None:
    """Draw the stack's outline and its rim."""
    angles = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
    ring = np.stack((np.cos(angles), np.sin(angles)), axis=1) * stack.radius_mm + (stack.x_mm, stack.y_mm)
    foot, rim = (lens.project(on_felt(ring, height), pose) for height in (0.0, stack.height_mm))
    hull = cv2.convexHull(np.concatenate((foot, rim)).astype(np.float32)).reshape(-1, 2)
    _trace(canvas, np.asarray(hull, float), colour)
    cv2.polylines(canvas, [np.round(rim).astype(np.int32)], True, colour, 1, cv2.LINE_AA)


def _trace(canvas: Picture, outline: Array, colour: tuple[int, int, int]) -> None:
    cv2.polylines(canvas, [np.round(outline).astype(np.int32)], True, colour, _thick(canvas), cv2.LINE_AA)


def _write(canvas: Picture, words: str, at: Array, colour: tuple[int, int, int], size: float = 0.5) -> None:
    """Write ``words`` on a dark ground, wholly within the picture."""
    scale = size * _scale(canvas)
    thick = max(1, round(2 * scale))
    (wide, high), under = cv2.getTextSize(words, _PLAIN, scale, thick)
    room = np.array((canvas.shape[1] - wide - 4, canvas.shape[0] - under - 4))
    x, y = (int(value) for value in np.clip(at, (4, high + 4), np.maximum(room, (4, high + 4))))
    cv2.rectangle(canvas, (x - 3, y - high - 3), (x + wide + 3, y + under), _GROUND, -1)
    cv2.putText(canvas, words, (x, y), _PLAIN, scale, colour, thick, cv2.LINE_AA)


def _scale(canvas: Picture) -> float:
    return max(0.6, size_of(canvas)[0] / _USUAL_WIDTH)


def _thick(canvas: Picture) -> int:
    return max(1, round(1.4 * _scale(canvas)))
