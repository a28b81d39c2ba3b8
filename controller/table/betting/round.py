"""Counts one round of betting: what is to call, who is due, what is a full raise. It never changes.

Amounts are whole bets on the street ("to"), in chip units.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from controller.table.outputs import ActionName
from controller.table.players.player import Player
from controller.table.rulebook import BetRules


class Round(Struct, frozen=True, eq=False, kw_only=True):
    """A street's betting. ``order`` is the hand's seats, first to act first."""

    rules: BetRules
    order: tuple[int, ...]
    min_bet: int
    full_raise: int
    """The largest full bet or raise of the round so far; the least bet before there was one."""
    fixed: bool = False
    """At limit: every bet and raise is ``min_bet``."""
    full_at: int = 0
    """The last bet or raise that was a full one by itself."""
    full_to: int = 0
    """At limit: the last bet or raise that counts as a full one; a smaller all-in is completed."""
    bets_made: int = 0
    """At limit: full bets and raises, the big blind counted."""
    bets: Mapping[int, int] = {}
    to_match: int = 0
    wagers: int = 0
    """Bets and raises made, the big blind not counted."""
    blinds: bool = False
    acted: Mapping[int, int] = {}
    """Seats that have acted, with what was to match after they did."""
    may_not_raise: Mapping[int, list[str] | None] = {}
    """Seats that lost the right to raise at their next turn: for acting early, or by the floor's ruling, whose
    clauses are kept."""
    said_check: Mapping[int, int] = {}
    """Seats that said "check" facing a bet, and may only call or fold at this turn, with the line of it."""
    did: Mapping[int, ActionName] = {}
    """The last action of each seat on this street."""
    accepted: Mapping[int, int] = {}
    """Seats whose short call lies there until the floor rules, with what was to match then."""
    counted: int = 0
    """The all-in that was asked to be counted: what was to match then."""
    brought_by: int | None = None
    """The seat that brought it in, at stud."""
    bring_in: int = 0
    """What that is: it is no bet, and who has only called it has not acted on one."""
    uncounted: bool = False
    """Nobody knows how much the last wager is: its chips could not be told."""
    led: bool = True
    """It is known who acts first; where a board was not read it is whoever does."""
    last: int | None = None
    aggressor: int | None = None
    """The seat of the last bet or raise."""

    @classmethod
    def of(cls, rules: BetRules, order: list[int], min_bet: int, *, fixed: bool = False) -> Round:
        """Return a round without bets."""
        return cls(rules=rules, order=tuple(order), min_bet=min_bet, full_raise=min_bet, fixed=fixed)

    # What is asked of it ---------------------------------------------------------------------------

    def bet(self, seat: int) -> int:
        """Return what ``seat`` has in on this street."""
        return self.bets.get(seat, 0)

    def due(self, players: Mapping[int, Player]) -> int | None:
        """Return the seat whose turn it is."""
        order = self.order
        start = 0 if self.last is None else order.index(self.last) + 1
        bets, to_match = self.bets, self.to_match
        able = 0
        waiting = None
        for seat in order[start:] + order[:start]:
            player = players[seat]
            if player.folded or not player.can_act:
                continue
            if bets.get(seat, 0) < to_match and self.accepted.get(seat, 0) < to_match:
                if self.against_short_blinds(seat, players):
                    return None
                return seat if waiting is None else waiting
            able += 1
            if waiting is None and seat not in self.acted:
                waiting = seat
            if waiting is not None and able > 1:
                return waiting
        return None

    def against_short_blinds(self, seat: int, players: Mapping[int, Player]) -> bool:
        """Whether ``seat`` alone has chips left, before any wager, and all others are all-in for no more than it has in.

        It need not complete the blind, and may: what it adds goes back to it.
        """
        bet = self.bet(seat)
        if not self.blinds or self.wagers or self.bring_in or bet >= self.to_match:
            return False
        return all(
            player.seat == seat or not player.live or (not player.can_act and self.bet(player.seat) <= bet)
            for player in players.values()
        )

    def min_to(self, reading: str | None = None) -> int:
        """Return the least whole bet that is a full bet or raise; ``reading``: by another rule."""
        if self.to_match == 0:
            return self.min_bet
        if self.fixed:
            return self.full_to + self.min_bet
        least = self.to_match + self.full_raise
        if (reading or self.rules.min_raise) == "double":
            least = max(2 * self.to_match, self.to_match + self.min_bet)
        return least

    def reopened(self, seat: int) -> bool:
        """Whether ``seat`` may raise: it has not acted, or faces a full bet or raise since it did."""
        if seat in self.may_not_raise or seat in self.said_check:
            return False
        if seat not in self.acted:
            return True
        if not (self.fixed or self.rules.all_ins_add_up):
            return self.full_at > self.acted[seat]
        if seat == self.brought_by and not self.acted[seat]:
            return True
        percent = self.rules.limit_reopen_percent if self.fixed else 100
        faced = self.acted[seat] if self.acted[seat] > self.bring_in else 0
        return (self.to_match - faced) * 100 >= self.full_raise * percent

    def brings_in(self, seat: int) -> bool:
        """Whether ``seat`` brought it in and nobody has acted since: it may still make it a whole bet."""
        return seat == self.brought_by and self.last is None

    @property
    def opening_bet(self) -> bool:
        """Whether what is faced is the round's first bet; before the flop the big blind is."""
        return self.wagers == (0 if self.blinds else 1)

    # What happens in it ----------------------------------------------------------------------------

    def post(self, seat: int, amount: int, big: int) -> Round:
        """Return it after a blind; the ``big`` one is what is to match even where its seat is short."""
        bets = {**self.bets, seat: amount}
        return replace(self, bets=bets, blinds=True, to_match=big, full_to=big, full_at=big, bets_made=1)

    def brought(self, seat: int, bet: int, bring_in: int, order: list[int]) -> Round:
        """Return it once ``seat`` has brought it in with ``bet``, or is all-in without: the seats of ``order`` act."""
        bets = {seat: bet} if bet else {}
        by = seat if bet else None
        acted = {seat: 0} if bet else {}
        return replace(
            self,
            order=tuple(order),
            bets=bets,
            acted=acted,
            blinds=True,
            to_match=bring_in,
            bring_in=bring_in,
            brought_by=by,
        )

    def led_by(self, seat: int) -> Round:
        """Return it where ``seat`` acts first, as it turns out."""
        place = self.order.index(seat)
        return replace(self, order=self.order[place:] + self.order[:place], led=True)

    def after(self, seat: int, to: int, action: ActionName | None = None) -> Round:
        """Return it after ``seat`` has acted and has ``to`` in; without ``action`` it is not said yet what it did."""
        raised_by = to - self.to_match
        raised = self._raised(seat, to, raised_by) if raised_by > 0 else self
        return replace(
            raised,
            bets={**self.bets, seat: to},
            acted={**self.acted, seat: raised.to_match},
            last=seat,
            may_not_raise=_without(self.may_not_raise, seat),
            said_check=_without(self.said_check, seat),
            did=self.did if action is None else {**self.did, seat: action},
        )

    def _raised(self, seat: int, to: int, raised_by: int) -> Round:
        full_at = to if raised_by >= self.full_raise else self.full_at
        full_raise, full_to, bets_made = self.full_raise, self.full_to, self.bets_made
        if not self.fixed:
            full_raise = max(full_raise, raised_by)
        elif (to - full_to) * 100 >= self.min_bet * self.rules.raise_percent:
            full_to, bets_made = to, bets_made + 1
        return replace(
            self,
            wagers=self.wagers + 1,
            uncounted=False,
            aggressor=seat,
            to_match=to,
            full_at=full_at,
            full_raise=full_raise,
            full_to=full_to,
            bets_made=bets_made,
        )

    def amend(self, seat: int, to: int) -> Round:
        """Return it where what ``seat`` has in was counted wrong: so are the figures that follow from it."""
        was = self.bet(seat)
        made = replace(self, bets={**self.bets, seat: to})
        if self.aggressor == seat and self.to_match == was:
            full_raise = max(self.min_bet, self.full_raise + to - was)
            made = replace(made, full_raise=full_raise, to_match=to, acted={**self.acted, seat: to})
        return replace(made, to_match=max(made.to_match, to))

    def make_good(self, seat: int, to: int) -> Round:
        """Return it with ``to`` in of ``seat``, which has not acted anew."""
        return replace(self, bets={**self.bets, seat: to})

    def take_back(self, seat: int, to_match: int) -> Round:
        """Return it without the last wager of ``seat``, which nobody called: what is to match is as before it."""
        bets = {**self.bets, seat: to_match}
        return replace(
            self,
            bets=bets,
            to_match=to_match,
            full_raise=self.min_bet,
            wagers=self.wagers - 1,
            aggressor=None,
        )

    def let_stand(self, lies: int) -> Round:
        """Return it where the last wager was ``lies``: who has met it has as much in, and nobody more."""
        met = min(lies, self.to_match)
        return replace(
            self,
            bets={seat: lies if bet >= met else bet for seat, bet in self.bets.items()},
            to_match=lies,
            acted={seat: lies if faced >= met else faced for seat, faced in self.acted.items()},
        )

    def back_up_to(self, seat: int) -> Round:
        """Return it where play goes back to ``seat``, which was passed over."""
        return replace(self, last=self.order[self.order.index(seat) - 1])

    def accept(self, seat: int) -> Round:
        """Return it where play goes on with the short call of ``seat``."""
        return replace(self, accepted={**self.accepted, seat: self.to_match})

    def no_raise(self, seat: int, cites: list[str] | None) -> Round:
        """Return it where ``seat`` may not raise at its next turn; ``cites``: the floor's clauses."""
        return replace(self, may_not_raise={**self.may_not_raise, seat: cites})

    def says_check(self, seat: int, line: int) -> Round:
        """Return it where ``seat`` said "check" facing a bet, on ``line``."""
        return replace(self, said_check={**self.said_check, seat: line})

    def unsays_check(self, seat: int) -> Round:
        """Return it where that was keyed in error."""
        return replace(self, said_check=_without(self.said_check, seat))


def _without(mapping: Mapping[int, object], seat: int) -> Mapping[int, object]:
    """Return ``mapping`` without ``seat``."""
    if seat not in mapping:
        return mapping
    return {other: value for other, value in mapping.items() if other != seat}
