"""Counts: frames go to the motions over the zones, zones at rest are read, events come out."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.counting.alternatives import mixed, p_of
from vision.felt_view import FeltView
from vision.frames.frame import Frame
from vision.geometry.camera import BadPicture, Lens, Picture
from vision.geometry.pose import Fit
from vision.motion.all_zones import Motions, Wanted
from vision.motion.events import Counted, Event
from vision.motion.look import small_lens
from vision.motion.zone import Whose
from vision.profile import Profile
from vision.reading import ZoneReading

READS: Final = 5
"""How many frames of a zone at rest are read at most; what they say must be the same."""
AGREE: Final = 2
"""By how many more of them than say anything else a count must be told, for the zone to be told."""
_LIKELY: Final = 0.74
"""How likely most of the frames that were read must find a count for it to be told: two that err alike err together."""
_KEPT: Final = 6

ReadZone = Callable[[int, Frame], ZoneReading]
"""Reads one seat's zone in a frame. Raise BadPicture where the frame is damaged."""


@dataclass(frozen=True)
class AtRest:
    """A zone at rest as it was counted: the newest frame that was read, what it tells, and what all of them do.

    ``again``: nothing moved since it was counted last.
    """

    seat: int
    frame: Frame
    fit: Fit
    reading: ZoneReading
    counted: Counted | None
    again: bool


class Tally:
    """Counts what is bet before one camera. ``executor`` reads beside the looking; without one it waits for it.

    Events come in the order of their times. ``keep`` is called with each zone at rest, where it is read.
    """

    def __init__(
        self,
        profile: Profile,
        felt: FeltView | None,
        read: ReadZone,
        executor: Executor | None = None,
        keep: Callable[[AtRest], None] | None = None,
    ) -> None:
        self._felt, self._read, self._executor = felt, read, executor
        self._keep = keep
        self._motions = Motions(profile.zones)
        self._fit: Fit | None = None
        self._frames: deque[Frame] = deque(maxlen=_KEPT)
        self._reading: deque[tuple[Wanted, Future[Counted | None]]] = deque()

    def look(self, frame: Frame, picture: Picture, fit: Fit, lens: Lens) -> None:
        """Look at a frame; ``picture`` is it at any size, ``lens`` that of this size, ``fit`` where it stands."""
        if fit is not self._fit:
            self._fit = fit
            bare = None if self._felt is None else self._felt.seen_from(fit.pose, small_lens(lens))
            self._motions.stands(lens, fit.pose, bare)
        self._frames.append(frame)
        for wanted in self._motions.look(frame.t, picture):
            frames = [kept for kept in self._frames if kept.t in wanted.stills][-READS:]
            if self._executor is None:
                self._motions.counted(wanted, self._count(wanted, frames, fit))
            else:
                self._reading.append((wanted, self._executor.submit(self._count, wanted, frames, fit)))

    def blind(self) -> None:
        """Take note that the camera does not see."""
        self._motions.blinded()

    def finish(self) -> None:
        """Wait for what is being read; there will be no more frames."""
        for _, reading in self._reading:
            reading.exception()
        self._motions.blinded()

    def frozen(self) -> None:
        """Take note that the same picture comes again and again."""
        self._motions.frozen()

    @property
    def since(self) -> float:
        """Before this time no event will come any more; infinite where nothing is open."""
        self._collect()
        return self._motions.since

    @property
    def reached(self) -> dict[int, Whose]:
        """Whose hand is over which seat's zone."""
        return self._motions.reached

    def events(self) -> list[Event]:
        """Return what can be told now, in the order of its times."""
        self._collect()
        return self._motions.events()

    def _collect(self) -> None:
        while self._reading and self._reading[0][1].done():
            wanted, counted = self._reading.popleft()
            self._motions.counted(wanted, counted.result())

    def _count(self, wanted: Wanted, frames: Sequence[Frame], fit: Fit) -> Counted | None:
        newest: Frame | None = None
        readings: list[ZoneReading] = []
        for frame in reversed(frames):
            try:
                readings.append(self._read(wanted.seat, frame))
            except BadPicture:
                continue
            newest = newest or frame
            so_far = agreed(readings)
            if len(readings) >= AGREE and so_far is not None and so_far.chips is not None:
                break
        counted = agreed(readings)
        if self._keep is not None and newest is not None:
            rest = wanted.rest
            again = rest.motion is None and not rest.differs and not rest.fresh
            self._keep(AtRest(wanted.seat, newest, fit, readings[0], counted, again))
        return counted


def agreed(readings: Sequence[ZoneReading]) -> Counted | None:
    """Return what readings of the same zone say together, None where they say nothing.

    Its chips are not told where too few readings tell them, or hardly more than tell others.
    """
    may_be = mixed([reading.alternatives for reading in readings])
    told = [reading for reading in readings if reading.total is not None]
    votes = Counter(tuple(sorted(_chips(reading).items())) for reading in told)
    best, alike = max(votes.items(), key=lambda vote: vote[1], default=((), 0))
    doubted = (
        bool(may_be) and np.median([p_of(dict(best), reading.alternatives) for reading in readings]) < _LIKELY
    )
    if doubted or alike - (len(told) - alike) < min(AGREE, max(1, len(readings))):
        return Counted(None, 0.0, may_be) if may_be else None
    sure = [reading.confidence for reading in told if _chips(reading) == Counter(dict(best))]
    return Counted(dict(best), float(np.median(sure)), may_be)


def _chips(reading: ZoneReading) -> Counter[int]:
    """Return the zone's chips: denomination to number."""
    return Counter(chip for stack in reading.stacks for chip in stack.chips)
