"""The seats of a hand: who is dealt in, what they put in, what lies in front of them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from controller.table.events import LevelSet, SeatState

UNCOUNTED: Final = 10**12
"""Chips behind a seat whose stack was never counted: more than any bet."""


class Seat:
    """A seat between hands. ``stack`` None: nobody knows it."""

    def __init__(self, state: SeatState = "empty", stack: int | None = None) -> None:
        self.state = state
        self.stack = stack
        self.least = 0
        """Chips that it has at least, where nobody knows its stack."""
        self.most: int | None = None
        """Chips that it has at most then; None where nothing bounds it."""
        self.new = False
        """Just seated: not dealt to yet."""
        self.out = False
        """Marked OUT: its hand was killed for absence, and its player has not come back."""

    def holds(self, stack: int | None, least: int = 0, most: int | None = None) -> None:
        """Note what the seat has; None where nobody knows: from ``least`` to ``most`` then."""
        self.stack, self.least, self.most = stack, least, most

    @property
    def entitled(self) -> bool:
        """Whether the next hand deals cards to this seat."""
        return self.state in ("in", "absent", "penalty") and self.stack != 0


class Player:
    """A seat that is dealt into the hand. ``put_in`` counts antes and every street."""

    def __init__(self, seat: int, state: SeatState, stack: int | None, put_in: int = 0) -> None:
        self.seat = seat
        self.state = state
        self.stack = stack
        self.least = 0
        """Chips that it brought at least, where nobody knows its stack."""
        self.most: int | None = None
        """Chips that it brought at most then; None where nothing bounds it."""
        self.maybe_all_in = False
        """Its stack is not known, and what it put in is taken for all of it."""
        self.ante = 0
        self.table_ante = 0
        """The part of it that the big blind paid for the whole table."""
        self.put_in = put_in
        self.zone = 0
        """Chips lying in the betting zone, as pushed and pulled, without an ante."""
        self.ante_lying = 0
        """Chips of the ante that still lie there with them."""
        self.drawn_back = 0
        """Chips of an earlier bet taken back while facing action."""
        self.pulled = 0
        """Chips taken back since the betting was closed."""
        self.posted = 0
        self.blind = 0
        """The blind that the seat owes this hand."""
        self.posts_seen = False
        """Blinds and antes were pushed in this hand: what this seat did not put out it owes."""
        self.taken = 0
        """Of what was posted: swept in before the first card."""
        self.posts_counted = False
        """A count of the zone has borne out what was posted, or put it right."""
        self.posted_t: float | None = None
        self.posted_lines: list[int] = []
        self.live = True
        """Whether the hand can still win: dealt, not folded, not dead."""
        self._folded = self._dead = False
        self._dealt = True
        self.out = False
        """Marked OUT: it is not waited for in its turn."""
        self.came_back = False
        """Away at the first deal and here for the re-deal, of a house that kills such a hand."""
        self.cards: list[str] = []
        self.tabled: set[str] = set()

    @property
    def behind(self) -> int:
        """Chips not put in yet."""
        return (UNCOUNTED if self.stack is None else self.stack) - self.put_in

    @property
    def folded(self) -> bool:
        """Whether the seat has folded."""
        return self._folded

    @folded.setter
    def folded(self, folded: bool) -> None:
        self._folded = folded
        self.live = self._dealt and not (folded or self._dead)

    @property
    def dead(self) -> bool:
        """Whether the hand was killed."""
        return self._dead

    @dead.setter
    def dead(self, dead: bool) -> None:
        self._dead = dead
        self.live = self._dealt and not (self._folded or dead)

    @property
    def dealt(self) -> bool:
        """Whether the deal served the seat; False where it was left out."""
        return self._dealt

    @dealt.setter
    def dealt(self, dealt: bool) -> None:
        self._dealt = dealt
        self.live = dealt and not (self._folded or self._dead)

    @property
    def can_act(self) -> bool:
        """Whether the seat is live and has chips to act with."""
        return self.live and (self.stack is None or self.stack > self.put_in)

    @property
    def all_in(self) -> bool:
        """Whether the seat has nothing behind, for certain."""
        return self.behind == 0 and not self.maybe_all_in

    @property
    def may_be_all_in(self) -> bool:
        """Whether what is put in may be all that the seat has, whose stack nobody knows."""
        return (
            self.stack is None
            and self.least <= self.put_in
            and (self.most is None or self.put_in <= self.most)
        )

    def behind_between(self) -> tuple[int | None, int | None]:
        """Return how many chips are not put in at least, None where they are known, and at most, None for any."""
        if self.stack is not None:
            return None, None
        return max(0, self.least - self.put_in), None if self.most is None else self.most - self.put_in

    def all_there(self, stack: int, *, maybe: bool = False) -> None:
        """Take ``stack``, which is put in, for all that the seat brought; ``maybe``: until it acts again."""
        self.stack, self.maybe_all_in = stack, maybe

    def acts_again(self) -> bool:
        """Note that the seat acts: it was not all-in, if that was only thought; return whether it was."""
        if not self.maybe_all_in:
            return False
        self.stack, self.maybe_all_in = None, False
        self.least = max(self.least, self.put_in)
        return True

    @property
    def content(self) -> int:
        """What lies in the betting zone by all that was pushed."""
        return self.zone + self.ante_lying

    def post_lies(self, blind: int, *, counts: bool) -> None:
        """The first card is out: what was posted lies there; ``counts``: a seat that pushed nothing has posted."""
        self.blind = blind
        self.posts_seen = not counts
        silent = counts and not self.posted
        self.zone = blind if silent else max(0, self.posted - max(self.ante, self.taken))
        self.ante_lying = max(0, min(self.ante, self.posted) - self.taken)

    @property
    def owes(self) -> int:
        """What of blind and ante was not put out, where others put out theirs."""
        return max(0, self.ante + self.blind - self.posted) if self.posts_seen else 0

    @property
    def owes_blind(self) -> int:
        """What of the blind was not put out: an ante is paid first."""
        return min(self.owes, self.blind)

    def post_late(self, value: int) -> None:
        """Chips of a blind or ante come when cards are out."""
        if self.posted or self.owes:
            blind = min(value, self.blind)
            self.zone += blind
            self.ante_lying += value - blind
        self.posted += value

    def pay(self, amount: int) -> int:
        """Put in up to ``amount``; return what there was."""
        paid = min(amount, self.behind)
        self.put_in += paid
        return paid


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """Return ``seats`` in order from the first one clockwise after ``after``; ``after`` itself last."""
    ordered = sorted(seats)
    first = bisect(ordered, after)
    return ordered[first:] + ordered[:first]


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


def post_blinds(
    players: dict[int, Player], blinds: Blinds, level: LevelSet, *, blind_first: bool
) -> dict[int, int]:
    """Take antes, then blinds, as far as stacks go; return the blind each seat has on the street.

    ``blind_first``: one who antes for the table pays his blind before that ante.
    """
    for player in players.values():
        player.ante = player.pay(level.ante) if level.ante else 0
    posted: dict[int, int] = {}
    for seat, amount, extra in (
        (blinds.small, level.small, 0),
        (blinds.big, level.big, level.big_blind_ante),
    ):
        if seat is not None and seat in players:
            player = players[seat]
            posted[seat] = player.pay(amount) if blind_first else 0
            player.table_ante = player.pay(extra)
            player.ante += player.table_ante
            posted[seat] += 0 if blind_first else player.pay(amount)
    return posted
