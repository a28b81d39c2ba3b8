"""Follows undercalls that come one after the other: the second in a row is about the first of them."""

from __future__ import annotations

from controller.table.betting.spot import Ruling
from controller.table.betting.turn import Turn
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity


class Undercalls:
    """The last acts of a hand, as long as all of them were calls of less than the call."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self._turns: list[Turn] = []

    def acted(self, turn: Turn, ruling: Ruling) -> None:
        """Note an act that is final."""
        if ruling.irregularity is not None and ruling.irregularity.kind == "bet.undercall":
            self._turns.append(turn)
        else:
            self._turns.clear()

    def goes_on(self, turn: Turn, ruling: Ruling) -> bool:
        """Tell of an undercall behind others that lie there short, where the house has one finding for them all."""
        seats = [*(short.seat for short in self._turns if self._lies_short(short)), turn.seat]
        if len(seats) < 2 or "bet.undercall_sequence" not in self.hand.book.kinds:
            return False
        if len(seats) == 2:
            facts = {"to": ruling.to, "seats": seats}
            sequence = Irregularity(
                "bet.undercall_sequence", seats[0], (), facts, turn.lines, None, "bet.undercall", seats
            )
            turn.finding = self.hand.tell(sequence)
        return True

    def _lies_short(self, turn: Turn) -> bool:
        """Whether nobody has ruled on an undercall, and no chips have made it good."""
        figures = self.hand.round
        lies = self.hand.players[turn.seat].zone
        return figures is not None and lies < figures.to_match and turn.act.ruled_to is None
