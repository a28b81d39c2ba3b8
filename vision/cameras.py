"""Puts a camera together: its source watched, its zones counted by its profile's chips, its cards looked at."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

from vision.cards import deck
from vision.counting.chip_set import ChipSet
from vision.felt_view import FeltView, felt_view
from vision.frames.frame import Frame, FrameSource
from vision.motion.tally import AtRest, ReadZone, Tally
from vision.profile import Profile
from vision.reading import Reader, ZoneReading
from vision.watch.card_watch import CardWatch
from vision.watch.watched import Watcher


def watcher(
    source: FrameSource,
    profile: Profile,
    chips: ChipSet | None,
    executor: Executor | None = None,
    keep: Callable[[AtRest], None] | None = None,
) -> Watcher:
    """Return ``source`` watched and its zones counted. Raise BadPicture for an unusable picture of the felt.

    Without ``chips`` motions are seen and no amount is told; cards are looked at where the profile names a deck and
    places. A camera that runs by itself wants an ``executor`` to read in, so that reading keeps no frame waiting.
    ``keep`` is called with each zone at rest.
    """
    felt = felt_view(profile)
    tally = Tally(profile, felt, zone_reader(profile, chips), executor, keep)
    return Watcher(source, profile, tally, _cards(profile, felt, executor))


def tells_cards(profile: Profile) -> bool:
    """Whether a camera with this profile tells cards that are turned."""
    return profile.deck is not None and bool(profile.places) and profile.empty is not None


def _cards(profile: Profile, felt: FeltView | None, executor: Executor | None) -> CardWatch | None:
    if profile.deck is None or felt is None or not tells_cards(profile):
        return None
    return CardWatch(profile, felt, deck.load(profile.deck), executor)


def zone_reader(profile: Profile, chips: ChipSet | None) -> ReadZone:
    """Return what reads one seat's zone in a frame, and no other."""
    reader = Reader(profile, chips)

    def read(seat: int, frame: Frame) -> ZoneReading:
        (zone,) = reader.read(frame.name, frame.full(), seat).zones
        return zone

    return read
