"""What a seat faces when it acts, and what its act was ruled to be."""

from __future__ import annotations

from msgspec import Struct

from controller.table.claims import Claim
from controller.table.outputs import ActionName
from controller.table.rulebook import BetRules


class Spot(Struct):
    """What a seat faces. Amounts are whole bets on the street; ``behind`` is what it has not put in.

    ``min_to`` is the least full bet or raise; ``other_min`` the same by another reading of the book.
    """

    rules: BetRules
    kinds: frozenset[str]
    bet: int
    behind: int
    to_match: int
    min_to: int
    min_bet: int
    full_raise: int
    live: int
    opening_bet: bool
    may_raise: bool
    acted_early: bool = False
    """The seat checked or called out of turn, and the house takes its right to raise for that."""
    held_by: list[str] | None = None
    """The clauses by which the floor let the seat act, but not raise."""
    other_min: int | None = None
    lying: int = 0
    """Chips of an earlier bet that still lie in front of the seat."""
    drawn_back: int = 0
    """Chips of it that the seat took back facing this action."""
    faces_raise: bool = False
    """The seat has a bet out and somebody raised it."""
    preflop: bool = False
    zones_counted: bool = False
    """A camera counts the betting zones: a chip too many is sooner a wrong count somewhere than a wager."""
    max_to: int | None = None
    """The most that may be bet or raised to; None at no-limit."""
    lies: int | None = None
    """What lies before the seat of the last wager where it was ruled to be more and nobody mended it."""
    counted: bool = False
    """Somebody asked for a count of the all-in that is faced."""
    fixed: bool = False
    """At limit: a bet or raise has one size."""
    quoted_to: int | None = None
    """Pot-limit: the whole bet of the pot as the dealer counted it."""

    @property
    def facing(self) -> bool:
        """Whether there is a bet to call."""
        return self.to_match > self.bet

    @property
    def cap(self) -> int:
        """The whole bet with every chip in."""
        return self.bet + self.behind

    def capped(self, to: int) -> int:
        """Return ``to``, or all the seat has."""
        return min(to, self.cap)


class Ruling(Struct):
    """An act, ruled. ``stalled``: the words have no result, the seat has still to act."""

    action: ActionName
    to: int
    claim: Claim | None = None
    open: bool = False
    """More may come: chips for a raise said without an amount."""
    stalled: bool = False
    short: bool = False
    """Less than the call, and play goes on with it."""
    matches: bool = False
    """Just what lies there of a wager that was ruled to be more: it is that wager that is wrong."""
    cases: tuple[str, ...] = ()
    cites: list[str] = []
