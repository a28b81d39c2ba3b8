"""Stud, stud high-low and razz: hands by chance through PokerKit and at the table, held against each other.

At every decision: whose it is, what it costs and what a raise is; at the end the pots and the stacks.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
from pokerkit import (
    Automation,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    State,
)

from controller.table.engine import Engine
from controller.table.events import AnyEvent, Game, LogHeader
from controller.table.game import FORMS
from controller.table.outputs import Finding, HandLine, Output
from controller.table.rulebook import Rulebook
from tests.oracle.compare import Tally
from tests.oracle.dealt import DECK
from tests.oracle.kit import Decision, Limit
from tests.oracle.why import Allowed, allowed, asks_for_odd_chip

GAMES: dict[str, Any] = {
    "stud": FixedLimitSevenCardStud,
    "stud8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "razz": FixedLimitRazz,
}
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
LEVELS = ((1, 2, 10, 20), (5, 10, 40, 80), (10, 20, 100, 200), (25, 50, 100, 200), (100, 200, 800, 1600))
"""Ante, bring-in, small and big bet."""
_DECODE = msgspec.json.Decoder(AnyEvent)


class Stud:
    """One hand in PokerKit's hands and at the table."""

    def __init__(self, seed: int, book: Rulebook, game: Game, tally: Tally) -> None:
        # PokerKit has the first left of the dealer act of equal boards; a book may go by the suit (tda-2024 RP-10D).
        bets = msgspec.structs.replace(book.bets, tied_boards="first_left")
        book = msgspec.structs.replace(book, bets=bets)
        self.book, self.game, self.tally = book, game, tally
        self.name = f"{book.id} {game} {seed}"
        self.rng = Random(self.name)
        self.ante, self.bring_in, self.small, self.big = self.rng.choice(LEVELS)
        self.seats = sorted(self.rng.sample(range(1, 11), self.rng.choice([2, 2, 3, 4, 5, 6])))
        deep = self.rng.choice([3, 12, 60])
        least = self.ante + self.bring_in
        self.stacks = [self.rng.randint(least, least + deep * self.big) for _ in self.seats]
        cards = DECK.copy()
        self.rng.shuffle(cards)
        self.hands = [[cards.pop() for _ in range(7)] for _ in self.seats]
        self.burns = cards
        self.dealt = [0] * len(self.seats)
        self.state: State = GAMES[game].create_state(
            AUTOMATIONS,
            True,
            self.ante,
            self.bring_in,
            self.small,
            self.big,
            tuple(self.stacks),
            len(self.seats),
        )
        header = LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=book.id, game=game)
        self.engine = Engine(book, header)
        self.out: list[Output] = []
        self.t, self.line = 0.0, 1
        self._new_street()

    # The table --------------------------------------------------------------------------------------

    def tell(self, type: str, after: float = 0.4, **fields: Any) -> None:
        """Something is sensed at the table."""
        self.t, self.line = round(self.t + after, 3), self.line + 1
        event = _DECODE.decode(msgspec.json.encode({"t": self.t, "type": type, **fields}))
        self.out += self.engine.feed(self.line, event)

    def card(self, card: str, zone: str) -> None:
        """A card leaves the shoe and lies in a zone."""
        self.tell("card.draw", 0.3, tag=card, face="down")
        self.tell("card.seen", 0.2, tag=card, zone=zone)

    def begin(self) -> None:
        """Sit everybody down and deal third street, a card at a time."""
        seats = {str(s): {"stack": stack} for s, stack in zip(self.seats, self.stacks, strict=True)}
        self.tell("table", seats=seats, denominations=[1, 5, 25, 100])
        level = {"bring_in": self.bring_in, "small_bet": self.small, "big_bet": self.big}
        self.tell("level", small=0, big=self.small, ante=self.ante, **level)
        self.tell("hand.start", button=None)
        for place in range(3):
            for player, seat in enumerate(self.seats):
                self.card(self.hands[player][place], f"seat:{seat}")
        self.tell("tick", 1.0)

    def table_hands(self) -> None:
        """Where nobody can bet any more all hands are turned up."""
        hand, showdown = self.engine.hand, self.engine.view().showdown
        for seat in [] if showdown is None or hand is None else hand.live:
            for card in self.hands[self.seats.index(seat)][: len(hand.cards[seat])]:
                self.tell("card.seen", 0.1, tag=card, zone=f"seat:{seat}", face="up")

    # PokerKit ---------------------------------------------------------------------------------------

    def _new_street(self) -> None:
        self.when: dict[int, int] = {}
        self.full_to = self.bets_made = 0

    def _bet(self) -> int:
        return self.big if (self.state.street_index or 0) >= 2 else self.small

    def deal(self) -> bool:
        """Deal what PokerKit has due, at the table too; return whether it had."""
        state = self.state
        if state.can_burn_card("??"):
            state.burn_card("??")
            self.tell("chips.swept", 1.0)
            self.table_hands()
            self.card(self.burns.pop(), "burn")
            self._new_street()
            return True
        if not state.can_deal_hole("2c"):
            return False
        player = state.hole_dealee_index
        assert player is not None
        first = self.dealt[player] == 0
        cards = self.hands[player][self.dealt[player] :][: 3 if first else 1]
        self.dealt[player] += len(cards)
        state.deal_hole("".join(cards))
        if not first:
            self.card(cards[0], f"seat:{self.seats[player]}")
        return True

    def decision(self, player: int) -> Decision:
        """Return what the player to act may do by PokerKit."""
        state, faced, bet = self.state, max(self.state.bets), self.state.bets[player]
        since = self.when.get(player, 0)
        return Decision(
            street=FORMS[self.game].streets[state.street_index or 0],
            player=player,
            to_call=bet + (state.checking_or_calling_amount or 0),
            min_to=state.min_completion_betting_or_raising_to_amount,
            max_to=state.max_completion_betting_or_raising_to_amount,
            in_front=bet,
            faced=faced,
            cap=bet + state.stacks[player],
            acted=player in self.when,
            raised_since=faced - (since if since > self.bring_in or state.street_index else 0),
            full_since=False,  # asked of no-limit alone
            full=self._bet(),
            others_can_match=any(
                state.statuses[p] and state.bets[p] + state.stacks[p] > faced
                for p in range(len(self.seats))
                if p != player
            ),
            big=self.small,
            pot_to=None,
            short_small=0,
            limit=Limit(
                bet=self._bet(),
                full_to=self.full_to,
                bets_made=self.bets_made,
                players=len(self.seats),
                capped=state.completion_betting_or_raising_count == 4,
            ),
        )

    def play(self) -> None:
        """Play it to its end and compare."""
        self.begin()
        while self.state.status:
            if self.deal():
                continue
            player = self.state.actor_index
            if player is not None:
                self._turn(player)
            elif self.state.can_show_or_muck_hole_cards():
                self.state.show_or_muck_hole_cards(True)
            else:
                break
        self._end()

    def _turn(self, player: int) -> None:
        state, seat = self.state, self.seats[player]
        if state.can_post_bring_in():
            self._bring_in(player)
            return
        decision = self.decision(player)
        may = allowed(decision, self.book)
        self.tell("tick", 1.0)
        self._compare(seat, decision, may)
        self.tally.decisions += 1
        self.tally.why.update(may.why)
        chance = self.rng.random()
        facing = decision.to_call > decision.in_front
        if chance < 0.3 and may.min_to is not None and decision.min_to == may.min_to:
            self._acted(player, may.min_to)
            state.complete_bet_or_raise_to(may.min_to)
            self._says(seat, "all_in" if may.min_to == decision.cap else "raise" if decision.faced else "bet")
        elif facing and chance < 0.5:
            state.fold()
            self._says(seat, "fold")
        else:
            self._acted(player, None)
            state.check_or_call()
            self._says(seat, "call" if facing else "check")

    def _bring_in(self, player: int) -> None:
        """The low card: it brings it in, or makes it a whole bet at once."""
        state, seat = self.state, self.seats[player]
        self.tally.decisions += 1
        brought = self.engine.hand.unposted if self.engine.hand is not None else None
        if brought is None or brought[0] != seat:
            self.tally.wrong.append(f"{self.name}: seat {seat} brings it in, at the table {brought}")
        whole = state.min_completion_betting_or_raising_to_amount
        if whole == self.small and self.rng.random() < 0.2:
            self.full_to, self.bets_made = whole, 1
            state.complete_bet_or_raise_to(whole)
            self.when[player] = whole
            self._says(seat, "raise")
            return
        state.post_bring_in()
        self.tell("chips.push", 1.0, seat=seat, chips={"1": state.bets[player]})

    def _acted(self, player: int, to: int | None) -> None:
        if to is not None and 2 * (to - self.full_to) >= self._bet():
            self.full_to, self.bets_made = to, self.bets_made + 1
        self.when[player] = max(*self.state.bets, to or 0)

    def _says(self, seat: int, action: str) -> None:
        self.tell("declare", 1.5, seat=seat, action=action)

    # Held against each other ------------------------------------------------------------------------

    def _compare(self, seat: int, decision: Decision, may: Allowed) -> None:
        view = self.engine.view()
        due = (seat, may.to_call, may.min_to)
        shown = (view.to_act, view.to_call, view.min_to)
        if due != shown:
            self.tally.wrong.append(f"{self.name} {decision.street}: due {due}, shown {shown}")

    def _end(self) -> None:
        self.tell("chips.swept", 1.0)
        self.table_hands()
        for pot in self.engine.view().pots_due:
            for share in pot.shares:
                self.tell("chips.award", 1.0, seat=share.seat, amount=share.amount, pot=pot.pot)
        self.tell("hand.end", 1.0)
        self.out += self.engine.finish()
        (line,) = [o for o in self.out if isinstance(o, HandLine)]
        kit = list(self.state.stacks)
        table = [line.stacks[seat] or 0 for seat in self.seats]
        called = [f for f in self.out if isinstance(f, Finding) and f.level != "info"]
        asked = [f for f in called if asks_for_odd_chip(f)]
        self.tally.why["odd chips, the floor's"] += len(asked)
        self.tally.wrong += [f"{self.name}: {f.kind} {f.facts}" for f in called if f not in asked]
        off = [abs(ours - theirs) for ours, theirs in zip(table, kit, strict=True)]
        if not any(off):
            return
        several = line.winners is not None and (len(line.winners) > 1 or len(line.winners[0].shares) > 1)
        most = 2 * len(self.seats) if FORMS[self.game].wins != "high_low" or len(line.pots) == 1 else 10**9
        if several and max(off) <= most and sum(table) == sum(kit):
            self.tally.why["odd chips" if max(off) <= 2 * len(self.seats) else "no low in a pot"] += 1
        else:
            self.tally.wrong.append(f"{self.name}: PokerKit ends with {kit}, the table with {table}")


def games_of(book: Rulebook) -> list[Game]:
    """Return the games of a house that are played without a board."""
    return [game for game in book.games if FORMS[game].stud]


def compare(seeds: Iterable[int], book: Rulebook, game: Game) -> Tally:
    """Play these hands and return what came of it."""
    tally = Tally()
    with warnings.catch_warnings():
        # PokerKit would deal from a deck of its own; here the hand's cards are decided beforehand.
        warnings.filterwarnings("ignore", "A card being dealt")
        for seed in seeds:
            tally.hands[f"{book.id} {game}"] += 1
            Stud(seed, book, game, tally).play()
    return tally
