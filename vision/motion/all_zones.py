"""Follows all zones of a camera together: frames in, events of the sensor log out, in the order of their times."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from vision.geometry.camera import Lens, Picture, Pose
from vision.geometry.zones import Zone
from vision.motion.events import Counted, Event, ZoneAccount
from vision.motion.look import A_CHIP_MM2, SMALLEST_CHANGE_MM2, Looker
from vision.motion.zone import LOOKED_BACK_S, Rest, Whose, ZoneWatch

UNTOLD_AFTER_S: Final = 2.0
"""How long after the hand is out a push waits for a count before it is said to be of unknown chips."""


@dataclass(frozen=True)
class Wanted:
    """A zone that lies still is to be counted, by frames taken at ``stills``."""

    seat: int
    rest: Rest

    @property
    def stills(self) -> tuple[float, ...]:
        """When the frames were taken that show the zone at rest."""
        return self.rest.stills


class Motions:
    """Follows the zones of one camera. Counting is somebody else's: ``look`` asks, ``counted`` is told."""

    def __init__(self, zones: Sequence[Zone]) -> None:
        self._zones = tuple(zones)
        self._watches = {zone.seat: ZoneWatch() for zone in zones}
        self._accounts = {zone.seat: ZoneAccount(zone.seat) for zone in zones}
        self._looker: Looker | None = None
        self._asked: list[Wanted] = []
        self._ready: list[tuple[float, int, Event]] = []
        self._number = 0
        self._t = 0.0
        self._blind = True

    def stands(self, lens: Lens, pose: Pose, bare: Picture | None = None) -> None:
        """Look from here from now on; ``bare`` is the felt as it looks from here with nothing on it."""
        self._looker = Looker(self._zones, lens, pose, bare)
        self.blinded()

    def blinded(self) -> None:
        """Forget what was going on: nobody can see how it ends."""
        for watch in self._watches.values():
            watch.blinded()
        self._blind = True
        for account in self._accounts.values():
            self._tell(account.no_longer_waits())

    def frozen(self) -> None:
        """Take note that the picture stands still; frames go on to be looked at, for it may live again."""
        for watch in self._watches.values():
            watch.doubted()

    def look(self, t: float, picture: Picture) -> list[Wanted]:
        """Take the frame at ``t``; return the zones that lie still and are to be counted."""
        if self._looker is None or t <= self._t:
            return []
        self._t, self._blind = t, False
        wanted = []
        for seat, glimpse in self._looker.look(t, picture).items():
            for rest in self._watches[seat].see(t, glimpse):
                wanted.append(Wanted(seat, self._settled(seat, rest)))
        self._asked += wanted
        self._wait_no_longer()
        return wanted

    def counted(self, wanted: Wanted, counted: Counted | None) -> None:
        """Take what was counted; None where nothing can be said of it."""
        self._asked.remove(wanted)
        account = self._accounts[wanted.seat]
        self._tell(account.told(wanted.rest, counted))
        if self._blind:
            self._tell(account.no_longer_waits())
        if account.waits is not None or counted is None or counted.chips is None:
            self._watches[wanted.seat].untold(soon=account.waits is not None)

    @property
    def reached(self) -> dict[int, Whose]:
        """Whose hand is over which seat's zone."""
        found = {seat: watch.reached for seat, watch in self._watches.items()}
        return {seat: whose for seat, whose in found.items() if whose is not None}

    @property
    def since(self) -> float:
        """Before this time no event of what was seen will come any more; infinite where nothing is open."""
        waiting = [want.rest.motion.ended for want in self._asked if want.rest.motion is not None]
        waiting += [want.stills[-1] for want in self._asked if want.stills]
        waiting += [account.waits for account in self._accounts.values() if account.waits is not None]
        return min([math.inf, *waiting, *(watch.since for watch in self._watches.values())])

    def events(self) -> list[Event]:
        """Return the events before which nothing else can come any more, in the order of their times."""
        found = []
        until = self.since
        while self._ready and self._ready[0][0] <= until:
            event = heapq.heappop(self._ready)[2]
            found.append(event)
        return found

    def _wait_no_longer(self) -> None:
        """Tell the pushes whose chips nobody knows in time: for long, or when a hand comes that may act after them."""
        asked = {want.seat for want in self._asked}
        for seat, account in self._accounts.items():
            if account.waits is None or seat in asked:
                continue
            if self._t - account.waits >= UNTOLD_AFTER_S or self.reached:
                self._tell(account.no_longer_waits())

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self._number += 1
            heapq.heappush(self._ready, (event.t, self._number, event))

    def _settled(self, seat: int, rest: Rest) -> Rest:
        """Return the rest with the hand's end as the zone shows it, now that what was left there is known."""
        assert self._looker is not None
        rested = rest.stills[-1] if rest.stills else self._t
        more_mm2 = self._looker.rests(seat, rested)
        rest = replace(rest, less=more_mm2 < -SMALLEST_CHANGE_MM2, more=more_mm2 > A_CHIP_MM2)
        motion = rest.motion
        if motion is None or motion.whose is None or motion.stays:
            return rest
        ended = self._looker.gone_at(seat, motion.started, rested)
        if ended is None:
            return rest
        ended = min(max(ended, motion.started, motion.ended - LOOKED_BACK_S), motion.ended)
        return replace(rest, motion=replace(motion, ended=ended))
