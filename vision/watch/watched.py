"""Sends a camera's frames through the judges of blindness and standing, and on to be counted."""

from __future__ import annotations

import math
from typing import Final

from vision.felt_view import felt_view
from vision.frames.blindness import Change, Stands, Trouble, Watch
from vision.frames.frame import End, Fault, Frame, FrameSource, Gone, Silence
from vision.geometry import markers
from vision.geometry.camera import BadPicture, Picture, size_of
from vision.geometry.pose import Fit
from vision.motion.events import Event
from vision.motion.look import WIDTH
from vision.motion.tally import Tally
from vision.motion.zone import Whose
from vision.profile import Profile
from vision.watch.card_events import CardsTurned
from vision.watch.card_watch import CardWatch
from vision.watch.pictures import Ring
from vision.watch.standing import Standing

LOOKS_A_SECOND: Final = 15.0
_IDLE_STEP_S: Final = 0.9 / LOOKS_A_SECOND
"""Frames of a camera that come sooner after the last one are not even unpacked."""


News = Change | Event | CardsTurned


class Watcher:
    """One source, what is wrong with it, what is bet before it and which cards are turned.

    Without a profile the markers are not looked for; without a ``tally`` nothing is counted, without ``cards`` no card
    is looked at.
    """

    def __init__(
        self,
        source: FrameSource,
        profile: Profile | None = None,
        tally: Tally | None = None,
        cards: CardWatch | None = None,
    ) -> None:
        self._source, self._profile, self._tally = source, profile, tally
        self._lookers = [looker for looker in (tally, cards) if looker is not None]
        self._watch = Watch()
        self._standing = Standing(profile) if profile is not None else None
        self._looked_at: float | None = None
        self._held: list[News] = []
        self.ended = False
        self.newest: Frame | None = None
        self.ring = Ring(profile) if profile is not None else None
        """The last pictures; None where nobody knows what in them is to be hidden."""
        if profile is not None and self._standing is not None and (felt := felt_view(profile)) is not None:
            self._standing.starts_at(felt.fit)

    def step(self) -> list[News]:
        """Take what the source has next; ``ended`` says that there will be no more. News come in order."""
        match self._source.read():
            case Frame() as frame:
                self._held += self._look(frame)
            case Silence(t=t):
                self._held += self._watch.nothing(t)
            case Fault(t=t, detail=detail):
                self._held += self._watch.nothing(t, detail)
            case Gone(t=t, detail=detail):
                self._held += self._watch.gone(t, detail)
            case End():
                self.ended = True
                for looker in self._lookers:
                    looker.finish()
        if self._watch.trouble not in (None, Trouble.FROZEN):
            for looker in self._lookers:
                looker.blind()
        return self._news()

    @property
    def fit(self) -> Fit | None:
        """Where the camera stands, where that is known."""
        return None if self._standing is None else self._standing.fit

    @property
    def reached(self) -> dict[int, Whose]:
        """Whose hand is over which seat's zone."""
        return {} if self._tally is None else self._tally.reached

    @property
    def settled(self) -> float:
        """No news of what was seen before this time will come any more; infinite where nothing is counted."""
        if not self._lookers or self._looked_at is None:
            return math.inf
        return min(self._looked_at, *(looker.since for looker in self._lookers))

    def close(self) -> None:
        """Let go of the source."""
        self._source.close()

    def _look(self, frame: Frame) -> list[Change]:
        if self._looked_at is not None and 0 <= frame.t - self._looked_at < _IDLE_STEP_S:
            return []
        self._looked_at = frame.t
        self.newest = frame
        try:
            picture = frame.half()
        except BadPicture as problem:
            return self._watch.nothing(frame.t, str(problem))
        changes = self._watch.frame(frame.t, picture, self._stands(frame.t, picture))
        self._keep(frame, picture)
        self._count(frame, picture)
        return changes

    def _keep(self, frame: Frame, picture: Picture) -> None:
        """Keep the picture for whoever asks, where it is known what it shows."""
        if self.ring is None:
            return
        if self._watch.doubts or self._watch.trouble not in (None, Trouble.FROZEN):
            self.ring.doubt(frame.t)
        elif self.fit is not None:
            self.ring.take(frame, picture, self.fit)

    def _count(self, frame: Frame, picture: Picture) -> None:
        """Look for what is bet, where the frame can be believed."""
        if not self._lookers or self._profile is None or self.fit is None or self._watch.doubts:
            return
        if self._watch.trouble is Trouble.FROZEN:
            for looker in self._lookers:
                looker.frozen()
        elif self._watch.trouble is not None:
            return
        if frame.picture is not None and picture.shape[1] < WIDTH:
            picture = frame.picture
        try:
            lens = self._profile.lens.sized(size_of(picture))
        except BadPicture:  # of another shape: what that means is told by the markers' turn
            return
        for looker in self._lookers:
            looker.look(frame, picture, self.fit, lens)

    def _news(self) -> list[News]:
        """Return changes and events in the order of their times."""
        # Reading goes on meanwhile: how far it is, is asked before what is ready.
        since = min((looker.since for looker in self._lookers), default=math.inf)
        for looker in self._lookers:
            self._held += looker.events()
        news = [one for one in self._held if one.t <= since]
        self._held = [one for one in self._held if one.t > since]
        return sorted(news, key=lambda one: one.t)

    def _stands(self, t: float, picture: Picture) -> Stands | None:
        if self._standing is None or self._profile is None or not self._watch.wants_markers(t):
            return None
        try:
            lens = self._profile.lens.sized(size_of(picture))
        except BadPicture as problem:
            return Stands(Trouble.LOST, str(problem))
        return self._standing.look(t, markers.find(picture, self._standing.thought(lens)), lens)
