"""A camera put together: its source watched, its zones counted by what its profile knows of chips."""

from __future__ import annotations

from concurrent.futures import Executor

from vision.counting.chip_set import ChipSet
from vision.frames.frame import Frame, FrameSource
from vision.geometry.felt_view import felt_view
from vision.motion.tally import ReadZone, Tally
from vision.profile import Profile
from vision.reading import Reader, ZoneReading
from vision.watch.watched import Watcher


def watcher(
    source: FrameSource, profile: Profile, chips: ChipSet | None, executor: Executor | None = None
) -> Watcher:
    """Return ``source`` watched and its zones counted. Raise BadPicture for an unusable picture of the felt.

    Without ``chips`` motions are seen and no amount is told. A camera that runs by itself wants an ``executor``
    to read in, so that reading keeps no frame waiting.
    """
    return Watcher(source, profile, Tally(profile, felt_view(profile), zone_reader(profile, chips), executor))


def zone_reader(profile: Profile, chips: ChipSet | None) -> ReadZone:
    """Return what reads one seat's zone in a frame, and no other."""
    reader = Reader(profile, chips)

    def read(seat: int, frame: Frame) -> ZoneReading:
        (zone,) = reader.read(frame.name, frame.full(), seat).zones
        return zone

    return read
