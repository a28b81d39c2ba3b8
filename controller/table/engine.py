"""The referee: sensed events in, in the order of the reorder window; findings, actions and hands out.

Pure: the only time is the events' ``t``. ``feed`` never raises on what a table can do; an event that
makes no sense where it comes is followed as far as it goes and never crashes the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from controller.table import events as ev
from controller.table.betting import Betting
from controller.table.claims import Claim, CutOffCount, Judge
from controller.table.clock import Clocks
from controller.table.deal import Deal, seat_of
from controller.table.dealing import Dealing
from controller.table.deck import Deck
from controller.table.ending import end_hand, known
from controller.table.hand import Hand, preflop_round
from controller.table.look import look
from controller.table.outputs import Output
from controller.table.players import (
    Blinds,
    Player,
    Seat,
    blinds_from,
    clockwise,
    next_positions,
    post_blinds,
)
from controller.table.pots import Award, Showdown
from controller.table.rulebook import Rulebook
from controller.table.rulings import carry_out
from controller.table.showdown import Showing
from controller.table.view import TableView

HOLE_CARDS = {"plo": 4}


class Engine:
    """One table's referee. ``book`` is the house's, ``header`` the log's."""

    def __init__(self, book: Rulebook, header: ev.LogHeader) -> None:
        self.book = book
        self.header = header
        self.seats = {seat: Seat() for seat in range(1, 11)}
        self.level = ev.LevelSet(t=0.0, small=0, big=1)
        self.unit = 1
        self.deck = Deck()
        self.hands = 0
        self.last: Blinds | None = None
        self.hand: Hand | None = None
        self.betting: Betting
        self.dealing: Dealing
        self.clocks: Clocks
        self.showing: Showing
        self._judge = Judge(book, 0, CutOffCount(book.cutoff))
        self._out: list[Output] = []
        self._last_level: ev.LevelSet | None = None
        self._void = False
        """The last hand was a misdeal or void: its button may stand again."""
        self._posted = False
        self._away = False
        """A seat of the hand is away or on penalty, and the last card of the deal is not out."""
        self._handlers: dict[type, Callable[[Any, int], None]] = {
            kind: getattr(self, name) for kind, name in _HANDLERS.items()
        }

    def __deepcopy__(self, memo: dict[int, Any]) -> Engine:
        import copy

        other = Engine.__new__(Engine)
        memo[id(self)] = other
        for name, value in self.__dict__.items():
            if name not in ("_handlers", "book", "header"):
                other.__dict__[name] = copy.deepcopy(value, memo)
        other.book, other.header = self.book, self.header
        other._handlers = {kind: getattr(other, name) for kind, name in _HANDLERS.items()}
        return other

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played; a ``table`` event does not belong inside one."""
        return self.hand is not None

    def feed(self, line: int, event: ev.AnyEvent) -> list[Output]:
        """Take the next event, which stands on ``line`` of the log; return what it brings."""
        self._out = []
        hand = self.hand
        if hand is not None:
            hand.t, hand.line = event.t, line
            self.dealing.settle(event.t)
            self.betting.time()
            self.clocks.time()
            self._kill_absent()
        handler = self._handlers.get(type(event))
        if handler is not None:
            handler(event, line)
        if self.hand is not None:
            self.showing.time()
            self._collect(self.hand)
        return self._out

    def finish(self) -> list[Output]:
        """The log ends. A hand that it stops inside has no line."""
        return []

    def view(self) -> TableView:
        """Return the public state of the table."""
        due = self.betting.due() if self.hand is not None else None
        return look(self, self.hand, due)

    # Between hands ---------------------------------------------------------------------------------

    def _table(self, event: ev.TableSet, line: int) -> None:
        if self.hand is not None:
            return
        for number in self.seats:
            setup = event.seats.get(number)
            self.seats[number] = Seat() if setup is None else Seat(setup.state, setup.stack)
        self.unit = min(event.denominations, default=1)
        self.last = None

    def _seat(self, event: ev.SeatChanged, line: int) -> None:
        seat = self.seats[event.seat]
        seat.state = event.state or seat.state
        player = None if self.hand is None else self.hand.players.get(event.seat)
        if event.stack is not None and player is None:
            seat.stack = event.stack
        if player is not None and event.state is not None and self.hand is not None and self.hand.dealing:
            player.state = event.state
            self._away = True

    def _level(self, event: ev.LevelSet, line: int) -> None:
        self.level = event

    def _deck(self, event: ev.DeckLoaded, line: int) -> None:
        self.deck = Deck.loaded(event)
        missing = self.deck.missing()
        if missing:
            claim = Claim("deck.missing", facts={"cards": missing}, lines=[line])
            if self.hand is not None:
                self.hand.tell(claim)
            else:
                self._out.append(self._judge.tell(claim, event.t, "deal"))

    def _hand_start(self, event: ev.HandStarted, line: int) -> None:
        if self.hand is not None:
            self._end(self.hand)
        level = self._last_level if event.redeal and self._last_level is not None else self.level
        self._start(event, level, line)

    def _start(self, event: ev.HandStarted, level: ev.LevelSet, line: int) -> None:
        entitled = [number for number, seat in self.seats.items() if seat.entitled]
        expected = self._expected(event, entitled)
        if expected is None or expected.button != event.button:
            blinds = blinds_from(event.button, entitled)
        else:
            blinds = replace(expected)
        if event.small_blind is not msgspec.UNSET:
            blinds.small = event.small_blind
            blinds.place = blinds.place if event.small_blind is None else event.small_blind
        if event.big_blind is not msgspec.UNSET:
            blinds.big = event.big_blind
        self._last_level = level
        self.hands += 1
        players = {n: Player(n, self.seats[n].state, self.seats[n].stack) for n in entitled}
        boxed = self.book.rule("deal.boxed_card")
        deal = Deal(
            rules=self.book.deal,
            order=clockwise(entitled, event.button),
            per_seat=HOLE_CARDS.get(self.header.game, 2),
            states={number: seat.state for number, seat in self.seats.items()},
            boxed_replaced=boxed is not None and boxed.remedy == "replace_card",
        )
        judge = Judge(self.book, self.hands, CutOffCount(self.book.cutoff))
        self.hand = Hand(
            self.hands, self.book, self.header.game, level, blinds, players, judge, deal, event.t
        )
        self.betting = Betting(self.hand, self._place_cards, self._cards_gone, self._thrown_away)
        self.dealing = Dealing(self.hand, self.betting.due, self.betting.mucked)
        self.clocks = Clocks(self.betting)
        self.showing = Showing(self.hand, self.betting, self._known)
        self.deck.new_hand()
        self._posted = False
        self._away = any(player.state != "in" for player in players.values())
        if expected is not None and expected.button != event.button:
            facts = {"button": event.button, "expected": expected.button}
            self.hand.line = line
            self.hand.tell(Claim("misdeal.button_position", facts=facts, lines=[line]))

    def _expected(self, event: ev.HandStarted, entitled: list[int]) -> Blinds | None:
        """Return where button and blinds belong in the new hand; None where nothing is known before."""
        if self.last is None:
            return None
        if event.redeal or (self._void and event.button == self.last.button):
            return self.last
        return next_positions(self.last, entitled)

    # In a hand -------------------------------------------------------------------------------------

    def _deal_end(self, event: ev.DealEnded, line: int) -> None:
        if self.hand is not None:
            self.dealing.settle(event.t, now=True)
            self.dealing.close_deal()

    def _hand_end(self, event: ev.HandEnded, line: int) -> None:
        if self.hand is not None:
            self._end(self.hand)

    def _draw(self, event: ev.CardDrawn, line: int) -> None:
        hand = self.hand
        if hand is None:
            return
        self._post_blinds(event.t)
        if not hand.dealing:
            self.betting.finish()
            self.showing.next_card_or_award()
        out = event.tag is not None and event.tag in hand.tracker.place
        for claim in self.deck.drawn(event, line, still_out=out):
            hand.tell(claim)
        self.dealing.draw(event, line)

    def _seen(self, event: ev.CardSeen, line: int) -> None:
        hand = self.hand
        if hand is None:
            return
        for claim in self.deck.seen(event.tag, event.zone, line):
            hand.tell(claim)
        hand.tracker.seen(event.tag, event.zone, event.t, line)
        if event.face is not None:
            face = ev.CardFace(t=event.t, zone=event.zone, face=event.face, tag=event.tag)
            self.dealing.face(face, line)

    def _gone(self, event: ev.CardGone, line: int) -> None:
        if self.hand is not None:
            self.hand.tracker.gone(event.tag, event.zone, event.t)

    def _face(self, event: ev.CardFace, line: int) -> None:
        if self.hand is not None:
            self.dealing.face(event, line)

    def _push(self, event: ev.ChipsPushed, line: int) -> None:
        hand = self.hand
        if hand is None:
            return
        if not hand.draws:
            player = hand.players.get(event.seat)
            if player is not None and event.chips is not None:
                player.posted += ev.value_of(event.chips)
                player.posted_t = event.t
                player.posted_lines.append(line)
            return
        self.betting.pushed(event, line)

    def _pull(self, event: ev.ChipsPulled, line: int) -> None:
        if self.hand is not None:
            self.betting.pulled(event)

    def _bet(self, event: ev.ChipsCounted, line: int) -> None:
        if self.hand is not None:
            self.betting.counted(event, line)

    def _stack(self, event: ev.StackCounted, line: int) -> None:
        player = None if self.hand is None else self.hand.players.get(event.seat)
        if player is None:
            self.seats[event.seat].stack = event.amount

    def _swept(self, event: ev.BetsSwept, line: int) -> None:
        hand = self.hand
        if hand is None or not hand.draws:
            return
        self.betting.finish()
        for seat in event.seats or list(hand.players):
            if seat in hand.players and hand.closed:
                hand.players[seat].zone = 0
        self._place_cards()

    def _change(self, event: ev.ChangeGiven, line: int) -> None:
        player = None if self.hand is None else self.hand.players.get(event.seat)
        if player is not None:
            player.zone = ev.value_of(event.chips)

    def _award(self, event: ev.PotAwarded, line: int) -> None:
        if self.hand is not None:
            self.dealing.settle(event.t, now=True)
            self.betting.finish()
            if not self.hand.awards:
                self.showing.next_card_or_award()
            self.hand.awards.append(Award(event.seat, event.amount))
            self.showing.awarded(event.seat, line)
            self.showing.check_award(line, ended=False)

    def _say(self, event: ev.Declared | ev.Tapped, line: int) -> None:
        if self.hand is not None:
            self.betting.declared(event, line)

    def _unsay(self, event: ev.DeclareCancelled, line: int) -> None:
        if self.hand is not None:
            self.betting.unsaid(event.seat)

    def _stub(self, event: ev.StubDisturbed, line: int) -> None:
        hand = self.hand
        if hand is None or event.state != "reshuffled":
            return
        for tag in [*hand.tracker.gone_at]:
            if seat_of(hand.tracker.place.get(tag)) is None:
                hand.tracker.forget(tag)
                self.deck.back_in_stub(tag)

    def _clock_call(self, event: ev.ClockCalled, line: int) -> None:
        if self.hand is not None:
            self.clocks.call(event, line)

    def _clock_cancel(self, event: ev.ClockCancelled, line: int) -> None:
        if self.hand is not None:
            self.clocks.cancel(event.seat)

    def _button(self, event: ev.ButtonMoved, line: int) -> None:
        hand = self.hand
        if hand is None or event.seat == hand.blinds.button:
            return
        wrong = hand.judge.latest("misdeal.button_position")
        if wrong is not None and wrong.facts["expected"] == event.seat:
            return  # put right
        facts = {"button": event.seat, "expected": hand.blinds.button}
        hand.tell(Claim("misdeal.button_position", facts=facts, lines=[line]))

    def _device(self, event: ev.DeviceChanged, line: int) -> None:
        if event.state not in ("down", "degraded", "up") or (event.state == "up" and not event.lost):
            return
        facts = {"device": event.device, "state": event.state, "lost": event.lost or 0}
        claim = Claim("sensing.device", facts=facts, lines=[line], remedy="look")
        if self.hand is not None:
            self.hand.tell(claim)
        else:
            self._out.append(self._judge.tell(claim, event.t, "deal"))

    def _ruled(self, event: ev.Ruled, line: int) -> None:
        if self.hand is not None:
            carry_out(self.hand, self.betting, event)

    # Parts -----------------------------------------------------------------------------------------

    def _post_blinds(self, t: float) -> None:
        hand = self.hand
        if hand is None or self._posted:
            return
        self._posted = True
        posted = post_blinds(hand.players, hand.blinds, hand.level)
        hand.round = preflop_round(hand, posted)
        for seat, amount in posted.items():
            player = hand.players[seat]
            pushed = max(0, player.posted - player.ante)
            short = 0 < player.posted < player.ante + amount
            player.zone = pushed if player.posted else amount
            hand.act(seat, "post", amount, t=t if player.posted_t is None else player.posted_t)
            if short:
                facts = {"owed": player.ante + amount, "pushed": player.posted}
                hand.tell(Claim("blind.missing", seat, facts=facts, lines=player.posted_lines))

    def _place_cards(self) -> None:
        """Somebody acts: every read counts now, the deal is closed, the next street may begin."""
        hand = self.hand
        if hand is None:
            return
        self.dealing.settle(hand.t, now=True)
        if hand.draws:
            self.dealing.close_deal()
        self.dealing.open_street()

    def _thrown_away(self, seat: int, line: int) -> None:
        self.showing.mucked(seat, line)

    def _known(self) -> Showdown:
        assert self.hand is not None
        return known(self.hand, self._cards(self.hand), self.unit)

    def _cards_gone(self, seat: int) -> float | None:
        return self.dealing.cards_gone(seat)

    def _kill_absent(self) -> None:
        """The last card of the deal is out: seats on penalty or away are dead, where the house says so."""
        hand = self.hand
        if hand is None or not self._away or hand.dealing or not hand.draws or hand.round is None:
            return
        self._away = False
        for player in hand.players.values():
            if player.state not in ("penalty", "absent") or player.dead:
                continue
            rules = self.book.absence
            if player.state == "absent" and (rules is None or rules.killed != "last_card"):
                continue
            kind = "seat.penalty_hand" if player.state == "penalty" else "hand.absent"
            found = hand.tell(Claim(kind, player.seat, lines=[hand.draws[-1].line]))
            if found.remedy == "kill_hand":
                self.betting.kill(player.seat, found.cites)
            else:
                player.state = "in"

    def _end(self, hand: Hand) -> None:
        self.dealing.settle(hand.t, now=True)
        self.dealing.finish()
        if hand.round is not None:
            self.betting.finish()
            if not hand.void:
                self.showing.check_award(hand.line, ended=True)
        line = end_hand(hand, self._cards(hand), self.unit)
        self._collect(hand)
        self._out.append(line)
        for seat, stack in line.stacks.items():
            if self.seats[seat].stack is not None:
                self.seats[seat].stack = stack
        self.last, self._void = hand.blinds, line.void
        self.hand = None

    def _cards(self, hand: Hand) -> dict[str, str]:
        return {tag: self.deck.card(tag) for tag in self.dealing.by_tag}

    def _collect(self, hand: Hand) -> None:
        """Hand out what this event brought: actions, then findings."""
        self._out += hand.actions
        hand.actions.clear()
        self._out += hand.judge.new_findings()


_HANDLERS: dict[type, str] = {
    ev.TableSet: "_table",
    ev.SeatChanged: "_seat",
    ev.LevelSet: "_level",
    ev.DeckLoaded: "_deck",
    ev.HandStarted: "_hand_start",
    ev.HandEnded: "_hand_end",
    ev.DealEnded: "_deal_end",
    ev.CardDrawn: "_draw",
    ev.CardSeen: "_seen",
    ev.CardGone: "_gone",
    ev.CardFace: "_face",
    ev.ChipsPushed: "_push",
    ev.ChipsPulled: "_pull",
    ev.ChipsCounted: "_bet",
    ev.StackCounted: "_stack",
    ev.BetsSwept: "_swept",
    ev.ChangeGiven: "_change",
    ev.PotAwarded: "_award",
    ev.Declared: "_say",
    ev.Tapped: "_say",
    ev.DeclareCancelled: "_unsay",
    ev.StubDisturbed: "_stub",
    ev.ClockCalled: "_clock_call",
    ev.ClockCancelled: "_clock_cancel",
    ev.ButtonMoved: "_button",
    ev.DeviceChanged: "_device",
    ev.Ruled: "_ruled",
}
"""What each event does. Events that are not here only let time pass."""
