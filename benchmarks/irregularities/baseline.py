"""PokerKit as a referee: each recorded hand is played into it, and what it refuses is what is said.

    python -m benchmarks.irregularities.baseline DATA > said.jsonl

PokerKit knows whose turn it is, what is due to be dealt and what a raise may be. Whatever is put to it that it refuses is told as the kind
that this is nearest to, without a remedy: it knows no house's book. What is nothing in its terms (a string of motions, a card shown, a hand
thrown away) it cannot see. The same is said for each house.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from pokerkit import Automation, NoLimitTexasHoldem, State

from benchmarks.irregularities import STRENGTHS
from benchmarks.irregularities.truth import TruthError, read_truth
from controller import rulebooks
from controller.sensorlog.reader import LogReader
from controller.sensorlog.source import open_log
from controller.table import events as ev
from controller.table.chips import value_of

AUTOMATIC: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
UNKNOWN: Final = "??"
Told = dict[str, Any]


class Wrapped:
    """One hand in PokerKit's hands, told by a table's reports; ``said`` are its refusals."""

    def __init__(self) -> None:
        self.said: list[Told] = []
        self.t = 0.0
        self.table: ev.TableSet | None = None
        self.level: ev.LevelSet | None = None
        self.start: ev.HandStarted | None = None
        self.cards: dict[str, str] = {}
        self.state: State | None = None
        self.seats: list[int] = []
        self.put_in: list[int] = []
        self.dealt: dict[str, int | None] = {}
        """Tags that have come to lie somewhere: at a player's, or on board or burns."""
        self.drawn: str | None = None
        """The tag of a draw that nobody has seen arrive."""
        self.pushing: tuple[int, int] | None = None
        """Seat and chips of motions that may go on."""
        self.spoken: int | None = None
        """The seat whose words have been played: the chips that follow them are nothing new."""
        self.folding: Counter[int] = Counter()
        self.given: Counter[int] = Counter()
        self.over = False

    def take(self, event: ev.Event) -> None:
        """Play an event."""
        self.t = event.t
        if isinstance(event, ev.ChipsCounted | ev.DeviceChanged | ev.Tick) or self.over:
            return
        if not (isinstance(event, ev.ChipsPushed) and self.pushing and self.pushing[0] == event.seat):
            self._settle()
        match event:
            case ev.TableSet():
                self.table = event
            case ev.LevelSet():
                self.level = event
            case ev.DeckLoaded():
                self.cards = event.cards
            case ev.HandStarted():
                self.start = event
            case ev.CardDrawn():
                self._drawn(event)
            case ev.CardSeen():
                self._seen(event)
            case ev.Declared():
                self._said(event)
            case ev.Tapped():
                self._act(event.seat, "check")
            case ev.ChipsPushed() if event.chips and self.state is not None and event.seat != self.spoken:
                before = self.pushing[1] if self.pushing else 0
                self.pushing = event.seat, before + value_of(event.chips)
            case ev.ChipsPulled():
                self.given[event.seat] += value_of(event.chips)
            case ev.PotAwarded():
                self.given[event.seat] += event.amount
            case ev.HandEnded():
                self._ended()

    def _refused(self, kind: str, seat: int | None = None, *, ends: bool = False) -> None:
        self.said.append({"t": self.t, "kind": kind, "seat": seat, "level": "floor"})
        self.over = self.over or ends

    # The deal ------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self.table is None or self.level is None or self.start is None:
            self.over = True
            return
        button = self.start.button if isinstance(self.start.button, int) else 1
        playing = {seat: setup for seat, setup in self.table.seats.items() if setup.state == "in"}
        self.seats = sorted(playing, key=lambda seat: (seat - button - 1) % 10)
        stacks = [playing[seat].stack or 0 for seat in self.seats]
        level = self.level
        antes = {1: level.big_blind_ante} if level.big_blind_ante else level.ante
        try:
            self.state = NoLimitTexasHoldem.create_state(
                AUTOMATIC, not level.big_blind_ante, antes, (level.small, level.big), level.big, stacks, len(stacks)
            )  # fmt: skip
        except ValueError:
            self.over = True
            return
        self.put_in = [before - now for before, now in zip(stacks, self.state.stacks, strict=True)]

    def _drawn(self, event: ev.CardDrawn) -> None:
        if self.state is None:
            self._begin()
        self._unseen()
        self.drawn = event.tag or UNKNOWN

    def _unseen(self) -> None:
        """Take a card that was drawn and seen nowhere to lie where the next one is due."""
        state = self.state
        if self.drawn is None or state is None:
            return
        if state.hole_dealee_index is not None:
            self._deal(self.drawn, self.seats[state.hole_dealee_index])
        elif state.can_burn_card(UNKNOWN):
            state.burn_card(UNKNOWN)
        self.drawn = None

    def _seen(self, event: ev.CardSeen) -> None:
        state = self.state
        if state is None:
            return
        if event.zone == "muck":
            self._mucked(event.tag)
            return
        if event.tag in self.dealt:
            return
        if self.drawn == event.tag:
            self.drawn = None
        if event.zone.startswith("seat:"):
            self._deal(event.tag, int(event.zone.removeprefix("seat:")))
        elif event.zone == "burn":
            self.dealt[event.tag] = None
            early = state.actor_index is not None and state.street_index is not None and any(state.bets)
            why = "board.premature" if early else "board.extra_burn"
            self._put_to(event.tag, state.verify_card_burning, state.burn_card, why)
        elif event.zone == "board":
            self.dealt[event.tag] = None
            self._put_to(event.tag, state.verify_board_dealing, state.deal_board, self._why_no_board())

    def _card(self, tag: str) -> str:
        return self.cards.get(tag, tag if not self.cards and tag != UNKNOWN else UNKNOWN)

    def _deal(self, tag: str, seat: int) -> None:
        state = self.state
        assert state is not None
        if tag != UNKNOWN:
            self.dealt[tag] = seat
        due = None if state.hole_dealee_index is None else self.seats[state.hole_dealee_index]
        if seat == due:
            self._put_to(tag, state.verify_hole_dealing, state.deal_hole, "misdeal.extra_cards", seat)
        elif due is None:
            self._refused("misdeal.extra_cards", seat, ends=True)
        elif seat not in self.seats:
            self._refused("misdeal.seat_not_entitled", seat, ends=True)
        elif len(self.dealt) <= 1:
            self._refused("misdeal.wrong_first_seat", seat, ends=True)
        else:
            self._refused("misdeal.sequence", seat, ends=True)

    def _put_to(self, tag: str, verify: Any, deal: Any, kind: str, seat: int | None = None) -> None:
        """Deal a card somewhere, or say that PokerKit does not take it."""
        card = self._card(tag)
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a card that is out already is a warning to it
            try:
                verify(card)
            except UserWarning:
                self._refused("deck.duplicate", None, ends=True)
            except (ValueError, KeyError):
                joker = card.startswith("Jk")
                self._refused("deck.joker" if joker else kind, None if joker else seat, ends=True)
            else:
                deal(card)

    def _why_no_board(self) -> str:
        state = self.state
        assert state is not None
        if state.can_burn_card(UNKNOWN):
            return "board.missing_burn"
        if state.actor_index is not None and not any(state.bets) and len(list(state.get_board_cards(0))) == 3:
            return "board.four_card_flop"
        return "board.premature" if any(state.bets) else "board.too_many_cards"

    # Acts ----------------------------------------------------------------------------------------------

    def _mucked(self, tag: str) -> None:
        seat = self.dealt.get(tag)
        if seat is None:
            return
        self.folding[seat] += 1
        player = self.seats.index(seat)
        if (
            self.folding[seat] == 1
            and self.state is not None
            and self.state.statuses[player]
            and self.state.status
        ):
            self._act(seat, "fold")

    def _said(self, event: ev.Declared) -> None:
        if self.state is None:
            return
        if event.action in ("check", "call", "fold"):
            self._act(event.seat, event.action)
        elif event.action == "all_in":
            player = self.seats.index(event.seat)
            self._put(event.seat, self.state.bets[player] + self.state.stacks[player])
        elif event.amount is not None:
            self._put(event.seat, event.amount)
        else:
            return  # the chips will tell how much
        self.spoken = event.seat

    def _settle(self) -> None:
        """Play the chips that a seat has put out, once something else happens."""
        if self.pushing is None or self.state is None:
            return
        seat, chips = self.pushing
        self.pushing = None
        if seat in self.seats:
            self._put(seat, self.state.bets[self.seats.index(seat)] + chips)

    def _turn(self, seat: int, kind: str = "turn.out_of_turn") -> State | None:
        """Return PokerKit's hand where it is this seat's turn; say that it is not otherwise."""
        state = self.state
        self.spoken = None
        if state is None or seat not in self.seats:
            return None
        if state.hole_dealee_index is not None:
            self._unseen()
        if state.actor_index is not None and self.seats[state.actor_index] == seat:
            return state
        if state.actor_index is not None:
            self._refused(kind, seat)
        return None

    def _put(self, seat: int, to: int) -> None:
        """A seat has so much in on the street: a call or a raise. Less than the call it knows only as the call."""
        state = self._turn(seat)
        if state is None:
            return
        player = self.seats.index(seat)
        owed = state.checking_or_calling_amount
        if to <= state.bets[player] + owed:
            self._call(state, player)
            return
        try:
            state.verify_completion_betting_or_raising_to(to)
        except ValueError:
            least = state.min_completion_betting_or_raising_to_amount
            short = "bet.short_raise" if max(state.bets) else "bet.underbet"
            self._refused("bet.not_reopened" if least is None else short, seat)
            self._call(state, player)
            return
        self.put_in[player] += to - state.bets[player]
        state.complete_bet_or_raise_to(to)

    def _call(self, state: State, player: int) -> None:
        self.put_in[player] += state.checking_or_calling_amount
        state.check_or_call()

    def _act(self, seat: int, act: str) -> None:
        state = self._turn(seat, "turn.out_of_turn_fold" if act == "fold" else "turn.out_of_turn")
        if state is None:
            return
        player = self.seats.index(seat)
        if act == "fold":
            try:
                state.verify_folding()
            except (ValueError, UserWarning):
                self._refused("turn.nonstandard_fold", seat)
                self._call(state, player)
            else:
                state.fold()
        elif (act == "check") == bool(state.checking_or_calling_amount):
            self._refused("bet.invalid_declaration", seat)
        else:
            self._call(state, player)

    # The end -------------------------------------------------------------------------------------------

    def _ended(self) -> None:
        state = self.state
        if state is None or state.status or not self.given:
            return
        most, matched = sorted(self.put_in)[-1], sorted(self.put_in)[-2]
        for player, seat in enumerate(self.seats):
            due = state.stacks[player] - state.starting_stacks[player] + self.put_in[player]
            uncalled = most - matched if self.put_in[player] == most else 0  # nobody need see it go back
            if self.given[seat] in (due, due - uncalled):
                continue
            if not self.given[seat]:
                self._refused("showdown.winner_killed", seat)
            elif self.given[seat] < due:
                self._refused("pot.award_wrong", seat)


def said_of(log: Path) -> list[Told]:
    """Return what PokerKit refuses of a log."""
    hand = Wrapped()
    with open_log(str(log)) as source:
        for _, entry in LogReader(source):
            if isinstance(entry, ev.Event):
                hand.take(entry)
    return hand.said


def lines(data: Path) -> Iterator[Told]:
    """Yield the lines for every log of a data set, under each house."""
    hands = [hand.id for hand in read_truth(data)]
    for strength in STRENGTHS:
        for hand in hands:
            log = data / "logs" / strength / f"{hand}.jsonl"
            for told in said_of(log):
                for house in rulebooks.ids():
                    yield {"type": "finding", **told, "log": str(log), "rulebook": house}


def main() -> int:
    """Print what PokerKit says; 2 where there is no data set."""
    parser = argparse.ArgumentParser(description="Have PokerKit judge the data set.")
    parser.add_argument("data", type=Path)
    told = parser.parse_args()
    warnings.simplefilter("ignore")
    try:
        for line in lines(told.data):
            sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    except TruthError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
