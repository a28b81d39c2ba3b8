"""Keeps a night's zones at rest for later: what lies in them stays clear in the pictures, all else is blurred."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from vision.frames import pictures
from vision.geometry.camera import VisionError
from vision.motion.tally import AtRest
from vision.profile import Profile
from vision.records import HEADER, TRUTH, ZONES, Record
from vision.watch.hiding import Screen


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
        self._folder, self._screen, self._say, self._now = folder, Screen(profile), say, now
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
        things = [(thing.box, thing.stack is not None) for thing in rest.reading.stacks]
        shown = self._screen.hide_but_stacks(picture, rest.fit, self._zones[rest.seat], things)
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
