"""Says what lies on a table that is drawn: stacks, cards, markers, felt and the lamp. No drawing here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision.counting.chip_set import Chip
from vision.geometry.camera import Array, Picture
from vision.geometry.unwrap import Stack
from vision.settings import Colour

Light = npt.NDArray[np.float32]
"""Red, green and blue, linear: 1 is the brightest that the camera tells."""


@dataclass(frozen=True)
class Pile:
    """A stack of chips standing on the felt, bottom first, each turned by chance or as ``turns`` says (0 to 1)."""

    x_mm: float
    y_mm: float
    chips: tuple[Chip, ...]
    diameter_mm: float = 39.0
    thickness_mm: float = 3.3
    turns: tuple[float, ...] = ()

    @property
    def stack(self) -> Stack:
        """The pile as a cylinder."""
        return Stack(self.x_mm, self.y_mm, self.diameter_mm / 2, self.thickness_mm * len(self.chips))


@dataclass(frozen=True)
class Card:
    """A card that lies flat on the felt: its picture upright, its middle, and how far it is turned."""

    picture: Picture = field(compare=False)
    name: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    size_mm: tuple[float, float] = (63.0, 88.0)

    @property
    def corners(self) -> Array:
        """Its corners on the felt, (4, 2) in mm, from its picture's upper left, clockwise."""
        turn = np.radians(self.turn_deg)
        right, up = np.array((np.cos(turn), np.sin(turn))), np.array((-np.sin(turn), np.cos(turn)))
        across, along = right * self.size_mm[0] / 2, up * self.size_mm[1] / 2
        middle = np.array((self.x_mm, self.y_mm))
        return middle + np.stack((along - across, along + across, across - along, -along - across))


@dataclass(frozen=True)
class Scene:
    """What lies on the felt, and the light. Of ``cards`` the later lie on the earlier. ``lamp`` is where it hangs, ``brightness`` 1 a lit table's.

    ``paper`` is a sheet's outline, (n, 2) in mm, that lies white under the markers.
    """

    markers: dict[int, Array] = field(default_factory=dict)
    piles: tuple[Pile, ...] = ()
    cards: tuple[Card, ...] = ()
    felt: Colour = (22, 92, 60)
    lamp: tuple[float, float, float] = (150.0, 200.0, 1400.0)
    brightness: float = 1.0
    ambient: float = 0.45
    noise: float = 2.0
    paper: Array | None = None

    def lit(self, brightness: float) -> Scene:
        """Return the scene in other light."""
        return replace(self, brightness=brightness)
