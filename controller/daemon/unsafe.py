"""Keeps what came in until it is safe on disk: only then is its device told, and only then is it judged.

While nothing can be recorded play goes on, and so does judging: what comes in is judged at once, and its device is told
when the disk is well again. Nothing else about the order changes: a replay of what is recorded then judges alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.journal.records import Record
from controller.table.events import AnyEvent

Safe = Callable[[], None]
"""Called once what was recorded is durable."""


@dataclass(slots=True)
class _Held:
    """A record that is not on disk yet. ``event`` is what is still to be judged of it, if anything."""

    line: int
    event: AnyEvent | None
    t: float
    safe: Safe | None


class Unsafe:
    """The records that are not on disk yet, in their order; ``judge`` gets each event with its line, once."""

    def __init__(self, judge: Callable[[int, AnyEvent], None]) -> None:
        self._judge = judge
        self._held: dict[int, _Held] = {}
        self.waits = True
        """Whether judging waits for the disk."""

    def __len__(self) -> int:
        return len(self._held)

    @property
    def earliest(self) -> float | None:
        """The ``t`` before which all is on disk; None where judging waits for nothing."""
        return min((held.t for held in self._held.values()), default=None) if self.waits else None

    def add(self, n: int, line: int, event: AnyEvent | None, t: float, safe: Safe | None) -> None:
        """Keep a record by its number ``n``; ``line`` and ``event`` are those of the log, where it is of it."""
        self._held[n] = held = _Held(line, event, t, safe)
        if not self.waits:
            self._judged(held)

    def wait_for_disk(self, waits: bool) -> None:
        """Judge all that has come without waiting for the disk, or wait for it again from here on."""
        self.waits = waits
        if not waits:
            for held in list(self._held.values()):
                self._judged(held)

    def kept(self, records: Sequence[Record]) -> None:
        """Tell those whose records are on disk now, and judge what was not judged before."""
        for record in records:
            held = self._held.pop(record.n, None)
            if held is None:
                continue
            if held.safe is not None:
                held.safe()
            self._judged(held)

    def _judged(self, held: _Held) -> None:
        if held.event is not None:
            event, held.event = held.event, None
            self._judge(held.line, event)
