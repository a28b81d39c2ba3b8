"""Follows the betting: one act in turn at a time, ruled when it is known and printed when it is final."""

from __future__ import annotations

from typing import NamedTuple

from controller.table.betting.act import ONE_MOTION_S, Act
from controller.table.betting.turn import Turn
from controller.table.chips import value_of
from controller.table.events import ChipsPulled, ChipsPushed, Declared, Tapped
from controller.table.figures import Look
from controller.table.irregularities import Irregularity
from controller.table.stopping import comes_back
from controller.table.wagers import all_in_unsaid
from controller.table.wagers.acting import Acting
from controller.table.wagers.adding import laid, makes_good, posted_late, replaced, taken_back, untold_rest
from controller.table.wagers.all_in_uncounted import ask_how_much
from controller.table.wagers.counted_late import street_ends
from controller.table.wagers.gone import GONE_S, chips_lie, forfeits, given_up, look_for_cards
from controller.table.wagers.passing import (
    nothing_to_do,
    pass_over,
    pot_is_gone,
    showdown_begins,
    uncalled_goes_back,
    was_not_passed,
)
from controller.table.wagers.small_chips import smallest, that_play
from controller.table.wagers.spoken import for_the_floor, made_clear, made_of_chips, says_again
from controller.table.wagers.stud import post_bring_in, says_bring_in
from controller.table.wagers.wager import motion_over


class Pushed(NamedTuple):
    """A forward motion with chips that play: ``whole`` is the motion with all of them."""

    event: ChipsPushed
    whole: ChipsPushed
    value: int | None
    """None where the chips could not be told."""
    makes_good: bool
    """They only complete what is bet already: no act."""


