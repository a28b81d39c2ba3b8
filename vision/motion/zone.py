"""Follows what happens over one betting zone: a hand comes in, goes out, and the zone comes to rest. No I/O.

Glimpses with the times at which they were taken go in; a ``Rest`` comes out whenever the zone lies still
again. Times are seconds and never go back; glimpses may be missing, late or at uneven times.
"""

from __future__ import annotations

import enum
import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

SETTLED_S: Final = 0.35
"""A zone over which nothing changes for so long is at rest."""
KEPT_STILL: Final = 30
"""So many frames of a zone at rest are kept for looking again."""
FEWEST_STILL: Final = 2
"""How many frames in a row must show no change before a zone is at rest."""
FLICKER_S: Final = 0.15
"""A hand that is lost from sight for less was there all the time."""
LOST_S: Final = 0.6
"""After so long without a frame nobody knows what happened meanwhile."""
STAYS_S: Final = 8.0
"""What has reached over the line and has not moved for so long is no hand that is still doing something."""
LOOKED_BACK_S: Final = 0.5
"""By how much a hand may turn out to have gone earlier than it seemed, once it is known what it left."""
TOUCHES_MM: Final = -1.0
"""How far over the line, in the picture, what is no hand over the zone is said to reach at most."""
TRIED_AGAIN_S: Final = 1.5
"""A zone that lies still and could not be told is looked at again after so long."""
MOST_TRIES: Final = 3
SOON_S: Final = 0.4
"""A zone whose push is not told yet is looked at again after so long."""


class Whose(enum.Enum):
    """From where a hand reached over the zone: from its player's side, the dealer's, or another zone's."""

    OWN = "own"
    DEALER = "dealer"
    OTHER = "other"


@dataclass(frozen=True)
class Glimpse:
    """What one frame shows of a zone.

    ``reach_mm`` is how far the hand is over the zone's line, negative before it, None where none is near.
    ``still``: the zone looks as in the frame before. ``differs``: it looks otherwise than when it last lay at rest.
    """

    hand: Whose | None = None
    reach_mm: float | None = None
    still: bool = True
    differs: bool = False


@dataclass(frozen=True)
class Motion:
    """A hand over the zone, from ``started`` to ``ended``; ``whose`` is None where chips came without one.

    ``stays``: it has not gone, it has only stopped to move.
    """

    whose: Whose | None
    started: float
    ended: float
    stays: bool = False


@dataclass(frozen=True)
class Rest:
    """The zone lies still. ``motion`` brought it there; ``stills`` are the times of the frames that show it.

    ``fresh``: how it came to lie there was not seen, since the camera was blind. ``less`` and ``more``:
    clearly less of the felt is covered than before, or more. ``touched``: an arm that is not over the zone is before
    what stands in it.
    """

    motion: Motion | None
    differs: bool
    stills: tuple[float, ...]
    fresh: bool = False
    less: bool = False
    more: bool = False
    touched: bool = False


