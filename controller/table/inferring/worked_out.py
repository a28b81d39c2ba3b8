"""Asks one by one for the events that the table works out itself, before each event that was sensed or keyed.

A question is a pure function of the table and of the event that comes: it returns the next event that must
stand before it, or None. A question is asked again once its event was taken, so it must not ask for that
event twice. Only a table that lacks the equipment is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, get_args

import msgspec

from controller.table import events as ev
from controller.table.copying import clone, freeze, thaw
from controller.table.deal.unsensed import WorkedOut
from controller.table.inferring.awards import goes_as_due, not_pushed
from controller.table.inferring.hands import begins, ends, starts_anew
from controller.table.inferring.waiting import WaitingTable
from controller.table.outputs import Output

MOST: Final = 40
"""No event has more of them before it: ten checks, ten awards of each pot, a hand's end and the next one's start."""


Question = Callable[[WaitingTable, ev.AnyEvent], tuple[ev.AnyEvent, str] | None]
Stands = Callable[[WaitingTable, ev.AnyEvent], bool]

_ASKED: Final[tuple[tuple[ev.Equipment, tuple[Question, ...]], ...]] = (
    ("awards", (goes_as_due,)),
    ("hands", (ends, begins)),
)
"""What is asked where that equipment is not there, in the order of asking."""

_TELLING: Final = (ev.HandStarted, ev.ButtonMoved, ev.TableSet)
"""What says something of the hand that events wait for."""

_STANDS: Final[dict[type, Stands]] = {
    ev.PotAwarded: not_pushed,
    ev.HandStarted: starts_anew,
    ev.HandEnded: starts_anew,
}
"""Whether an event that is on record as the table's own still makes sense where it came to stand.

What arrived late may have told the same meanwhile.
"""


_HAVE_BY: Final = frozenset(kind for kind in get_args(ev.AnyEvent) if "by" in kind.__struct_fields__)
"""Events that say by whom they are."""


class WorkingOut:
    """Works out what nobody senses at a table with this ``equipment``; None is a table that has everything."""

    def __init__(self, equipment: list[ev.Equipment] | None) -> None:
        self._asked: tuple[Question, ...] = ()
        if equipment is not None:
            self._asked = tuple(ask for missing, asked in _ASKED if missing not in equipment for ask in asked)

    def before(self, table: WaitingTable, event: ev.AnyEvent) -> list[WorkedOut]:
        """Return what must stand before ``event``, in order. Changes nothing."""
        if not self._asked or by_table(event) or (not table.holding and self._next(table, event) is None):
            return []
        trial = clone(table, table.book)
        for line, heard in trial.released(0, event):
            if heard is event:
                return [made for made, _ in self._made(trial, line, event)]
            trial.hear(line, heard)
        return []

    def hear(self, table: WaitingTable, line: int, event: ev.AnyEvent) -> list[Output]:
        """Have ``table`` take ``event`` after all that must stand before it and is not on record."""
        if by_table(event):
            return self._take(table, line, event) if stands(table, event) else []
        if not self._asked:
            return table.take(line, event)
        outputs = [output for _, brought in self._made(table, line, event) for output in brought]
        if table.kit.hands:
            return outputs + table.take(line, event)
        return outputs + self._hear(table, line, event)

    def _hear(self, table: WaitingTable, line: int, event: ev.AnyEvent) -> list[Output]:
        """Take an event in the hand that it belongs to, as far as that is known."""
        waiting = table.unopened
        if waiting.was_stub(table, event):
            _take_back(table)
            return []
        outputs = self._let_go(table) if waiting.settled_by(table, event) else []
        if waiting.takes(table, line, event):
            return outputs
        if waiting.corrects(table, event):  # unless reads that have lasted by now show that somebody acted
            outputs += self._noted(table, line, ev.Tick(t=event.t))
        if waiting.corrects(table, event):
            return outputs + self._begin_again(table, line, event)
        return outputs + self._take(table, line, event)

    def _begin_again(self, table: WaitingTable, line: int, event: ev.AnyEvent) -> list[Output]:
        """Begin the hand again with its button where it is told to lie; what was said is not said twice."""
        assert isinstance(event, ev.ButtonMoved)
        since, brought = table.unopened.since, table.unopened.brought
        _take_back(table)
        first = min([event.t, *(early.t for _, early in since)])
        outputs = self._take(table, line, ev.HandStarted(t=first, button=event.seat, by="table"))
        for of, early in since:
            outputs += self._hear(table, of, early)
        return [output for output in outputs if output not in brought]

    def finish(self, table: WaitingTable) -> list[Output]:
        """The log ends: cards that wait for their place are of the hand in play."""
        return self._let_go(table) if table.in_hand and not table.over else []

    def _take(self, table: WaitingTable, line: int, event: ev.AnyEvent) -> list[Output]:
        """Have ``table`` take an event, and with the start of a hand what has waited for it."""
        waiting = table.unopened
        if type(event) not in _TELLING or table.kit.hands:
            return self._noted(table, line, event)
        if type(event) is ev.TableSet or (waiting.is_draw(table) and not by_table(event)):
            waiting.let_go()
        if type(event) is not ev.HandStarted:
            return self._noted(table, line, event)
        held = waiting.let_go()
        first = min([event.t, *(early.t for _, early in held)])
        waiting.forget()
        begun = freeze(table) if by_table(event) else None
        outputs = table.take(line, msgspec.structs.replace(event, t=first))
        waiting.before, waiting.unseen = begun, begun is not None and not held
        for of, early in held:
            outputs += self.hear(table, of, early)
        return outputs

    def _let_go(self, table: WaitingTable) -> list[Output]:
        """Have ``table`` take what has waited, as the hand's in play."""
        table.unopened.unseen = False
        outputs = []
        for line, held in table.unopened.let_go():
            outputs += self._noted(table, line, held)
        return outputs

    def _noted(self, table: WaitingTable, line: int, event: ev.AnyEvent) -> list[Output]:
        outputs = table.take(line, event)
        table.unopened.note(table, line, event, outputs)
        return outputs

    def _made(
        self, table: WaitingTable, line: int, event: ev.AnyEvent
    ) -> Iterator[tuple[WorkedOut, list[Output]]]:
        """Have ``table`` take what must stand before ``event``, one by one."""
        for _ in range(MOST):
            made = self._next(table, event)
            if made is None:
                return
            yield made, self._take(table, line, made.event)

    def _next(self, table: WaitingTable, event: ev.AnyEvent) -> WorkedOut | None:
        for ask in self._asked:
            made = ask(table, event)
            if made is not None:
                return WorkedOut(*made)
        return None


def _take_back(table: WaitingTable) -> None:
    """Undo the start of a hand that the table began itself: its first card was none of it."""
    assert table.unopened.before is not None
    before = thaw(table.unopened.before, table.book)
    for name, value in before.__getstate__().items():
        setattr(table, name, value)


def by_table(event: ev.AnyEvent) -> bool:
    """Whether nobody sensed or keyed the event."""
    return type(event) in _HAVE_BY and getattr(event, "by", None) == "table"


def stands(table: WaitingTable, event: ev.AnyEvent) -> bool:
    """Whether the table's own ``event``, on record, still makes sense where it stands."""
    check = _STANDS.get(type(event))
    return check is None or check(table, event)
