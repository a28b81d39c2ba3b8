"""Referees a table: events in, in the order of the reorder window; findings, actions and hands out.

Pure: the only time is the events' ``t``. ``feed`` never raises on what a table can do; an event that
makes no sense where it comes is followed as far as it goes and never stops the table.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final

from controller.table import events as ev
from controller.table.between_hands.again import dealt_again
from controller.table.between_hands.stacks import may_have_lost_all, stacks_after, still_behind
from controller.table.copying import clone
from controller.table.deal.deck import Deck
from controller.table.deal.unsensed import WorkedOut
from controller.table.earlier import Earlier
from controller.table.floor.away import LongAway
from controller.table.hypotheses.away import Away
from controller.table.hypotheses.begun import Begun
from controller.table.hypotheses.hypotheses import MENDING, Hypotheses
from controller.table.hypotheses.keys import WORDS, Keys
from controller.table.hypotheses.otherwise import table_changed
from controller.table.inferring.draws import told_late, with_its_draw
from controller.table.inferring.granted import NOTES, Granted, is_note
from controller.table.inferring.waiting import WaitingTable
from controller.table.inferring.worked_out import WorkingOut
from controller.table.irregularities import CutOffCount, Irregularity, Judge
from controller.table.kinds.sensors import unjudged
from controller.table.lasting import awaited
from controller.table.outputs import Output
from controller.table.play import Play
from controller.table.players.players import Seat
from controller.table.rulebook import Rulebook
from controller.table.screen.reminders import Reminders
from controller.table.screen.table_view import view_of
from controller.table.screen.watch import REMINDING, Watch
from controller.table.seating.opening import Opening, begun_again
from controller.table.seating.positions import LastHand
from controller.table.state import Table
from controller.table.view import TableView
from controller.table.wagers.hidden_chips import between, lost_all_ins


class Engine(WaitingTable):
    """One table's referee. ``book`` is the house's, ``header`` the log's."""

    def __init__(self, book: Rulebook, header: ev.LogHeader) -> None:
        super().__init__(book, header)
        self.counts = False
        """A camera has counted betting zones in this log."""
        self.working_out = WorkingOut(header.equipment)
        self.granted = Granted()
        self._keys = Keys()
        self._opening = Opening(
            book, header.game, self.seats, self.positions, self.kit, unjudged(self.kit.parts)
        )
        self.watch = Watch(Reminders(book))
        self._devices = Away()
        self._between = Judge(book, 0, CutOffCount(book.cutoff))
        self._earlier = Earlier()
        self._beside: list[str] = []
        """Findings that came up since the last hand was over."""
        self._over_at = 0
        self._away = LongAway(None if book.absence is None else book.absence.limit_s)
        self._out: list[Output] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> Engine:
        """Return an engine in the same state, with the same book."""
        return clone(self, self.book)

    @property
    def holding(self) -> bool:
        """Whether words were keyed that may still be taken back, and are not heard yet."""
        return bool(self._keys.held)

    def feed(self, line: int, event: ev.AnyEvent) -> list[Output]:
        """Take the next event, which stands on ``line`` of the log; return what it brings."""
        kind = type(event)
        if self.repeated.again(event):
            return []
        if kind in NOTES and is_note(event):
            self.granted.heard(event)
            return []
        if kind not in WORDS and kind is not ev.DeclareCancelled and not self._keys.held:
            self._keys.came(event)
            return self.hear(line, event)
        return [output for due, heard in self.released(line, event) for output in self.hear(due, heard)]

    def released(self, line: int, event: ev.AnyEvent) -> list[tuple[int, ev.AnyEvent]]:
        """Return what is to be heard now that ``event`` has come; words in doubt wait, with all after them."""
        event = self._keys.knock(event)
        if type(event) in WORDS and not self._keys.held:
            for play in self._plays():
                play.time(event, line)  # whose turn it is goes by the cards that lie there by now
        if not self._keys.concerned(event, self.play):
            return [(line, event)]
        return self._keys.take(line, event, self.play, dealing=self.hand is not None and self.hand.dealing)

    def before(self, event: ev.AnyEvent) -> list[WorkedOut]:
        """Return what the table has worked out that must stand before ``event``, in order. Changes nothing."""
        return [] if told_late(self, event) else self.working_out.before(self, event)

    def hear(self, line: int, event: ev.AnyEvent) -> list[Output]:
        """Take an event that waits for nothing, with what must stand before it."""
        heard = with_its_draw(self, event)
        return [output for each in heard for output in self.working_out.hear(self, line, each)]

    def take(self, line: int, event: ev.AnyEvent) -> list[Output]:
        """Take one event, and nothing besides; return what it brings."""
        self._out = out = []
        self.t = event.t
        hypotheses = self.hypotheses
        if hypotheses is not None:
            hypotheses.events.entries.append((line, event))
            for play in hypotheses.plays:
                play.time(event, line)
        kind = type(event)
        self.posted_early.heard(self, line, event)
        if (handler := _HANDLERS.get(kind)) is not None:
            handler(self, event, line)
            hypotheses = self.hypotheses
        elif hypotheses is not None and not (kind in MENDING and hypotheses.told_again(event, line)):
            hypotheses.take(event, line)
            if not hypotheses.plays[0].hand.kit.whole:
                hypotheses.inferred(event)
        if hypotheses is not None and hypotheses.begun.opened.others:
            hypotheses.dealt_in()
        for seat in self._away.too_long(event.t) if self._away.since else ():
            facts = {"seconds": int(self._away.limit_s)}
            self._advise(Irregularity("clock.absence", seat, facts=facts, lines=[line]), event.t)
        if hypotheses is not None and hypotheses.speak:
            out += hypotheses.outputs()
        if hypotheses is not None and (out or hypotheses.plays[0].hand.unsensed.final):
            self.granted.note(hypotheses.plays[0].hand, out)
        if out:
            self.watch.told(out, self)
        if (remind := REMINDING.get(kind)) is not None:
            remind(self.watch, event, self)
        return out

    def believe(self) -> None:
        """Take every read and key for what it shows, without waiting whether it lasts.

        For a display, never to rule.
        """
        for line, event in self._keys.all():
            self.hear(line, event)
        if self.play is not None:
            self.play.dealing.settle(self.play.hand.t, believe=True)

    def finish(self) -> list[Output]:
        """The log ends: words that could still be taken back stand. A hand that it stops inside has no line."""
        outputs = [output for line, event in self._keys.all() for output in self.hear(line, event)]
        return outputs + self.working_out.finish(self)

    def next_wake(self) -> float | None:
        """Return by which ``t`` a rule or the screen wants to hear of the time, where no event comes before.

        None: nothing is waited for. Between two events, ticks at these moments bring what ticks at all moments do.
        """
        return clone(self, self.book).last_wake()

    def last_wake(self) -> float | None:
        """Return ``next_wake``, for a copy that nobody needs afterwards."""
        held = [event.t for _, event in (*self._keys.held, *self.unopened.held)]
        return awaited(self._brings, max([self.t, *held]))

    def _brings(self, t: float) -> bool:
        """Ask all that time may answer at ``t``; return whether it brings anything already.

        What is held back is heard in another copy as if it were not, and in one more without the words that may
        be taken back: time answers for both.
        """
        tick = ev.Tick(t=t)
        others = [clone(self, self.book)] if self._keys.held or self.unopened.held else []
        if self._keys.held:
            others.append(clone(self, self.book))
            others[-1]._keys.take_back()
        outputs = self.feed(0, tick)
        view_of(self, self.watch, None)
        for other in others:
            other.finish()
            outputs += other.take(0, tick)
        return bool(outputs)

    def is_past(self, event: ev.AnyEvent) -> bool:
        """Whether it is a ruling on an earlier hand than the last that began: nobody has anything to do for it."""
        return isinstance(event, ev.Ruled) and self._earlier.is_on(event, self.hands)

    def view(self) -> TableView:
        """Return the public state of the table."""
        return view_of(self, self.watch, self._between_hands())

    def _between_hands(self) -> Table | None:
        """Return the table before the hand that begins with the next card; None while one is played, or signalled."""
        if self.kit.hands or (self.in_hand and not self.over):
            return None
        if not self.in_hand:
            return self
        after = clone(self, self.book)
        after.hear(0, ev.HandEnded(t=self.t))
        return after

    def _level(self, event: ev.LevelSet, line: int) -> None:
        """The level applies from the next hand on."""
        self.level = event
        if event.denominations is not None:
            self.denominations = tuple(event.denominations)
        self.notebook.level_set(event)
        self._earlier.asked.clear()

    def _stack(self, event: ev.StackCounted, line: int) -> None:
        if self.play is None or event.seat not in self.play.hand.players:
            self.seats[event.seat].holds(event.amount)
        elif self.over and not still_behind(self.play, event):
            self.after_hand[event.seat] = event.amount
        elif self.hypotheses is not None:
            self.hypotheses.stack(event, line)

    def _count(self, event: ev.ChipsCounted, line: int) -> None:
        self.counts = self.counts or event.by == "camera"
        if self.hypotheses is not None:
            self.hypotheses.count(event, line)

    def _ruled(self, event: ev.Ruled, line: int) -> None:
        if self.hypotheses is not None:
            self.hypotheses.ruled(event, line)
        judge = self._between if self.play is None else self.play.hand.judge
        found = next((told for told in judge.findings if told.id == event.finding), None)
        seat = event.seat if event.seat is not None or found is None else found.seat
        self.notebook.ruled(event, seat, self.hand)

    def _found(self, event: ev.ChipsFound, line: int) -> None:
        if self.hypotheses is not None:
            self.hypotheses.take(event, line)
        else:
            self._tell(between(event, self._earlier.lost.get(event.seat), line), event.t)

    def _player_asked(self, event: ev.PlayerAsked, line: int) -> None:
        if self.hypotheses is not None:
            self.hypotheses.take(event, line)
        elif event.what == "dispute" and self.hands:
            facts = {"what": event.what, "of": event.of}
            self._advise(Irregularity("request.granted", event.seat, ("dispute",), facts, [line]), event.t)

    def _table(self, event: ev.TableSet, line: int) -> None:
        if not self.may_be_set:
            return
        self._end_hand()
        for number in self.seats:
            setup = event.seats.get(number)
            self.seats[number] = Seat() if setup is None else Seat(setup.state, setup.stack)
        self.denominations = tuple(event.denominations)
        self.positions.begin_anew()
        self.notebook.set_up(event)
        self._away.note(self.seats, event.t)

    def _seat(self, event: ev.SeatChanged, line: int) -> None:
        seat = self.seats[event.seat]
        if event.state is not None:
            seat.new = event.state in ("in", "absent", "late") and (seat.new or seat.state == "empty")
            seat.out = seat.out and event.state == "absent"
            seat.state = event.state
        self.notebook.seat_changed(event, self.hand)
        self._away.note(self.seats, event.t)
        if event.stack is not None or event.state == "empty":
            self._restack(event.seat, event.stack)
        for play in self._plays():
            play.seat_changed(event)
        if self.play is None and all(one.state == "empty" for one in self.seats.values()):
            self.positions.begin_anew()  # whoever sits down here next draws for the button

    def _restack(self, number: int, stack: int | None) -> None:
        """A seat has another stack, None where nobody knows it: after the hand that it plays in, else now."""
        if self.play is not None and number in self.play.hand.players:
            self.after_hand[number] = stack
        else:
            self.seats[number].holds(stack)

    def _deck(self, event: ev.DeckLoaded, line: int) -> None:
        self.deck = Deck.loaded(event, self.deck)
        for play in self._plays():
            play.hand.deck = copy.deepcopy(self.deck)
        if missing := self.deck.missing():
            self._tell(Irregularity("deck.missing", facts={"cards": missing}, lines=[line]), event.t)

    def _device(self, event: ev.DeviceChanged, line: int) -> None:
        for play in self._plays():
            table_changed(play, event)
        irregularity = self._devices.heard(event, line)
        if irregularity is not None:
            self._tell(irregularity, event.t)

    def _tell(self, irregularity: Irregularity, t: float) -> None:
        """Tell what may also come between hands; it belongs to the last hand then."""
        for play in self._plays():
            play.hand.tell(copy.copy(irregularity))
        if self.hypotheses is None:
            self._between.tell(irregularity, t, "showdown" if self.hands else "deal")
            told = self._between.new_findings()
            self._beside += [finding.id for finding in told]
            self._out += told

    def _advise(self, irregularity: Irregularity, t: float) -> None:
        """Tell what only helps, where the house's book speaks of it."""
        if self.book.rule(irregularity.kind, *irregularity.cases) is not None:
            self._tell(irregularity, t)

    def _start_hand(self, event: ev.HandStarted, line: int) -> None:
        last = self.hypotheses
        if last is not None and begun_again(last.begun.opened, last.plays[0].hand, event):
            return
        if event.redeal:
            dealt_again(self._plays(), self.positions.last, self.seats)
        self._end_hand()
        button = self._opening.button_of(event, self.button_lies)
        if button is None:
            return
        seen = not self._opening.worked_out(event, self.button_lies)
        self.hands += 1
        self.granted.begin(self.hands)
        self.button_lies = None
        self.notebook.begin(self.hands)
        opened = self._opening.open(self.hands, event, button, line, self.level, seen=seen)
        if not event.redeal:
            self.notebook.missed.begin(opened.blinds, opened.level, self.seats)
        self.deck.new_hand()
        opening, earlier = self._opening, self._earlier
        earlier.since, earlier.over_at, self._beside = frozenset(self._beside), self._over_at, []
        begun = Begun(
            opening, opened, self.deck, self.denominations, earlier, self._devices.unseen(), self.counts
        )
        self.hypotheses = self.posted_early.begin(Hypotheses(begun), redeal=event.redeal)

    def _button_moved(self, event: ev.ButtonMoved, line: int) -> None:
        """Between two hands it is the next one's; in a hand it is seen to lie in the wrong place."""
        moves_on = (
            not self.kit.hands
            and self.play is not None
            and self.positions.follows(self.play.hand, event.seat)
        )
        if self.play is None or self.over or moves_on:
            self.button_lies = event.seat
        elif self.hypotheses is not None:
            self.hypotheses.take(event, line)

    def _end_hand(self) -> None:
        if self.hypotheses is None:
            return
        line = self.hypotheses.end()
        self._out += [*self.hypotheses.outputs(), line]
        self.granted.note(self.hypotheses.likeliest.hand, self._out)
        play = self.hypotheses.likeliest
        hand, self.deck, self._earlier = play.hand, play.hand.deck, play.earlier
        self.deck.new_hand()
        after = stacks_after(play, line)
        for seat, chips in after.items():
            self.seats[seat].holds(*chips)
            self.seats[seat].out = hand.players[seat].out
        for seat in may_have_lost_all(play, after):
            self.seats[seat].gone = False
        for seat, stack in self.after_hand.items():
            self.seats[seat].holds(stack)
        self.after_hand.clear()
        self.notebook.end(hand, line, play.showdown)
        states = {n: player.state for n, player in hand.players.items()}
        stacks = {n: player.stack for n, player in hand.players.items()}
        unpaid = not (line.void or hand.awards or line.winners)
        last = LastHand(hand.blinds, hand.level, line.void, states, hand.proper, hand.belongs, stacks, unpaid)
        self.positions.closed(last)
        self._earlier.n, self._earlier.lost = hand.n, lost_all_ins(hand, line)
        self._between, self._over_at = hand.judge, hand.line
        self.hypotheses = None

    def _plays(self) -> list[Play]:
        """Return the hand in play, each way that it may stand."""
        return [] if self.hypotheses is None else self.hypotheses.plays


_HANDLERS: Final[dict[type, Callable[[Engine, Any, int], None]]] = {
    ev.TableSet: Engine._table,
    ev.SeatChanged: Engine._seat,
    ev.StackCounted: Engine._stack,
    ev.ChipsCounted: Engine._count,
    ev.LevelSet: Engine._level,
    ev.DeckLoaded: Engine._deck,
    ev.DeviceChanged: Engine._device,
    ev.ChipsFound: Engine._found,
    ev.Ruled: Engine._ruled,
    ev.PlayerAsked: Engine._player_asked,
    ev.ButtonMoved: Engine._button_moved,
    ev.HandStarted: Engine._start_hand,
    ev.HandEnded: lambda engine, event, line: engine._end_hand(),
}
"""What an event does to the table; every other one belongs to the hand in play."""
