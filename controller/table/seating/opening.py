"""Opens a hand: who is dealt in, where button and blinds belong after the last hand."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final

import msgspec

from controller.table.deal.deal import Deal
from controller.table.equipment import FULL, Kit
from controller.table.events import Game, HandStarted, LevelSet, SeatState
from controller.table.figures import ButtonSeen
from controller.table.game import FORMS
from controller.table.hand import Hand
from controller.table.irregularities import CutOffCount, Irregularity, Judge
from controller.table.players.player import Player
from controller.table.players.players import NO_BUTTON, Blinds, Seat, blinds_from, clockwise
from controller.table.rulebook import DealRules, Rulebook
from controller.table.seating.positions import LastHand, Positions
from controller.table.terms import Terms

KEYED_TWICE_S: Final = 2.0
"""A start that is told again within this time is no other hand's, whatever cards are out by then."""
DealtIn = tuple[int, SeatState, int | None, bool, int, int | None, bool]
"""A seat that is dealt in: its state, its stack and what is known of one that is not, whether it is marked OUT, and
whether its player was away at the first deal and is back for this one."""


@dataclass(slots=True)
class Opened:
    """How a hand begins. ``expected`` is where button and blinds belong."""

    n: int
    button: int
    level: LevelSet
    level_before: LevelSet | None
    """The level of the last hand, where another one has come since."""
    blinds: Blinds
    dealt_in: list[DealtIn]
    states: dict[int, str]
    expected: Blinds | None
    t: float
    line: int
    carried: int
    """Forfeited chips of the hand before that stay for the pot."""
    doubtful: frozenset[int] = frozenset()
    """Seats of which nobody knows whether they have chips left; the deal shows who is in the hand."""
    redealt: bool = False
    """The last hand is dealt again."""
    others: list[Opened] = field(default_factory=list)
    """How else it may begin, with other seats of those dealt in."""

    @property
    def order(self) -> list[int]:
        """Return the seats that are dealt in."""
        return [seat for seat, *_ in self.dealt_in]