class ZoneWatch:
    """Follows one zone, at rest when nothing has changed over it for ``settled_s``."""

    def __init__(self, settled_s: float = SETTLED_S) -> None:
        self._settled_s = settled_s
        self._t = 0.0
        self.blinded()

    def blinded(self) -> None:
        """Forget what was going on: nobody saw how it ended."""
        self._in: Motion | None = None
        self._out: Motion | None = None
        self._votes: Counter[Whose] = Counter()
        self._before: tuple[float, float | None] | None = None
        self._stills: list[float] = []
        self._changed_at: float | None = None
        self._rested = False
        self._fresh = True
        self._tries = 0
        self._again_at = 0.0
        self._touched = False

    def doubted(self) -> None:
        """Take note that the picture stood still: what changes now without a hand was not seen to change."""
        self._fresh = True

    @property
    def since(self) -> float:
        """Before this time nothing that is seen now will be told any more."""
        if self._before is None:
            return math.inf
        if self._out is not None:
            return max(self._out.started, self._out.ended - LOOKED_BACK_S)
        if self._in is not None:
            return max(self._in.started, self._t - LOOKED_BACK_S)
        if not self._rested and self._changed_at is not None:
            return self._changed_at
        return self._t

    @property
    def reached(self) -> Whose | None:
        """Whose hand is over the zone; None where there is none."""
        return None if self._in is None else self._in.whose

    def see(self, t: float, glimpse: Glimpse) -> list[Rest]:
        """Take a frame's glimpse; return how the zone came to rest, mostly nothing, at most two."""
        if self._before is not None and t <= self._t:
            return []
        if self._before is not None and t - self._t > LOST_S:
            self.blinded()
        self._touched = glimpse.reach_mm is not None and glimpse.reach_mm >= TOUCHES_MM
        found = self._hand(t, glimpse) if glimpse.hand is not None else self._no_hand(t, glimpse)
        self._before, self._t = (t, glimpse.reach_mm), t
        return found

    def untold(self, *, soon: bool = False) -> None:
        """Take note that what lies there could not be told: it is looked at again while it lies still.

        ``soon``: a push waits for it.
        """
        if self._rested and soon:
            self._again_at = self._t + SOON_S
        elif self._rested and self._tries < MOST_TRIES:
            self._tries += 1
            self._again_at = self._t + TRIED_AGAIN_S * self._tries

    def _hand(self, t: float, glimpse: Glimpse) -> list[Rest]:
        assert glimpse.hand is not None
        found: list[Rest] = []
        if self._in is None and self._out is not None and self._is_same(t):
            self._in, self._out = self._out, None
        elif self._in is None:
            if not self._rested and self._stills:
                found = [self._rest(glimpse_differs=True)]
            started = self._crossed(t, glimpse.reach_mm)
            self._in, self._out, self._votes = Motion(glimpse.hand, started, t), None, Counter()
            self._changed_at = None
        self._votes[glimpse.hand] += 1
        if not glimpse.still:
            self._stills, self._changed_at = [], t
        else:
            self._stills.append(t)
        self._rested = False
        if self._changed_at is None:
            self._changed_at = t
        if t - self._changed_at >= STAYS_S:
            self._out = replace(self._moved(t), stays=True)
            self._in = None
            return [*found, self._rest(glimpse.differs)]
        return found

    def _no_hand(self, t: float, glimpse: Glimpse) -> list[Rest]:
        if self._in is not None:
            self._out = self._moved(self._crossed(t, glimpse.reach_mm))
            self._in, self._changed_at, self._stills, self._rested = None, t, [], False
            return []
        if not glimpse.still:
            if self._rested and glimpse.differs:
                self._rested = False
            self._stills, self._changed_at = [], t
            return []
        self._stills.append(t)
        if self._rested:
            del self._stills[:-KEPT_STILL]  # a zone may lie at rest for hours
            return self._again(t, glimpse)
        quiet_since = self._changed_at if self._changed_at is not None else self._stills[0]
        if t - quiet_since < self._settled_s or len(self._stills) < FEWEST_STILL:
            return []
        return [self._rest(glimpse.differs)]

    def _again(self, t: float, glimpse: Glimpse) -> list[Rest]:
        """Look once more at what lies at rest: it changed without a hand, or could not be told."""
        if glimpse.differs:
            self._rested, self._changed_at, self._stills = False, t, [t]
            return []
        if t < self._again_at or self._again_at == 0.0:
            return []
        self._again_at = 0.0
        return [Rest(None, False, tuple(self._stills))]

    def _rest(self, glimpse_differs: bool) -> Rest:
        motion = self._out
        if motion is None and glimpse_differs and not self._fresh and self._changed_at is not None:
            motion = Motion(None, self._changed_at, self._changed_at)
        rest = Rest(motion, glimpse_differs, tuple(self._stills), self._fresh, touched=self._touched)
        self._out, self._rested, self._fresh = None, True, False
        self._changed_at, self._tries, self._again_at = None, 0, 0.0
        return rest

    def _moved(self, ended: float) -> Motion:
        """Return the motion that is over, by whom it was in most of its frames."""
        assert self._in is not None
        whose = self._votes.most_common(1)[0][0]
        return replace(self._in, whose=whose, ended=max(ended, self._in.started))

    def _is_same(self, t: float) -> bool:
        assert self._out is not None
        return t - self._out.ended < FLICKER_S or not self._stills

    def _crossed(self, t: float, reach_mm: float | None) -> float:
        """Return when the hand crossed the line, between the frame before and the one at ``t``."""
        if self._before is None:
            return t
        t0, reach0 = self._before
        if reach0 is None or reach_mm is None or (reach0 < 0) == (reach_mm < 0):
            return (t0 + t) / 2
        return min(t0 + (t - t0) * reach0 / (reach0 - reach_mm), t)
