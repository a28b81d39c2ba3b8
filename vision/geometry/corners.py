"""Finds a marker's corners to a fraction of a pixel: where lines through its four edges cross.

A corner alone is a poor target: blur rounds it. Along an edge there are dozens of places to measure.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera import Array, Picture

_PLACES: Final = 24
_ENDS: Final = 0.12
"""The share of an edge at each end that is left out: blur mixes it with the next edge."""
_STEP_PX: Final = 0.25
_FARTHEST_PX: Final = 4.0
_CELL_SHARE: Final = 0.6
_GAMMA: Final = 2.2
"""Cameras squeeze their levels by about this; half the light is not half the level."""
_ODD_PX: Final = 0.5
_ROOM_PX: Final = 8

Light = npt.NDArray[np.float32]
_LIGHT_OF: Final = np.array([(level / 255) ** _GAMMA for level in range(256)], np.float32)


def refined(grey: Picture, corners: Array, cells: int) -> Array:
    """Return ``corners``, (4, 2), of a dark square of ``cells`` by ``cells`` on white as its edges have them."""
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - _ROOM_PX, 0)
    high = np.ceil(corners.max(axis=0)).astype(int) + _ROOM_PX
    light: Light = _LIGHT_OF[grey[low[1] : high[1], low[0] : high[0]]]
    found: Array = _crossed(light, corners - low, cells) + low
    return found


def _crossed(light: Light, corners: Array, cells: int) -> Array:
    lines = [_edge(light, corners[side], corners[(side + 1) % 4], corners, cells) for side in range(4)]
    crossings = np.array([np.cross(lines[side - 1], lines[side]) for side in range(4)])
    if (np.abs(crossings[:, 2]) < 1e-9).any():
        return corners
    better: Array = crossings[:, :2] / crossings[:, 2:]
    # Where the edges say something else altogether, something lies across them.
    return better if np.abs(better - corners).max() <= _FARTHEST_PX else corners


def _edge(light: Light, start: Array, end: Array, corners: Array, cells: int) -> Array:
    """Return the line (a, b, c), a x + b y + c = 0, through the edge between two corners."""
    along = end - start
    length = float(np.linalg.norm(along))
    normal = np.array((-along[1], along[0])) / length
    if (corners.mean(axis=0) - start) @ normal < 0:
        normal = -normal
    depth = float(np.abs((corners - start) @ normal).max())
    reach = min(_FARTHEST_PX, _CELL_SHARE * depth / cells)
    offsets = np.arange(-reach, reach + _STEP_PX / 2, _STEP_PX)
    places = start + np.linspace(_ENDS, 1 - _ENDS, _PLACES)[:, None] * along
    where = (places[:, None] + offsets[None, :, None] * normal).astype(np.float32)
    levels = cv2.remap(light, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    fall = np.maximum(-np.diff(levels, axis=1), 0) ** 2
    middles = (offsets[1:] + offsets[:-1]) / 2
    crossing = (fall * middles).sum(axis=1) / np.maximum(fall.sum(axis=1), 1e-12)
    points = places + crossing[:, None] * normal
    line = _line(points)
    near = np.abs(points @ line[:2] + line[2]) <= _ODD_PX
    return _line(points[near]) if near.sum() >= _PLACES // 2 else line


def _line(points: Array) -> Array:
    middle = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - middle)
    normal = axes[1]
    return np.array((normal[0], normal[1], -float(normal @ middle)))
