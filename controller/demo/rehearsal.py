"""Goes through steps with the referee before the table plays them: what it will say, and whose turn it is.

Pure: no device, no clock. Waits become the events' times, and time passes in ticks as the daemon lets it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, get_args

import msgspec

from controller.daemon.shoe_decks import ShoeDecks
from controller.deck import DeckFile
from controller.demo.hands import Hand
from controller.demo.senses import Awards, Faces, told
from controller.demo.steps import FloorRules, Sense, Step
from controller.table.engine import Engine
from controller.table.events import AnyEvent, Equipment, Ruled, Tick
from controller.table.outputs import Finding, Output
from controller.table.rulebook import Rulebook
from controller.table.view import TableView

TICK_S = 0.25
_KINDS: Final = {kind.__struct_config__.tag: kind for kind in get_args(AnyEvent)}
"""The kinds of events by their types: of one kind an event is made much sooner than of any of them."""
WATCHED_S = 4.0
"""How long a finding stays on the display before its step goes on, in seconds of the rehearsal."""


@dataclass(frozen=True, slots=True)
class House:
    """Where a hand is played: by which book, at a table that has which equipment and which decks, their cards by name.

    Without ``decks`` the cards are 52 and their names are all that is known of them.
    """

    book: Rulebook
    equipment: tuple[Equipment, ...] = get_args(Equipment)
    decks: Sequence[DeckFile] = ()


class Rehearsal:
    """A table of its own for one hand; ``outputs`` is all that the referee has said so far."""

    def __init__(self, hand: Hand, house: House, *, speed: float = 1.0) -> None:
        self._engine = Engine(house.book, hand.header(house.book.id, house.equipment))
        self._equipment = house.equipment
        self._awards, self._faces = Awards(house.equipment), Faces()
        self._seating = hand.seating
        self._speed = speed
        self._t = 0.0
        self._line = 1
        self._shoe = ShoeDecks(house.decks)
        self.outputs: list[Output] = []
        for step in hand.seating:
            self.play(step)

    @property
    def view(self) -> TableView:
        """The table as it stands."""
        return self._engine.view()

    @property
    def findings(self) -> list[Finding]:
        """What dealer or floor are called for so far."""
        return [line for line in self.outputs if isinstance(line, Finding) and line.level != "info"]

    def play(self, step: Step) -> None:
        """Let one step happen."""
        if isinstance(step, Sense):
            self.let_pass(step.paced(self._speed))
            telling = told(step.event, self._equipment, kept=step.kept)
            if telling is None or not self._awards.told(step.event, lambda: self.view.pots_due):
                return
            began = {} if step.began_s is None else {"started": max(0.0, self._t - step.began_s)}
            fields = {**self._faces.as_seen(telling[1]), **began}
            deck = self._shoe.before(fields)
            for one in (fields,) if deck is None else (deck, fields):
                self._feed(msgspec.convert({**one, "t": self._t}, _KINDS[one["type"]], str_keys=True))
            return
        self.let_pass(WATCHED_S)
        if isinstance(step, FloorRules):
            found = next((f.id for f in reversed(self.findings) if f.kind == step.kind), None)
            self._feed(Ruled(t=self._t, finding=found, decision=step.decision))

    def let_pass(self, wait_s: float) -> None:
        """Let time pass: what was sensed settles."""
        until = self._t + wait_s
        while self._t + TICK_S < until:
            self._t += TICK_S
            self._feed(Tick(t=self._t))
        self._t = round(until, 6)

    def play_all(self, steps: Iterable[Step]) -> list[Output]:
        """Let the steps happen and the log end; return all that the referee said."""
        for step in steps:
            self.play(step)
        if "hands" not in self._equipment:
            self.play(self._seating[0])  # for the next hand: this one is over
        self.outputs += self._engine.finish()
        return self.outputs

    def _feed(self, event: AnyEvent) -> None:
        self._line += 1
        self._shoe.heard(event)
        self.outputs += self._engine.feed(self._line, event)


def views_before(hand: Hand, house: House, steps: Collection[int]) -> dict[int, TableView]:
    """Return the table just before each of ``steps`` of the hand as it was played, by its index."""
    table = Rehearsal(hand, house)
    views = {}
    for index, step in enumerate(hand.steps[: max(steps, default=-1) + 1]):
        if index in steps:
            views[index] = table.view
        table.play(step)
    return views
