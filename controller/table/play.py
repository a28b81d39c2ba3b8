"""Hands every event of a hand in play to the part that follows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from controller.table import events as ev
from controller.table.chips import value_of
from controller.table.deal.deck import Deck
from controller.table.deal.draw import seat_of
from controller.table.dealing.away import kill_absent
from controller.table.dealing.dealing import Dealing
from controller.table.dealing.late_joker import late_joker
from controller.table.dealing.stub import disturbed, still_out
from controller.table.dealing.stud import StudDealing
from controller.table.earlier import Earlier
from controller.table.hand import Hand
from controller.table.lasting import outlasted
from controller.table.outputs import HandLine
from controller.table.pots.pots import Award, Reckoning, Showdown
from controller.table.requests import answer, clock_asked, floor_called, splashed, strange
from controller.table.rulings import carry_out
from controller.table.showdown.award import Awarding
from controller.table.showdown.ending import end_hand
from controller.table.showdown.in_vain import dealt_in_vain
from controller.table.showdown.showdown import Showing
from controller.table.showdown.tabling import Tabling
from controller.table.stopping import hears
from controller.table.wagers import all_in_unsaid, missed_acts, passing, wrong_count
from controller.table.wagers.acting import Acting
from controller.table.wagers.clock import Clocks
from controller.table.wagers.correcting import button_moved
from controller.table.wagers.counting import Counting, Reading
from controller.table.wagers.felt import Felt
from controller.table.wagers.gone import thrown_into
from controller.table.wagers.hidden_chips import in_play
from controller.table.wagers.posting import post, tell_short
from controller.table.wagers.standing import Standing
from controller.table.wagers.stud import open_third
from controller.table.wagers.wagering import Wagering

DEAL_GOES_ON_S: Final = 1.0
"""A deal on which somebody has acted ends where no card that is due comes for this long (sensor log, section 2)."""


class Play:
    """The hand in play with its parts. ``denominations`` are the chips in play, ``earlier`` the hands before."""

    def __init__(self, hand: Hand, deck: Deck, denominations: Sequence[int], earlier: Earlier) -> None:
        self.hand, self.earlier = hand, earlier
        hand.deck = deck
        hand.denominations = denominations
        hand.unit = min(denominations, default=1)
        self.standing = Standing(hand)
        self.acting = Acting(self.standing)
        self.wagering = Wagering(self.acting)
        self.counting = Counting(self.acting)
        self.clocks = Clocks(self.acting)
        self.showing = Showing(self.acting)
        self.tabling = Tabling(hand, self.showing)
        self.awarding = Awarding(hand, self.showing, self.tabling)
        self.felt = Felt(self.acting, denominations)
        made = StudDealing if hand.form.stud else Dealing
        self.dealing = made(self.wagering, self.tabling)
        self._posted = False
        self._away = any(player.state != "in" for player in hand.players.values())
        """A seat is away or on penalty, and the last card of the deal is not out."""

    def time(self, event: ev.AnyEvent, line: int) -> None:
        """Time has passed to an event: reads have lasted, wagers are settled, clocks run out."""
        hand, clocks, t = self.hand, self.clocks, event.t
        hand.t, hand.line = t, line
        self.dealing.time(t)
        if hand.void:
            return
        if hand.deal.acted_at is not None and not hand.deal.closed:
            self._deal_over(hand.deal.acted_at)
        turn = self.standing.pending
        grows = turn is not None and (turn.act.pushes or hand.betting.players[turn.seat].stack is None)
        waits = grows or self.acting.early.acts or hand.tracker.gone_at
        if waits and (type(event) is not ev.Declared or not self._goes_with_chips(event)):
            self.wagering.time()
        if self.dealing.mixing.strays and not (hand.awards or hand.dealing):
            for seat, shown in self.dealing.mixing.thrown_into():
                thrown_into(self.acting, seat, shown, folding=self.wagering.is_folding(seat))
        if self.showing.turning:
            self.showing.tell_exposed()
        if clocks.by_turn or clocks.running is not None:
            clocks.time()
        if self._away and hand.draws and not hand.dealing:
            self._away = False
            kill_absent(hand, self.acting)

    def _goes_with_chips(self, event: ev.Declared) -> bool:
        """Whether words were keyed late, to the chips of the act in hand: they settle it."""
        turn = self.standing.pending
        return turn is not None and event.order is not None and turn.seat == event.seat

    def take(self, event: ev.AnyEvent, line: int) -> None:
        """Take one event of the hand; those without a handler only let time pass."""
        if not hears(self.hand, event):
            return
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            handler(self, event, line)
        wrong_count.acted_on(self.acting)
        if self.clocks.by_turn:
            self.clocks.turn()
        hand = self.hand
        if hand.betting.street == hand.form.last:
            self.showing.time()
        if self.tabling.half or hand.tracker.gone_at:
            self.tabling.time()

    def end(self) -> HandLine:
        """The hand is over; return its line."""
        hand = self.hand
        hand.void = hand.void or dealt_in_vain(self.acting)
        self.dealing.settle(hand.t, now=True)
        self.dealing.finish()
        if hand.round is not None:
            self.wagering.finish()
            passing.hand_is_over(self.acting)
            hand.tell_folds()
        reckoning = Reckoning(self.showdown())
        if hand.round is not None and not hand.void:
            self.awarding.check(reckoning, hand.line, ended=True)
        return end_hand(hand, reckoning)

    def board(self) -> list[str]:
        """Return the board's cards as they lie, ``??`` for one that was never read."""
        cards = self.hand.board.cards[: self.hand.form.board or 1]
        return [self.hand.deck.card(draw.tag) if draw.tag else "??" for draw in cards]

    def seat_changed(self, event: ev.SeatChanged) -> None:
        """A player came or went: his hand follows while the deal is on; other states wait for the next one."""
        player = self.hand.players.get(event.seat)
        if event.state is not None:
            self.hand.at_seat[event.seat] = event.state == "in"
        if player is None or event.state in (None, "penalty", "out"):
            return
        rules, over = self.hand.book.absence, self.hand.betting_over or bool(self.hand.awards)
        if self.hand.dealing or (rules is not None and rules.killed == "in_turn" and not over):
            away = event.state != "in"
            self.hand.seat(event.seat, state="absent" if away else "in", out=player.out and away)
            self._away = self._away or self.hand.dealing
            if self.clocks.by_turn:
                self.clocks.turn()

    # Cards -----------------------------------------------------------------------------------------

    def deal_ended(self, event: ev.DealEnded, line: int) -> None:
        self.dealing.settle(event.t, now=True)
        self.dealing.close_deal()

    def drawn(self, event: ev.CardDrawn, line: int) -> None:
        if not self._posted:
            self._posted = True
            post(self.hand, event.t)
        initial = self.hand.dealing
        if not initial:
            self.wagering.goes_on()
            self.wagering.finish()
            passing.card_comes(self.acting)
            all_in_unsaid.passed_over(self.standing)
            self.tabling.next_card_or_award()
        scrap, tag = False, event.tag
        if tag in self.dealing.mixing.dead:
            self.dealing.mixing.dead_drawn_again(tag)
        out = tag is not None and still_out(self.dealing, tag)
        for irregularity in self.hand.deck.drawn(event, line, still_out=out):
            found = self.hand.tell(irregularity)
            scrap = scrap or (irregularity.kind == "deck.joker" and found.remedy == "replace_card")
        self.dealing.draw(event, line, initial=initial, scrap=scrap)

    def seen(self, event: ev.CardSeen, line: int) -> None:
        tag, zone, face = event.tag, event.zone, event.face
        for irregularity in self.hand.deck.seen(tag, zone, line):
            if irregularity.kind == "deck.joker":
                late_joker(self.dealing, irregularity, tag, seat_of(zone))
            else:
                self.hand.tell(irregularity)
        self.hand.tracker.seen(tag, zone, self.hand.t, line)
        if face is not None and not self.hand.void:
            self.turned(ev.CardFace(t=event.t, zone=zone, face=face, tag=tag), line)

    def gone(self, event: ev.CardGone, line: int) -> None:
        hand, tag, zone = self.hand, event.tag, event.zone
        if not hand.tracker.heard_of(tag) and self.dealing.may_be_out(tag):
            # it lay there, and its arrival was never reported
            hand.tracker.seen(tag, zone, hand.t, line)
            self.dealing.settle(hand.t, believe=True)
        hand.tracker.gone(tag, zone, hand.t)

    def turned(self, event: ev.CardFace, line: int) -> None:
        if self.standing.pending is not None and not self.hand.deal.closed:
            self._place_cards()  # a hand thrown in is the act that ends the deal
        shown = self.dealing.face(event, line)
        if shown is not None:
            passing.showdown_begins(self.acting)
            self.tabling.turned_up(shown, line)
        elif event.face == "down" and event.by == "player" and (seat := seat_of(event.zone)) is not None:
            self.tabling.turned_down(seat, event.tag)

    # Chips and words -------------------------------------------------------------------------------

    def pushed(self, event: ev.ChipsPushed, line: int) -> None:
        self.felt.pushed(event, line)
        if self.hand.draws:
            self._play_on(event)
            chips = self.wagering.comes_in(event, line)
            if chips is not None:
                self.wagering.pushed(chips, line, acts=not chips.makes_good and self._acts(event.seat))
            return
        player = self.hand.players.get(event.seat)
        if player is not None:
            self.hand.seat(
                event.seat,
                posted=player.posted + value_of(event.chips or {}),
                posts_untold=player.posts_untold or event.chips is None,
                posts_counted=False,
                posted_t=event.t,
                posted_lines=(*player.posted_lines, line),
            )

    def pulled(self, event: ev.ChipsPulled, line: int) -> None:
        self.felt.pulled(event)
        self.wagering.pulled(event)

    def counted(self, event: ev.ChipsCounted, line: int, reading: Reading) -> None:
        """Take a count of a betting zone as it is read."""
        self.felt.counted(event, line)
        self.counting.take(event, line, reading)
        tell_short(self.hand)

    def swept(self, event: ev.BetsSwept, line: int) -> None:
        hand = self.hand
        seats = [seat for seat in event.seats or hand.players if seat in hand.players]
        if not hand.draws:
            for seat in seats:
                hand.seat(seat, taken=hand.players[seat].posted)
            return
        self.wagering.fold_gone()
        self.felt.swept(event, line)
        self.wagering.finish()
        self.felt.amounts_swept(event, line)
        if hand.closed:
            hand.sweep(seats)
        self._place_cards()

    def changed(self, event: ev.ChangeGiven, line: int) -> None:
        passing.change_was_given(self.acting, event.seat, value_of(event.chips))

    def awarded(self, event: ev.PotAwarded, line: int) -> None:
        self.dealing.settle(event.t, now=True)
        if self.hand.draws and not self.hand.dealing:
            self.dealing.close_deal("a pot was pushed")
        if self.hand.round is not None:
            self.wagering.goes_on()
            self.wagering.finish()
            passing.pot_is_pushed(self.acting)
        if self.hand.all_dealt:
            self.hand.board.played_on(None, self.hand.draws)
        award = Award(event.seat, event.amount, event.pot, t=event.t, assumed=event.by == "table")
        self.awarding.push(award, line)

    def found(self, event: ev.ChipsFound, line: int) -> None:
        self.hand.tell(in_play(self.hand, event, self.earlier.lost.get(event.seat), line))

    def said(self, event: ev.Declared | ev.Tapped, line: int) -> None:
        if type(event) is ev.Tapped and event.by == "table":
            passing.checked(self.acting, event.seat)
            return
        if not self._play_on(event) and self.wagering.binds(event, line) and self._acts(event.seat):
            self.wagering.declared(event, line)

    def quoted(self, event: ev.PotQuoted, line: int) -> None:
        self.wagering.pot_quoted(event.amount)

    def unsaid(self, event: ev.DeclareCancelled, line: int) -> None:
        self.wagering.unsaid(event.seat, event.of)

    def turn(self) -> int | None:
        """Return the seat whose turn it is, or will be once the cards that lie there are the next street's."""
        hand, due = self.hand, self.standing.due()
        if due is not None or hand.round is None or hand.betting_over or not hand.contested:
            return due
        players = self.standing.after().players
        return next((seat for seat in hand.order if players[seat].can_act), None)

    # The dealer and the floor ----------------------------------------------------------------------

    def clock_called(self, event: ev.ClockCalled, line: int) -> None:
        self.clocks.call(event, line)

    def clock_cancelled(self, event: ev.ClockCancelled, line: int) -> None:
        self.clocks.cancel(event.seat)

    def asked(self, event: ev.PlayerAsked, line: int) -> None:
        answer(self.hand, self.tabling, self.earlier, event, line)

    def floor_called(self, event: ev.FloorCalled, line: int) -> None:
        floor_called(self.hand, line)

    def button_moved(self, event: ev.ButtonMoved, line: int) -> None:
        button_moved(self.hand, self.wagering.finish, event.seat, line)

    def ruled(self, event: ev.Ruled, line: int) -> None:
        carry_out(self.hand, self.wagering, event, self.earlier)
        self.awarding.ruled(event)

    # Parts -----------------------------------------------------------------------------------------

    def _deal_over(self, acted_at: float) -> None:
        """Somebody has acted on a deal that was not through: it ends once no card that is due has come for a while."""
        hand = self.hand
        if outlasted(max(acted_at, hand.draws[-1].t), DEAL_GOES_ON_S, hand.t):
            cutoff = hand.judge.cutoff
            cutoff.in_the_deal = cutoff.actions
            self.dealing.settle(hand.t, now=True)
            self.dealing.close_deal("a seat had acted, and no card that was due came")
            cutoff.in_the_deal = 0
            wrong_count.acted_on(self.acting)

    def _acts(self, seat: int) -> bool:
        """Whether words or chips of ``seat`` can be an act; every read is placed before it acts on it."""
        if not self.wagering.may_act(seat):
            return False
        self._place_cards()
        return True

    def _place_cards(self) -> None:
        """Somebody acts: every read counts now, the deal is closed, the next street may begin.

        A deal of which cards are still to come goes on.
        """
        hand = self.hand
        if hand.draws and hand.dealing:
            self.dealing.settle(hand.t, believe=True)
            if hand.posts_open:
                tell_short(hand, now=True)
            return
        self.dealing.settle(hand.t, now=True)
        if hand.draws:
            if hand.posts_open:
                tell_short(hand, now=True)
            if not hand.deal.closed:
                self.dealing.close_deal("every card was out, and a seat acted")
        if self.dealing.street_lies():
            self.dealing.count_flop()
            self.dealing.open_street()

    def _play_on(self, event: ev.Declared | ev.Tapped | ev.ChipsPushed) -> bool:
        """Somebody acts: a street that came early is played where betting was over, who answers a bet that went round had checked. Return whether it is no act but one before, keyed late."""
        hand, seat, checks = self.hand, event.seat, missed_acts.says_check(event)
        if hand.form.stud and not hand.street and not hand.dealing:
            self._place_cards()
            open_third(hand, seat)
        if self.dealing.came_early() and missed_acts.street_is_played(self.acting, seat, checks=checks):
            self.wagering.finish()
            self.dealing.play_on()
            missed_acts.checked_on_this_street(self.acting, seat)
        missed_acts.went_round(self.acting, event)
        return missed_acts.keyed_late(self.acting, event)

    def showdown(self) -> Showdown:
        """Return what is known of the hand's cards, by the actions that are final."""
        return self.showing.known()