class Wagering:
    """The betting of one hand."""

    def __init__(self, acting: Acting) -> None:
        self.hand = acting.hand
        self.standing = acting.standing
        self.acting = acting
        self._taken_in: dict[int, tuple[float, int]] = {}
        """Hands in the muck that may be coming back, when they went there and on which line: folds, if play goes on."""

    # What the sensors report -----------------------------------------------------------------------

    def may_act(self, seat: int) -> bool:
        """Whether a word or chips of ``seat`` can be an act: its hand is live and no pot was pushed."""
        player = self.hand.players.get(seat)
        if player is not None and player.folded and not self.hand.kit.antennas:
            was_not_passed(self.acting, seat)
        if player is None or not player.live or self.hand.awards:
            return False
        if player.maybe_all_in:
            self.hand.betting = self.hand.betting.seated(player.acts_again())
        return True

    def binds(self, event: Declared | Tapped, line: int) -> bool:
        """Whether words are an act: some are for the floor, and late or repeated ones are of one that is final."""
        if type(event) is Declared and (event.conditional or self._too_soon(event)):
            for_the_floor(self.hand, event, line)
            return False
        if self._keyed_late(event) or says_again(self.acting, event):
            return False
        post_bring_in(self.hand, event.seat)
        return self.standing.pending is not None or not says_bring_in(self.hand.round, event)

    def declared(self, event: Declared | Tapped, line: int) -> None:
        """Words of a seat that may act, or a tap; its cards and the street's lie where they belong."""
        turn = self._act_of(event.seat, fold=self._gives_up(event))
        if turn is None and type(event) is Declared and event.action == "fold" and not self.hand.kit.antennas:
            given_up(self.acting, event.seat, event.t, line)
        if turn is None or turn.choose(event, line):
            return
        if type(event) is Declared and event.unclear and event.amount is not None:
            event = made_clear(self.acting, turn, event, line)
        if type(event) is Declared and event.amount is not None:
            event = made_of_chips(self.acting, turn, event, event.amount, line)
        turn.say(event, line)
        self.acting.judge(turn)

    def _keyed_late(self, event: Declared | Tapped) -> bool:
        """Whether words came with chips that are final already: others acted since, or were heard before and undone."""
        late = type(event) is Declared and event.order is not None and self.standing.due() != event.seat
        last = self.hand.round.last if self.hand.round and self.standing.pending is None else None
        went = last == event.seat or self.acting.last_final(event.seat, self.hand.street) is not None
        return late and went and self.acting.act_of(event.seat) is None

    def _too_soon(self, event: Declared) -> bool:
        """Whether somebody calls a bet or raise whose amount is not known yet."""
        turn = self.standing.pending
        other = turn is not None and turn.seat != event.seat and event.action == "call"
        return other and self.standing.unnamed()

    def comes_in(self, event: ChipsPushed, line: int) -> Pushed | None:
        """Take a forward motion; return it where chips came that are no blind put out late."""
        post_bring_in(self.hand, event.seat)
        player = self.hand.players.get(event.seat)
        if player is None or self.hand.round is None:
            return None
        value = untold_rest(self.standing, player) if event.chips is None else value_of(event.chips)
        if posted_late(self.standing, player, value):
            return None
        played = that_play(event, self.hand)
        value = value if played is event else value_of(played.chips or {})
        if value == 0:
            self._nothing_left(event, line)
            return None
        return Pushed(played, event, value, makes_good(self.standing, player, value, played.chips or {}))

    def pushed(self, chips: Pushed, line: int, *, acts: bool) -> None:
        """Chips lie there; ``acts``: they are an act of a seat that may act, and the cards lie where they belong."""
        event, whole, value, good = chips
        turn = self._act_of(event.seat) if acts else None
        event = laid(self.standing, turn, event, value)
        if turn is None and not good:
            nothing_to_do(self.acting, event.seat)
        if turn is None or (turn.good_to is not None and self.hand.players[event.seat].zone <= turn.good_to):
            return
        replaced(self.standing, turn)
        turn.push(event, line)
        if event is not whole:
            self._too_small(turn, whole)
        if value is None:
            seen = Look(look=f"bet:{event.seat}", about="chips")
            self.hand.tell(Irregularity("sensing.gap", event.seat, facts=seen, lines=[line], remedy="look"))
        self.acting.judge(turn)

    def _nothing_left(self, event: ChipsPushed, line: int) -> None:
        """A motion that left no chips, or none that play, is no wager."""
        if event.chips and value_of(event.chips):
            spot = self.standing.spot(event.seat)
            figures = spot.figures(spot.stays + value_of(event.chips))
            facts = figures | {"to": spot.stays, "smallest": smallest(self.hand)}
            self.hand.tell(Irregularity("bet.underbet", event.seat, ("small_chip",), facts, [line]))
        elif self.standing.due() == event.seat:
            self.standing.motion = event.seat

    def _too_small(self, turn: Turn, event: ChipsPushed) -> None:
        """Chips too small to play lie among the others: they do not count."""
        assert event.chips is not None
        least, last = smallest(self.hand), turn.act.pushes[-1]
        if turn.reported or all(chip >= least for chip, count in event.chips.items() if count):
            return
        turn.reported = True
        spot = self.standing.spot(turn.seat, turn.act)
        figures = spot.figures(spot.stays + value_of(event.chips))
        facts = figures | {"to": spot.stays + (last.value or 0), "smallest": least}
        too_small = Irregularity("bet.underbet", turn.seat, ("small_chip",), facts, turn.lines)
        turn.finding = self.hand.tell(too_small)

    def pulled(self, event: ChipsPulled) -> None:
        """A player took chips back."""
        player = self.hand.players.get(event.seat)
        if player is not None:
            if self.standing.due() != event.seat:
                self.fold_gone()
                uncalled_goes_back(self.acting, event.seat)
            taken_back(self.standing, player, event.chips)

    def pot_quoted(self, amount: int) -> None:
        """The dealer said what the pot is, for the bet in hand or the next one."""
        self.hand.now_is(quoted=amount)
        if self.standing.pending is not None:
            self.acting.judge(self.standing.pending)

    def unsaid(self, seat: int, of: int | None = None) -> None:
        """Words of ``seat`` were keyed in error: those of line ``of``, else its last."""
        turn, figures = self.standing.pending, self.hand.round
        if turn is not None and turn.seat == seat and turn.says(of):
            if not turn.unsay(of):
                self.acting.uncount(turn)
        elif figures is not None and seat in figures.said_check and of in (None, figures.said_check[seat]):
            self.hand.now_is(round=figures.unsays_check(seat))
        else:
            self.acting.early.unsaid(seat, of)

    def mucked(self, seat: int, t: float, line: int) -> bool:
        """Cards of ``seat`` lie in the muck: a fold, or a hand that was bet on; False where it is thrown away after that."""
        hand = self.hand
        player = hand.players.get(seat)
        if player is None or not player.live or hand.round is None:
            return True
        if not hand.kit.whole and pot_is_gone(self.acting):
            return True
        post_bring_in(hand)
        showdown_begins(self.acting)
        in_turn = (
            self.standing.pending is None or self.standing.pending.seat != seat
        ) and self.standing.due() == seat
        if not in_turn and not self.is_folding(seat):
            done = self.standing.due() is None or all_in_unsaid.may_be_over(self.standing)
            done = done or not hand.kit.camera  # what is bet unseen may be bet already
            if hand.betting_over or (done and hand.all_dealt):
                return False
            if self._cannot_fold(seat, line) or self.acting.early.folded(seat):
                return True
        if self.acting.early.throws_in(seat, t, line):
            return True
        turn = self._act_of(seat, t, fold=True) if self.may_act(seat) else None
        if turn is None:
            nothing_to_do(self.acting, seat)
            given_up(self.acting, seat, t, line)
            return True
        turn.lines.append(line)
        if not turn.act.fold or turn.act.pushes:
            turn.folds()
            self.acting.judge(turn)
        return True

    def taken_in(self, seat: int, t: float, line: int) -> bool:
        """Whether the dealer may be gathering the cards of ``seat``, which lie in the muck: play tells whether it folded."""
        hand, player = self.hand, self.hand.players.get(seat)
        if not (comes_back(hand) or (hand.judge.stopped and self.standing.due() is not None)):
            return False
        if player is not None and player.live and not (hand.void or self.is_folding(seat)):
            self._taken_in.setdefault(seat, (t, line))
        return True

    def is_folding(self, seat: int) -> bool:
        """Whether the act in hand is a fold of ``seat``, whose cards only follow."""
        turn = self.standing.pending
        if turn is None or turn.seat != seat:
            return False
        return turn.act.fold or self.standing.ruling(turn, settled=True).action == "fold"

    def _cannot_fold(self, seat: int, line: int) -> bool:
        """A hand in the muck that is no fold: its player is all-in, or bet and has an opponent still to act."""
        hand = self.hand
        betting = self.standing.after()
        all_in = betting.players[seat].all_in
        bet_last = betting.round is not None and betting.round.aggressor == seat
        if all_in and seat in self.acting.passed:
            was_not_passed(self.acting, seat)
            return True
        if all_in:
            if not hand.judge.lies_told("hand.mucked_live", seat):
                known = hand.identifiable(seat)
                cases = () if known else ("unidentified",)
                hand.tell(Irregularity("hand.mucked_live", seat, cases, {"identifiable": known}, [line]))
            return True
        if self.standing.due() in (None, seat) or "showdown.premature_discard" not in self.hand.book.kinds:
            return False
        if bet_last and not hand.judge.lies_told("showdown.premature_discard", seat):
            if self.standing.pending is not None and self.standing.pending.seat == seat:
                self.acting.commit(self.standing.pending)
            hand.tell(Irregularity("showdown.premature_discard", seat, lines=[line]))
        return bet_last

    def back_up_to(self, seat: int, no_raise: list[str] | None) -> None:
        """The floor gives a skipped seat its turn; ``no_raise``: the clauses by which it may not raise."""
        figures = self.hand.round
        if figures is None or not self.hand.players[seat].can_act:
            return
        if self.standing.pending is not None and self.standing.pending.seat != seat:
            self.acting.commit(self.standing.pending)
        self.acting.settle_early()
        figures = (self.hand.round or figures).back_up_to(seat)
        if no_raise is not None:
            figures = figures.no_raise(seat, no_raise)
        self.hand.now_is(round=figures)

    def ruled_act(self, seat: int) -> Turn | None:
        """Begin the act of ``seat``, which is to act: the floor says what it is."""
        turn = self._act_of(seat) if self.may_act(seat) else None
        if turn is not None:
            turn.lines.append(self.hand.line)
        return turn

    def finish(self) -> None:
        """Bets are swept, a card is drawn, chips are awarded or the hand ends: the act is final."""
        post_bring_in(self.hand)
        self.acting.settle_early(final=True)
        self.acting.finish_act()
        street_ends(self.standing)
        if self.acting.early.acts:
            self.acting.settle_early()
            self.acting.carry_out(self.acting.early.folds_due())
        if self.acting.early.acts and self.hand.closed:
            self.acting.early.clear()
        if self.hand.betting.amiss is not None and self.hand.closed:
            self.acting.let_stand(street_over=True)
            self.hand.now_is(amiss=None)

    def time(self) -> None:
        """Time has passed: a silent wager is settled, cards that are gone ask for a look."""
        turn = self.standing.pending
        # A finding that was told may give way to another by words keyed late, which asks the same of the time.
        lies = turn is not None and turn.act.pushes and not turn.taken
        if turn is not None and lies and motion_over(turn.act, self.hand.t) and not turn.reported:
            self.acting.judge(turn)
            self.acting.hold_against_words(turn, final=False)
        if turn is not None and not turn.act.pushes and not turn.doubted:
            ask_how_much(self.hand, turn)
        if self.acting.early.acts:
            early = self.acting.early
            self.acting.carry_out(early.skipped.counting(early.acts, None))
        if self.hand.tracker.gone_at and self.hand.tracker.lifted_for(GONE_S, self.hand.t):
            look_for_cards(self.standing)

    # Whose act is it -------------------------------------------------------------------------------

    def _act_of(self, seat: int, t: float | None = None, *, fold: bool = False) -> Turn | None:
        """Return the act that this belongs to, beginning one in turn or out of turn; None to ignore it."""
        if self.hand.round is None:
            return None
        if self.standing.pending is None or self.standing.pending.seat != seat:
            self.acting.settle_early(seat)
        turn = self.standing.pending
        if turn is not None and turn.seat == seat:
            if not fold or self._still_folds(turn) or forfeits(self.standing, turn):
                return turn
            self.acting.commit(turn)
            self.acting.settle_early(seat)
        return self._begin(seat, self.hand.t if t is None else t)

    def _still_folds(self, turn: Turn) -> bool:
        """Whether the act in hand is no other yet: no chips lie there, and no words bind."""
        if turn.act.fold or turn.has_choice:
            return True
        return turn.act.verb() == "fold" if turn.act.words else not chips_lie(self.hand, turn)

    def _gives_up(self, event: Declared | Tapped) -> bool:
        """Whether a seat says that it folds when chips of it lie there already."""
        turn = self.acting.act_of(event.seat)
        if type(event) is not Declared or event.action != "fold" or turn is None:
            return False
        late = event.order is None and event.t - turn.act.last_t > ONE_MOTION_S
        return (late or event.order == "after") and not turn.act.words and chips_lie(self.hand, turn)

    def _begin(self, seat: int, t: float) -> Turn | None:
        figures, pending = self.hand.round, self.standing.pending
        if figures is not None and not figures.led and figures.last is None and pending is None:
            self.hand.now_is(round=figures.led_by(seat))
        due = self.standing.due()
        self._taken_in.pop(seat, None)
        if figures is not None and figures.brings_in(seat) and pending is None:
            due = seat
        while due != seat and self._fold_gone(due):
            due = self.standing.due()
        if self.standing.pending is not None and self.standing.unnamed():
            due = self.standing.pending.seat
        elif due != seat and not self.hand.kit.whole:
            due = pass_over(self.acting, seat)
        if due not in (None, seat) and all_in_unsaid.passed_over(self.standing, seat):
            due = seat
        if due is None and self.standing.against_short_blinds(seat):
            due = seat
        passes = [] if due == seat else self.acting.early.skipped.passing(self.acting.early.acts, seat)
        if due == seat or passes:
            self.acting.carry_out(passes)
            self.acting.finish_act()
            self._in_the_deal()
            self.standing.motion = None
            self.standing.pending = Turn(Act(seat, t))
            if self.acting.passed:
                self.acting.passed.pop(seat, None)
            return self.standing.pending
        if due is None or not self.hand.players[seat].can_act:
            return None
        self._in_the_deal()
        was_not_passed(self.acting, seat)
        return self.acting.early.act_of(seat, due, t)

    def _in_the_deal(self) -> None:
        """Note when somebody first acts while cards of the deal are still to come."""
        hand = self.hand
        if hand.deal.acted_at is None and hand.dealing:
            hand.deal.acted_at = hand.t

    def fold_gone(self) -> None:
        """Play goes on past a seat whose cards no antenna sees any more: it has folded."""
        if not self.hand.judge.stopped:
            self._fold_gone(self.standing.due())

    def goes_on(self) -> None:
        """Play goes on over a misdeal that is open: seats whose cards were taken in, or are gone, have folded."""
        while self.hand.judge.stopped and self._fold_gone(self.standing.due()):
            pass

    def _fold_gone(self, seat: int | None) -> bool:
        """Fold ``seat``, whose turn it is, if its cards are gone; return whether it did."""
        if seat is None or not (seat in self._taken_in or self.hand.cards_gone(seat) is not None):
            return False
        self.acting.finish_act()
        gone = self.hand.cards_gone(seat)
        t, line = self._taken_in.pop(seat, (self.hand.t if gone is None else gone, self.hand.line))
        self.standing.pending = Turn(Act(seat, t, fold=True), [line])
        self.acting.judge(self.standing.pending)
        return True
