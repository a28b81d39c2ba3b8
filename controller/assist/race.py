"""Works out the chip race: the lowest chips leave play, odd ones are raced off by cards.

Value is kept but for three things that the books allow: a remainder rounded, the chip that keeps a player
in, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from controller.assist.answer import Answer, AssistError, chips, several
from controller.assist.drawn import check_cards, height
from controller.table.rulebook_floor import RaceRules

Rest = Literal["chip", "nothing"]
Dealt = Sequence[tuple[int, str]]
"""Seat and card, in the order in which they were dealt."""


class Holding(Struct, frozen=True):
    """What a seat has of the chips that leave; ``others``: it has chips that stay, too."""

    chips: int
    others: bool = True


class RaceSeat(Struct, frozen=True, kw_only=True):
    """One seat in the race. ``changed`` chips came straight for full sets, ``won`` ones by the cards,
    ``kept_in`` is the one that a player who would have none left gets."""

    seat: int
    chips: int
    changed: int
    odd: int
    cards: list[str] = []
    won: int = 0
    kept_in: int = 0

    @property
    def new(self) -> int:
        """All new chips of the seat."""
        return self.changed + self.won + self.kept_in


class Race(Answer, frozen=True, kw_only=True):
    """A race of the chips worth ``away`` for chips worth ``into``. ``prizes`` are the new chips raced for.

    ``wrong_order``: the cards were not dealt as the house deals them, so nothing is awarded.
    """

    away: int
    into: int
    seats: list[RaceSeat]
    prizes: int
    rest: int
    wrong_order: bool = False


def race(
    rules: RaceRules | None,
    holdings: Mapping[int, Holding],
    away: int,
    into: int,
    dealt: Dealt | None = None,
    rest: Rest | None = None,
) -> Race:
    """Return the race, or without ``dealt`` what to deal for it.

    ``rest`` is what the floor decided of a remainder on which the book is silent. Raise AssistError for
    chips that do not go into each other, and for cards that are not those of the race.
    """
    sets = _sets(away, into, holdings)
    if rules is None:
        decide = [f"The book has no chip race: how do the {away:,}s leave?"]
        return Race(title=_title(away, into), decide=decide, away=away, into=into, seats=[], prizes=0, rest=0)
    start = [
        RaceSeat(seat=seat, chips=held.chips, changed=held.chips // sets, odd=held.chips % sets)
        for seat, held in sorted(holdings.items())
        if held.chips
    ]
    odd = sum(seat.odd for seat in start)
    left = odd % sets
    prizes = odd // sets + _rounded(rules, left, sets, rest)
    wrong = dealt is not None and _wrong_order(start, dealt)
    seats = start if dealt is None or wrong else _awarded(rules, start, holdings, dealt, prizes)
    steps = [*_dealing(start, sets, away, into), f"{chips(prizes, into)} to race for"]
    if wrong:
        steps = [_first_word(start), *steps]
    elif dealt is not None:
        steps = [*_results(seats, into), *_shown(rules)]
    open_rest = left > 0 and rules.remainder is None and rest is None
    return Race(
        title=_title(away, into),
        cites=list(rules.cites),
        our_reading=rules.our_reading,
        steps=steps,
        decide=[f"{chips(left, away)} over: a {into:,} for the next card, or nothing?"] if open_rest else [],
        away=away,
        into=into,
        seats=seats,
        prizes=prizes,
        rest=left,
        wrong_order=wrong,
    )


def _title(away: int, into: int) -> str:
    return f"Race the {away:,}s off for {into:,}s ({into // away} to 1)"


def _sets(away: int, into: int, holdings: Mapping[int, Holding]) -> int:
    """Return how many of the old chips make a new one."""
    if away < 1 or into <= away or into % away:
        raise AssistError(f"chips of {away} do not go evenly into chips of {into}")
    for seat, held in holdings.items():
        if not 1 <= seat <= 10:
            raise AssistError(f"seat {seat}: seats are 1 to 10")
        if held.chips < 0:
            raise AssistError(f"seat {seat}: {held.chips} chips cannot be")
    return into // away


def _rounded(rules: RaceRules, left: int, sets: int, rest: Rest | None) -> int:
    """Return the chip that the odd ones over earn, by the book or, where it is silent, by the floor."""
    if rules.remainder == "half":
        return int(2 * left >= sets)
    return int(left > 0 and rest == "chip")


def _wrong_order(seats: list[RaceSeat], dealt: Dealt) -> bool:
    """Whether the cards went round otherwise than seat 1 first, all of a seat's before the next one's."""
    check_cards(card for _, card in dealt)
    got = [seat for seat, _ in dealt]
    for seat in seats:
        if got.count(seat.seat) != seat.odd:
            due, has = several(seat.odd, "card"), got.count(seat.seat)
            raise AssistError(f"seat {seat.seat} is due {due}, one for each odd chip, and has {has}")
    if strange := set(got).difference(seat.seat for seat in seats):
        raise AssistError(f"seat {min(strange)} has no odd chip, and was dealt a card")
    return got != [seat.seat for seat in seats for _ in range(seat.odd)]


def _awarded(
    rules: RaceRules, seats: list[RaceSeat], holdings: Mapping[int, Holding], dealt: Dealt, prizes: int
) -> list[RaceSeat]:
    """Return the seats with what the cards bring them."""
    broke = [seat.seat for seat in seats if not holdings[seat.seat].others and not seat.changed]
    won = dict.fromkeys((seat.seat for seat in seats), 0)
    kept_in = dict.fromkeys(won, 0)
    racing = [(seat, card) for seat, card in dealt]
    if rules.broke == "first":
        kept_in.update(dict.fromkeys(broke, 1))
        prizes = max(0, prizes - len(broke))
        racing = [(seat, card) for seat, card in racing if seat not in broke]
    for seat, _ in sorted(racing, key=lambda one: height(one[1]), reverse=True):
        if prizes and (rules.most_each is None or won[seat] < rules.most_each):
            won[seat] += 1
            prizes -= 1
    if rules.broke == "after":
        kept_in.update({seat: 1 for seat in broke if not won[seat]})
    return [
        RaceSeat(
            seat=one.seat, chips=one.chips, changed=one.changed, odd=one.odd,
            cards=[card for seat, card in dealt if seat == one.seat],
            won=won[one.seat], kept_in=kept_in[one.seat],
        )
        for one in seats
    ]  # fmt: skip


def _first_word(seats: list[RaceSeat]) -> str:
    first = next(seat.seat for seat in seats if seat.odd)
    start = "seat 1" if first == 1 else f"seat 1, so with seat {first}, the first that has odd chips"
    return f"Deal again: the race starts at {start}, and each seat gets all its cards before the next"


def _dealing(seats: list[RaceSeat], sets: int, away: int, into: int) -> list[str]:
    steps = [
        f"Seat {seat.seat}: change {seat.changed * sets} of {chips(seat.chips, away)} up to "
        f"{chips(seat.changed, into)}"
        for seat in seats
        if seat.changed
    ]
    dealt = [f"seat {seat.seat}: {several(seat.odd, 'card')}" for seat in seats if seat.odd]
    return steps + ([f"Deal face up: {', then '.join(dealt)}"] if dealt else [])


def _results(seats: list[RaceSeat], into: int) -> list[str]:
    return [
        f"Seat {seat.seat}: {chips(seat.new, into) if seat.new else 'none'}{_why(seat)}"
        for seat in sorted(seats, key=lambda one: (-one.new, one.seat))
    ]


def _why(seat: RaceSeat) -> str:
    parts = [
        (seat.changed, f"{seat.changed} changed up"),
        (seat.won, f"{seat.won} by {max(seat.cards, key=height) if seat.cards else ''}"),
        (seat.kept_in, f"{seat.kept_in} so that nobody is raced out"),
    ]
    why = ", ".join(text for count, text in parts if count)
    return f" ({why})" if why else "; the odd chips go"


def _shown(rules: RaceRules) -> list[str]:
    if rules.most_each is None:
        return ["No most is set for one player: the floor may look at who won two"]
    return []


class Leftover(Answer, frozen=True, kw_only=True):
    """Chips of a denomination that left play, found later: ``chips`` new ones for them, ``lost`` in value."""

    chips: int
    lost: int


def leftover(rules: RaceRules | None, found: int, away: int, into: int) -> Leftover:
    """Return what ``found`` old chips are still worth in chips of ``into``, the lowest in play."""
    if found < 1 or away < 1 or into <= away:
        raise AssistError(f"{found} chips of {away}, with {into} the lowest in play, cannot be")
    new, lost = divmod(found * away, into)
    steps = [f"Take {chips(found, away)} ({found * away:,}) and give {chips(new, into)}"]
    if lost:
        steps.append(f"{lost:,} is less than the lowest chip and goes, for nothing")
    cites = [] if rules is None else list(rules.leftover_cites)
    return Leftover(
        title=f"{chips(found, away)} found after the race",
        cites=cites,
        steps=steps if cites else [],
        decide=[] if cites else [f"{chips(found, away)}: exchange, and what of the rest?"],
        chips=new,
        lost=lost,
    )
