"""PokerKit plays the hand: who acts, what it costs, what a raise may be, and who ends with what.

It is told chips and moves and knows nothing of the table. Two things are done for it. A big blind that
cannot post in full is lent the rest, because it takes the largest blind posted for the one to call, and
the loan is taken back before the bets are collected. And where everybody else is all-in and nothing is
to call it would ask for a check; it gets one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    PotLimitOmahaHoldem,
    State,
)
from pokerkit.games import OmahaHoldemMixin, PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem

from controller.table.game import FORMS
from tests.oracle.dealt import Dealt

STREETS = ("preflop", "flop", "turn", "river")
BOARD_AT = (0, 3, 4, 5)
"""Board cards that lie on each street."""
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.CHIPS_PULLING,
)


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):  # type: ignore[misc]
    """Pot-limit hold'em, which PokerKit has the parts of."""


class PotLimitOmahaHighLow(PotLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem):  # type: ignore[misc]
    """Pot-limit Omaha high-low with eight or better, which PokerKit has the parts of."""

    hand_types = (OmahaHoldemHand, OmahaEightOrBetterLowHand)


GAMES = {
    "nlhe": NoLimitTexasHoldem,
    "plhe": PotLimitTexasHoldem,
    "flhe": FixedLimitTexasHoldem,
    "plo": PotLimitOmahaHoldem,
    "plo8": PotLimitOmahaHighLow,
    "flo8": FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The betting of a street at limit. An all-in of half a bet or more counts for a bet, a smaller one not."""

    bet: int
    """What a bet or raise is."""
    full_to: int
    """The last bet or raise that counts."""
    bets_made: int
    """How many there were, the big blind among them."""
    players: int
    """How many were dealt in."""
    capped: bool
    """Whether PokerKit lets nobody raise any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the player to act may do. Amounts are whole bets on the street; None: no raise."""

    street: str
    player: int
    to_call: int
    min_to: int | None
    max_to: int | None
    in_front: int
    """What the player has in on the street."""
    faced: int
    """The largest bet."""
    cap: int
    """The player's bet with every chip in."""
    acted: bool
    raised_since: int
    """By how much the bet has grown since the player acted on this street."""
    full_since: bool
    """Whether one bet or raise that was full by itself was made since the player acted; not known at limit."""
    full: int
    """The largest full bet or raise of the street, the big blind before there was one."""
    others_can_match: bool
    """Whether another live player could put in more than is faced."""
    big: int
    pot_to: int | None
    """The bet that raises by the pot, at pot-limit."""
    short_small: int
    """What the small blind could not post, before the flop."""
    limit: Limit | None = None


@dataclass(slots=True)
class Result:
    """How the hand ended. Lists are by player; pots are main pot first."""

    pots: list[tuple[int, list[int]]] = field(default_factory=list)
    shares: list[dict[int, int]] = field(default_factory=list)
    returned: dict[int, int] = field(default_factory=dict)
    no_low: list[int] = field(default_factory=list)
    """Pots of a game high and low that no low hand qualifies for, where one does for another pot."""
    finals: list[int] = field(default_factory=list)
    """The stacks at the end, by PokerKit's own pushing of the pots."""

    @property
    def odd_chips(self) -> bool:
        """Whether a pot could not be split evenly."""
        return any(len(set(shares.values())) > 1 for shares in self.shares)

    def stacks(self, dealt: Dealt, put_in: list[int]) -> list[int]:
        """Return the stacks at the end by these shares."""
        left = [stack - put for stack, put in zip(dealt.stacks, put_in, strict=True)]
        for won in (*self.shares, self.returned):
            for player, amount in won.items():
                left[player] += amount
        return left


class Kit:
    """One hand in PokerKit's hands."""

    def __init__(self, dealt: Dealt) -> None:
        self.dealt = dealt
        self.result = Result()
        self.idle_checks = 0
        self._loan = dealt.big - dealt.posted[dealt.big_blind]
        self.state = _state(dealt, self._loan)
        self._new_street()
        self._go_on()

    @property
    def fixed(self) -> bool:
        """Return whether the game has bets of one size."""
        return FORMS[self.dealt.game].limit == "fixed"

    @property
    def street(self) -> int:
        """Return the street's number from 0; at the end the last one."""
        return BOARD_AT.index(len(self.board))

    @property
    def board(self) -> list[str]:
        """Return the cards on the board."""
        return [repr(card) for cards in self.state.board_cards for card in cards]

    @property
    def live(self) -> list[int]:
        """Return the players who have not folded."""
        return [player for player in range(self.dealt.players) if self.state.statuses[player]]

    def decision(self) -> Decision | None:
        """Return what is to be decided; None at the hand's end."""
        state, player = self.state, self.state.actor_index
        if player is None:
            return None
        faced, bet = max(state.bets), state.bets[player]
        preflop = self.street == 0
        return Decision(
            street=STREETS[self.street],
            player=player,
            to_call=bet + state.checking_or_calling_amount,
            min_to=state.min_completion_betting_or_raising_to_amount,
            max_to=state.max_completion_betting_or_raising_to_amount,
            in_front=bet,
            faced=faced,
            cap=bet + state.stacks[player],
            acted=player in self._when,
            raised_since=faced - self._when.get(player, 0),
            full_since=self._full_at > self._when.get(player, 0),
            full=self._full,
            others_can_match=any(
                state.statuses[p] and state.bets[p] + state.stacks[p] > faced
                for p in range(self.dealt.players)
                if p != player
            ),
            big=self.dealt.big,
            limit=self._limit(),
            pot_to=None
            if FORMS[self.dealt.game].limit != "pot"
            else 2 * faced - bet + state.total_pot_amount,
            short_small=self.dealt.small - self.dealt.posted[self.dealt.small_blind] if preflop else 0,
        )

    def fold(self) -> None:
        """The player to act folds."""
        self.state.fold()
        self._go_on()

    def check_or_call(self) -> None:
        """The player to act checks or calls."""
        player = self.state.actor_index
        self.state.check_or_call()
        self._acted(player)
        self._go_on()

    def raise_to(self, to: int) -> None:
        """The player to act bets or raises."""
        player = self.state.actor_index
        by = to - max(self.state.bets)
        if not self.fixed:
            self._full, self._full_at = max(self._full, by), to if by >= self._full else self._full_at
        elif 2 * (to - self._full_to) >= self._full:
            self._full_to, self._bets_made = to, self._bets_made + 1
        self.state.complete_bet_or_raise_to(to)
        self._acted(player)
        self._go_on()

    # Between the players' acts -------------------------------------------------------------------

    def _acted(self, player: int) -> None:
        self._when[player] = max(self.state.bets)

    def _new_street(self) -> None:
        self._when: dict[int, int] = {}
        self._full = self.dealt.big * (2 if self.fixed and self.street >= 2 else 1)
        self._full_to, self._bets_made = (self.dealt.big, 1) if self.street == 0 else (0, 0)
        self._full_at = self._full_to

    def _go_on(self) -> None:
        """Let the dealer do what is due until a player decides."""
        while self._check_idly() or self._collect() or self._deal_board() or self._show():
            pass
        if self.state.can_kill_hand() or self.state.can_push_chips():
            self._settle()

    def _check_idly(self) -> bool:
        decision = self.decision()
        if decision is None or decision.to_call < decision.faced or decision.min_to is not None:
            return False
        if self.state.checking_or_calling_amount or any(self.state.stacks[p] for p in self._others()):
            return False
        self.state.check_or_call()
        self.idle_checks += 1
        return True

    def _limit(self) -> Limit | None:
        if not self.fixed:
            return None
        made = self.state.completion_betting_or_raising_count
        return Limit(
            bet=self._full,
            full_to=self._full_to,
            bets_made=self._bets_made,
            players=self.dealt.players,
            capped=made == self.state.street.max_completion_betting_or_raising_count,
        )

    def _best(self, players: list[int], side: int) -> list[int]:
        """Return who of ``players`` have the best hand of a side: high or only (0), low (1); nobody may qualify."""
        if len(self.live) == 1:
            return [] if side else players
        hands = {player: self.state.get_up_hand(player, 0, side) for player in players}
        best = max((hand for hand in hands.values() if hand is not None), default=None)
        return [player for player, hand in hands.items() if hand is not None and hand == best]

    def _others(self) -> list[int]:
        return [player for player in self.live if player != self.state.actor_index]

    def _collect(self) -> bool:
        state = self.state
        if not state.can_collect_bets():
            return False
        if self._loan and state.street is not None:
            state.bets[self.dealt.big_blind] -= self._loan
            state.payoffs[self.dealt.big_blind] += self._loan
            self._loan = 0
        if state.street is not None:
            matched = sorted(state.bets)[-2]
            for player, bet in enumerate(state.bets):
                if bet > matched:
                    self.result.returned[player] = self.result.returned.get(player, 0) + bet - matched
        if len(self.live) == 1:
            total = -sum(state.payoffs) - sum(self.result.returned.values())
            self.result.pots = [(total, self.live)]
        state.collect_bets()
        if len(self.live) > 1:
            self.result.pots = [(pot.amount, list(pot.player_indices)) for pot in state.pots]
        return True

    def _deal_board(self) -> bool:
        if not self.state.can_burn_card("??"):
            return False
        lie = len(self.board)
        self.state.burn_card("??")
        self.state.deal_board("".join(self.dealt.board[lie : BOARD_AT[BOARD_AT.index(lie) + 1]]))
        self._new_street()
        return True

    def _show(self) -> bool:
        if not self.state.can_show_or_muck_hole_cards():
            return False
        self.state.show_or_muck_hole_cards(True)
        return True

    def _settle(self) -> None:
        """Every pot goes to its winners, one after the other, odd chips one by one from the button's left.

        PokerKit makes one pot of those that the same hands win and gives a pot's odd chips to one of them:
        where there are odd chips its final stacks may differ by them.
        """
        state, result = self.state, self.result
        result.shares = [
            _divide(amount, [self._best(players, side) for side in range(state.hand_type_count)], self.dealt)
            for amount, players in result.pots
        ]
        if state.hand_type_count > 1:
            lows = [bool(self._best(players, 1)) for _, players in result.pots]
            result.no_low = [n for n, qualifies in enumerate(lows) if any(lows) and not qualifies]
        while state.can_kill_hand():
            state.kill_hand()
        while state.can_push_chips():
            state.push_chips()
        result.finals = [
            stack + payoff for stack, payoff in zip(self.dealt.stacks, state.payoffs, strict=True)
        ]


def _divide(amount: int, sides: list[list[int]], dealt: Dealt) -> dict[int, int]:
    """Divide a pot between the high side and the low one as the house has it."""
    sides = [side for side in sides if side]
    if len(sides) == 1 or (dealt.pots.tied_both_ways_even and sides[0] == sides[1]):
        return _split(amount, sides[0], dealt)
    half = amount // dealt.unit // 2 * dealt.unit
    odd = amount - 2 * half
    high_has_it = dealt.pots.odd_chip_high_low == "high"
    shares = _split(half + (odd if high_has_it else 0), sides[0], dealt)
    for player, share in _split(half, sides[1], dealt).items():
        shares[player] = shares.get(player, 0) + share
    if odd and not high_has_it:
        shares[min(shares)] += odd
    return shares


def _split(amount: int, winners: list[int], dealt: Dealt) -> dict[int, int]:
    units, parts = amount // dealt.unit, len(winners)
    return {w: (units // parts + (place < units % parts)) * dealt.unit for place, w in enumerate(winners)}


def _state(dealt: Dealt, loan: int) -> State:
    stacks = dealt.stacks.copy()
    stacks[dealt.big_blind] += loan
    antes = dealt.antes[::-1] if dealt.players == 2 else dealt.antes
    trimmed = not dealt.table_ante
    bets = (dealt.big, 2 * dealt.big) if FORMS[dealt.game].limit == "fixed" else (dealt.big,)
    made = GAMES[dealt.game](
        AUTOMATIONS, trimmed, antes, (dealt.small, dealt.big), *bets, divmod=_in_units(dealt.unit)
    )(tuple(stacks), dealt.players)
    made.collect_bets() if made.can_collect_bets() else None
    for hole in dealt.holes:
        made.deal_hole("".join(hole))
    return made


def _in_units(unit: int):  # type: ignore[no-untyped-def]
    """Return how pots are split: in chips of the smallest kind in play."""

    def split(amount: int, parts: int) -> tuple[int, int]:
        each = amount // unit // parts * unit
        return each, amount - each * parts

    return split