@dataclass(slots=True)
class Opening:
    """Opens hands at one table."""

    book: Rulebook
    game: Game
    seats: dict[int, Seat]
    positions: Positions
    kit: Kit = FULL
    unjudged: frozenset[str] = frozenset()
    """Kinds that a table so equipped never judges."""

    @property
    def last(self) -> LastHand | None:
        """The hand before."""
        return self.positions.last

    def button_of(self, event: HandStarted, lies: int | None) -> int | None:
        """Return the button of a hand that begins: told with it, seen to lie somewhere, or where it belongs."""
        if FORMS[self.game].stud:
            return NO_BUTTON
        if isinstance(event.button, int):
            return event.button
        if lies is not None:
            return lies
        due = self.positions.again() if event.redeal else self.positions.next()
        return None if due is None else due.button

    def worked_out(self, event: HandStarted, lies: int | None) -> bool:
        """Whether the button of a hand that begins was seen nowhere and told by nobody: it follows from the last hand."""
        due = None if lies is not None or event.redeal else self.positions.next()
        if due is None or not isinstance(event.button, int):
            return due is not None
        return event.by == "table" and event.button == due.button

    def open(
        self, n: int, event: HandStarted, button: int, line: int, level: LevelSet, *, seen: bool = True
    ) -> Opened:
        """Return how hand ``n`` begins with its ``button``.

        Where nobody knows of a seat whether it has chips left, it is taken to be as the button tells; a button that
        was not ``seen`` is where the house's rule has it with those who are in.
        """
        hypotheses = [
            hypothesis
            for hypothesis in self._hypotheses(n, event, button if seen else None, line, level)
            if len(hypothesis.order) > 1
        ]
        named = {seat for seat in (event.small_blind, event.big_blind) if isinstance(seat, int)}
        hypotheses = [each for each in hypotheses if named <= {*each.order}] or hypotheses
        fits = (
            hypothesis
            for hypothesis in hypotheses
            if hypothesis.expected is None or hypothesis.expected.button == button
        )
        opened = next(fits, hypotheses[0] if hypotheses else self._opened(n, event, button, line, level))
        opened.others = [hypothesis for hypothesis in hypotheses if hypothesis is not opened]
        self._note_gone(opened)
        for seat in opened.order:
            self.seats[seat].new = False
        if not event.redeal:
            self.positions.opened(opened.blinds)
        return opened

    def dealt_in(self, opened: Opened) -> None:
        """The deal shows that the hand began as ``opened`` says, and not as it was taken to begin."""
        self._note_gone(opened)
        self.positions.served(opened.blinds)

    def _note_gone(self, opened: Opened) -> None:
        for number in opened.doubtful:
            if self.seats[number].gone is not None:
                self.seats[number].gone = number not in opened.order

    def _hypotheses(
        self, n: int, event: HandStarted, button: int | None, line: int, level: LevelSet
    ) -> Iterator[Opened]:
        """Yield how the hand may begin, the likeliest first: each doubtful seat in it, or not."""
        doubtful = {number: seat.gone for number, seat in self.seats.items() if seat.gone is not None}
        hypotheses = product(*((gone, not gone) for gone in doubtful.values()))
        for hypothesis in hypotheses:
            for number, gone in zip(doubtful, hypothesis, strict=True):
                self.seats[number].gone = gone
            place = button if button is not None else self.button_of(HandStarted(t=event.t), None)
            if place is None:
                continue
            opened = self._opened(n, event, place, line, level)
            opened.doubtful = frozenset(doubtful)
            yield opened
        for number, gone in doubtful.items():
            self.seats[number].gone = gone

    def _opened(self, n: int, event: HandStarted, button: int, line: int, level: LevelSet) -> Opened:
        """Return how the hand begins with the seats that are taken to be in it. Changes nothing."""
        moves_on = self.positions.moves_on(button, redeal=event.redeal)
        entitled = self.positions.entitled(event.small_blind, event.big_blind, moves_on=moves_on)
        carried = event.carried or 0
        if event.redeal or (carried and self.book.deal.carried_for_those_before):
            entitled = [seat for seat in entitled if self.positions.sat_before(seat)]
        expected = self.positions.expected(button, redeal=event.redeal) if button else None
        blinds = self._blinds(event, button, entitled, expected)
        if event.redeal and self.last is not None:
            level = self.last.level
        dealt_in = []
        for number in entitled:
            seat = self.seats[number]
            state = self._state(number, event)
            back = state == "absent" and seat.state == "in"
            dealt_in.append((number, state, seat.stack, seat.out, seat.least, seat.most, back))
        states: dict[int, str] = {
            number: "out" if number not in entitled and seat.entitled else seat.state
            for number, seat in self.seats.items()
        }
        before = None if self.last is None or _alike(self.last.level, level) else self.last.level
        opened = Opened(n, button, level, before, blinds, dealt_in, states, expected, event.t, line, carried)
        opened.redealt = event.redeal
        return opened

    def hand(self, opened: Opened) -> Hand:
        """Return a hand that begins so; a button that does not belong where it is is told at once."""
        players = {
            seat: Player(
                seat,
                state,
                stack,
                out=out,
                least=least,
                most=most,
                came_back=back,
                doubtful=seat in opened.doubtful,
            )
            for seat, state, stack, out, least, most, back in opened.dealt_in
        }
        judge = Judge(self.book, opened.n, CutOffCount(self.book.cutoff))
        judge.unjudged = self.unjudged
        deal = self._deal(opened)
        blinds = copy.copy(opened.blinds)
        terms = Terms(book=self.book, game=self.game, level=opened.level, blinds=blinds, kit=self.kit)
        hand = Hand(opened.n, terms, players, judge, deal, opened.t, opened.line, opened.carried)
        hand.level_before = opened.level_before
        self._tell_positions(hand, opened.expected)
        return hand

    def _tell_positions(self, hand: Hand, expected: Blinds | None) -> None:
        """Say that the button is in the wrong place, or that it or the small blind is dead."""
        blinds = hand.blinds
        if expected is not None and expected.button != blinds.button:
            seen = ButtonSeen(blinds.button, expected.button)
            met = self.last is not None and len(self.last.states) > len(hand.players) == 2
            cases = ("down_to_two",) if met else ()
            found = hand.tell(Irregularity("misdeal.button_position", cases=cases, facts=seen))
            hand.belongs, hand.proper = expected, expected if found.cites else None
        elif _button_heads_up(hand) and blinds.small not in (blinds.button, None):
            tell_small_blind(hand)
        elif expected is not None and (wrong := self._misnamed(hand, expected)):
            seen = ButtonSeen(blinds.button, expected.button, expected.small, expected.big, wrong)
            found = hand.tell(Irregularity("misdeal.button_position", wrong[0], ("blinds",), seen))
            hand.belongs, hand.proper = expected, expected if found.cites else None
        else:
            self._tell_dead(hand)

    def _misnamed(self, hand: Hand, expected: Blinds) -> list[int]:
        """Return the seats that were named for a blind that is another's, or whose small blind was called dead.

        Who comes in with one may be named for his.
        """
        if self.last is None or len(hand.players) < 3 or expected.big is None:
            return []
        small = expected.small if hand.blinds.small is None else hand.blinds.small
        named = ((hand.blinds.small, small, expected.small), (hand.blinds.big, hand.blinds.big, expected.big))
        wrong = [about for seat, about, due in named if about is not None and seat != due]
        sure = all(seat in self.last.states for seat in wrong)
        return wrong if sure and not any(player.doubtful for player in hand.players.values()) else []

    def _state(self, seat: int, event: HandStarted) -> SeatState:
        """Return how ``seat`` is dealt in: who is late is away. Who was at the first deal may be held to it at the re-deal."""
        now = "absent" if self.seats[seat].state == "late" else self.seats[seat].state
        if not event.redeal or self.last is None or self.book.deal.redeal_returns:
            return now
        before = self.last.states[seat]
        return now if before == "in" else before

    def _deal(self, opened: Opened) -> Deal:
        boxed = self.book.rule("deal.boxed_card")
        deal = Deal(
            rules=_rules_of(self.book.deal, self.game),
            order=clockwise([seat for seat, *_ in opened.dealt_in], opened.button),
            per_seat=FORMS[self.game].cards,
            states=opened.states,
            boxed_replaced=boxed is not None and boxed.remedy == "replace_card",
            carried=opened.carried > 0,
        )
        deal.doubtful = opened.doubtful
        ruled = [self.book.rule(kind) is not None for kind in ("misdeal.card_count", "misdeal.sequence")]
        deal.counts_after_sequence = ruled == [True, False]
        return deal

    def _blinds(
        self, event: HandStarted, button: int, entitled: list[int], expected: Blinds | None
    ) -> Blinds:
        """Return the blinds that the dealer named, else those that follow; none without a button."""
        if button == NO_BUTTON:
            return Blinds(NO_BUTTON, None, None)
        if expected is None or expected.button != button:
            blinds = blinds_from(button, entitled)
        else:
            blinds = Blinds(expected.button, expected.small, expected.big, expected.place)
        if event.small_blind is not msgspec.UNSET:
            blinds.small = event.small_blind
            blinds.place = blinds.place if event.small_blind is None else event.small_blind
        if event.big_blind is not msgspec.UNSET:
            blinds.big = event.big_blind
        return blinds

    def _tell_dead(self, hand: Hand) -> None:
        """Say that the button or the small blind is dead this hand, so that nobody mends it."""
        blinds = hand.blinds
        if len(hand.players) < 3 or blinds.button == NO_BUTTON:
            return
        button_dead, small_dead = blinds.button not in hand.players, blinds.small is None
        if not button_dead and not small_dead:
            return
        case = "both_out" if button_dead and small_dead else "big_blind_out"
        if button_dead and not small_dead:
            case = "small_blind_out"
        facts = {"button_dead": button_dead, "small_blind_dead": small_dead}
        hand.tell(Irregularity("button.dead", None, (case,), facts, [hand.line]))


