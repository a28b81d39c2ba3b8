"""Follows rebuys: chips that join a stack, in some houses as soon as they are announced."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.table.hand import Hand
from controller.table.players.player import Player
from controller.table.players.players import Seat
from controller.table.rulebook_floor import RebuyRules
from controller.table.view import Note

KIND = "chips.rebuy_behind"


@dataclass(slots=True)
class Rebuys:
    """The rebuys owed at one table."""

    owed: dict[int, int] = field(default_factory=dict)
    coming: dict[int, int] = field(default_factory=dict)
    """Announced while cards were out: chips of the next hand."""
    noted: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The last rebuy of each seat, until it is bought: the hand from which it plays, and its chips."""

    def announced(
        self, number: int, amount: int, seats: dict[int, Seat], hand: Hand | None, *, last: int, owed: bool
    ) -> None:
        """The floor noted that seat ``number`` rebuys for ``amount`` chips; ``owed``: they are bought later.

        ``last`` is the last hand that began. A player rebuys once before a hand: whoever notes the same again, at
        another screen or with a second touch, gives him no more.
        """
        cards_out = hand is not None and bool(hand.draws)
        rebuy = (last if hand is not None and not cards_out else last + 1, amount)
        if self.noted.get(number) == rebuy:
            return
        self.noted[number] = rebuy
        if owed:
            self.owed[number] = self.owed.get(number, 0) + amount
        if cards_out:
            self.coming[number] = self.coming.get(number, 0) + amount
            return
        seats[number].holds(*_with(seats[number], amount))
        if hand is not None and number in hand.players:
            stack, least, most = _with(hand.players[number], amount)
            hand.seat(number, stack=stack, least=least, most=most)

    def bought(self, seat: int) -> None:
        """The chips were bought: nothing is owed any more."""
        self.owed.pop(seat, None)
        self.noted.pop(seat, None)

    def forget(self, seats: list[int]) -> None:
        """The players of ``seats`` have left the table."""
        for noted in (self.owed, self.coming, self.noted):
            for seat in seats if noted else ():
                noted.pop(seat, None)

    def end(self, seats: dict[int, Seat]) -> None:
        """A hand is over: what was announced in it plays from the next one on."""
        for number, amount in self.coming.items():
            seats[number].holds(*_with(seats[number], amount))
        self.coming = {}

    def notes(self, rules: RebuyRules | None) -> list[Note]:
        """Return what is owed."""
        if rules is None:
            return []
        return [
            Note(kind=KIND, seat=seat, cites=rules.cites, facts={"owed": owed})
            for seat, owed in self.owed.items()
        ]


def _with(holder: Seat | Player, amount: int) -> tuple[int | None, int, int | None]:
    """Return the stack of ``holder`` with ``amount`` put on it, and its bounds; one that nobody knows stays unknown."""
    if holder.stack is not None:
        return holder.stack + amount, holder.least, holder.most
    return None, holder.least + amount, None if holder.most is None else holder.most + amount
