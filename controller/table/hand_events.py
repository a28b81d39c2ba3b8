"""Keeps the events of one hand, in the order in which they were heard."""

from __future__ import annotations

from controller.table import events as ev


class HandEvents:
    """What was told of a hand: events that never change, with their lines."""

    def __init__(
        self,
        entries: list[tuple[int, ev.AnyEvent]] | None = None,
        late: frozenset[int] = frozenset(),
        passes_nobody: frozenset[int] = frozenset(),
    ) -> None:
        self.entries: list[tuple[int, ev.AnyEvent]] = [] if entries is None else entries
        self.late = late
        """Lines of words that were keyed late and stand where they were said."""
        self.passes_nobody = passes_nobody
        """Lines whose acts were out of turn, as play told later."""

    def out_of_turn(self, line: int) -> HandEvents:
        """Return the hand as told, but that what ``line`` tells was out of turn."""
        return HandEvents(list(self.entries), self.late, self.passes_nobody | {line})

    def again(self) -> HandEvents:
        """Return the hand as it was told."""
        return HandEvents(list(self.entries), self.late, self.passes_nobody)

    def so_far(self) -> HandEvents:
        """Return what was told before the last event."""
        return HandEvents(self.entries[:-1], self.late, self.passes_nobody)

    def with_words(self, words: ev.AnyEvent, line: int, place: int) -> HandEvents:
        """Return the hand as told with words that nobody had keyed, before the event at ``place``."""
        entries = [*self.entries[:place], (line, words), *self.entries[place:]]
        return HandEvents(entries, self.late | {line}, self.passes_nobody)

    def without(self, line: int) -> HandEvents:
        """Return the hand as told without what ``line`` says."""
        entries = [entry for entry in self.entries if entry[0] != line]
        return HandEvents(entries, self.late - {line}, self.passes_nobody)
