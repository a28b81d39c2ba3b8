"""Follows the table twice as it happens: settled, for what is ruled, and eager, for what is shown.

The *settled* engine gets each event once nothing earlier can come any more, in the same order in which a
replay of the log would; findings, actions and hands come from it alone. The *eager* engine gets each event
as it arrives, so that the display follows within milliseconds; what arrives out of order is put right by
starting it anew from a copy of the settled one.
"""

from __future__ import annotations

import bisect
from typing import Any

from controller.daemon.public_cards import PublicCards
from controller.sensorlog.window import WINDOW_S, ReorderWindow, TooLateError, to_us
from controller.table.copying import clone
from controller.table.deal.cards import GHOST_S
from controller.table.deal.unsensed import WorkedOut
from controller.table.engine import Engine
from controller.table.events import AnyEvent, CardDrawn, CardGone, CardSeen, LogHeader, TableSet
from controller.table.inferring.granted import is_note
from controller.table.outputs import Output
from controller.table.rulebook import Rulebook
from controller.table.screen.seating import SeatingView, seating
from controller.table.view import TableView

_Key = tuple[int, int]


class Listener:
    """Who hears what a live table settles; nobody does where it is used as it is."""

    def settled(self, line: int, event: AnyEvent, outputs: list[Output]) -> None:
        """A line is settled, and this came of its event."""

    def failed(self, line: int, event: AnyEvent, error: Exception) -> None:
        """An engine broke on an event: a mistake of ours, never the table's end."""

    def refused(self, line: int, event: AnyEvent) -> None:
        """A line cannot count where it stands: a ``table`` inside a hand, or one too late."""


