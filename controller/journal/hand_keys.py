"""Says which key seals what is recorded now, and which keys the table still needs.

A hand has a key of its own, and so has what moves between two hands. A hand's key is kept until the hand is over
and its end recorded. What moves after a hand tells where its cards lay: that key is in memory alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from controller.journal.live_keys import LiveKey
from controller.journal.seal import Seal

_DECKS = 2
"""Decks whose tags the table has to know: the one that is dealt, and the one that is shuffled meanwhile."""


class HandKeys:
    """The keys in use. ``current`` is None where the next sealed record begins a new one."""

    def __init__(self, held: Iterable[LiveKey], key_record: int, *, played: bool) -> None:
        """``held`` are the keys that came back, ``key_record`` the log's last key record; ``played``: it has a hand."""
        self._hands = {key.n: key for key in held if key.kind != "state" and key.n <= key_record}
        self._state = next((key for key in held if key.kind == "state"), None)
        self._seals = {n: Seal(key.key) for n, key in self._hands.items()}
        self.current = key_record if key_record in self._hands else None
        self._start: int | None = None
        self._deck, self._played = False, played
        self._in_memory: set[int] = set()

    def turn(self, start: int | None) -> None:
        """Use a new key from here on: a hand starts at line ``start``, or None: it is over."""
        self.current, self._start = None, start
        self._played = self._played or start is not None

    def went_on(self, start: int) -> None:
        """Note that the hand that began at line ``start`` is not over, also where its key did not come back."""
        self._start = start

    def turn_for_deck(self, *, on: bool) -> None:
        """Use a new key for a deck's list of tags alone; a hand that is played goes on with a further one."""
        self.current, self._deck = None, on

    def begin(self, n: int) -> LiveKey:
        """Make the key that record ``n`` is about, and use it."""
        key = LiveKey(kind="deck" if self._deck else "hand", n=n, start=self._start, key=os.urandom(32))
        self._hands[n], self._seals[n], self.current = key, Seal(key.key), n
        if self._played and key.start is None and key.kind == "hand":
            self._in_memory.add(n)
        return key

    def use(self) -> Seal:
        """Return the seal in use."""
        assert self.current is not None, "begin a key first"
        return self._seals[self.current]

    def of_record(self, n: int) -> Seal | None:
        """Return the seal of key record ``n`` where the table still has it."""
        return self._seals.get(n)

    def of_hand(self, start: int) -> list[Seal]:
        """Return the seals of the hand that started at line ``start``, none where nothing of it was sealed."""
        return [self._seals[n] for n, key in self._hands.items() if key.start == start]

    def state_seal(self, n: int) -> Seal | None:
        """Return the seal of the state that was kept after record ``n``."""
        return Seal(self._state.key) if self._state is not None and self._state.n == n else None

    def new_state(self, n: int) -> Seal:
        """Return a seal for the state after record ``n``; the one before is of no use any more."""
        self._state = LiveKey(kind="state", n=n, start=None, key=os.urandom(32))
        return Seal(self._state.key)

    def let_go(self) -> None:
        """Forget the keys of what is over: all but the hand in play's, the decks' and the one in use."""
        decks = [n for n, key in self._hands.items() if key.kind == "deck"][-_DECKS:]
        for n, key in list(self._hands.items()):
            in_play = key.kind == "hand" and key.start is not None and key.start == self._start
            if n not in (self.current, *decks) and not in_play:
                del self._hands[n], self._seals[n]

    def live(self) -> tuple[LiveKey, ...]:
        """Return the keys that the table needs to come back, as they may lie on its disk."""
        state = () if self._state is None else (self._state,)
        kept = (key for n, key in self._hands.items() if n not in self._in_memory)
        return (*kept, *state)
