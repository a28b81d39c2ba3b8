"""Notes what the table takes for granted and nobody sensed: checks, sweeps, the end of a deal.

Each goes on record once it is final, as an event that says in ``of`` which line told it. On record it changes nothing:
the table works the same out anew from the lines that were sensed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.table import events as ev
from controller.table.deal.unsensed import WorkedOut
from controller.table.hand import Hand
from controller.table.outputs import Action, Output

NOTES: Final = frozenset({ev.Tapped, ev.BetsSwept, ev.DealEnded})
"""Events that may be such a note."""


def is_note(event: ev.AnyEvent) -> bool:
    """Whether an event only says what the table took for granted at another line."""
    return type(event) in NOTES and event.of is not None  # type: ignore[union-attr]


class Granted:
    """What is final of this hand and the last one, and not on record yet."""

    def __init__(self) -> None:
        self.waiting: list[tuple[int, WorkedOut]] = []
        """By the number of its hand, in the order in which it became final."""
        self._hand = 0
        self._said: set[tuple[type, str, int | None]] = set()

    def begin(self, hand: int) -> None:
        """A hand begins: what was not put on record of the hand before the last one is given up."""
        self.waiting = [each for each in self.waiting if each[0] >= hand - 1]
        self._hand = hand
        self._said.clear()

    def note(self, hand: Hand, outputs: Sequence[Output]) -> None:
        """Note what has become final: the deal and sweeps at once, a check when its action is printed."""
        unsensed = hand.unsensed
        for street, made in unsensed.final:
            self._keep(made, street)
        unsensed.final.clear()
        if not unsensed.checks:
            return
        for said in outputs:
            if type(said) is Action and said.action == "check":
                check = unsensed.checks.get((said.street, said.seat))
                if check is not None:
                    self._keep(check, said.street)

    def heard(self, event: ev.AnyEvent) -> None:
        """A note is on record."""
        name = _name(event)
        self.waiting = [each for each in self.waiting if _name(each[1].event) != name]

    def due(self, recorded: Sequence[ev.AnyEvent]) -> list[WorkedOut]:
        """Return what is to be put on record; ``recorded`` are events that are there and were not heard yet."""
        names = {_name(event) for event in recorded}
        return [made for _, made in self.waiting if _name(made.event) not in names]

    def _keep(self, made: WorkedOut, street: str) -> None:
        key = type(made.event), street, getattr(made.event, "seat", None)
        if key not in self._said:
            self._said.add(key)
            self.waiting.append((self._hand, made))


def _name(event: ev.AnyEvent) -> tuple[type, int | None, int | None]:
    return type(event), getattr(event, "of", None), getattr(event, "seat", None)
