"""A wager that was ruled to be more than lies there: who matches what lies there shows that nobody mended it.

It is put right for everybody until the street is over, a pot counted too low until substantial action
went on behind it; after that what lies there stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from controller.table.claims import Claim, substantial
from controller.table.hand import Hand
from controller.table.outputs import ActionName
from controller.table.wagers.act import Act
from controller.table.wagers.spot import Ruling

MENDED: Final = frozenset({"min_raise", "min_bet", "correct_amount"})
"""Remedies by which a wager is made larger."""


@dataclass(slots=True)
class Amiss:
    """The last wager of the street, where it was ruled up: ``lies`` in all was put out, ``to`` is what it is.

    ``pushed`` is what came in that act.
    """

    seat: int
    lies: int
    pushed: int
    to: int
    pot: bool
    """A bet of the pot, counted too low."""
    lines: list[int]
    told: bool = False
    matched: set[int] = field(default_factory=set)
    """Seats that put in just what lies there."""
    acts: int = 0
    with_chips: int = 0

    @classmethod
    def of(cls, act: Act, ruling: Ruling) -> Amiss | None:
        """Return what is amiss with a wager that was ruled up; None where nothing is."""
        claim, found = ruling.claim, act.finding
        if claim is None or found is None or found.remedy not in MENDED or claim.kind not in _RULED_UP:
            return None
        low = "pot_low" in claim.cases
        if ruling.lies >= ruling.to:
            return None
        pushed = act.pushed if act.pushes else ruling.lies
        return cls(act.seat, ruling.lies, pushed, ruling.to, low, list(act.lines), told=low)

    def mended(self, hand: Hand) -> bool:
        """Whether the rest was put in since, the wager was raised, or nobody saw chips of a pot that was said."""
        betting, zone = hand.round, hand.players[self.seat].zone
        return (
            betting is None
            or betting.to_match != self.to
            or zone >= self.to
            or (self.pot and zone != self.lies)
        )

    def acted(self, action: ActionName) -> None:
        """Somebody acted behind it."""
        self.acts += 1
        self.with_chips += action not in ("check", "fold")

    def claim(self) -> Claim:
        """Return the claim of a wager found too small: somebody has matched what lies there."""
        facts = {"pushed": self.pushed, "total": self.lies, "to": self.to}
        return Claim("bet.underbet", self.seat, ("later",), facts, self.lines)

    def too_late(self, *, street_over: bool) -> bool:
        """Whether it can be put right no more."""
        if self.pot and substantial(self.acts, self.with_chips):
            return True
        return street_over and self.told and (self.pot or bool(self.matched))

    def let_stand(self, hand: Hand) -> None:
        """What lies there stands for everybody: the figures go back to it."""
        case = "pot_too_late" if self.pot else "too_late"
        facts = {"pushed": self.pushed, "total": self.lies, "to": self.lies}
        claim = Claim("bet.underbet", self.seat, (case,), facts, [*self.lines, hand.line])
        claim.replaces = "bet.underbet"
        found = hand.tell(claim)
        betting = hand.round
        hand.changes += 1
        if betting is None or found.remedy != "play_on":
            return
        for seat, bet in betting.bets.items():
            if bet > self.lies:
                hand.players[seat].put_in -= bet - self.lies
                betting.bets[seat] = self.lies
        betting.to_match = self.lies
        betting.acted = {seat: min(faced, self.lies) for seat, faced in betting.acted.items()}


_RULED_UP: Final = frozenset({"bet.short_raise", "bet.underbet"})
