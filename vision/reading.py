"""What one picture tells of each betting zone, and what it does not.

Nothing here counts chips yet. A zone that is bare is told as bare; whatever lies in one is told with its
place and never with a number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from vision import markers
from vision.bare import STANDS_OUT, BareFelt, Content, Thing
from vision.blindness import light_of
from vision.camera import Picture, size_of
from vision.chip_set import ChipSet
from vision.felt_view import FeltView, felt_view
from vision.pose import LARGEST_ERROR_PX, Fit, NoPose, error_of, fit, named
from vision.profile import Profile
from vision.zones import Zone

USUAL_RADIUS_MM: Final = 19.5


@dataclass(frozen=True)
class ZoneReading:
    """One zone. ``total`` is in chip units; None where it cannot be told."""

    seat: int
    total: int | None
    confidence: float
    things: tuple[Thing, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the zone as ``floorcall chips --json`` prints it."""
        stacks = [
            {
                "x_mm": round(thing.x_mm, 1),
                "y_mm": round(thing.y_mm, 1),
                "box": list(thing.box),
                "chips": [],
                "confidence": 0.0,
                "sure": False,
            }
            for thing in self.things
        ]
        return {"seat": self.seat, "total": self.total, "confidence": self.confidence, "stacks": stacks}


@dataclass(frozen=True)
class Reading:
    """One picture. ``fit`` is the pose it was read with; ``said`` tells people why zones are not told."""

    image: str
    zones: tuple[ZoneReading, ...]
    fit: Fit | None
    said: tuple[str, ...] = ()
    t: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the line that ``floorcall chips --json`` prints."""
        return {"image": self.image, "t": self.t, "zones": [zone.as_json() for zone in self.zones]}


class Reader:
    """Reads pictures of one camera. Raise BadPicture where the profile's picture of the felt is unusable."""

    def __init__(self, profile: Profile, chips: ChipSet | None = None) -> None:
        self._profile = profile
        self._radius_mm = chips.diameter_mm / 2 if chips is not None else USUAL_RADIUS_MM
        self._felt: FeltView | None = felt_view(profile)
        self._bare: BareFelt | None = None
        if self._felt is not None:
            in_view = tuple(z for z in profile.zones if z.in_view(self._felt.lens, self._felt.fit.pose))
            self._bare = BareFelt(self._felt.picture, self._felt.lens, self._felt.fit.pose, in_view)

    def read(self, name: str, picture: Picture) -> Reading:
        """Return what ``picture`` tells. Raise BadPicture where it is not this camera's."""
        profile = self._profile.sized(size_of(picture))
        trouble, detail = light_of(picture)
        if trouble is not None:
            return self._blind(name, f"{trouble.value}: {detail}")
        try:
            known, said = self._stands(picture, profile)
        except NoPose as problem:
            return self._blind(name, str(problem))
        zones = tuple(self._zone(picture, zone, profile, known) for zone in profile.zones)
        return Reading(name, zones, known, tuple(said))

    def _stands(self, picture: Picture, profile: Profile) -> tuple[Fit, list[str]]:
        """Return the pose from the picture's own markers, or from the bare felt where too few show."""
        found = markers.find(picture)
        try:
            known = fit(found, profile.markers, profile.lens)
        except NoPose as problem:
            if self._felt is None or not problem.missing:
                raise
            shown = set(found) & set(profile.markers)
            pose = self._felt.fit.pose
            if shown and error_of(found, profile.markers, profile.lens, pose, shown) > LARGEST_ERROR_PX:
                raise NoPose(f"{problem}; the camera stands elsewhere than over the bare felt") from None
            return replace(self._felt.fit, used=tuple(sorted(shown))), [
                f"{problem}; the pose of the bare felt is used"
            ]
        said = [f"{named(known.missing)} missing"] if known.missing else []
        said += [f"{named(known.displaced)} moved on the felt"] if known.displaced else []
        return known, said

    def _zone(self, picture: Picture, zone: Zone, profile: Profile, known: Fit) -> ZoneReading:
        if self._bare is None or not self._bare.knows(zone) or not zone.in_view(profile.lens, known.pose):
            return ZoneReading(zone.seat, None, 0.0)
        held: Content = self._bare.content(
            picture, zone, profile.lens, known.pose, self._radius_mm, [profile.markers[n] for n in known.used]
        )
        if held.bare:
            return ZoneReading(zone.seat, 0, round(1 - held.strength / STANDS_OUT, 2))
        return ZoneReading(zone.seat, None, 0.0, held.things)

    def _blind(self, name: str, why: str) -> Reading:
        zones = tuple(ZoneReading(zone.seat, None, 0.0) for zone in self._profile.zones)
        return Reading(name, zones, None, (why,))
