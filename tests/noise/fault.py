"""One irregularity made in an otherwise clean real hand, and what the house's book says of it.

A fault takes the place of one post, deal, street or turn, of the showdown or of the end; the hand is sensed as it was played up to
there, goes wrong, and is closed by the dealer a little later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

import msgspec

from controller.table import events as ev
from controller.table.chips import Chips
from controller.table.kinds import KINDS
from controller.table.outputs import Finding
from controller.table.rulebook import Rulebook
from tests.real_hands.course import Course, Turn
from tests.real_hands.manner import manner_of
from tests.real_hands.sense import HandSensor, Night, seats_of

PROVEN_S = 3.0
"""After this time every wager is settled and every read has come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """The finding that is due. ``seats``: where the book's words fit either of two seats, both."""

    kind: str
    seats: tuple[int | None, ...] = (None,)
    cases: tuple[str, ...] = ()
    """The moments that the book may tell apart, most telling first."""
    moment: str = "before_cutoff"
    """``past_cutoff`` where the cut-off has passed when it is found."""
    unless_floor: str | None = None
    """The remedy wherever the house does not leave the matter to the floor; None: the book's own."""

    def met_by(self, finding: Finding, book: Rulebook) -> bool:
        """Whether a finding is the one that is due; it may name several seats of which this is one."""
        seats = finding.facts.get("seats", []) if finding.seat is None else [finding.seat]
        fits = finding.seat in self.seats or any(seat in self.seats for seat in seats)
        return finding.kind == self.kind and fits and finding.remedy == self.remedy(book)

    def remedy(self, book: Rulebook) -> str:
        """Return the remedy by the loaded book; the floor's where the house is silent."""
        rule = book.rule(self.kind, self.moment, *self.cases)
        if rule is None and KINDS[self.kind].everywhere:
            return KINDS[self.kind].remedies[0]
        if rule is None or rule.remedy == "floor":
            return "floor"
        if rule.remedy == "redeal" and self.moment == "past_cutoff":
            return "floor" if book.cutoff.test == "none" else "play_on"
        return self.unless_floor or rule.remedy


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A way for a hand to go wrong. ``places``: players (posts, deal), streets from the flop on, or turns.

    Of showdown and end there is one.
    """

    name: str
    at: Literal["posts", "deal", "street", "turn", "showdown", "end"]
    places: Callable[[Course], Sequence[int]]
    make: Callable[[FaultyHand, int], Iterator[ev.Event]]
    expect: Callable[[FaultyHand, int, Rulebook], Expected | None]
    """None where the house knows no such irregularity."""
    tags: Callable[[FaultyHand], dict[str, str]] | None = None
    """Tags that the deck has beyond its own, with their cards."""
    state: ev.SeatState = "in"
    """How the player of the place is seated."""


class HandStoppedError(Exception):
    """The irregularity has happened: the hand goes no further."""


@dataclass(slots=True, kw_only=True)
class Faulty:
    """A hand that went wrong: its events, and what is due by any book."""

    hand: FaultyHand
    fault: Fault
    place: int
    events: list[ev.Event] = field(default_factory=list)

    def expected(self, book: Rulebook) -> Expected | None:
        """Return the finding that is due under ``book``."""
        return self.fault.expect(self.hand, self.place, book)


def inject(fault: Fault, course: Course, chance: Random) -> Faulty | None:
    """Return the hand with the fault somewhere in it; None where it has no place for one."""
    places = fault.places(course)
    if not places:
        return None
    place = chance.choice(places)
    hand = FaultyHand(course, fault, place, chance)
    return Faulty(hand=hand, fault=fault, place=place, events=list(hand.sense()))


class FaultyHand(HandSensor):
    """Senses a hand that goes wrong at one place. Players are named by their place in the deal, from 0."""

    def __init__(self, course: Course, fault: Fault, place: int, chance: Random) -> None:
        rng = Random(course.history.name)
        manner = manner_of(rng, simple=True)
        if fault.tags is not None:
            manner = replace(manner, new_deck=True)
        super().__init__(Night(), course, rng, seats_of(course), manner)
        self.fault = fault
        self.place = place
        self.chance = chance
        self.clean_until: float | None = None
        """The log's time up to which the hand is as it should be, once it has gone wrong."""
        self._streets_dealt = 0

    def sense(self) -> Iterator[ev.Event]:
        """Yield the hand up to its irregularity, and its end."""
        try:
            yield from super().sense()
        except HandStoppedError:
            yield ev.Tick(t=self.wait(PROVEN_S))
            yield ev.HandEnded(t=self.wait(1.0))

    def _seats(self) -> Iterator[ev.Event]:
        for event in super()._seats():
            if isinstance(event, ev.DeckLoaded) and self.fault.tags is not None:
                event = msgspec.structs.replace(event, cards=event.cards | self.fault.tags(self))
            if isinstance(event, ev.TableSet) and self.fault.state != "in":
                seat = self.seats[self._placed()]
                setup = msgspec.structs.replace(event.seats[seat], state=self.fault.state)
                event = msgspec.structs.replace(event, seats={**event.seats, seat: setup})
            yield event

    def _placed(self) -> int:
        return self.course.turns[self.place].player if self.fault.at == "turn" else self.place

    def _start(self) -> Iterator[ev.Event]:
        yield from self._unless("posts", self.place, super()._start())

    def _show_down(self, *, all_in: bool) -> Iterator[ev.Event]:
        yield from self._unless("showdown", self.place, super()._show_down(all_in=all_in))

    def _end(self) -> Iterator[ev.Event]:
        yield from self._unless("end", self.place, super()._end())

    def _deal(self) -> Iterator[ev.Event]:
        yield from self._unless("deal", self.place, super()._deal())

    def _street(self, cards: tuple[str, ...]) -> Iterator[ev.Event]:
        place, self._streets_dealt = self._streets_dealt, self._streets_dealt + 1
        yield from self._unless("street", place, super()._street(cards))

    def _turn(self, turn: Turn) -> Iterator[ev.Event]:
        place = next(n for n, other in enumerate(self.course.turns) if other is turn)
        yield from self._unless("turn", place, super()._turn(turn))

    def _unless(self, at: str, place: int, clean: Iterator[ev.Event]) -> Iterator[ev.Event]:
        """Yield what happens here: the irregularity, where this is its place."""
        if (at, place) != (self.fault.at, self.place):
            yield from clean
            return
        self.clean_until = self.night.t
        yield from self.fault.make(self, place)
        raise HandStoppedError

    # -- what goes wrong is made of these ----------------------------------------------------------------

    def wait(self, low_s: float, high_s: float | None = None) -> float:
        """Let time pass, and return it."""
        return self._later(low_s, high_s)

    def pile(self) -> list[str]:
        """Return the deck's cards in their order: the deal's, then what the clean hand does not use."""
        return [hole[turn] for turn in range(2) for hole in self.holes] + self.stub[::-1]

    def deal(
        self,
        seats: Sequence[int],
        *,
        up: Sequence[int] = (),
        shown: Sequence[int] = (),
        last_tag: str | None = None,
        back: str | None = None,
    ) -> Iterator[ev.Event]:
        """Deal round these seats; ``up`` and ``shown`` count cards from 1: boxed, and exposed by the dealer."""
        for n, (seat, card) in enumerate(zip(seats, self.pile(), strict=False), 1):
            last = n == len(seats)
            tag = last_tag if last and last_tag is not None else self.night.tag(card)
            zone = f"seat:{seat}"
            face: Literal["up", "down"] = "up" if n in up else "down"
            yield ev.CardDrawn(t=self.wait(0.18), tag=tag, face=face, back=back if last else None)
            yield ev.CardSeen(t=self.wait(self.manner.travel_s), tag=tag, zone=zone)
            if n in shown:
                yield ev.CardFace(t=self.wait(0.05), zone=zone, face="up", by="dealer", count=1, tag=tag)
        yield ev.DealEnded(t=self.wait(0.8))

    def burn(self) -> Iterator[ev.Event]:
        """A card goes to the burns."""
        tag = self.night.tag(self.stub.pop())
        yield ev.CardDrawn(t=self.wait(0.6), tag=tag, face="down")
        yield ev.CardSeen(t=self.wait(0.2), tag=tag, zone="burn")

    def turn_up(self, cards: Sequence[str]) -> Iterator[ev.Event]:
        """Cards come to the board, one by one."""
        for card in cards:
            tag = self.night.tag(card)
            yield ev.CardDrawn(t=self.wait(0.3), tag=tag, face="down")
            yield ev.CardSeen(t=self.wait(0.15), tag=tag, zone="board", face="up")

    def push(self, player: int, chips: Chips, after_s: float) -> ev.Event:
        """Return one forward motion."""
        return self._motion(player, chips, after_s)

    def chips(self, amount: int) -> Chips:
        """Return chips worth ``amount``, as this hand's players make it."""
        return self._chips(amount)

    def say(self, player: int, verb: ev.Verb, amount: int | None = None, after_s: float = 1.0) -> ev.Event:
        """Return a player's words."""
        return ev.Declared(t=self.wait(after_s), seat=self.seats[player], action=verb, amount=amount)

    def fair_deal(self) -> Iterator[ev.Event]:
        """Deal as it should be."""
        return super()._deal()

    def acts(self, turn: Turn) -> Iterator[ev.Event]:
        """A player does what he did."""
        return super()._turn(turn)

    def show(self, player: int, cards: int = 2) -> Iterator[ev.Event]:
        """A player turns up his hand, or only some of its cards."""
        zone = f"seat:{self.seats[player]}"
        for card in self.holes[player][:cards]:
            yield ev.CardSeen(t=self.wait(0.1), tag=self.night.tag(card), zone=zone, face="up")

    def award(self, player: int, amount: int) -> ev.Event:
        """Return the dealer's push of chips from the pot."""
        return ev.PotAwarded(t=self.wait(1.0), seat=self.seats[player], amount=amount)

    def throw_in(self, player: int) -> Iterator[ev.Event]:
        """A player's cards go to the muck."""
        return self._muck(player)

    def first_act(self, street: str) -> Iterator[ev.Event]:
        """The first player to act on a street does so; nobody where nobody can."""
        for turn in self.course.turns:
            if turn.street == street:
                yield from super()._turn(turn)
                return

    def behind(self, turn: Turn) -> int:
        """Return what the player of a turn has left before it."""
        return self.course.history.stacks[turn.player] - self._put_in_before(turn)
