"""Draws a table from a known camera: felt, markers, stacks, one lamp, noise. Every ray is cast, nothing is fitted.

The same scene and seed give the same picture. It is ground truth for the geometry; its light is too simple
to say how well anything reads real chips.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import markers
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.unwrap import Stack, hidden_by
from vision.training.chip_paint import GAMMA, edge_colour, linear, top_colour
from vision.training.scene import Card, Light, Pile, Scene

_ROOM: Final = 0.03
_COARSE: Final = 8
_CORNER_MM: Final = 3.2
_WITH_RIM: Final = 1 + 2.2 / markers.CELLS


@dataclass(frozen=True)
class Exposure:
    """The light that falls on each pixel, and how far each pixel's ray goes along the camera's axis, in mm."""

    light: Light
    depth: Light


class Renderer:
    """A camera that draws: a lens with ``finer`` rays along each side of a pixel."""

    def __init__(self, lens: Lens, finer: int = 2) -> None:
        self.lens = lens
        self._finer = finer
        self._fine = lens.sized((lens.size[0] * finer, lens.size[1] * finer))
        self._rays = rays_of(self._fine)
        self._ground: _Ground | None = None
        self._grain: tuple[int, Light] | None = None

    def draw(self, scene: Scene, pose: Pose, seed: int = 0) -> Picture:
        """Return the picture, blue-green-red, that the camera at ``pose`` takes of ``scene``."""
        light = self.expose(scene, pose, seed).light
        if self._grain is None or self._grain[0] != seed:
            chance = np.random.default_rng(seed + 1)
            self._grain = seed, chance.standard_normal(light.shape, dtype=np.float32)
        return developed(light, self._grain[1] * scene.noise)

    def expose(self, scene: Scene, pose: Pose, seed: int = 0) -> Exposure:
        """Return the light of ``scene`` without the sensor's noise. On a felt that was seen before, what lies there alone is drawn."""
        ground = self._seen_from(pose)
        felt = replace(scene, piles=(), cards=())
        again, ground.felt = ground.is_of(felt), felt
        if not again:
            ground.bare = None
        elif ground.bare is None:
            ground.bare = self._part(felt, ground, _Canvas.whole(self._fine, ground))
        if ground.bare is None:
            seen = self._part(scene, ground, _Canvas.whole(self._fine, ground), seed)
            return Exposure(_lit(seen, scene), seen.depth)
        exposure = Exposure(_lit(ground.bare, scene), ground.bare.depth.copy())
        canvas = _Canvas.around(self._fine, ground, scene, self._finer)
        if canvas is not None:
            part = self._part(scene, ground, canvas, seed)
            rows, columns = (slice(one.start // self._finer, one.stop // self._finer) for one in canvas.place)
            exposure.light[rows, columns] = _lit(part, scene)
            exposure.depth[rows, columns] = part.depth
        return exposure

    def _part(self, scene: Scene, ground: _Ground, canvas: _Canvas, seed: int = 0) -> Exposure:
        """Return the light of a lamp of full brightness on that part of ``scene`` that ``canvas`` holds."""
        chance = np.random.default_rng(seed)
        _lay_felt(canvas, scene)
        for pile in scene.piles:
            _stand(canvas, pile, scene, chance)
        size = canvas.depth.shape[1] // self._finer, canvas.depth.shape[0] // self._finer
        light = cv2.resize(canvas.light, size, interpolation=cv2.INTER_AREA)
        depth = canvas.depth[:: self._finer, :: self._finer]
        return Exposure(np.asarray(light, np.float32), np.array(depth, np.float32))

    def _seen_from(self, pose: Pose) -> _Ground:
        """Return the bare felt from ``pose``; a camera that stays where it was has it already."""
        if self._ground is None or not self._ground.is_from(pose):
            self._ground = _Ground(pose, self._rays @ pose.rotation.astype(np.float32))
        return self._ground


def _lit(seen: Exposure, scene: Scene) -> Light:
    return np.asarray(seen.light * scene.brightness, np.float32)


def developed(light: Light, grain: Light) -> Picture:
    """Return the picture, blue-green-red, of ``light``; ``grain`` is the sensor's noise in levels."""
    levels = cv2.pow(np.clip(light, 0, 1), 1 / GAMMA) * np.float32(255)
    drawn = cv2.add(levels, grain, dtype=cv2.CV_8U)  # rounded, half to even, and kept within 0 to 255
    return np.asarray(cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR), np.uint8)


def rays_of(lens: Lens) -> Light:
    """Return the direction of every pixel: lenses are smooth, so one in ``_COARSE`` is worked out in full."""
    width, height = lens.size
    columns, rows = np.meshgrid(np.arange(-1, width // _COARSE + 3), np.arange(-1, height // _COARSE + 3))
    some = lens.rays(np.stack((columns.ravel(), rows.ravel()), axis=1) * float(_COARSE))
    grid = some.astype(np.float32).reshape(*rows.shape, 3)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return np.asarray(cv2.remap(grid, x / _COARSE + 1, y / _COARSE + 1, cv2.INTER_LINEAR), np.float32)


class _Ground:
    """Where the ray of every fine pixel meets the felt, in mm, how far that is, and the felt's weave there."""

    def __init__(self, pose: Pose, directions: Light) -> None:
        self.pose, self.directions = pose, directions
        eye = pose.centre.astype(np.float32)
        self.down = directions[..., 2] < -1e-4
        self.all_down = bool(self.down.all())
        self.depth = np.where(
            self.down, -eye[2] / np.where(self.down, directions[..., 2], -1), np.float32(np.inf)
        )
        reach = np.where(self.down, self.depth, 0)
        self.x: Light = eye[0] + reach * directions[..., 0]
        self.y: Light = eye[1] + reach * directions[..., 1]
        weave = 1 + np.float32(0.05) * np.sin(self.x * np.float32(1.3)) * np.sin(self.y * np.float32(1.1))
        self.weave: Light = weave
        self.felt: Scene | None = None
        """The felt, its markers and its lamp as they were last seen from here."""
        self.bare: Exposure | None = None
        """What is seen of them with nothing on the felt, once they were seen twice."""

    def is_from(self, pose: Pose) -> bool:
        """Say whether it is seen from ``pose``."""
        return bool(
            (self.pose.rotation == pose.rotation).all() and (self.pose.translation == pose.translation).all()
        )

    def is_of(self, felt: Scene) -> bool:
        """Say whether ``felt`` was last seen from here, in whatever brightness and with whatever noise."""
        last = self.felt
        return (
            last is not None
            and (last.felt, last.lamp, last.ambient) == (felt.felt, felt.lamp, felt.ambient)
            and (last.paper is felt.paper or np.array_equal(_or_none(last.paper), _or_none(felt.paper)))
            and [*last.markers] == [*felt.markers]
            and all(np.array_equal(laid, felt.markers[number]) for number, laid in last.markers.items())
        )


def _or_none(outline: Array | None) -> Array:
    return np.zeros(0) if outline is None else outline


class _Canvas:
    """The light of every fine pixel of a part of the picture, how far its ray goes, and which way."""

    def __init__(self, lens: Lens, ground: _Ground, place: tuple[slice, slice]) -> None:
        self.lens, self.pose, self.place = lens, ground.pose, place
        self.x, self.y, self.weave = ground.x[place], ground.y[place], ground.weave[place]
        self.directions, self.down, self.all_down = (
            ground.directions[place],
            ground.down[place],
            ground.all_down,
        )
        self.light: Light = np.empty(0, np.float32)
        self.depth = ground.depth[place].copy()

    @classmethod
    def whole(cls, lens: Lens, ground: _Ground) -> _Canvas:
        """Return the canvas of the whole picture."""
        height, width = ground.depth.shape
        return cls(lens, ground, (slice(0, height), slice(0, width)))

    @classmethod
    def around(cls, lens: Lens, ground: _Ground, scene: Scene, finer: int) -> _Canvas | None:
        """Return the canvas of what lies on the felt and of the shadows there, in whole pixels; None where nothing does."""
        every = [_window(lens, ground.pose, points) for points in _reach(scene)]
        shown = [
            (rows, columns)
            for rows, columns in every
            if rows.start < min(rows.stop, ground.depth.shape[0])
            and columns.start < min(columns.stop, ground.depth.shape[1])
        ]
        if not shown:
            return None
        place = []
        for ends, most in zip(zip(*shown, strict=True), ground.depth.shape, strict=True):
            start = min(one.start for one in ends) // finer * finer
            place.append(slice(start, min(-(-max(one.stop for one in ends) // finer) * finer, most)))
        return cls(lens, ground, (place[0], place[1]))

    def window(self, points: Array) -> tuple[slice, slice]:
        """Return the canvas's rows and columns around the pixels that show ``points``."""
        return tuple(  # type: ignore[return-value]
            slice(max(shown.start - held.start, 0), max(min(shown.stop, held.stop) - held.start, 0))
            for shown, held in zip(_window(self.lens, self.pose, points), self.place, strict=True)
        )


def _window(lens: Lens, pose: Pose, points: Array) -> tuple[slice, slice]:
    """Return the picture's rows and columns around the pixels that show ``points``."""
    pixels = lens.project(points, pose)
    low = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 2, 0)
    high = np.maximum(np.ceil(pixels.max(axis=0)).astype(int) + 3, 0)
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def _reach(scene: Scene) -> Iterator[Array]:
    """Yield the outlines, (n, 3) in mm, of what lies on the felt and of its shadows."""
    for card in scene.cards:
        yield _raised(card.corners)
    for pile in scene.piles:
        yield _shadow(pile, scene)
        yield _cylinder(pile)


def _raised(corners: Array) -> Array:
    """Return points of the felt, (n, 2), in space."""
    return np.concatenate((corners, np.zeros((len(corners), 1))), axis=1)


def _cylinder(pile: Pile) -> Array:
    """Return the outlines of a pile's foot and top."""
    return np.concatenate((_outline(pile.stack, 0), _outline(pile.stack, pile.stack.height_mm)))


def _shadow(pile: Pile, scene: Scene) -> Array:
    """Return the outlines of a pile's foot and of where its top's shadow falls."""
    lamp, top = np.array(scene.lamp), _outline(pile.stack, pile.stack.height_mm)
    thrown = lamp + (top - lamp) * (lamp[2] / (lamp[2] - top[:, 2]))[:, None]
    return np.concatenate((_outline(pile.stack, 0), thrown))


def _lay_felt(canvas: _Canvas, scene: Scene) -> None:
    x, y = canvas.x, canvas.y
    colour: Light = canvas.weave[..., None] * linear(scene.felt).astype(np.float32)
    if scene.paper is not None:
        colour[_inside(scene.paper, x, y)] = linear((238, 238, 232))
    for number, corners in scene.markers.items():
        middle = corners.mean(axis=0)
        rows, columns = canvas.window(middle + (corners - middle) * _WITH_RIM)
        _print_marker(colour[rows, columns], number, corners, x[rows, columns], y[rows, columns])
    for card in scene.cards:
        _lay_card(canvas, card, colour, x, y)
    lamp = np.array(scene.lamp, np.float32)
    away = np.sqrt((lamp[0] - x) ** 2 + (lamp[1] - y) ** 2 + lamp[2] ** 2)
    lit = scene.ambient + (1 - scene.ambient) * lamp[2] / away
    for pile in scene.piles:
        _cast_shadow(canvas, pile, scene, (x, y), lit)
    colour *= lit[..., None]
    if canvas.all_down:
        canvas.light = colour
    else:
        canvas.light = np.full(colour.shape, _ROOM, np.float32)
        canvas.light[canvas.down] = colour[canvas.down]


def _inside(outline: Array, x: Light, y: Light) -> npt.NDArray[np.bool_]:
    """Say which points lie in a convex ``outline``, (n, 2) in mm, corners going round either way."""
    sides = []
    for (x0, y0), (x1, y1) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        sides.append((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))
    turns = np.stack(sides)
    return np.asarray((turns >= 0).all(axis=0) | (turns <= 0).all(axis=0))


def _print_marker(colour: Light, number: int, corners: Array, x: Light, y: Light) -> None:
    """Print a marker with a cell of white paper round it."""
    cells = np.full((markers.CELLS + 2, markers.CELLS + 2), 235, np.uint8)
    cells[1:-1, 1:-1] = np.maximum(markers.pattern(number), 15)
    cells[1:-1, 1:-1][markers.pattern(number) > 0] = 235
    start, across, down = corners[0, :2], corners[1, :2] - corners[0, :2], corners[3, :2] - corners[0, :2]
    u = ((x - start[0]) * across[0] + (y - start[1]) * across[1]) / (across @ across)
    v = ((x - start[0]) * down[0] + (y - start[1]) * down[1]) / (down @ down)
    column = np.floor(u * markers.CELLS).astype(int) + 1
    row = np.floor(v * markers.CELLS).astype(int) + 1
    on = (row >= 0) & (row < len(cells)) & (column >= 0) & (column < len(cells))
    grey = (cells / 255.0) ** GAMMA
    colour[on] = grey[row[on], column[on]][:, None]


def _lay_card(canvas: _Canvas, card: Card, colour: Light, x: Light, y: Light) -> None:
    """Print ``card`` on what lies under it, its corners cut round."""
    rows, columns = canvas.window(_raised(card.corners))
    turn = np.radians(card.turn_deg)
    east, north = x[rows, columns] - card.x_mm, y[rows, columns] - card.y_mm
    across, along = east * np.cos(turn) + north * np.sin(turn), north * np.cos(turn) - east * np.sin(turn)
    wide, high = card.size_mm
    out = np.hypot(
        np.maximum(np.abs(across) - wide / 2 + _CORNER_MM, 0),
        np.maximum(np.abs(along) - high / 2 + _CORNER_MM, 0),
    )
    on = out <= _CORNER_MM
    if not on.any():
        return
    height, width = card.picture.shape[:2]
    u = ((across / wide + 0.5) * width - 0.5).astype(np.float32)
    v = ((0.5 - along / high) * height - 0.5).astype(np.float32)
    printed = cv2.remap(card.picture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colour[rows, columns][on] = ((printed[..., ::-1] / 255.0) ** GAMMA)[on]


def _cast_shadow(canvas: _Canvas, pile: Pile, scene: Scene, felt: tuple[Light, Light], lit: Light) -> None:
    stack = pile.stack
    lamp = np.array(scene.lamp)
    rows, columns = canvas.window(_shadow(pile, scene))
    x, y = (across[rows, columns].astype(float) for across in felt)
    points = np.stack((x, y, np.zeros_like(x)), axis=-1).reshape(-1, 3)
    lit[rows, columns][hidden_by(stack, points, lamp).reshape(x.shape)] = scene.ambient


def _stand(canvas: _Canvas, pile: Pile, scene: Scene, chance: np.random.Generator) -> None:
    turns = np.array(pile.turns) if pile.turns else chance.random(len(pile.chips))
    rows, columns = canvas.window(_cylinder(pile))
    eye = canvas.pose.centre
    for colour, depth, shows in _faces(pile, turns, scene, eye, canvas.directions[rows, columns]):
        nearer = shows & (depth < canvas.depth[rows, columns])
        canvas.light[rows, columns][nearer] = colour[nearer]
        canvas.depth[rows, columns][nearer] = depth[nearer]


def _faces(
    pile: Pile, turns: Array, scene: Scene, eye: Array, directions: Light
) -> Iterator[tuple[Array, Array, npt.NDArray[np.bool_]]]:
    """Yield of the pile's side and its top: their light, how far they are, and where a ray meets them."""
    stack = pile.stack
    middle = np.array((stack.x_mm, stack.y_mm, 0.0))
    d = directions.astype(float)
    start = eye - middle
    a = (d[..., :2] ** 2).sum(axis=-1)
    b = d[..., :2] @ start[:2]
    under = b**2 - a * (start[:2] @ start[:2] - stack.radius_mm**2)
    depth = (-b - np.sqrt(np.maximum(under, 0))) / a
    points = start + depth[..., None] * d
    shows = (under > 0) & (points[..., 2] >= 0) & (points[..., 2] < stack.height_mm)
    normals = points * (1, 1, 0) / stack.radius_mm
    yield (
        edge_colour(pile, turns, points) * _lambert(points + middle, normals, scene)[..., None],
        depth,
        shows,
    )
    depth = (stack.height_mm - eye[2]) / np.minimum(d[..., 2], -1e-6)
    points = start + depth[..., None] * d
    shows = (points[..., :2] ** 2).sum(axis=-1) <= stack.radius_mm**2
    normals = np.broadcast_to(np.array((0.0, 0.0, 1.0)), points.shape)
    yield (
        top_colour(pile, turns, points) * _lambert(points + middle, normals, scene)[..., None],
        depth,
        shows,
    )


def _lambert(points: Array, normals: Array, scene: Scene) -> Array:
    line = np.array(scene.lamp) - points
    facing: Array = (line * normals).sum(axis=-1) / np.linalg.norm(line, axis=-1)
    return np.maximum(facing, 0) * (1 - scene.ambient) + scene.ambient


def _outline(stack: Stack, height_mm: float) -> Array:
    angles = np.linspace(0, 2 * np.pi, 24)
    x, y = stack.x_mm + stack.radius_mm * np.cos(angles), stack.y_mm + stack.radius_mm * np.sin(angles)
    return np.stack((x, y, np.full_like(x, height_mm)), axis=1)
