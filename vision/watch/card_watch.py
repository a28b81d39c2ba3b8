"""Watches cards: frames go in, places at rest are read, ``card.face`` comes out."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Final

from vision.cards.deck import Deck
from vision.cards.reading import CardReader, Lying
from vision.counting.paper import paper_of
from vision.felt_view import FeltView
from vision.frames.frame import Frame
from vision.geometry.camera import BadPicture, Lens, Picture, size_of
from vision.geometry.place import Place
from vision.geometry.pose import Fit
from vision.geometry.zones import Zone
from vision.motion.look import Looker, small_lens
from vision.motion.zone import Rest, Whose, ZoneWatch
from vision.profile import Profile
from vision.watch.card_events import CardsTurned, PlaceAccount

SETTLED_S: Final = 0.15
"""Cards over which nothing changes for so long are at rest: they neither roll nor slide on."""
OVER_MM: Final = 45.0
"""How far over the line of its place a card may lie: its middle is in it."""
AGREE: Final = 2
"""How many frames must say the same of what is new."""
_KEPT: Final = 6


@dataclass(frozen=True)
class _Asked:
    """Places that lie still, since when nothing of them is told, and whose hand was over each."""

    t: float
    whose: dict[str, Whose | None]


class CardWatch:
    """Looks at the places for cards of one camera. ``executor`` reads beside the looking; without one it waits."""

    def __init__(
        self, profile: Profile, felt: FeltView, deck: Deck, executor: Executor | None = None
    ) -> None:
        self._profile, self._felt, self._deck, self._executor = profile, felt, deck, executor
        self._places: tuple[Place, ...] = profile.places
        self._zones = [Zone(number, place.polygon) for number, place in enumerate(self._places)]
        self._watches = {place.zone: ZoneWatch(SETTLED_S) for place in self._places}
        self._accounts = {place.zone: PlaceAccount(place.zone) for place in self._places}
        self._fit: Fit | None = None
        self._looker: Looker | None = None
        self._reader: tuple[Fit, CardReader] | None = None
        """What reads the places, and where the camera stood when it was made."""
        self._frames: deque[Frame] = deque(maxlen=_KEPT)
        self._reading: deque[tuple[_Asked, Future[dict[str, Lying]]]] = deque()
        self._told: list[CardsTurned] = []

    def look(self, frame: Frame, picture: Picture, fit: Fit, lens: Lens) -> None:
        """Look at a frame; ``picture`` is it at any size, ``lens`` that of this size, ``fit`` where it stands."""
        if fit is not self._fit or self._looker is None:
            self._fit = fit
            bare = self._felt.seen_from(fit.pose, small_lens(lens))
            self._looker = Looker(self._zones, lens, fit.pose, bare, OVER_MM)
            self.blind()
        self._frames.append(frame)
        rests: dict[str, Rest] = {}
        for number, glimpse in self._looker.look(frame.t, picture).items():
            zone = self._places[number].zone
            for rest in self._watches[zone].see(frame.t, glimpse):
                self._looker.rests(number, rest.stills[-1] if rest.stills else frame.t)
                rests[zone] = rest
        if rests:
            self._ask(frame.t, rests)

    def blind(self) -> None:
        """Take note that the camera does not see."""
        for watch in self._watches.values():
            watch.blinded()

    def frozen(self) -> None:
        """Take note that the same picture comes again and again."""
        for watch in self._watches.values():
            watch.doubted()

    def finish(self) -> None:
        """Wait for what is being read; there will be no more frames."""
        for _, reading in self._reading:
            reading.exception()

    @property
    def since(self) -> float:
        """Before this time no event will come any more; infinite where nothing is being read."""
        self._collect()
        return min((asked.t for asked, _ in self._reading), default=math.inf)

    def events(self) -> list[CardsTurned]:
        """Return what can be told now."""
        self._collect()
        told, self._told = self._told, []
        return told

    def _ask(self, t: float, rests: dict[str, Rest]) -> None:
        asked = _Asked(
            t, {zone: None if rest.motion is None else rest.motion.whose for zone, rest in rests.items()}
        )
        frames = list(self._frames)[-AGREE:]
        if self._executor is None:
            self._take(asked, self._read(frames, list(rests)))
        else:
            self._reading.append((asked, self._executor.submit(self._read, frames, list(rests))))

    def _collect(self) -> None:
        while self._reading and self._reading[0][1].done():
            asked, reading = self._reading.popleft()
            self._take(asked, reading.result())

    def _take(self, asked: _Asked, found: dict[str, Lying]) -> None:
        for zone, lying in found.items():
            self._told += self._accounts[zone].told(lying, asked.whose[zone], asked.t)
            if not lying.told:
                self._watches[zone].untold()

    def _read(self, frames: Sequence[Frame], zones: Collection[str]) -> dict[str, Lying]:
        """Return what lies in ``zones``: what is new must be the same in two frames."""
        found: dict[str, Lying] = {}
        wanted = list(zones)
        for frame in reversed(frames):
            if not wanted:
                break
            try:
                now = self._at(frame).read(frame.full(), self._paper(frame), wanted)
            except BadPicture:
                continue
            for zone, lying in now.items():
                before = found.get(zone)
                agrees = before is None or (before.up, before.down) == (lying.up, lying.down)
                found[zone] = lying if agrees else Lying(None, None, "two pictures in a row say otherwise")
            wanted = [zone for zone in now if now[zone].told and not self._accounts[zone].same(now[zone])]
        return found

    def _at(self, frame: Frame) -> CardReader:
        """Return what reads the places from where the camera stands now. Raise BadPicture."""
        fit, held = self._fit, self._reader  # who looks may find the camera elsewhere meanwhile
        assert fit is not None
        if held is None or held[0] is not fit:
            lens = self._profile.lens.sized(size_of(frame.full()))
            printed = [self._profile.markers[number] for number in fit.used]
            hand = self._profile.hand
            reader = CardReader(self._places, self._deck, lens, fit.pose, self._felt, printed, hand)
            self._reader = held = fit, reader
        return held[1]

    def _paper(self, frame: Frame) -> tuple[int, int, int] | None:
        fit, picture = self._fit, frame.full()
        assert fit is not None
        lens = self._profile.lens.sized(size_of(picture))
        shown = fit.shows(self._profile.markers, lens)
        return paper_of(picture, shown)
