"""Keeps a night's zones at rest for later: what lies in them stays clear in the pictures, all else is blurred."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from vision.frames import pictures
from vision.geometry.camera import Lens, Picture, Pose, VisionError, size_of
from vision.geometry.zones import Zone
from vision.motion.tally import AtRest
from vision.profile import Profile
from vision.reading import ZoneReading
from vision.records import HEADER, TRUTH, ZONES, Record
from vision.watch.hiding import coarsened

_ROOM_PX: Final = 6
"""What stays clear beside a stack's box: blur and shade of its edges."""
_COARSE: Final = 24
"""All else keeps one colour for so many pixels by so many."""


class Recorder:
    """Writes zones at rest into ``folder``. ``say`` is told once where that can go on no longer; counting goes on.

    A zone that is looked at again with nothing moved keeps its number, the last look counts.
    """

    def __init__(
        self,
        folder: Path,
        profile: Profile,
        say: Callable[[str], object],
        now: Callable[[], float] = time.time,
    ) -> None:
        """Raise VisionError where the folder cannot be written, or holds records already."""
        self._folder, self._profile, self._say, self._now = folder, profile, say, now
        self._zones = {zone.seat: zone for zone in profile.zones}
        self._number = 0
        self._last: dict[int, int] = {}
        self._stopped = False
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if (folder / ZONES).exists():
                raise VisionError(f"{folder}: holds a night's records already; name another folder")
            (folder / ZONES).touch()
            (folder / TRUTH).write_text(HEADER, encoding="utf-8")
        except OSError as problem:
            raise VisionError(f"{folder}: {problem.strerror}") from None

    def keep(self, rest: AtRest) -> None:
        """Write a zone at rest down, where its picture could be read."""
        nothing = rest.reading.total is None and not rest.reading.stacks
        if self._stopped or nothing:
            return
        again = rest.again and rest.seat in self._last
        number = self._last[rest.seat] if again else self._number + 1
        try:
            self._write(rest, number, again)
        except OSError as problem:
            self._stopped = True
            self._say(f"{self._folder}: {problem.strerror}; nothing more is recorded, counting goes on")
            return
        self._number, self._last[rest.seat] = max(self._number, number), number

    def _write(self, rest: AtRest, number: int, again: bool) -> None:
        name = f"{number:06}.jpg"
        picture = rest.frame.full()
        lens = self._profile.lens.sized(size_of(picture))
        shown = private(picture, self._zones[rest.seat], rest.reading, lens, rest.fit.pose)
        pictures.write(self._folder / name, shown)
        counted = rest.counted
        chips = None if counted is None or counted.chips is None else counted.chips
        record = Record(
            number,
            name,
            round(rest.frame.t, 3),
            round(self._now(), 3),
            rest.seat,
            None if chips is None else {str(chip): many for chip, many in chips.items()},
            [] if counted is None else [held.as_json() for held in counted.alternatives],
            rest.reading.as_json(),
        )
        with (self._folder / ZONES).open("ab") as file:
            file.write(msgspec.json.encode(record) + b"\n")
        if not again:
            with (self._folder / TRUTH).open("a", encoding="utf-8") as file:
                file.write(f"#{number} seat {rest.seat}:\n")


def private(picture: Picture, zone: Zone, reading: ZoneReading, lens: Lens, pose: Pose) -> Picture:
    """Return the part of ``picture`` that shows ``zone``, in which nothing is clear but its felt and its stacks.

    Hands, faces, cards and whatever else is no stack are blurred so that nothing brings them back.
    """
    clear = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(clear, [np.round(zone.outline(lens, pose)).astype(np.int32)], 1)
    boxes = [(thing.box, thing.stack is not None) for thing in reading.stacks]
    for (left, top, right, bottom), is_stack in sorted(boxes, key=lambda box: not box[1]):
        room = _ROOM_PX if is_stack else 2 * _ROOM_PX
        part = slice(max(top - room, 0), bottom + room + 1), slice(max(left - room, 0), right + room + 1)
        clear[part] = int(is_stack)
    rows, columns = np.flatnonzero(clear.any(axis=1)), np.flatnonzero(clear.any(axis=0))
    if not len(rows):
        return np.zeros((1, 1, 3), np.uint8)
    part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    shown, kept = picture[part], clear[part] > 0
    high, wide = shown.shape[:2]
    coarse = max(1, wide // _COARSE), max(1, high // _COARSE)
    return np.asarray(np.where(kept[..., None], shown, coarsened(shown, coarse)), np.uint8)
