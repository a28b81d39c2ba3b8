"""Plays recorded logs again through the referee: the same log gives the same lines, always."""

from controller.replay.book_replay import BookReplay, ReplayError

__all__ = ["BookReplay", "ReplayError"]
