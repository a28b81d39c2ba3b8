"""Asks one by one for the events that the table works out itself, before each event that was sensed or keyed.

A question is a pure function of the table and of the event that comes: it returns the next event that must
stand before it, or None. A question is asked again once its event was taken, so it must not ask for that
event twice. Only a table that lacks the equipment is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, get_args

import msgspec

from controller.table import events as ev
from controller.table.copying import clone, freeze, thaw
from controller.table.inferring.awards import goes_as_due, not_pushed
from controller.table.inferring.granted import WorkedOut
from controller.table.inferring.hands import begins, ends, starts_anew
from controller.table.outputs import Output

if TYPE_CHECKING:
    from controller.table.engine import Engine

MOST: Final = 40
"""No event has more of them before it: ten checks, ten awards of each pot, a hand's end and the next one's start."""


Question = Callable[["Engine", ev.AnyEvent], tuple[ev.AnyEvent, str] | None]
Stands = Callable[["Engine", ev.AnyEvent], bool]

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

    def before(self, engine: Engine, event: ev.AnyEvent) -> list[WorkedOut]:
        """Return what must stand before ``event``, in order. Changes nothing."""
        if not self._asked or by_table(event) or (not engine.holding and self._next(engine, event) is None):
            return []
        trial = clone(engine, engine.book)
        for line, heard in trial.released(0, event):
            if heard is event:
                return [made for made, _ in self._made(trial, line, event)]
            trial.hear(line, heard)
        return []

    def hear(self, engine: Engine, line: int, event: ev.AnyEvent) -> list[Output]:
        """Have ``engine`` take ``event`` after all that must stand before it and is not on record."""
        if by_table(event):
            return self._take(engine, line, event) if stands(engine, event) else []
        if not self._asked:
            return engine.take(line, event)
        outputs = [output for _, brought in self._made(engine, line, event) for output in brought]
        if engine.kit.hands:
            return outputs + engine.take(line, event)
        return outputs + self._hear(engine, line, event)

    def _hear(self, engine: Engine, line: int, event: ev.AnyEvent) -> list[Output]:
        """Take an event in the hand that it belongs to, as far as that is known."""
        waiting = engine.unopened
        if waiting.was_stub(engine, event):
            _take_back(engine)
            return []
        outputs = self._let_go(engine) if waiting.settled_by(engine, event) else []
        if waiting.takes(engine, line, event):
            return outputs
        if waiting.corrects(engine, event):
            return outputs + self._begin_again(engine, line, event)
        return outputs + self._take(engine, line, event)

    def _begin_again(self, engine: Engine, line: int, event: ev.AnyEvent) -> list[Output]:
        """Begin the hand again with its button where it is told to lie; what was said is not said twice."""
        assert isinstance(event, ev.ButtonMoved)
        since, brought = engine.unopened.since, engine.unopened.brought
        _take_back(engine)
        first = min([event.t, *(early.t for _, early in since)])
        outputs = self._take(engine, line, ev.HandStarted(t=first, button=event.seat, by="table"))
        for of, early in since:
            outputs += self._hear(engine, of, early)
        return [output for output in outputs if output not in brought]

    def finish(self, engine: Engine) -> list[Output]:
        """The log ends: cards that wait for their place are of the hand in play."""
        return self._let_go(engine) if engine.in_hand and not engine.over else []

    def _take(self, engine: Engine, line: int, event: ev.AnyEvent) -> list[Output]:
        """Have ``engine`` take an event, and with the start of a hand what has waited for it."""
        waiting = engine.unopened
        if type(event) not in _TELLING or engine.kit.hands:
            return self._noted(engine, line, event)
        if type(event) is ev.TableSet or waiting.is_draw(engine):
            waiting.let_go()
        if type(event) is not ev.HandStarted:
            return self._noted(engine, line, event)
        held = waiting.let_go()
        first = min([event.t, *(early.t for _, early in held)])
        waiting.forget()
        begun = freeze(engine) if by_table(event) else None
        outputs = engine.take(line, msgspec.structs.replace(event, t=first))
        waiting.before, waiting.unseen = begun, begun is not None and not held
        for of, early in held:
            outputs += self.hear(engine, of, early)
        return outputs

    def _let_go(self, engine: Engine) -> list[Output]:
        """Have ``engine`` take what has waited, as the hand's in play."""
        engine.unopened.unseen = False
        outputs = []
        for line, held in engine.unopened.let_go():
            outputs += self._noted(engine, line, held)
        return outputs

    def _noted(self, engine: Engine, line: int, event: ev.AnyEvent) -> list[Output]:
        outputs = engine.take(line, event)
        engine.unopened.note(engine, line, event, outputs)
        return outputs

    def _made(
        self, engine: Engine, line: int, event: ev.AnyEvent
    ) -> Iterator[tuple[WorkedOut, list[Output]]]:
        """Have ``engine`` take what must stand before ``event``, one by one."""
        for _ in range(MOST):
            made = self._next(engine, event)
            if made is None:
                return
            yield made, self._take(engine, line, made.event)

    def _next(self, engine: Engine, event: ev.AnyEvent) -> WorkedOut | None:
        for ask in self._asked:
            made = ask(engine, event)
            if made is not None:
                return WorkedOut(*made)
        return None


def _take_back(engine: Engine) -> None:
    """Undo the start of a hand that the table began itself: its first card was none of it."""
    assert engine.unopened.before is not None
    before = thaw(engine.unopened.before, engine.book)
    for name, value in before.__getstate__().items():
        setattr(engine, name, value)


def by_table(event: ev.AnyEvent) -> bool:
    """Whether nobody sensed or keyed the event."""
    return type(event) in _HAVE_BY and getattr(event, "by", None) == "table"


def stands(engine: Engine, event: ev.AnyEvent) -> bool:
    """Whether the table's own ``event``, on record, still makes sense where it stands."""
    check = _STANDS.get(type(event))
    return check is None or check(engine, event)
