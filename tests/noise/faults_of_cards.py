"""The dealer's slips and the deck's faults: what can go wrong between the riffle and the river."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from controller.table import events as ev
from controller.table.rulebook import Rulebook
from tests.noise.fault import Expected, Fault, FaultyHand
from tests.real_hands.course import Course

STREETS: Final = ("flop", "turn", "river")
SECOND_TAG: Final = "E0040FFFFFFFFF01"
"""The tag of a card that should not be there."""


def _order(hand: FaultyHand) -> list[int]:
    return hand.seats * 2


def _players(course: Course, first: int = 0, but_last: int = 0) -> Sequence[int]:
    return range(first, course.history.players - but_last) if course.history.players > 2 else ()


def _anyone(course: Course) -> Sequence[int]:
    return _players(course)


def _not_button(course: Course) -> Sequence[int]:
    return _players(course, but_last=1)


def _not_first(course: Course) -> Sequence[int]:
    return _players(course, first=1)


def _middle(course: Course) -> Sequence[int]:
    return _players(course, first=1, but_last=2)


def _once(course: Course) -> Sequence[int]:
    return [0] if course.history.players > 2 else []


# The deal ------------------------------------------------------------------------------------------


def _two_boxed(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal(_order(hand), up=(player + 1, player + 3))


def _expect_two_boxed(hand: FaultyHand, player: int, book: Rulebook) -> Expected | None:
    if book.deal.boxed_for_misdeal != 2:
        return None
    seats = _order(hand)
    # A house that replaces the first one gives the second another seat than the count of draws does.
    return Expected(kind="misdeal.boxed_cards", seats=(seats[player + 2], seats[player + 1]))


def _one_boxed(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    order = _order(hand)
    replaced = [*order[: player + 1], order[player], *order[player + 1 :]]
    return hand.deal(replaced, up=(player + 1,))


def _expect_one_boxed(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="deal.boxed_card", seats=(hand.seats[player],))


def _wrong_first(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal([*hand.seats[player:], *hand.seats[:player]] * 2)


def _expect_wrong_first(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="misdeal.wrong_first_seat", seats=(hand.seats[player],))


def _stranger(hand: FaultyHand) -> int:
    """Return the empty seat that gets cards: one that the first card does not go to."""
    button = hand.seats[-1]
    round_ = [(button + step) % 10 + 1 for step in range(10)]
    return next(seat for seat in round_[round_.index(hand.seats[0]) + 1 :] if seat not in hand.seats)


def _not_entitled(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    button = hand.seats[-1]
    seats = sorted([*hand.seats, _stranger(hand)], key=lambda seat: (seat - button - 1) % 10)
    return hand.deal(seats * 2)


def _room_for_a_stranger(course: Course) -> Sequence[int]:
    from tests.real_hands.sense import seats_of

    seats = seats_of(course)
    free = any(
        (seat - seats[-1] - 1) % 10 > (seats[0] - seats[-1] - 1) % 10
        for seat in range(1, 11)
        if seat not in seats
    )
    return [0] if free and len(seats) > 2 else []


def _expect_not_entitled(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="misdeal.seat_not_entitled", seats=(_stranger(hand),))


def _dealt_out(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal([seat for seat in _order(hand) if seat != hand.seats[player]])


def _expect_dealt_out(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="misdeal.seat_dealt_out", seats=(hand.seats[player],))


def _swapped(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    order = _order(hand)
    at = len(hand.seats) + player
    order[at], order[at + 1] = order[at + 1], order[at]
    return hand.deal(order)


def _expect_swapped(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="misdeal.sequence", seats=(hand.seats[player], hand.seats[player + 1]))


def _one_card_only(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    order = _order(hand)
    del order[len(hand.seats) + player]
    return hand.deal(order)


def _expect_one_card_only(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    button = player == len(hand.seats) - 1
    return Expected(
        kind=book.deal.short_button if button else "misdeal.card_count", seats=(hand.seats[player],)
    )


def _button_short(course: Course) -> Sequence[int]:
    return [course.history.players - 1] if course.history.players > 2 else []


def _one_more(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal([*_order(hand), hand.seats[player]])


def _expect_one_more(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    kind = book.deal.extra_counts_as
    cases = ("extra",) if kind == "misdeal.card_count" else ()
    return Expected(kind=kind, seats=(hand.seats[player],), cases=cases)


def _two_more(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal([*_order(hand), hand.seats[player], hand.seats[player + 1]])


def _expect_two_more(hand: FaultyHand, player: int, book: Rulebook) -> Expected | None:
    if book.deal.extra_for_misdeal != 2:
        return None
    return Expected(kind="misdeal.extra_cards", seats=(hand.seats[player + 1],))


def _first_shown(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal(_order(hand), shown=(player + 1,))


def _first_two(course: Course) -> Sequence[int]:
    return _players(course)[:2]


def _expect_first_shown(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="misdeal.exposed", seats=(hand.seats[player],), cases=("first",))


def _later_shown(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal(_order(hand), shown=(len(hand.seats) + player + 1,))


def _expect_later_shown(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="deal.exposed_card", seats=(hand.seats[player],))


def _two_shown(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal(_order(hand), shown=(len(hand.seats) + player, len(hand.seats) + player + 1))


def _expect_two_shown(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="misdeal.exposed", seats=(hand.seats[player],), cases=("several",))


# The deck ------------------------------------------------------------------------------------------


def _stray_card(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal(_order(hand), last_tag=SECOND_TAG)


def _other_back(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.deal(_order(hand), back="green")


def _deck_fault(name: str, kind: str, cards: str) -> Fault:
    """Return a fault of the deck; ``cards``: what the map says of the stray tag."""

    def tags(hand: FaultyHand) -> dict[str, str]:
        card = hand.holes[0][0] if cards == "twice" else cards
        return {SECOND_TAG: card} if card else {}

    def expect(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
        return Expected(kind=kind)

    make = _other_back if kind == "deck.foreign_back" else _stray_card
    return Fault(name=name, at="deal", places=_once, make=make, expect=expect, tags=tags)


# The board -----------------------------------------------------------------------------------------


def _streets(course: Course, *wanted: int) -> Sequence[int]:
    return [place for place in wanted if place < len(course.streets) - 1]


def _flop(course: Course) -> Sequence[int]:
    return _streets(course, 0)


def _after_flop(course: Course) -> Sequence[int]:
    """Turn and river that are bet on: in a run-out a second card is the next street's without its burn."""
    bet_on = {turn.street for turn in course.turns}
    return [street for street in _streets(course, 1, 2) if STREETS[street] in bet_on]


