"""Reads a camera's profile: its lens, the markers on the felt, the betting zones, and the chips in use.

Where cards lie, and the deck in use, are in it too.

The file is TOML, written by ``floorcall calibrate camera`` and by hand; vision/README.md has every key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from vision.geometry.camera import Array, Lens
from vision.geometry.place import HAND, MOST_OF_A_HAND, ZONES, Place
from vision.geometry.zones import Zone
from vision.settings import Section, quoted, read

DISTORTION_LENGTHS: Final = (0, 4, 5, 8, 12, 14)
MARKER_IDS: Final = 50
SMALLEST_ZONE_MM2: Final = 100.0
SMALLEST_SIDE_MM: Final = 5.0


@dataclass(frozen=True)
class Profile:
    """One camera over its zones. ``markers`` has the corners, (4, 3) in mm, of each marker on the felt.

    ``empty`` is a picture of the bare felt, ``chips`` the chip set's file. ``places`` are where cards lie, ``deck`` is
    the deck's file, ``hand`` how many cards a hand has.
    """

    lens: Lens
    markers: dict[int, Array]
    zones: tuple[Zone, ...]
    empty: Path | None = None
    chips: Path | None = None
    places: tuple[Place, ...] = ()
    deck: Path | None = None
    hand: int = HAND

    def sized(self, size: tuple[int, int]) -> Profile:
        """Return the profile for pictures of another ``size``. Raise BadPicture for another shape."""
        return replace(self, lens=self.lens.sized(size))


def load(source: Path) -> Profile:
    """Read a camera profile. Raise BadFile naming the key that is wrong."""
    file = read(source)
    file.knows("camera", "marker", "zone", "chips", "place", "cards")
    camera = file.table("camera")
    camera.knows("matrix", "distortion", "size", "empty")
    cards = file.table("cards") if file.has("cards") else None
    if cards is not None:
        cards.knows("deck", "hand")
    return Profile(
        lens=_lens(camera),
        markers=_markers(file),
        zones=_zones(file),
        empty=camera.file("empty") if camera.has("empty") else None,
        chips=file.table("chips").file("set") if file.has("chips") else None,
        places=_places(file),
        deck=cards.file("deck") if cards is not None else None,
        hand=cards.whole("hand", 1, MOST_OF_A_HAND) if cards is not None and cards.has("hand") else HAND,
    )


def save(profile: Profile, target: Path) -> None:
    """Write ``profile``; the files it names are written relative to it where they lie beside or below it."""
    lens = profile.lens
    lines = [
        "[camera]",
        f"matrix = {_list(lens.matrix, 4)}",
        f"distortion = {_list(lens.distortion, 6)}",
        f"size = [{lens.size[0]}, {lens.size[1]}]",
    ]
    if profile.empty is not None:
        lines.append(f"empty = {_named(profile.empty, target)}")
    for number, corners in sorted(profile.markers.items()):
        flat = corners if corners[:, 2].any() else corners[:, :2]
        lines += ["", "[[marker]]", f"id = {number}", f"corners_mm = {_list(flat, 2)}"]
    for zone in profile.zones:
        lines += ["", "[[zone]]", f"seat = {zone.seat}", f"polygon_mm = {_list(zone.polygon, 1)}"]
    if profile.chips is not None:
        lines += ["", "[chips]", f"set = {_named(profile.chips, target)}"]
    for place in profile.places:
        lines += ["", "[[place]]", f"zone = {quoted(place.zone)}", f"polygon_mm = {_list(place.polygon, 1)}"]
    if profile.deck is not None:
        lines += ["", "[cards]", f"deck = {_named(profile.deck, target)}", f"hand = {profile.hand}"]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _lens(camera: Section) -> Lens:
    matrix = np.array(camera.rows("matrix", 3))
    if matrix.shape != (3, 3):
        raise camera.wrong("must be three rows of three numbers", "matrix")
    if min(matrix[0, 0], matrix[1, 1]) <= 0 or matrix[2].tolist() != [0, 0, 1]:
        raise camera.wrong("must be [[fx, s, cx], [0, fy, cy], [0, 0, 1]] with fx and fy over 0", "matrix")
    distortion = camera.numbers("distortion") if camera.has("distortion") else []
    if len(distortion) not in DISTORTION_LENGTHS:
        known = ", ".join(map(str, DISTORTION_LENGTHS))
        raise camera.wrong(f"must be one of {known} numbers, as OpenCV has them", "distortion")
    size = camera.numbers("size")
    if len(size) != 2 or any(side != int(side) or not 16 <= side <= 20_000 for side in size):
        raise camera.wrong("must be width and height in pixels, such as [1920, 1080]", "size")
    return Lens(matrix, np.array(distortion), (int(size[0]), int(size[1])))


def _markers(file: Section) -> dict[int, Array]:
    markers: dict[int, Array] = {}
    for section in file.tables("marker"):
        section.knows("id", "corners_mm")
        number = section.whole("id", 0, MARKER_IDS - 1)
        if number in markers:
            raise section.wrong(f"marker {number} stands here twice", "id")
        corners = [[*row, 0.0][:3] for row in section.rows("corners_mm", 2, 3)]
        if len(corners) != 4:
            raise section.wrong(f"must be the four corners, not {len(corners)}", "corners_mm")
        markers[number] = np.array(corners)
        if min(np.linalg.norm(markers[number] - np.roll(markers[number], 1, 0), axis=1)) < SMALLEST_SIDE_MM:
            raise section.wrong(f"has two corners within {SMALLEST_SIDE_MM:g} mm", "corners_mm")
    if not markers:
        raise file.wrong("is missing: at least one marker on the felt is needed", "marker")
    return markers


def _zones(file: Section) -> tuple[Zone, ...]:
    zones: list[Zone] = []
    for section in file.tables("zone"):
        section.knows("seat", "polygon_mm")
        zone = Zone(section.whole("seat", 1, 10), np.array(section.rows("polygon_mm", 2)))
        if any(other.seat == zone.seat for other in zones):
            raise section.wrong(f"seat {zone.seat} has a zone already", "seat")
        _is_some_felt(section, zone.polygon)
        zones.append(zone)
    return tuple(zones)


def _places(file: Section) -> tuple[Place, ...]:
    places: list[Place] = []
    for section in file.tables("place"):
        section.knows("zone", "polygon_mm")
        place = Place(section.text("zone"), np.array(section.rows("polygon_mm", 2)))
        if not ZONES.fullmatch(place.zone):
            raise section.wrong(
                f'must be "seat:1" to "seat:10", "board" or "muck", not {quoted(place.zone)}', "zone"
            )
        if any(other.zone == place.zone for other in places):
            raise section.wrong(f"{place.zone} has a place already", "zone")
        _is_some_felt(section, place.polygon)
        places.append(place)
    return tuple(places)


def _is_some_felt(section: Section, polygon: Array) -> None:
    if len(polygon) < 3 or Zone(0, polygon).area_mm2 < SMALLEST_ZONE_MM2:
        raise section.wrong("must be three corners or more around some felt", "polygon_mm")


def _named(path: Path, target: Path) -> str:
    folder, held = target.absolute().parent.resolve(), path.absolute().resolve()
    return quoted(str(held.relative_to(folder) if held.is_relative_to(folder) else held))


def _list(values: Iterable[float] | Array, digits: int) -> str:
    """Return numbers, or rows of them, as TOML with ``digits`` after the point."""
    written = []
    for value in np.asarray(values, float):
        written.append(_list(value, digits) if np.ndim(value) else f"{round(float(value), digits) + 0.0}")
    return "[" + ", ".join(written) + "]"
