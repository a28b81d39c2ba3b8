"""Marks places on the felt where cards lie: before a seat, the board, the muck."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from vision.geometry.camera import Array
from vision.geometry.zones import Zone

ZONES: Final = re.compile(r"seat:([1-9]|10)|board|muck")
HAND: Final = 2
"""Cards of a hand, where nothing else is said."""
MOST_OF_A_HAND: Final = 7


@dataclass(frozen=True)
class Place:
    """Where cards of ``zone`` lie: ``seat:4``, ``board`` or ``muck``. ``polygon`` is (n, 2) in mm on the felt."""

    zone: str
    polygon: Array

    @property
    def felt(self) -> Zone:
        """The felt of the place, as a zone that is no seat's."""
        return Zone(0, self.polygon)
