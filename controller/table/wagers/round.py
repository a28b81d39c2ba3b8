"""One round of betting in numbers: what is to call, who is due, what is a full raise.

Amounts are whole bets on the street ("to"), in chip units.
"""

from __future__ import annotations

from controller.table.outputs import ActionName
from controller.table.rulebook import BetRules
from controller.table.seating.players import Player


class Figures:
    """A round's figures before ``seat`` acts, kept for the time of a question."""

    __slots__ = (
        *("acted", "aggressor", "bet", "full", "last", "may_not_raise", "said_check", "seat", "to_match"),
        "wagers",
    )

    def __init__(self, betting: Round, seat: int) -> None:
        self.seat, self.last, self.aggressor = seat, betting.last, betting.aggressor
        self.bet, self.acted = betting.bets.get(seat), betting.acted.get(seat)
        self.may_not_raise, self.said_check = betting.may_not_raise, betting.said_check
        self.to_match, self.wagers = betting.to_match, betting.wagers
        self.full = (betting.full_raise, betting.full_to, betting.bets_made, betting.full_at)


class Round:
    """A street's betting. ``order`` is the hand's seats, first to act first."""

    def __init__(self, rules: BetRules, order: list[int], min_bet: int, fixed: bool = False) -> None:
        self.rules = rules
        self.order = order
        self.min_bet = min_bet
        self.fixed = fixed
        """At limit: every bet and raise is ``min_bet``."""
        self.full_at = 0
        """The last bet or raise that was a full one by itself."""
        self.full_to = 0
        """At limit: the last bet or raise that counts as a full one; a smaller all-in is completed."""
        self.bets_made = 0
        """At limit: full bets and raises, the big blind counted."""
        self.bets: dict[int, int] = {}
        self.to_match = 0
        self.full_raise = min_bet
        """The largest full bet or raise of the round so far; the least bet before there was one."""
        self.wagers = 0
        """Bets and raises made, the big blind not counted."""
        self.blinds = False
        self.acted: dict[int, int] = {}
        """Seats that have acted, with what was to match after they did."""
        self.may_not_raise: dict[int, list[str] | None] = {}
        """Seats that lost the right to raise at their next turn: for acting early, or by the floor's ruling, whose
        clauses are kept."""
        self.said_check: dict[int, int] = {}
        """Seats that said "check" facing a bet, and may only call or fold at this turn, with the line of it."""
        self.did: dict[int, ActionName] = {}
        """The last action of each seat on this street."""
        self.accepted: dict[int, int] = {}
        """Seats whose short call lies there until the floor rules, with what was to match then."""
        self.counted = 0
        """The all-in that was asked to be counted: what was to match then."""
        self.last: int | None = None
        self.aggressor: int | None = None
        """The seat of the last bet or raise."""
        self.full_raise = self.full_raise or self.min_bet

    def post(self, seat: int, amount: int, big: int) -> None:
        """A blind; the ``big`` one is what is to match even where its seat is short."""
        self.bets[seat] = amount
        self.blinds = True
        self.to_match = self.full_to = self.full_at = big
        self.bets_made = 1

    def bet(self, seat: int) -> int:
        """Return what ``seat`` has in on this street."""
        return self.bets.get(seat, 0)

    def due(self, players: dict[int, Player]) -> int | None:
        """Return the seat whose turn it is."""
        order = self.order
        start = 0 if self.last is None else order.index(self.last) + 1
        bets, to_match = self.bets, self.to_match
        able = 0
        waiting = None
        for seat in order[start:] + order[:start]:
            player = players[seat]
            if not player.live or not player.can_act:
                continue
            if bets.get(seat, 0) < to_match and self.accepted.get(seat, 0) < to_match:
                return seat if waiting is None else waiting
            able += 1
            if waiting is None and seat not in self.acted:
                waiting = seat
            if waiting is not None and able > 1:
                return waiting
        return None

    def apply(self, seat: int, to: int) -> None:
        """``seat`` has acted and has ``to`` in: the round's figures follow."""
        self.bets[seat] = to
        raised_by = to - self.to_match
        if raised_by > 0:
            self.wagers += 1
            self.aggressor = seat
            self._count_full(to, raised_by)
            self.to_match = to
        self.acted[seat] = self.to_match
        self.last = seat
        if seat in self.may_not_raise:
            del self.may_not_raise[seat]
        self.said_check.pop(seat, None)

    def _count_full(self, to: int, raised_by: int) -> None:
        if raised_by >= self.full_raise:
            self.full_at = to
        if not self.fixed:
            self.full_raise = max(self.full_raise, raised_by)
        elif (to - self.full_to) * 100 >= self.min_bet * self.rules.raise_percent:
            self.full_to = to
            self.bets_made += 1

    def amend(self, seat: int, to: int) -> None:
        """What ``seat`` has in was counted wrong: so are the figures that follow from it."""
        was, self.bets[seat] = self.bet(seat), to
        if self.aggressor == seat and self.to_match == was:
            self.full_raise = max(self.min_bet, self.full_raise + to - was)
            self.to_match = to
            self.acted[seat] = to
        self.to_match = max(self.to_match, to)

    def try_out(self, seat: int, to: int) -> Figures:
        """Let ``seat`` act for the time of a question; return what ``restore`` puts back after it."""
        kept = Figures(self, seat)
        if seat in self.may_not_raise:
            self.may_not_raise = dict(self.may_not_raise)
        if seat in self.said_check:
            self.said_check = dict(self.said_check)
        self.apply(seat, to)
        return kept

    def take_back(self, seat: int, to_match: int) -> None:
        """The last wager of ``seat``, which nobody called, is undone: what is to match is as before it."""
        self.bets[seat] = self.to_match = to_match
        self.full_raise = self.min_bet
        self.wagers -= 1
        self.aggressor = None

    def restore(self, kept: Figures) -> None:
        """Put back the figures from before ``try_out``."""
        seat = kept.seat
        if kept.bet is None:
            del self.bets[seat]
        else:
            self.bets[seat] = kept.bet
        if kept.acted is None:
            del self.acted[seat]
        else:
            self.acted[seat] = kept.acted
        self.may_not_raise, self.said_check = kept.may_not_raise, kept.said_check
        self.last, self.aggressor = kept.last, kept.aggressor
        self.to_match, self.wagers = kept.to_match, kept.wagers
        self.full_raise, self.full_to, self.bets_made, self.full_at = kept.full

    def back_up_to(self, seat: int) -> None:
        """Play goes back to ``seat``, which was passed over."""
        self.last = self.order[self.order.index(seat) - 1]

    def accept(self, seat: int) -> None:
        """Play goes on with the short call of ``seat``."""
        self.accepted[seat] = self.to_match

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
        percent = self.rules.limit_reopen_percent if self.fixed else 100
        return (self.to_match - self.acted[seat]) * 100 >= self.full_raise * percent

    @property
    def opening_bet(self) -> bool:
        """Whether what is faced is the round's first bet; before the flop the big blind is."""
        return self.wagers == (0 if self.blinds else 1)
