"""Watches the streets of stud: one card for each live seat after a burn; only a common card lies on the board.

The burns are counted as those of a board are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from controller.table.deal.board import NOT_PLAYED, Board
from controller.table.game import FORMS, Form

if TYPE_CHECKING:
    from controller.table.deal.board import Now
    from controller.table.deal.draw import Draw
    from controller.table.irregularities import Irregularity
    from controller.table.terms import Terms

LAST = 4
"""The number of seventh street; third is 0."""


class Streets(Board):
    """The burns and the streets of one hand. ``dealt`` is the street whose cards have begun to come."""

    def __init__(self, *, sensed: bool = True) -> None:
        super().__init__(names=FORMS["stud"].streets, sensed=sensed)
        self.due = [0, 1, 2, 3, 4]
        self.dealt = 0
        self.seats: list[int] = []
        """Seats that get a card on it."""
        self.served: set[int] = set()
        """Seats that have one."""
        self.again: set[int] = set()
        """Seats whose card was shown and that get another one for it, after the others."""
        self.places: dict[int, tuple[int, int]] = {}
        """By draw: the seat that got it, and which card of its hand it is, from 1 to 7."""

    def lying(self) -> int:
        """Return the street that lies there."""
        return self.dealt

    def played_on(self, street: int | None = None, draws: Sequence[Draw] = ()) -> None:
        """Play went on: where nothing sees the common card, all saw it."""
        super().played_on()

    def next_street(self) -> int:
        """Return the street that is dealt next."""
        return min(self.dealt + 1, LAST)

    def burn_due(self) -> bool:
        """Whether a card that no antenna placed is a burn: the next street still lacks its own."""
        if self.dealt == LAST or self.waiting():
            return False
        return self.burns < self.due[self.next_street()] + min(0, self.off)

    def burn(self, t: float, line: int) -> None:
        """A card came to the burns; one too many is told when the street comes, or a while later."""
        self.burns += 1
        if self.dealt < LAST and self.burns > self.due[self.next_street()] + max(0, self.off):
            self.extra = (t, line)

    def burn_left(self) -> None:
        """A burn went back on the deck; one that lengthens a stub too short for seventh street was burned all the same."""
        if self.dealt < LAST - 1 or self.burns > self.due[self.dealt]:
            super().burn_left()

    def waiting(self) -> list[int]:
        """Return the seats that are still to get their card on the street that is being dealt."""
        return [seat for seat in self.seats if seat not in self.served]

    def keeps(self, live: list[int]) -> None:
        """Who folds before his card has come is not waited for."""
        self.seats = [seat for seat in self.seats if seat in live or seat in self.served]

    def goes_back(self, draw: Draw) -> None:
        """A card of the streets is replaced: on the street that is dealt its seat waits for another one."""
        seat, number = self.places[draw.n]
        if number == 3 + self.dealt:
            self.served.discard(seat)
            self.again.add(seat)

    def begins(self, seats: list[int], draw: Draw) -> list[Irregularity]:
        """The first card of the next street comes, which ``seats`` get; return what is wrong with its burn."""
        self.dealt = street = self.next_street()
        self.seats, self.served, self.again = seats, set(), set()
        allowed = self.due[street] + min(0, self.off)
        irregularities = self.extra_burn(street, unseen=False)
        self.note_burns(street)
        if self.burns < allowed:
            irregularities += self.once(f"missing_burn{street}", "board.missing_burn", street, {}, draw.lines)
        self.early = []
        return irregularities

    def premature(self, draw: Draw, now: Now) -> list[Irregularity]:
        """A card comes to a seat while somebody has still to act: return what is wrong, once a street."""
        street = self.next_street()
        facts: dict[str, object] = {"cards": 1, "waiting": now.waiting}
        irregularities = self.once(f"premature{street}", "board.premature", street, facts, draw.lines)
        for irregularity in irregularities:
            irregularity.cases = ("stud",)
            self._came_early = street
            self.note_burns(street)
        return irregularities

    def ruled(self, remedy: str) -> None:
        """Follow the house's remedy of a card that came early: it does not play, and its burn stays."""
        street, self._came_early = self._came_early, None
        self.plays_early = remedy not in NOT_PLAYED
        if street is not None and not self.plays_early:
            self.off = 0

    plays_early: bool = True
    """A card that came early stays where it lies: the house has no other word."""


def empty_board(terms: Terms, form: Form) -> Board:
    """Return the empty board of a hand that is played by ``terms``."""
    if form.stud:
        return Streets(sensed=terms.kit.antennas)
    return Board(burns_made_up=terms.book.deal.burns_made_up, sensed=terms.kit.antennas)