def begun_again(opened: Opened, hand: Hand, event: HandStarted) -> bool:
    """Whether a hand only begins once more: the riffle after the dealer push, say, or the key touched twice.

    No card of it is out, or nobody could have gathered and shuffled those that are.
    """
    begins = not hand.draws or event.t - opened.t <= KEYED_TWICE_S
    acted = any(action.action != "post" for action in hand.actions)
    untouched = hand.kit.shoe and begins and not (acted or hand.board.cards or hand.void)
    if not untouched or (event.redeal and not opened.redealt) or event.carried not in (None, opened.carried):
        return False
    blinds = hand.blinds
    named = ((event.button, blinds.button), (event.small_blind, blinds.small), (event.big_blind, blinds.big))
    return all(seat is msgspec.UNSET or (seat or None) == (due or None) for seat, due in named)


def _rules_of(deal: DealRules, game: Game) -> DealRules:
    """Return the rules of the deal; at stud the last seat is like any other."""
    if not FORMS[game].stud:
        return deal
    return msgspec.structs.replace(deal, button_consecutive=False, short_button="misdeal.card_count")


def _button_heads_up(hand: Hand) -> bool:
    """Whether two are dealt in and one of them has the button."""
    return len(hand.players) == 2 and hand.blinds.button in hand.players


def tell_small_blind(hand: Hand) -> None:
    """Heads-up the seat without the button has the small blind: the two are in the wrong place."""
    button = hand.blinds.button
    other = next(seat for seat in hand.players if seat != button)
    seen = ButtonSeen(button, button, small_blind=other)
    hand.tell(Irregularity("misdeal.button_position", other, ("heads_up",), seen))


def crossed_heads_up(hand: Hand) -> bool:
    """Whether heads-up the button has pushed the big blind and the other seat the small one."""
    level, button = hand.level, hand.blinds.button
    if not _button_heads_up(hand) or hand.blinds.small != button or level.small == level.big:
        return False
    other = next(player for seat, player in hand.players.items() if seat != button)
    pushed = (hand.players[button].posted - level.ante, other.posted - level.ante)
    return pushed == (level.big, level.small)


def _alike(one: LevelSet, other: LevelSet) -> bool:
    """Whether two levels ask for the same blinds and antes, whenever they were set."""
    return (one.small, one.big, one.ante, one.big_blind_ante) == (
        other.small, other.big, other.ante, other.big_blind_ante,
    )  # fmt: skip


def posted_before_level(hand: Hand) -> bool:
    """Whether both blinds were pushed as the level before had them, where the book speaks of that."""
    before, blinds = hand.level_before, hand.blinds
    rule = hand.book.kinds.get("blind.missing")
    if before is None or rule is None or "old_level" not in rule.cases:
        return False
    due = ((blinds.small, before.small), (blinds.big, before.big + before.big_blind_ante))
    return all(
        seat in hand.players and hand.players[seat].posted == amount + before.ante
        for seat, amount in due
        if seat is not None
    ) and None not in (blinds.small, blinds.big)
