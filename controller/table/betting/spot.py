"""Holds what a seat faces when it acts, and what its act was ruled to be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from controller.table.figures import Look
from controller.table.irregularities import Irregularity
from controller.table.outputs import ActionName
from controller.table.rulebook import BetRules, KindRule


class Spot(Struct, frozen=True, eq=False, kw_only=True):
    """What a seat faces. Amounts are whole bets on the street; ``behind`` is what it has not put in."""

    rules: BetRules
    kinds: Mapping[str, KindRule]
    bet: int
    behind: int
    least: int | None
    most: int | None
    to_match: int
    min_to: int
    """The least full bet or raise."""
    min_bet: int
    full_raise: int
    live: int
    opening_bet: bool
    may_raise: bool
    acted_early: bool
    """The seat checked or called out of turn, and the house takes its right to raise for that."""
    said_check: bool
    """The seat said "check" facing this bet, and the house lets it call or fold."""
    held_by: list[str] | None
    """The clauses by which the floor let the seat act, but not raise."""
    other_min: int | None
    """The least full bet or raise by another reading of the book."""
    lying: int
    """Chips of an earlier bet that still lie in front of the seat."""
    drawn_back: int
    """Chips of it that the seat took back facing this action."""
    owes: int
    """What of a blind was not put out, as far as was seen."""
    stays: int
    """What new chips are added to: the bet, but for chips of it that were taken back or never put out."""
    faces_raise: bool
    """The seat has a bet out and somebody raised it."""
    preflop: bool
    faces: int | None
    """The seat of the last bet or raise."""
    doubt: frozenset[int]
    """By how much more or less that may be, by a camera that was not sure."""
    zones_counted: bool
    """A camera counts the betting zones: a chip too many is sooner a wrong count somewhere than a wager."""
    words_keyed: bool
    """The dealer keys every word that binds."""
    max_to: int | None
    """The most that may be bet or raised to; None at no-limit."""
    lies: int | None
    """What lies before the seat of the last wager where it was ruled to be more and nobody mended it."""
    cut_from: int | None
    """What lies there of the last wager, where it was cut to what the game allows: who puts out as much has called."""
    uncounted: bool
    """Nobody knows how much that wager is: silent chips are taken to meet it."""
    counted: bool
    """Somebody asked for a count of the all-in that is faced."""
    fixed: bool
    """At limit: a bet or raise has one size."""
    quoted_to: int | None
    """Pot-limit: the whole bet of the pot as the dealer counted it."""

    @property
    def facing(self) -> bool:
        """Whether there is a bet to call."""
        return self.to_match > self.bet

    @property
    def change_due(self) -> int:
        """What lies there of an earlier bet beyond that bet: change that the dealer has not given yet."""
        return max(0, self.lying - self.stays)

    @property
    def cap(self) -> int:
        """The whole bet with every chip in."""
        return self.bet + self.behind

    def may_be_all(self, lies: int) -> bool:
        """Whether a whole bet of ``lies`` may be every chip of a seat whose stack nobody knows."""
        added = lies - self.bet
        return self.least is not None and self.least <= added and (self.most is None or added <= self.most)

    def with_chips(self, value: int) -> int:
        """Return the whole bet once new chips lie with the old ones.

        A blind that lies short may have been counted short: chips that complete the call to it do so either way.
        """
        total = self.stays + value
        return self.to_match if self.owes and total + self.owes == self.to_match else total

    def untold(self) -> Ruling:
        """Return what chips are taken for that could not be told: the call, or a wager that others have to meet."""
        if self.facing:
            return Ruling("call", self.capped(self.to_match), open=True)
        return Ruling("raise" if self.to_match else "bet", self.capped(self.min_to), open=True)

    def faces_doubt(self) -> Irregularity:
        """Return that the bet that is faced is to be looked at: it is met by just what it may be as well."""
        look = Look(look=f"bet:{self.faces}", about="chips")
        return Irregularity("sensing.gap", self.faces, facts=look, remedy="look")

    def figures(self, total: int) -> dict[str, int]:
        """Return the three figures of a wager of ``total`` in all: what was ``pushed``, what was ``owed``, the total.

        What was only said counts as pushed.
        """
        owed = max(0, self.capped(self.to_match) - self.stays)
        return {"pushed": max(0, total - self.stays), "owed": owed, "total": total}

    def capped(self, to: int) -> int:
        """Return ``to``, or all the seat has."""
        return min(to, self.cap)


class Ruling:
    """An act, ruled."""

    __slots__ = (
        "action",
        "cases",
        "cites",
        "irregularity",
        "last_chips",
        "lies",
        "matches",
        "open",
        "short",
        "stalled",
        "to",
    )

    def __init__(
        self,
        action: ActionName,
        to: int,
        irregularity: Irregularity | None = None,
        *,
        cases: tuple[str, ...] = (),
        open: bool = False,
        stalled: bool = False,
        lies: int | None = None,
    ) -> None:
        self.action = action
        self.to = to
        self.irregularity = irregularity
        self.cases = cases
        self.open = open
        """More may come: chips for a raise said without an amount."""
        self.stalled = stalled
        """The words have no result, the seat has still to act."""
        self.lies = to if lies is None else lies
        """The whole bet by what was put out or said, before the ruling made it another."""
        self.short = False
        """Less than the call, and play goes on with it."""
        self.matches = False
        """Just what lies there of a wager that was ruled to be more: it is that wager that is wrong."""
        self.last_chips: Literal["", "said", "maybe"] = ""
        """Of a seat whose stack nobody knows: what lies there is all that it has, as it said, or as it may be."""
        self.cites: list[str] = []
