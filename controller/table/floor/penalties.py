"""Counts down penalties that are served in missed hands, hand by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from controller.table.events import Ruled, SeatState
from controller.table.hand import Hand
from controller.table.players.players import Seat
from controller.table.rulebook_floor import PenaltyRules
from controller.table.view import Note

KIND = "penalty.missed_rounds"


@dataclass(slots=True)
class Penalty:
    """A penalty of so many missed ``hands``; ``nth`` is which of its seat's penalties this is."""

    hands: int
    rounds: int | None
    nth: int
    served: int = 0
    before: SeatState = "in"
    """What the seat was when it began to serve, and is again when it has."""
    on: tuple[str | None, int | None] = (None, None)
    """The finding, or the dealer's call by its line, that it was given on."""


@dataclass(slots=True)
class Penalties:
    """The penalties of one table."""

    serving: dict[int, Penalty] = field(default_factory=dict)
    given: Counter[int] = field(default_factory=Counter)
    refused: dict[int, int] = field(default_factory=dict)
    """Seats for which more rounds were keyed than the house's scale has."""
    moved: set[int] = field(default_factory=set)
    """Seats to which a player with a penalty moves, and is not there yet."""

    def ruled(self, event: Ruled, seat: int, rules: PenaltyRules, at_table: int) -> None:
        """The floor gave ``seat`` missed rounds (``penalty``) or hands (``missed_hands``).

        Who rules again on the same says what the penalty is, and gives no second one.
        """
        amount = event.amount
        if not amount:
            return
        rounds = amount if event.decision == "penalty" else None
        if rounds is not None and rules.most_rounds is not None and rounds > rules.most_rounds:
            self.refused[seat] = rounds
            return
        self.refused.pop(seat, None)
        hands, on = missed_hands(at_table, rounds) if rounds else amount, (event.finding, event.call)
        given = self.serving.get(seat)
        if given is not None and given.on == on != (None, None):
            given.hands, given.rounds = hands, rounds
            return
        self.given[seat] += 1
        self.serving[seat] = Penalty(hands, rounds, self.given[seat], on=on)

    def lift(self, seat: int) -> None:
        """The player is back: what is left of the penalty is waived."""
        self.serving.pop(seat, None)

    def sits_down(self, seat: int) -> bool:
        """Whether a player who comes to a seat has only moved there, and serves on."""
        moved = seat in self.moved
        self.moved.discard(seat)
        return moved

    def move(self, seat: int, to: int) -> None:
        """A player leaves his seat for another one, where he will be told to sit next: his penalties go with him."""
        if seat in self.serving:
            self.serving[to] = self.serving.pop(seat)
            self.moved.add(to)
        if seat in self.given:
            self.given[to] = self.given.pop(seat)
        if seat in self.refused:
            self.refused[to] = self.refused.pop(seat)

    def forget(self, seats: list[int]) -> None:
        """The players of ``seats`` have left the table."""
        for noted in (self.serving, self.given, self.refused):
            for seat in seats if noted else ():
                noted.pop(seat, None)

    def begin(self, seats: dict[int, Seat]) -> None:
        """A hand begins: whoever serves a penalty is dealt in, and killed."""
        for number, penalty in self.serving.items():
            if seats[number].state in ("in", "absent"):
                penalty.before, seats[number].state = seats[number].state, "penalty"

    def end(self, hand: Hand, seats: dict[int, Seat]) -> None:
        """A hand is over that counts; who has served may play the next one."""
        for number, penalty in [*self.serving.items()]:
            player = hand.players.get(number)
            if player is None or player.state != "penalty":
                continue
            penalty.served += 1
            if penalty.served >= penalty.hands:
                del self.serving[number]
                seats[number].state = penalty.before

    def notes(self, rules: PenaltyRules | None) -> list[Note]:
        """Return what is still to be served, and what the house's scale does not have."""
        if rules is None:
            return []
        told = [
            Note(
                kind=KIND,
                seat=seat,
                cites=rules.cites,
                facts={
                    "hands": penalty.hands, "left": penalty.hands - penalty.served,
                    "rounds": penalty.rounds, "nth": penalty.nth,
                },
            )
            for seat, penalty in self.serving.items()
        ]  # fmt: skip
        return told + [
            Note(
                kind=KIND, seat=seat, cites=rules.cites, facts={"refused": rounds, "most": rules.most_rounds}
            )
            for seat, rounds in self.refused.items()
        ]


def missed_hands(players: int, rounds: int) -> int:
    """Return the hands that ``rounds`` missed rounds are with ``players`` at the table, offender included."""
    return players * rounds
