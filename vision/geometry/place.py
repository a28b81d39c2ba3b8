"""Marks places on the felt where cards lie: before a seat, the board, the muck."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from vision.geometry.camera import Array, Lens, Pose
from vision.geometry.zones import Beyond, Zone, beyond

ZONES: Final = re.compile(r"seat:([1-9]|10)|board|muck")
HAND: Final = 2
"""Cards of a hand, where nothing else is said."""
MOST_OF_A_HAND: Final = 7


@dataclass(frozen=True)
class Place:
    """Where cards of ``zone`` lie: ``seat:4``, ``board`` or ``muck``. ``polygon`` is (n, 2) in mm on the felt."""

    zone: str
    polygon: Array

    def beyond(self, lens: Lens, pose: Pose) -> Beyond | None:
        """Return how far the place reaches out of the picture, None where all of it shows."""
        return beyond(Zone(0, self.polygon), lens, pose)
