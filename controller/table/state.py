"""A table as it stands: its seats, its level, its deck, the hand in play. What judges and what shows it read it here."""

from __future__ import annotations

from typing import Literal

from controller.table import events as ev
from controller.table.between_hands.due import is_paid
from controller.table.between_hands.over import why_over
from controller.table.deal.deck import Deck
from controller.table.equipment import kit_of, sees_ends
from controller.table.floor.notebook import Notebook
from controller.table.hand import Hand
from controller.table.hypotheses.hypotheses import Hypotheses
from controller.table.outputs import Street
from controller.table.play import Play
from controller.table.players.players import Blinds, Seat
from controller.table.rulebook import Rulebook
from controller.table.seating.positions import Positions


class Table:
    """One table's state. ``book`` is the house's, ``header`` the log's."""

    def __init__(self, book: Rulebook, header: ev.LogHeader) -> None:
        self.book = book
        self.header = header
        self.kit = kit_of(header)
        self.seats = {seat: Seat() for seat in range(1, 11)}
        self.level = ev.LevelSet(t=0.0, small=0, big=1)
        self.denominations: tuple[int, ...] = ()
        self.deck = Deck()
        self.hands = 0
        self.t = 0.0
        self.hypotheses: Hypotheses | None = None
        self.button_lies: int | None = None
        """Where the button was put since the last hand was over; None where nobody saw or said it."""
        self.after_hand: dict[int, int | None] = {}
        """Stacks of seats in the hand that changed while it is on: they count from the next one."""
        self.notebook = Notebook(book, self.seats)
        self.positions = Positions(book, self.seats)

    @property
    def play(self) -> Play | None:
        """The hand in play as it most likely stands."""
        return None if self.hypotheses is None else self.hypotheses.plays[0]

    @property
    def in_hand(self) -> bool:
        """Whether a hand is open."""
        return self.hypotheses is not None

    @property
    def over(self) -> bool:
        """Whether the hand in play ends by itself: nothing more can be played, and nobody signals ends here."""
        return not self.kit.hands and self.play is not None and why_over(self.play) is not None

    @property
    def may_be_set(self) -> bool:
        """Whether a ``table`` event belongs here: not inside a hand, but where its pots are gone its end was not heard."""
        if self.play is None or self.over or is_paid(self.play):
            return True
        return not (self.kit.hands or sees_ends(self.kit))

    @property
    def hand(self) -> Hand | None:
        """The hand in play."""
        return None if self.hypotheses is None else self.hypotheses.plays[0].hand

    @property
    def street(self) -> Street | Literal["between"]:
        """The street of the hand in play, ``between`` where none is."""
        return "between" if self.play is None else self.play.hand.street_name

    @property
    def board(self) -> list[str]:
        """The board's cards as they lie, ``??`` for one that was never read."""
        return [] if self.play is None else self.play.board()

    @property
    def may_act(self) -> bool:
        """Whether the hand in play waits for a seat to act."""
        return self.play is not None and self.play.standing.due() is not None

    @property
    def upcoming(self) -> Blinds | None:
        """Where button and blinds belong in the next hand; None before the first one."""
        return self.positions.next()

    @property
    def waiting(self) -> list[int]:
        """Newcomers who get no cards yet, in the hand in play or in the next one."""
        return self.positions.waiting()
