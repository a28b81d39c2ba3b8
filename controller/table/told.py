"""The events of one hand, in the order in which they were heard."""

from __future__ import annotations

from controller.table import events as ev


class Told:
    """What was told of a hand: events that never change, with their lines."""

    def __init__(
        self, entries: list[tuple[int, ev.AnyEvent]] | None = None, late: frozenset[int] = frozenset()
    ) -> None:
        self.entries: list[tuple[int, ev.AnyEvent]] = [] if entries is None else entries
        self.late = late
        """Lines of words that were keyed late and stand where they were said."""

    def so_far(self) -> Told:
        """Return what was told before the last event."""
        return Told(self.entries[:-1], self.late)

    def with_words(self, words: ev.AnyEvent, line: int, place: int) -> Told:
        """Return the hand as told with words that nobody had keyed, before the event at ``place``."""
        return Told([*self.entries[:place], (line, words), *self.entries[place:]], self.late | {line})

    def without(self, line: int) -> Told:
        """Return the hand as told without what ``line`` says."""
        return Told([entry for entry in self.entries if entry[0] != line], self.late - {line})
