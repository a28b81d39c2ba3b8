"""Counts the blinds that pass a late player before he comes: what he owes when he sits down.

A stack that is put down for him is blinded instead: nobody pays twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.table.events import LevelSet
from controller.table.players.players import Blinds, Seat, clockwise
from controller.table.rulebook_floor import MissedRules
from controller.table.view import Note

KIND = "blind.missed"


@dataclass(slots=True)
class MissedBlinds:
    """What each late seat has missed, in chips, since it was said to be late."""

    owed: dict[int, int] = field(default_factory=dict)
    last: Blinds | None = None

    def begin(self, blinds: Blinds, level: LevelSet, seats: dict[int, Seat]) -> None:
        """A hand begins that is no re-deal: blinds move on, and may pass late seats."""
        before, self.last = self.last, blinds
        late = [number for number, seat in seats.items() if seat.state == "late" and not seat.entitled]
        if before is None or not late:
            return
        steps = ((before.big, blinds.big, level.big), (before.place, blinds.place, level.small))
        for start, end, amount in steps:
            for seat in _passed(start, end, late):
                self.owed[seat] = self.owed.get(seat, 0) + amount

    def came(self, seat: int, stack: int | None, rules: MissedRules | None) -> list[Note]:
        """The player of a late seat is there: return what he owes, and what is left of ``stack``."""
        owed = self.owed.pop(seat, 0)
        if not owed or rules is None:
            return []
        facts = {"owed": owed} | ({} if stack is None else {"left": max(0, stack - owed)})
        return [Note(kind=KIND, seat=seat, cites=rules.cites, facts=facts)]

    def forget(self, seats: list[int]) -> None:
        """Nobody is waited for at ``seats`` any more."""
        for seat in seats:
            self.owed.pop(seat, None)


def _passed(start: int | None, end: int | None, seats: list[int]) -> list[int]:
    """Return those of ``seats`` that lie between two places of a blind."""
    if start is None or end is None or start == end:
        return []
    on_the_way = clockwise({*seats, end}, start)
    return [seat for seat in on_the_way[: on_the_way.index(end)] if seat != start]