def _any_street(course: Course) -> Sequence[int]:
    return _streets(course, 0, 1, 2)


def _with_a_burn(course: Course) -> Sequence[int]:
    """Return the streets that cannot be taken for more cards of the last one."""
    return [*_flop(course), *_after_flop(course)]


def _cards(hand: FaultyHand, street: int) -> Sequence[str]:
    return hand.course.streets[street + 1][1]


def _one_too_many(hand: FaultyHand, street: int) -> Iterator[ev.Event]:
    yield from hand.burn()
    yield from hand.turn_up([*_cards(hand, street), hand.stub.pop()])


def _expect_four(hand: FaultyHand, street: int, book: Rulebook) -> Expected:
    return Expected(kind="board.four_card_flop")


def _expect_two(hand: FaultyHand, street: int, book: Rulebook) -> Expected:
    return Expected(kind="board.too_many_cards", cases=(STREETS[street],))


def _no_burn(hand: FaultyHand, street: int) -> Iterator[ev.Event]:
    yield from hand.turn_up(_cards(hand, street))
    yield from hand.first_act(STREETS[street])


def _expect_no_burn(hand: FaultyHand, street: int, book: Rulebook) -> Expected:
    return Expected(kind="board.missing_burn", cases=(STREETS[street],))


def _two_burns(hand: FaultyHand, street: int) -> Iterator[ev.Event]:
    yield from hand.burn()
    yield from hand.burn()
    yield from hand.turn_up(_cards(hand, street))


