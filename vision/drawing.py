"""Draws what was seen onto the picture: zones, markers, things. A copy is drawn on, never the picture."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.camera import Array, Lens, Picture, size_of
from vision.profile import Profile
from vision.reading import Reading, ZoneReading

_TOLD: Final = (90, 220, 90)
_NOT_TOLD: Final = (60, 170, 255)
_MARKER: Final = (255, 160, 60)
_PLAIN: Final = cv2.FONT_HERSHEY_SIMPLEX


def drawn(picture: Picture, reading: Reading, profile: Profile) -> Picture:
    """Return ``picture`` with ``reading`` drawn on it."""
    canvas = picture.copy()
    for line, said in enumerate(reading.said):
        _write(canvas, said, np.array((10.0, 24.0 * (line + 1))), _NOT_TOLD)
    if reading.fit is None:
        return canvas
    lens = profile.lens.sized(size_of(picture))
    for number in reading.fit.used:
        corners = lens.project(profile.markers[number], reading.fit.pose)
        _trace(canvas, corners, _MARKER)
        _write(canvas, str(number), corners.mean(axis=0), _MARKER)
    told = {zone.seat: zone for zone in reading.zones}
    for zone in profile.zones:
        _draw_zone(canvas, told[zone.seat], zone.outline(lens, reading.fit.pose), lens)
    return canvas


def _draw_zone(canvas: Picture, zone: ZoneReading, outline: Array, lens: Lens) -> None:
    colour = _NOT_TOLD if zone.total is None else _TOLD
    _trace(canvas, outline, colour)
    words = "?" if zone.total is None else str(zone.total)
    _write(canvas, f"seat {zone.seat}: {words}", np.clip(outline.min(axis=0), 12, lens.size), colour)
    for thing in zone.things:
        x0, y0, x1, y1 = thing.box
        cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, 2)


def _trace(canvas: Picture, outline: Array, colour: tuple[int, int, int]) -> None:
    cv2.polylines(canvas, [np.round(outline).astype(np.int32)], True, colour, 2, cv2.LINE_AA)


def _write(canvas: Picture, words: str, at: Array, colour: tuple[int, int, int]) -> None:
    place = int(at[0]), int(at[1])
    cv2.putText(canvas, words, place, _PLAIN, 0.6, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(canvas, words, place, _PLAIN, 0.6, colour, 1, cv2.LINE_AA)
