"""A camera watched: its frames go through the judges of blindness and standing, changes come out."""

from __future__ import annotations

from typing import Final

from vision import markers
from vision.blindness import Change, Stands, Trouble, Watch
from vision.camera import BadPicture, Picture, size_of
from vision.felt_view import felt_view
from vision.frames import End, Fault, Frame, FrameSource, Gone, Silence
from vision.profile import Profile
from vision.standing import Standing

LOOKS_A_SECOND: Final = 10.0
_IDLE_STEP_S: Final = 0.9 / LOOKS_A_SECOND
"""Frames of a camera that come sooner after the last one are not even unpacked."""


class Watcher:
    """One source and what is wrong with it. Without a profile the markers are not looked for."""

    def __init__(self, source: FrameSource, profile: Profile | None = None) -> None:
        self._source, self._profile = source, profile
        self._watch = Watch()
        self._standing = Standing(profile) if profile is not None else None
        self._looked_at: float | None = None
        self.ended = False
        if profile is not None and self._standing is not None and (felt := felt_view(profile)) is not None:
            self._standing.starts_at(felt.fit)

    def step(self) -> list[Change]:
        """Take what the source has next; ``ended`` says that there will be no more."""
        match self._source.read():
            case Frame() as frame:
                return self._look(frame)
            case Silence(t=t):
                return self._watch.nothing(t)
            case Fault(t=t, detail=detail):
                return self._watch.nothing(t, detail)
            case Gone(t=t, detail=detail):
                return self._watch.gone(t, detail)
            case End():
                self.ended = True
        return []

    def close(self) -> None:
        """Let go of the source."""
        self._source.close()

    def _look(self, frame: Frame) -> list[Change]:
        if self._looked_at is not None and 0 <= frame.t - self._looked_at < _IDLE_STEP_S:
            return []
        self._looked_at = frame.t
        try:
            picture = frame.half()
        except BadPicture as problem:
            return self._watch.nothing(frame.t, str(problem))
        return self._watch.frame(frame.t, picture, self._stands(frame.t, picture))

    def _stands(self, t: float, picture: Picture) -> Stands | None:
        if self._standing is None or self._profile is None or not self._watch.wants_markers(t):
            return None
        try:
            lens = self._profile.lens.sized(size_of(picture))
        except BadPicture as problem:
            return Stands(Trouble.LOST, str(problem))
        return self._standing.look(t, markers.find(picture), lens)
