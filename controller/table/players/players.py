"""Keeps the seats of a table, and where button and blinds go."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from controller.table.events import LevelSet, SeatState
from controller.table.players.player import Player


class Seat:
    """A seat between hands. ``stack`` None: nobody knows it."""

    def __init__(self, state: SeatState = "empty", stack: int | None = None) -> None:
        self.state = state
        self.stack = stack
        self.least = 0
        """Chips that it has at least, where nobody knows its stack."""
        self.most: int | None = None
        """Chips that it has at most then; None where nothing bounds it."""
        self.gone: bool | None = None
        """After an all-in that nobody saw decided: whether it is taken to have lost its last chips; else None."""
        self.new = False
        """Just seated: not dealt to yet."""
        self.out = False
        """Marked OUT: its hand was killed for absence, and its player has not come back."""

    def holds(self, stack: int | None, least: int = 0, most: int | None = None) -> None:
        """Note what the seat has; None where nobody knows: from ``least`` to ``most`` then."""
        self.stack, self.least, self.most, self.gone = stack, least, most, None

    @property
    def entitled(self) -> bool:
        """Whether the next hand deals cards to this seat; who is late has a hand only once his stack is put down."""
        if self.state == "late":
            return bool(self.stack or self.least or self.most) and not self.gone
        return self.state in ("in", "absent", "penalty") and self.stack != 0 and not self.gone


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """Return ``seats`` in order from the first one clockwise after ``after``; ``after`` itself last."""
    ordered = sorted(seats)
    first = bisect(ordered, after)
    return ordered[first:] + ordered[:first]


NO_BUTTON: Final = 0
"""The button's place at stud: nobody has it, and the deal begins with the first seat left of the dealer."""


@dataclass(slots=True)
class Blinds:
    """The button and the blinds of a hand; a seat is None where that blind is dead.

    ``place`` is the seat whose turn it was to post the small blind, also where nobody did.
    """

    button: int
    small: int | None
    big: int | None
    place: int | None = None


def next_positions(last: Blinds, entitled: list[int]) -> Blinds:
    """Return button and blinds after ``last`` by the dead button; every book here has it for tournaments.

    The big blind moves to the next seat that is in, the small one to the seat that had the big, the
    button to the seat that had the small, whether somebody sits there or not. Heads-up the button is
    small and nobody has the big blind twice running; when a third sits down the button is right of the small.
    """
    if last.big is None or len(entitled) < 2:
        return last
    big = clockwise(entitled, last.big)[0]
    if len(entitled) == 2:
        button = next(seat for seat in entitled if seat != big)
        return Blinds(button, button, big, place=button)
    button = last.place if last.place is not None else last.button
    if last.button == last.place:
        button = [seat for seat in clockwise(entitled, last.big) if seat != last.big][-1]
    small = last.big if last.big in entitled else None
    return Blinds(button, small, big, place=last.big)


def kept_positions(last: Blinds, entitled: list[int]) -> Blinds:
    """Return button and blinds of a hand that comes after a void one, as ``last`` had them.

    Whoever had one of them may have left: a small blind is dead then, the big one falls to the next seat. Heads-up
    the button is small; where more than two are in after it, the blinds are right of the big one.
    """
    if last.big is None or len(entitled) < 2:
        return last
    *others, big = clockwise(entitled, clockwise(entitled, last.big - 1)[0])
    if len(entitled) == 2:
        return Blinds(others[0], others[0], big, place=others[0])
    if last.button == last.place:
        return Blinds(others[-2], others[-1], big, place=others[-1])
    return Blinds(last.button, last.small if last.small in entitled else None, big, place=last.place)


def moving_positions(last: Blinds, entitled: list[int]) -> Blinds:
    """Return button and blinds after ``last`` where the button always goes to the next player.

    More than one big blind in a row may then be missed or posted; heads-up the button is small.
    """
    if len(entitled) < 2:
        return last
    return blinds_from(clockwise(entitled, last.button)[0], entitled)


def blinds_from(button: int, entitled: list[int]) -> Blinds:
    """Return the blinds left of a button that nothing is known before. Heads-up the button is small."""
    order = clockwise(entitled, button)
    if len(entitled) < 2:
        return Blinds(button, None, order[0] if order else None)
    if len(entitled) == 2:
        small = order[1] if order[1] == button else order[0]
        big = next(seat for seat in order if seat != small)
        return Blinds(button, small, big, place=small)
    return Blinds(button, order[0], order[1], place=order[0])


def can_bet(players: Iterable[Player]) -> bool:
    """Whether two of ``players`` can still act: against one alone nobody bets."""
    return sum(player.can_act for player in players) >= 2


def owed(level: LevelSet, blinds: Blinds, seat: int) -> int:
    """Return what a seat has to put out before the first card: its ante, and its blind."""
    small = level.small if seat == blinds.small else 0
    return level.ante + small + (level.big + level.big_blind_ante if seat == blinds.big else 0)


def post_blinds(
    players: Mapping[int, Player], blinds: Blinds, level: LevelSet, *, blind_first: bool
) -> tuple[dict[int, Player], dict[int, int]]:
    """Take antes, then blinds, as far as stacks go; return the players, and the blind each has on the street.

    ``blind_first``: one who antes for the table pays his blind before that ante.
    """
    paid = {seat: _anted(player, level.ante) for seat, player in players.items()}
    posted: dict[int, int] = {}
    for seat, amount, extra in (
        (blinds.small, level.small, 0),
        (blinds.big, level.big, level.big_blind_ante),
    ):
        if seat is not None and seat in paid:
            player = paid[seat]
            first = player.pay(amount) if blind_first else player
            table_ante = first.pay(extra).put_in - first.put_in
            anted = replace(first.pay(extra), table_ante=table_ante, ante=player.ante + table_ante)
            paid[seat] = anted if blind_first else anted.pay(amount)
            posted[seat] = paid[seat].put_in - player.put_in - table_ante
    return paid, posted


def _anted(player: Player, ante: int) -> Player:
    anted = player.pay(ante) if ante else player
    return replace(anted, ante=anted.put_in - player.put_in)