class LiveTable:
    """One table's two engines and the window between them."""

    def __init__(self, book: Rulebook, header: LogHeader, listener: Listener) -> None:
        self.book = book
        self.header = header
        self._listener = listener
        self._settled = Engine(book, header)
        self._eager = self._copy()
        self._window: ReorderWindow[AnyEvent] = ReorderWindow()
        self._ahead: list[tuple[_Key, AnyEvent]] = []
        self._stale = False
        self._view: TableView | None = None
        self._settled_view: TableView | None = None
        self.public = PublicCards()
        self.floor = 0.0
        """Nothing before this ``t`` can be put in order any more."""

    @property
    def may_be_set(self) -> bool:
        """Whether the table may be set up now, as far as anything has arrived: not inside a hand."""
        return self._current().may_be_set

    @property
    def denominations(self) -> tuple[int, ...]:
        """The chips in play from the next hand on."""
        return self._current().denominations

    @property
    def in_hand(self) -> bool:
        """Whether a hand is on, as far as anything has arrived."""
        return self._current().in_hand

    @property
    def hand_over(self) -> bool:
        """Whether no hand is on: none was begun, or nothing more can be played in it."""
        engine = self._current()
        return not engine.in_hand or engine.over

    @property
    def hands_over(self) -> int:
        """The number of the last hand that is over, as far as things are settled."""
        engine = self._settled
        return engine.hands - (engine.in_hand and not engine.over)

    @property
    def hand_for_hand(self) -> bool:
        """Whether the floor has play go hand for hand, as far as things are settled."""
        return self._settled.watch.hand_for_hand

    @property
    def settled_in_hand(self) -> bool:
        """Whether a hand is on, as far as things are settled."""
        return self._settled.in_hand

    @property
    def pending(self) -> list[int]:
        """The lines that have arrived and are not settled."""
        return [key[1] for key, _ in self._ahead]

    def view(self) -> TableView:
        """Return the table with everything that has arrived. Its board may hold a card in passing."""
        if self._view is None:
            engine = self._current()
            engine.believe()  # the display shows a reading at once; one that was a ghost starts it anew
            self._view = engine.view()
        return self._view

    def seating(self) -> list[SeatingView]:
        """Return who sits where, with everything that has arrived."""
        return seating(self._current())

    def settled_view(self) -> TableView:
        """Return the table as far as it is settled."""
        if self._settled_view is None:
            self._settled_view = self._settled.view()
        return self._settled_view

    @property
    def clock_on(self) -> int | None:
        """The seat that a clock was called on and that is still to act, as far as things are settled."""
        play = self._settled.play
        return None if play is None else play.clocks.on

    def is_past(self, event: AnyEvent) -> bool:
        """Whether it is a ruling on an earlier hand than the one that is played, as far as things are settled."""
        return self._settled.is_past(event)

    def before(self, event: AnyEvent) -> list[WorkedOut]:
        """Return what the table has worked out that must stand before an event that comes in now."""
        key = to_us(event.t)
        if not self._ahead or key >= self._ahead[-1][0][0]:
            return self._current().before(event)
        engine = self._copy()
        for (at, line), earlier in self._ahead:
            if at <= key:
                self._feed(engine, line, earlier)
        return engine.before(event)

    def granted(self) -> list[WorkedOut]:
        """Return what the table took for granted, is final and not on record yet."""
        return self._settled.granted.due([event for _, event in self._ahead if is_note(event)])

    def next_wake(self) -> float | None:
        """Return by which ``t`` the table wants to hear of the time, with everything that has arrived."""
        engine = self._copy()  # not the eager one: that waits for nothing
        for (_, line), event in self._ahead:
            self._feed(engine, line, event)
        up = () if engine.hand is None else engine.hand.up_cards()
        wakes = (self.public.next_wake(up, engine.t), engine.last_wake())
        return min((wake for wake in wakes if wake is not None), default=None)

    def arrived(self, line: int, event: AnyEvent) -> None:
        """Take in an event as it arrives; it need not be durable yet."""
        streets = (self._eager.street, self._settled.street)
        dealing = "deal" in streets or "between" in streets  # in doubt it may be somebody's hole card
        board, open_hands = self._for_the_board(event), _hands_open(self._eager)
        self.public.arrived(event, dealing=dealing, for_board=board, open_hands=open_hands)
        key = (to_us(event.t), line)
        self._stale = self._stale or self._was_ghost(event)
        if self._ahead and key < self._ahead[-1][0]:
            bisect.insort(self._ahead, (key, event), key=lambda held: held[0])
            self._stale = True
        else:
            self._ahead.append((key, event))
            if not self._stale:
                self._feed(self._eager, line, event)
        self._view = None

    def _for_the_board(self, event: AnyEvent) -> bool:
        """Whether a card that is drawn now can only be the board's, as far as anything has arrived."""
        if not isinstance(event, CardDrawn):
            return False
        engine = self._current()
        engine.believe()
        return engine.play is not None and engine.play.dealing.board_is_next

    def durable(self, line: int, event: AnyEvent) -> None:
        """Put a durable event into the window; what is due then is settled."""
        try:
            self._settle(self._window.push(event.t, line, event))
        except TooLateError:
            self._forget(line)
            self._listener.refused(line, event)
        self.floor = max(self.floor, self._window.latest - WINDOW_S)

    def close_before(self, t: float) -> None:
        """Settle everything before ``t``: nothing earlier can come any more."""
        self.floor = max(self.floor, t)
        if len(self._window):
            self._settle(self._window.close_before(t))

    def next_due(self) -> float | None:
        """Return the ``t`` of the earliest event that waits to be settled."""
        return self._ahead[0][0][0] / 1_000_000 if self._ahead else None

    def last_waiting(self) -> float | None:
        """Return the ``t`` of the latest event that waits to be settled."""
        return self._ahead[-1][0][0] / 1_000_000 if self._ahead else None

    def state(self) -> Any:
        """Return what ``restore`` needs to go on from here; it can be frozen."""
        return self._settled, self.public, self.floor

    def restore(self, state: Any) -> None:
        """Go on from what ``state`` returned. Only before the first event."""
        self._settled, self.public, self.floor = state
        self._eager = self._copy()
        self._view = self._settled_view = None

    def _settle(self, due: list[tuple[int, AnyEvent]]) -> None:
        for line, event in due:
            outputs: list[Output] = []
            self.public.drawn(event, dealing=self._settled.street in ("deal", "between"))
            try:
                if isinstance(event, TableSet) and not self._settled.may_be_set:
                    self._listener.refused(line, event)
                else:
                    outputs = self._settled.feed(line, event)
            except Exception as error:
                self._listener.failed(line, event, error)
            self._settled_view = None
            self._forget(line)
            self.public.settled(self._settled.board, event.t)
            hand = self._settled.hand
            self.public.dealt_up({} if hand is None else hand.up_cards(), event.t)
            self.public.played_over([] if hand is None else hand.board.open_by_play())
            self._listener.settled(line, event, outputs)

    def _was_ghost(self, event: AnyEvent) -> bool:
        """Whether a reading that the eager engine believed at once is gone too soon to have been a card."""
        if not isinstance(event, CardGone):
            return False
        return any(
            isinstance(seen, CardSeen)
            and (seen.tag, seen.zone) == (event.tag, event.zone)
            and event.t - seen.t < GHOST_S
            for _, seen in self._ahead
        )

    def _forget(self, line: int) -> None:
        for place, (key, _) in enumerate(self._ahead):
            if key[1] == line:
                del self._ahead[place]
                if place:  # settled before something that the eager engine has had already
                    self._stale = True
                return

    def _current(self) -> Engine:
        if self._stale:
            self._eager, self._stale = self._copy(), False
            for (_, line), event in self._ahead:
                self._feed(self._eager, line, event)
        return self._eager

    def _feed(self, engine: Engine, line: int, event: AnyEvent) -> None:
        if isinstance(event, TableSet) and not engine.may_be_set:
            return
        try:
            engine.feed(line, event)
        except Exception as error:
            self._listener.failed(line, event, error)

    def _copy(self) -> Engine:
        return clone(self._settled, self.book)


def _hands_open(engine: Engine) -> bool:
    """Whether nobody can act any more, so that a card turned up at a seat is tabled."""
    street = engine.street
    return street == "showdown" or (street not in ("deal", "between") and not engine.may_act)
