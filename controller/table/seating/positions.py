"""Says where button and blinds go from hand to hand, and what is done about a button that was wrong.

By the dead button the next place follows from the last one. A house may set a wrong button right for the
next hand, so that everybody gets each place once in the round: the place that was jumped comes next, and
the one that was played too early is not played again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from controller.table.events import LevelSet, SeatState
from controller.table.players.players import (
    Blinds,
    Seat,
    blinds_from,
    clockwise,
    kept_positions,
    moving_positions,
    next_positions,
)
from controller.table.rulebook import Rulebook

if TYPE_CHECKING:
    from controller.table.hand import Hand

PLACES: Final = ("button", "small", "big")
"""What everybody gets once in a round."""

HALF: Final = 5
"""A button that is at most so many seats further is ahead; beyond that it is behind."""


@dataclass(slots=True)
class LastHand:
    """What the next hand follows from. ``void``: a misdeal, whose button may stand again.

    ``proper`` is where button and blinds belonged, where they were elsewhere and stayed there. ``states``
    is who was dealt in, and how: a re-deal is for the same seats.
    """

    blinds: Blinds
    level: LevelSet
    void: bool = False
    states: dict[int, SeatState] = field(default_factory=dict)
    proper: Blinds | None = None
    belongs: Blinds | None = None
    """The same where no clause rules on it: once the hand is void the floor may put them right."""
    stacks: dict[int, int | None] = field(default_factory=dict)
    """What each seat had when the hand began."""
    unpaid: bool = False
    """Nobody was pushed its pot, or has it for being the last one in."""

    @property
    def again(self) -> Blinds:
        """Return the button and blinds of a re-deal."""
        return self.blinds if self.proper is None else self.proper


@dataclass(slots=True)
class Positions:
    """The places of one table, hand after hand."""

    book: Rulebook
    seats: dict[int, Seat]
    last: LastHand | None = None
    ahead: Blinds | None = None
    """A place that was played too early; it is passed over when its turn comes."""
    missed: dict[int, str] = field(default_factory=dict)
    """Seats that were away when a blind fell due to them, and which one."""
    orbit: dict[int, set[str]] = field(default_factory=dict)
    """Seats that were in every hand of the round so far, with the places they had in it."""
    short: dict[int, list[str]] = field(default_factory=dict)
    """Seats that had not every place once in the round that is over."""
    _first_big: int | None = None

    def begin_anew(self) -> None:
        """Forget what was before: somebody set the table up."""
        self.last = self.ahead = self._first_big = None
        self.missed, self.orbit, self.short = {}, {}, {}

    def entitled(self, *named: object, moves_on: bool = False) -> list[int]:
        """Return the seats of the next hand; a newcomer may have to wait, unless he is ``named`` for a blind.

        Nobody waits where fewer than two would be dealt in. ``moves_on``: the last hand was void, and the button
        moves on all the same.
        """
        sit = [number for number, seat in self.seats.items() if seat.entitled]
        dealt = [number for number in sit if number in named or not self._waits(number, moves_on=moves_on)]
        return dealt if len(dealt) > 1 else sit

    def waiting(self) -> list[int]:
        """Return the newcomers whom the next hand deals no cards, by the place they sit in."""
        dealt = self.entitled()
        return [number for number, seat in self.seats.items() if seat.entitled and number not in dealt]

    def _waits(self, seat: int, *, moves_on: bool = False) -> bool:
        """Whether ``seat`` is a newcomer where the house deals none in: the button has to pass first."""
        rules, last = self.book.floor.entry, self.last
        if rules is None or last is None or last.blinds.big is None or not self.seats[seat].new:
            return False
        if last.void and not moves_on:
            button, small = last.blinds.button, last.blinds.place
        else:
            button, small = last.blinds.place or last.blinds.button, last.blinds.big
        if small is None or button == small or last.blinds.button == last.blinds.place:
            return False
        place, end = (seat - button) % 10, (small - button) % 10
        return 0 < place < end if rules.waits == "between" else place <= end

    def next(self) -> Blinds | None:
        """Return where button and blinds belong in the next hand; None where nothing is known before."""
        last = self.last
        if last is None:
            return None
        if last.void:
            return self.kept(last.again, self.entitled())
        if last.proper is not None and self.book.button.correct_previous:
            return last.proper
        due = self._after(last.blinds)
        if self.ahead is not None and due.button == self.ahead.button and due.big == self.ahead.big:
            due = self._after(self.ahead)
        return due

    def again(self) -> Blinds | None:
        """Return where they belong as the last hand is dealt again, to those of it who are still in."""
        last = self.last
        if last is None:
            return None
        return self.kept(last.again, [seat for seat in self.entitled() if self.sat_before(seat)])

    def kept(self, last: Blinds, entitled: list[int]) -> Blinds:
        """Return button and blinds of a hand that comes after a void one: where the button moves, blinds go by it."""
        if self.book.button.method == "dead" or last.big is None:
            return kept_positions(last, entitled)
        return blinds_from(last.button, entitled)

    def sat_before(self, seat: int) -> bool:
        """Whether ``seat`` was dealt in on the hand before: nobody new sits down for a re-deal, or a carried pot."""
        return self.last is None or seat in self.last.states

    def moves_on(self, button: int, *, redeal: bool) -> bool:
        """Whether the last hand was void, and is not dealt again: the one with ``button`` is another."""
        last = self.last
        if last is None or not last.void or redeal or self._put_right(button) is not None:
            return False
        return button not in (last.again.button, self.kept(last.again, self.entitled()).button)

    def expected(self, button: int, *, redeal: bool) -> Blinds | None:
        """Return where they belong in a hand that starts with ``button``: after a misdeal it may move on, or be put right."""
        last = self.last
        if last is not None and self.moves_on(button, redeal=redeal):
            return self._after(last.again, moves_on=True)
        return self._put_right(button) or (self.again() if redeal else self.next())

    def _put_right(self, button: int) -> Blinds | None:
        """Return where they belonged in a void hand that had them elsewhere, if ``button`` is there now."""
        last = self.last
        if last is None or not last.void or last.belongs is None:
            return None
        belongs = self.kept(last.belongs, self.entitled())
        return belongs if belongs.button == button else None

    def _after(self, blinds: Blinds, *, moves_on: bool = False) -> Blinds:
        follow = next_positions if self.book.button.method == "dead" else moving_positions
        return follow(blinds, self.entitled(moves_on=moves_on))

    def follows(self, hand: Hand, button: int) -> bool:
        """Whether ``button`` is where the button belongs once ``hand`` is over."""
        return self._after(hand.blinds).button == button

    def opened(self, blinds: Blinds) -> None:
        """A hand begins that is no re-deal: who missed a blind, and what the round still owes to whom."""
        last = self.last
        if last is not None and not last.void:
            self._note_missed(last.blinds, blinds)
        self._count_round(blinds)
        if self.ahead is not None and 0 < (blinds.button - self.ahead.button) % 10 <= HALF:
            self.ahead = None

    def _note_missed(self, before: Blinds, now: Blinds) -> None:
        """The big blind passed over seats with chips whose players are out for this hand."""
        if before.big is None or now.big is None or before.big == now.big:
            return
        for seat in clockwise(self.seats, before.big):
            if seat == now.big:
                return
            held = self.seats[seat]
            if held.state == "out" and held.stack:
                self.missed[seat] = "big"

    def _count_round(self, blinds: Blinds) -> None:
        entitled = self.entitled()
        if self._round_over(blinds):
            self.short = {
                seat: [place for place in PLACES if place not in had]
                for seat, had in self.orbit.items()
                if len(had) < len(PLACES)
            }
            self._first_big = None
        if self._first_big is None:
            self._first_big = blinds.big
            self.orbit = {seat: set() for seat in entitled}
        else:
            self.orbit = {seat: had for seat, had in self.orbit.items() if seat in entitled}
        self.served(blinds)

    def served(self, blinds: Blinds) -> None:
        """Note the places that seats have in a hand of the round."""
        for place, seat in zip(PLACES, (blinds.button, blinds.small, blinds.big), strict=True):
            if seat in self.orbit:
                self.orbit[seat].add(place)

    def _round_over(self, blinds: Blinds) -> bool:
        """Whether the big blind has come round to, or past, where the round began."""
        self.short = {}
        last = self.last
        if self._first_big is None or last is None or last.blinds.big is None or blinds.big is None:
            return False
        passed = clockwise(self.seats, last.blinds.big)
        return passed.index(self._first_big) <= passed.index(blinds.big)

    def closed(self, last: LastHand) -> None:
        """A hand is over; the next one follows from it."""
        self.last = last
        if last.proper is None or last.void or not self.book.button.correct_previous:
            return
        if 0 < (last.blinds.button - last.proper.button) % 10 <= HALF:
            self.ahead = last.blinds
