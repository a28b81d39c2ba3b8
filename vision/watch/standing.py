"""Tells whether the camera still stands where it stood, and where it stands now if not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.frames.blindness import Stands, Trouble
from vision.geometry.camera import Lens
from vision.geometry.markers import Found
from vision.geometry.pose import Fit, NoPose, error_of, fit
from vision.profile import Profile

MOVED_SHARE: Final = 0.0025
"""By how much of the picture's width markers lie elsewhere before the camera counts as moved."""
STANDS_ANEW_S: Final = 3.0
"""How long a moved camera must stand still before its new place is taken for good."""


@dataclass(frozen=True)
class _Candidate:
    fit: Fit
    since: float


class Standing:
    """Follows the camera's pose from its markers, and takes a new one once the camera stands still again."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self.fit: Fit | None = None
        self._candidate: _Candidate | None = None

    def starts_at(self, known: Fit) -> None:
        """Take a pose that is known already, from the picture of the bare felt."""
        self.fit = known

    def thought(self, lens: Lens) -> Found:
        """Return where markers are thought to show; nothing before the first were found."""
        return {} if self.fit is None else self.fit.expects(self._profile.markers, lens)

    def look(self, t: float, found: Found, lens: Lens) -> Stands:
        """Say how the markers found at ``t`` stand to the pose; ``lens`` is that of the picture's size."""
        seen = sorted(set(found) & set(self._profile.markers))
        if self.fit is None:
            return self._first(found, lens)
        if not seen:
            return Stands(Trouble.MOVED, "no marker shows")
        off = {number: self._off(number, found, lens, self.fit) for number in seen}
        far = MOVED_SHARE * lens.size[0]
        if np.median(list(off.values())) <= far:
            self._candidate = None
            return Stands()
        return self._moved(t, found, lens, float(np.median(list(off.values()))))

    def _first(self, found: Found, lens: Lens) -> Stands:
        try:
            self.fit = fit(found, self._profile.markers, lens)
        except NoPose as problem:
            return Stands(Trouble.LOST, str(problem))
        return Stands()

    def _moved(self, t: float, found: Found, lens: Lens, off_px: float) -> Stands:
        told = f"the markers lie {off_px:.0f} px from where they lay"
        try:
            now = fit(found, self._profile.markers, lens)
        except NoPose:
            self._candidate = None
            return Stands(Trouble.MOVED, told)
        held = self._candidate
        if held is None or not self._same(held.fit, now, lens):
            self._candidate = _Candidate(now, t)
            return Stands(Trouble.MOVED, told)
        if t - held.since < STANDS_ANEW_S:
            return Stands(Trouble.MOVED, told)
        outside = [zone.seat for zone in self._profile.zones if not zone.in_view(lens, now.pose)]
        if outside:
            return Stands(Trouble.MOVED, f"{told}; not in view: seat {', '.join(map(str, outside))}")
        self.fit, self._candidate = now, None
        return Stands()

    def _off(self, number: int, found: Found, lens: Lens, known: Fit) -> float:
        return error_of(found, self._profile.markers, lens, known.pose, (number,))

    def _same(self, one: Fit, other: Fit, lens: Lens) -> bool:
        felt = np.concatenate(list(self._profile.markers.values()))
        apart = lens.project(felt, one.pose) - lens.project(felt, other.pose)
        return bool(np.sqrt((apart**2).sum(axis=1).mean()) <= MOVED_SHARE * lens.size[0])
