"""Films a table: piles that come, go and are carried, cards, arms that reach over them. Only what changes is drawn anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.training import arms
from vision.training.arms import Arm
from vision.training.render import Exposure, Renderer, developed
from vision.training.scene import Card, Light, Pile, Scene

_GRAINS: Final = 7
_SAME_MM: Final = 0.5

Lying = tuple[tuple[Pile, ...], tuple[Card, ...]]
"""What lies at rest: piles, and cards."""
Tip = tuple[float, float, float]
"""Where the longest finger ends, in mm on and over the felt."""


@dataclass(frozen=True)
class Moment:
    """What is to be seen at one time: piles at rest, piles on the move, arms with where their fingertips are, and cards."""

    lying: tuple[Pile, ...] = ()
    moving: tuple[Pile, ...] = ()
    arms: tuple[tuple[Arm, Tip], ...] = ()
    cards: tuple[Card, ...] = ()


class Film:
    """One camera over one felt. ``scene`` has the felt, the markers and the light; its piles are left out."""

    def __init__(self, lens: Lens, pose: Pose, scene: Scene, seed: int = 0, finer: int = 2) -> None:
        self._lens, self._pose, self._scene, self._finer = (
            lens,
            pose,
            replace(scene, piles=(), cards=()),
            finer,
        )
        self._whole = Renderer(lens, finer)
        self._stages: dict[Lying, Exposure] = {}
        self._held: tuple[Lying, tuple[tuple[Arm, Tip], ...], Exposure] | None = None
        self._before = Moment()
        self._chance = np.random.default_rng(seed)
        self._grains: list[Light] = []

    def picture(self, moment: Moment, number: int = 0) -> Picture:
        """Return frame ``number``: what the camera sees at ``moment``, with noise of its own."""
        still = tuple(one for one in moment.arms if one in self._before.arms)
        quiet = self._quiet((moment.lying, moment.cards), still)
        exposure = Exposure(quiet.light.copy(), quiet.depth.copy())
        for pile in moment.moving:
            self._carry(exposure, pile, ((*moment.lying, *moment.moving), moment.cards))
        for arm, tip in moment.arms:
            if (arm, tip) not in still:
                self._reach(exposure, arm, tip)
        self._before = moment
        grain: Light = np.roll(self._grain(number % _GRAINS), 37 * number % self._lens.size[0], axis=1)
        return developed(exposure.light, grain)

    def _grain(self, number: int) -> Light:
        """Return one grain of a few; each is made when it is first seen, in their order."""
        shape = (self._lens.size[1], self._lens.size[0], 3)
        while len(self._grains) <= number:
            grain = self._chance.standard_normal(shape, dtype=np.float32)
            self._grains.append(grain * np.float32(self._scene.noise))
        return self._grains[number]

    def _reach(self, exposure: Exposure, arm: Arm, tip: Tip) -> None:
        lamp = np.array(self._scene.lamp)
        arms.lay(exposure, arm, np.array(tip), self._lens, self._pose, lamp, self._scene.ambient + 0.1)

    def _carry(self, exposure: Exposure, pile: Pile, there: Lying) -> None:
        rows, columns = self._window(pile)
        part = self._part(rows, columns, there)
        nearest = part.depth <= exposure.depth[rows, columns] + _SAME_MM
        exposure.light[rows, columns][nearest] = part.light[nearest]
        exposure.depth[rows, columns][nearest] = part.depth[nearest]

    def _quiet(self, lying: Lying, arms: tuple[tuple[Arm, Tip], ...]) -> Exposure:
        """Return the table with what has not moved since the frame before."""
        if self._held is None or self._held[:2] != (lying, arms):
            stage = self._stage(lying)
            exposure = Exposure(stage.light.copy(), stage.depth.copy())
            for arm, tip in arms:
                self._reach(exposure, arm, tip)
            self._held = lying, arms, exposure
        return self._held[2]

    def _part(self, rows: slice, columns: slice, there: Lying) -> Exposure:
        cut = Renderer(_cropped(self._lens, rows, columns), self._finer)
        return cut.expose(replace(self._scene, piles=there[0], cards=there[1]), self._pose)

    def _stage(self, lying: Lying) -> Exposure:
        """Return the table with what is at rest; between two such pictures of the same cards only the piles' places differ."""
        if lying in self._stages:
            return self._stages[lying]
        piles, cards = lying
        if ((), cards) not in self._stages:
            self._stages[(), cards] = self._whole.expose(replace(self._scene, cards=cards), self._pose)
        bare = self._stages[(), cards]
        stage = Exposure(bare.light.copy(), bare.depth.copy())
        for pile in piles:
            rows, columns = self._window(pile)
            part = self._part(rows, columns, lying)
            stage.light[rows, columns] = part.light
            stage.depth[rows, columns] = part.depth
        self._stages[lying] = stage
        return stage

    def _window(self, pile: Pile) -> tuple[slice, slice]:
        """Return the part of the picture that ``pile`` and its shadow take."""
        stack, lamp = pile.stack, np.array(self._scene.lamp)
        angles = np.linspace(0, 2 * np.pi, 16)
        ring = np.stack(
            (stack.x_mm + stack.radius_mm * np.cos(angles), stack.y_mm + stack.radius_mm * np.sin(angles))
        )
        feet = np.concatenate((ring, np.zeros((1, 16)))).T
        tops = feet + np.array((0, 0, stack.height_mm))
        thrown = lamp + (tops - lamp) * (lamp[2] / (lamp[2] - stack.height_mm))
        pixels = self._lens.project(np.concatenate((feet, tops, thrown)), self._pose)
        limits = np.array(self._lens.size)
        low = np.clip(np.floor(pixels.min(axis=0)).astype(int) - 3, 0, limits - 17)
        high = np.clip(np.ceil(pixels.max(axis=0)).astype(int) + 4, low + 17, limits)
        return slice(low[1], high[1]), slice(low[0], high[0])


def _cropped(lens: Lens, rows: slice, columns: slice) -> Lens:
    matrix: Array = lens.matrix.copy()
    matrix[0, 2] -= columns.start
    matrix[1, 2] -= rows.start
    return Lens(matrix, lens.distortion, (columns.stop - columns.start, rows.stop - rows.start))
