"""Follows a wager that was ruled to be more than lies there: who matches what lies shows that nobody mended it.

It is put right for everybody until the street is over, a pot counted too low until substantial action
went on behind it; after that what lies there stands. One that was cut to what the game allows, or to its first
motion, is followed too: who matches what lies there has called it. Where the bets are pulled in as they lie then,
there was no second motion: one was seen as two.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from controller.table.betting.round import Round
from controller.table.betting.spot import Ruling
from controller.table.betting.turn import Turn
from controller.table.irregularities import Irregularity, substantial
from controller.table.outputs import ActionName

MENDED: Final = frozenset({"min_raise", "min_bet", "correct_amount"})
"""Remedies by which a wager is made larger."""
_RULED_UP: Final = frozenset({"bet.short_raise", "bet.underbet"})
_STRING: Final = "bet.string"
_CUT: Final = frozenset({"bet.over_limit", _STRING})
_CUTS: Final = frozenset({"correct_amount", "first_motion_stands"})
"""Remedies by which a wager is made smaller."""


class Amiss(Struct, frozen=True, eq=False):
    """The last wager of the street, where it was ruled up or cut: ``lies`` in all was put out, ``to`` is what it is.

    ``pushed`` is what came in that act.
    """

    seat: int
    lies: int
    pushed: int
    to: int
    pot: bool
    """A bet of the pot, counted too low."""
    lines: tuple[int, ...]
    string: bool = False
    """It was cut to its first motion."""
    reported: bool = False
    matched: frozenset[int] = frozenset()
    """Seats that put in just what lies there."""
    acts: int = 0
    with_chips: int = 0

    @classmethod
    def of(cls, turn: Turn, ruling: Ruling) -> Amiss | None:
        """Return what is amiss with a wager that was ruled up; None where nothing is."""
        irregularity, found = ruling.irregularity, turn.finding
        if (
            irregularity is None
            or found is None
            or found.remedy not in (_CUTS if irregularity.kind in _CUT else MENDED)
            or irregularity.kind not in _RULED_UP | _CUT
        ):
            return None
        low = "pot_low" in irregularity.cases
        if ruling.lies == ruling.to or (ruling.lies > ruling.to) is not (irregularity.kind in _CUT):
            return None
        pushed = turn.act.pushed if turn.act.pushes else ruling.lies
        string = irregularity.kind == _STRING
        return cls(turn.seat, ruling.lies, pushed, ruling.to, low, tuple(turn.lines), string, reported=low)

    @property
    def cut(self) -> bool:
        """Whether it was cut to what the game allows, or to its first motion."""
        return self.lies > self.to

    def mended(self, betting: Round | None, zone: int) -> bool:
        """Whether the rest was put in since or given back, the wager was raised, or nobody saw chips of a pot that was
        said.

        ``zone`` is what lies before its seat.
        """
        return (
            betting is None
            or betting.to_match != self.to
            or (zone == self.to if self.cut else zone >= self.to)
            or (self.pot and zone != self.lies)
        )

    def acted(self, action: ActionName) -> Amiss:
        """Return it after somebody acted behind it."""
        chips = action not in ("check", "fold")
        return replace(self, acts=self.acts + 1, with_chips=self.with_chips + chips)

    def match(self, seat: int) -> Amiss:
        """Return it after ``seat`` put in just what lies there: by then it is told."""
        return replace(self, matched=self.matched | {seat}, reported=True)

    def too_late(self, *, street_over: bool) -> bool:
        """Whether it can be put right no more."""
        if self.pot and substantial(self.acts, self.with_chips):
            return True
        return street_over and self.reported and (self.pot or bool(self.matched))

    def found(self) -> Irregularity:
        """Return the irregularity of a wager found too small: somebody has matched what lies there."""
        facts = {"pushed": self.pushed, "total": self.lies, "to": self.to}
        return Irregularity("bet.underbet", self.seat, ("later",), facts, list(self.lines))

    def stands(self, line: int) -> Irregularity:
        """Return the irregularity of a wager that stands as it lies, for everybody, from ``line`` on."""
        case = "pot_too_late" if self.pot else "too_late"
        facts = {"pushed": self.pushed, "total": self.lies, "to": self.lies}
        return Irregularity(
            "bet.underbet", self.seat, (case,), facts, [*self.lines, line], replaces="bet.underbet"
        )
