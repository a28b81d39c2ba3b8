"""Says whether chips can be told apart: how many pixels a chip's edge has where the camera sees it smallest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry.camera import Array, Lens, Pose
from vision.geometry.zones import Zone

COUNTS_PX: Final = 4.5
"""Pixels a chip edge under which chips are detected and never counted."""
GOOD_PX: Final = 6.0
USUAL_THICKNESS_MM: Final = 3.3


@dataclass(frozen=True)
class Sharpness:
    """A zone's chip edge in pixels at its farthest corner, and where that is seen from."""

    seat: int
    edge_px: float
    distance_mm: float
    elevation_deg: float

    @property
    def counts(self) -> bool:
        """Whether chips there may be counted; if not, they are detected only."""
        return self.edge_px >= COUNTS_PX


def edge_px(lens: Lens, pose: Pose, point: Array, thickness_mm: float = USUAL_THICKNESS_MM) -> float:
    """Return how many pixels high a chip's edge shows at ``point``, (3,) in mm."""
    distance, elevation = _seen_from(pose, point)
    return lens.focal_px * thickness_mm * float(np.cos(elevation)) / distance


def of_zone(lens: Lens, pose: Pose, zone: Zone, thickness_mm: float = USUAL_THICKNESS_MM) -> Sharpness:
    """Return the sharpness at the corner of ``zone`` that shows chips smallest."""
    corners = [np.array((x, y, 0.0)) for x, y in zone.polygon]
    worst = min(corners, key=lambda corner: edge_px(lens, pose, corner, thickness_mm))
    distance, elevation = _seen_from(pose, worst)
    edge = edge_px(lens, pose, worst, thickness_mm)
    return Sharpness(zone.seat, edge, distance, float(np.degrees(elevation)))


def advice(sharpness: Sharpness, lens: Lens) -> str:
    """Return a line for people: the figure, what it is good for, and what to move where it is too small."""
    seen = f"seat {sharpness.seat}: {sharpness.edge_px:.1f} px a chip edge"
    if sharpness.edge_px >= GOOD_PX:
        return f"{seen}, good"
    verdict = "enough to count" if sharpness.counts else f"detect only, {COUNTS_PX:g} px count"
    nearer_cm = sharpness.distance_mm * (1 - sharpness.edge_px / GOOD_PX) / 10
    ways = [f"bring the camera {nearer_cm:.0f} cm nearer (it is {sharpness.distance_mm / 10:.0f} cm away)"]
    if sharpness.elevation_deg > 40:
        ways.append(f"look from lower: it is {sharpness.elevation_deg:.0f} degrees up, 25 to 40 is best")
    if lens.size[0] < 1920:
        ways.append(f"take pictures of 1920x1080 (these are {lens.size[0]}x{lens.size[1]})")
    return f"{seen}, {verdict}; for {GOOD_PX:g} px {', or '.join(ways)}"


def _seen_from(pose: Pose, point: Array) -> tuple[float, float]:
    """Return the distance in mm, and the elevation of the camera over the felt there in radians."""
    line = pose.centre - point
    distance = float(np.linalg.norm(line))
    return distance, float(np.arcsin(line[2] / distance))