_HANDLERS: Final[dict[type, Callable[[Play, Any, int], None]]] = {
    ev.DealEnded: Play.deal_ended,
    ev.CardDrawn: Play.drawn,
    ev.CardSeen: Play.seen,
    ev.CardGone: Play.gone,
    ev.CardFace: Play.turned,
    ev.StubDisturbed: lambda play, event, line: disturbed(play.dealing, event, line),
    ev.ChipsPushed: Play.pushed,
    ev.ChipsPulled: Play.pulled,
    ev.BetsSwept: Play.swept,
    ev.ChangeGiven: Play.changed,
    ev.PotAwarded: Play.awarded,
    ev.ChipsFound: Play.found,
    ev.Declared: Play.said,
    ev.Tapped: Play.said,
    ev.DeclareCancelled: Play.unsaid,
    ev.SeatSpoke: lambda play, event, line: play.acting.early.skipped.speaks(event.seat),
    ev.PotQuoted: Play.quoted,
    ev.ClockCalled: Play.clock_called,
    ev.ClockCancelled: Play.clock_cancelled,
    ev.PlayerAsked: Play.asked,
    ev.ButtonMoved: Play.button_moved,
    ev.FloorCalled: Play.floor_called,
    ev.Ruled: Play.ruled,
    ev.ChipsSplashed: lambda play, event, line: splashed(play.hand, event.seat, line),
    ev.StrangeThing: lambda play, event, line: strange(play.hand, event.seat, line),
    ev.ClockAsked: lambda play, event, line: clock_asked(play.hand, event, line),
}
"""What each event of a hand does."""
