"""What a seat faces when it acts, and what its act was ruled to be."""

from __future__ import annotations

from typing import Literal

from controller.table.claims import Claim
from controller.table.hand import Hand
from controller.table.outputs import ActionName
from controller.table.seating.players import Player
from controller.table.wagers.limits import most, pot_raise
from controller.table.wagers.round import Round


class Spot:
    """What a seat faces. Amounts are whole bets on the street; ``behind`` is what it has not put in.

    ``pushed`` are chips of the act in hand that lie there with those of an earlier bet.
    """

    __slots__ = (
        "acted_early",
        "behind",
        "bet",
        "counted",
        "drawn_back",
        "faces_raise",
        "fixed",
        "full_raise",
        "held_by",
        "kinds",
        "least",
        "lies",
        "live",
        "lying",
        "max_to",
        "may_raise",
        "min_bet",
        "min_to",
        "most",
        "opening_bet",
        "other_min",
        "owes",
        "preflop",
        "quoted_to",
        "rules",
        "said_check",
        "stays",
        "to_match",
        "words_keyed",
        "zones_counted",
    )

    def __init__(self, hand: Hand, betting: Round, player: Player, pushed: int) -> None:
        seat, rules = player.seat, betting.rules
        self.rules = rules
        self.kinds = hand.book.kinds
        self.bet = betting.bets.get(seat, 0)
        self.behind = player.behind
        self.least, self.most = player.behind_between()
        self.to_match = betting.to_match
        self.min_to = betting.min_to()
        """The least full bet or raise."""
        self.min_bet = betting.min_bet
        self.full_raise = betting.full_raise
        self.live = hand.count_live()
        self.opening_bet = betting.opening_bet
        self.may_raise = betting.reopened(seat)
        self.acted_early = seat in betting.may_not_raise
        """The seat checked or called out of turn, and the house takes its right to raise for that."""
        self.said_check = seat in betting.said_check
        """The seat said "check" facing this bet, and the house lets it call or fold."""
        self.held_by = betting.may_not_raise.get(seat)
        """The clauses by which the floor let the seat act, but not raise."""
        other = rules.min_raise_other
        self.other_min = None if other is None or not self.to_match else betting.min_to(other)
        """The least full bet or raise by another reading of the book."""
        self.lying = player.zone - pushed
        """Chips of an earlier bet that still lie in front of the seat."""
        self.drawn_back = player.drawn_back
        """Chips of it that the seat took back facing this action."""
        self.owes = player.owes_blind
        """What of a blind was not put out, as far as was seen."""
        self.stays = max(0, self.bet - player.drawn_back - self.owes)
        """What new chips are added to: the bet, but for chips of it that were taken back or never put out."""
        self.faces_raise = self.bet > 0 and betting.wagers > (0 if betting.blinds else 1)
        """The seat has a bet out and somebody raised it."""
        self.preflop = hand.street == 0
        self.zones_counted = hand.zones_counted
        """A camera counts the betting zones: a chip too many is sooner a wrong count somewhere than a wager."""
        self.words_keyed = hand.kit.words
        """The dealer keys every word that binds."""
        self.max_to = most(hand, seat)
        """The most that may be bet or raised to; None at no-limit."""
        self.lies: int | None = None
        """What lies before the seat of the last wager where it was ruled to be more and nobody mended it."""
        self.counted = self.to_match > 0 and betting.counted == self.to_match
        """Somebody asked for a count of the all-in that is faced."""
        self.fixed = betting.fixed
        """At limit: a bet or raise has one size."""
        self.quoted_to = None if hand.quoted is None else pot_raise(hand, seat, hand.quoted)
        """Pot-limit: the whole bet of the pot as the dealer counted it."""

    @property
    def facing(self) -> bool:
        """Whether there is a bet to call."""
        return self.to_match > self.bet

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

    def figures(self, total: int) -> dict[str, int]:
        """Return the three figures of a wager of ``total`` in all: what was ``pushed``, what was ``owed``, the total.

        What was only said counts as pushed.
        """
        owed = max(0, self.capped(self.to_match) - self.stays)
        return {"pushed": total - self.stays, "owed": owed, "total": total}

    def capped(self, to: int) -> int:
        """Return ``to``, or all the seat has."""
        return min(to, self.cap)


class Ruling:
    """An act, ruled."""

    __slots__ = (
        "action",
        "cases",
        "cites",
        "claim",
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
        claim: Claim | None = None,
        *,
        cases: tuple[str, ...] = (),
        open: bool = False,
        stalled: bool = False,
        lies: int | None = None,
    ) -> None:
        self.action = action
        self.to = to
        self.claim = claim
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
