"""Makes a camera's profile of pictures of the marker sheet and of the markers on the felt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry import markers, sharpness, sheet
from vision.geometry.camera import BadPicture, Lens, Picture, Pose, VisionError, size_of
from vision.geometry.lay import Lay, lay_of
from vision.geometry.lens_views import LensFit, lens_of, shows_sheet
from vision.geometry.markers import Found
from vision.geometry.pose import FEWEST_MARKERS, named
from vision.geometry.zones import Zone, beyond
from vision.profile import Profile

MOST_VIEWS: Final = 24
"""Views of the sheet that are used; more cost time and tell nothing new."""
_ANOTHER_VIEW: Final = 0.03
"""How far a marker must have moved for a view to be another one, as a share of the picture's width."""
_SMALLEST_ROOM_MM: Final = 60.0


@dataclass(frozen=True)
class View:
    """One picture and the markers in it; ``picture`` is None where it was let go, the markers and the size kept."""

    name: str
    picture: Picture | None
    found: Found
    size: tuple[int, int]

    @property
    def whole(self) -> bool:
        """Whether it shows the sheet in one piece."""
        return shows_sheet(self.found)

    @property
    def apart(self) -> bool:
        """Whether it shows the markers as they lie on the felt."""
        return len(self.found) >= FEWEST_MARKERS and not self.whole


@dataclass(frozen=True)
class Calibration:
    """What came of it: the profile, the view of the felt, the camera over it, and lines for people."""

    profile: Profile
    felt: View
    pose: Pose
    said: tuple[str, ...]


def view_of(name: str, picture: Picture) -> View:
    """Return a picture with its markers found."""
    return View(name, picture, markers.find(picture), size_of(picture))


def calibrate(
    views: Sequence[View],
    *,
    side_mm: float = sheet.SIDE_MM,
    lens: Lens | None = None,
    seats: Sequence[int] = (),
    zones: Sequence[Zone] = (),
) -> Calibration:
    """Return the calibration from ``views``; ``lens`` is one that is known already.

    Views of the sheet in one piece give the lens. The felt is the last view in which the markers lie
    apart, or the last of all. ``seats`` share the felt between the markers from left to right; ``zones``
    are added as they are. Raise VisionError saying what is missing.
    """
    size = _one_size(views)
    whole = [view for view in views if view.whole]
    apart = [view for view in views if view.apart]
    said = [_too_few(view) for view in views if len(view.found) < FEWEST_MARKERS]
    if len(said) == len(views):
        raise VisionError("; ".join(said))
    if lens is None:
        fit = lens_of([view.found for view in _different(whole, size[0])], size, side_mm)
        lens = fit.lens
        said += _told_of_lens(fit)
    lens = lens.sized(size)
    felt = (apart or whole)[-1]
    lay = lay_of(felt.found, lens, side_mm)
    profile = Profile(lens, lay.markers, (*_shared(lay, seats, side_mm), *zones))
    said += [f"felt ({felt.name}): {named(sorted(lay.markers))} lie within {lay.error_px:.2f} px of the fit"]
    said += [_told_of_zone(zone, lens, lay.pose) for zone in profile.zones]
    return Calibration(profile, felt, lay.pose, tuple(said))


def _one_size(views: Sequence[View]) -> tuple[int, int]:
    if not views:
        raise BadPicture("there is no picture to calibrate from")
    size = views[0].size
    for view in views[1:]:
        other = view.size
        if other != size:
            raise BadPicture(
                f"{view.name} is {other[0]}x{other[1]}, {views[0].name} is {size[0]}x{size[1]}: "
                "all pictures must come from one camera at one size"
            )
    return size


def _different(views: Sequence[View], width: int) -> list[View]:
    """Return ``views`` without those that show the sheet where an earlier one did, the newest of many."""
    kept: list[View] = []
    for view in views:
        if all(_moved(view.found, other.found) > _ANOTHER_VIEW * width for other in kept):
            kept.append(view)
    return kept[-MOST_VIEWS:]


def _moved(one: Found, other: Found) -> float:
    both = set(one) & set(other)
    return max((float(np.abs(one[number] - other[number]).max()) for number in both), default=np.inf)


def _shared(lay: Lay, seats: Sequence[int], side_mm: float) -> list[Zone]:
    """Return zones for ``seats``, equal parts of the felt between the outermost markers, left to right."""
    if not seats:
        return []
    centres = np.array([corners[:, :2].mean(axis=0) for corners in lay.markers.values()])
    low, high = centres.min(axis=0) + side_mm / 2, centres.max(axis=0) - side_mm / 2
    room = (high - low) / (len(seats), 1)
    if room.min() < _SMALLEST_ROOM_MM:
        raise VisionError(
            f"the markers leave {max(room[0], 0):.0f} x {max(room[1], 0):.0f} mm for each of {len(seats)} seats, "
            f"{_SMALLEST_ROOM_MM:g} mm is the least: lay them round the betting zones, or give --zone"
        )
    lines = np.linspace(low[0], high[0], len(seats) + 1)
    return [
        Zone(seat, np.array(((left, low[1]), (right, low[1]), (right, high[1]), (left, high[1]))))
        for seat, left, right in zip(seats, lines, lines[1:], strict=False)
    ]


def _too_few(view: View) -> str:
    shown = f"only {named(sorted(view.found))}" if view.found else "no marker"
    return f"{view.name}: shows {shown}, {FEWEST_MARKERS} are needed"


def _told_of_lens(fit: LensFit) -> list[str]:
    lens = fit.lens
    across = 2 * np.degrees(np.arctan(lens.size[0] / 2 / lens.matrix[0, 0]))
    told = f"lens: {fit.views} views, {across:.0f} degrees across, within {fit.error_px:.2f} px"
    if not fit.whole:
        told += "; too few views for its middle and its distortion, which are taken as ideal"
    return [told]


def told_of_places(profile: Profile, pose: Pose) -> list[str]:
    """Return a line for each place for cards that a camera at ``pose`` does not wholly show."""
    return [
        f"cards, {place.zone}: {out}; turn the camera or draw the place smaller: no card is told there"
        for place in profile.places
        if (out := beyond(place.felt, profile.lens, pose)) is not None
    ]


def _told_of_zone(zone: Zone, lens: Lens, pose: Pose) -> str:
    if (out := beyond(zone, lens, pose)) is not None:
        return f"seat {zone.seat}: {out}; turn the camera or draw the zone smaller: nothing is told of it"
    return sharpness.advice(sharpness.of_zone(lens, pose, zone), lens)