def _expect_two_burns(hand: FaultyHand, street: int, book: Rulebook) -> Expected:
    return Expected(kind="board.extra_burn", cases=(STREETS[street],))


def _still_to_act(course: Course) -> Sequence[int]:
    """Return the turns before which a seat has acted on the street, the river's aside."""
    turns = course.turns
    return [
        n
        for n in range(1, len(turns))
        if turns[n].street == turns[n - 1].street and turns[n].street != "river"
    ]


def _next_street(hand: FaultyHand, turn: int) -> int:
    return ("preflop", *STREETS).index(hand.course.turns[turn].street)


def _too_early(hand: FaultyHand, turn: int) -> Iterator[ev.Event]:
    hand.wait(2.2)
    yield from hand.burn()
    count = 3 if _next_street(hand, turn) == 0 else 1
    yield from hand.turn_up([hand.stub.pop() for _ in range(count)])


def _expect_too_early(hand: FaultyHand, turn: int, book: Rulebook) -> Expected:
    return Expected(kind="board.premature", cases=(STREETS[_next_street(hand, turn)],))


CARD_FAULTS: Final = (
    Fault(name="two boxed cards", at="deal", places=_not_button, make=_two_boxed, expect=_expect_two_boxed),
    Fault(name="one boxed card", at="deal", places=_not_button, make=_one_boxed, expect=_expect_one_boxed),
    Fault(
        name="wrong first seat", at="deal", places=_not_first, make=_wrong_first, expect=_expect_wrong_first
    ),
    Fault(
        name="seat not entitled",
        at="deal",
        places=_room_for_a_stranger,
        make=_not_entitled,
        expect=_expect_not_entitled,
    ),
    Fault(name="seat dealt out", at="deal", places=_not_first, make=_dealt_out, expect=_expect_dealt_out),
    Fault(name="two seats swapped", at="deal", places=_middle, make=_swapped, expect=_expect_swapped),
    Fault(
        name="one card only", at="deal", places=_not_button, make=_one_card_only, expect=_expect_one_card_only
    ),
    Fault(
        name="button short",
        at="deal",
        places=_button_short,
        make=_one_card_only,
        expect=_expect_one_card_only,
    ),
    Fault(name="one card more", at="deal", places=_anyone, make=_one_more, expect=_expect_one_more),
    Fault(name="two cards more", at="deal", places=_not_button, make=_two_more, expect=_expect_two_more),
    Fault(
        name="first card shown", at="deal", places=_first_two, make=_first_shown, expect=_expect_first_shown
    ),
    Fault(name="later card shown", at="deal", places=_anyone, make=_later_shown, expect=_expect_later_shown),
    Fault(name="two later shown", at="deal", places=_not_first, make=_two_shown, expect=_expect_two_shown),
    _deck_fault("same card twice", "deck.duplicate", "twice"),
    _deck_fault("tag of no deck", "deck.foreign_tag", ""),
    _deck_fault("another back", "deck.foreign_back", ""),
    _deck_fault("joker", "deck.joker", "Jk"),
    Fault(name="four-card flop", at="street", places=_flop, make=_one_too_many, expect=_expect_four),
    Fault(name="two cards", at="street", places=_after_flop, make=_one_too_many, expect=_expect_two),
    Fault(name="no burn", at="street", places=_with_a_burn, make=_no_burn, expect=_expect_no_burn),
    Fault(name="two burns", at="street", places=_any_street, make=_two_burns, expect=_expect_two_burns),
    Fault(
        name="street too early", at="turn", places=_still_to_act, make=_too_early, expect=_expect_too_early
    ),
)
