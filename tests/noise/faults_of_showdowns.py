"""Irregularities of live hands and of the showdown: hands shown, thrown away and paid as they should not be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pokerkit import StandardHighHand

from controller.table import events as ev
from controller.table.kinds import ALLOWED
from controller.table.rulebook import Rulebook
from tests.noise.fault import Expected, Fault, FaultyHand
from tests.noise.faults_of_players import SETTLED_S, always, before, seat_of, turn_fault
from tests.real_hands.course import Course, Turn
from tests.real_hands.sense import DECK


def _acts_behind(course: Course, place: int) -> int:
    """Return how many turns of the street come after this one."""
    street = course.turns[place].street
    return sum(turn.street == street for turn in course.turns[place + 1 :])


# Live hands ------------------------------------------------------------------------------------------


def _shows(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    hand.wait(SETTLED_S)
    yield from hand.show(hand.course.turns[place].player)


def _expect_shown(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    """The whole hand lies there; head to head a house may allow it."""
    live = {turn.player for turn in hand.course.turns[place:]} | set(hand.course.live)
    cases = ("heads_up",) if len(live) == 2 else ()
    rule = book.rule("hand.exposed_by_player", *cases)
    if rule is not None and rule.remedy == ALLOWED:
        return None
    return Expected(kind="hand.exposed_by_player", seats=seat_of(hand, place), cases=cases)


def _faces_something(course: Course, turn: Turn) -> bool:
    return bool(before(course, turn)) and turn.faced > turn.in_front


def _all_in_with_more(course: Course) -> Sequence[int]:
    """Return all-ins that two or more of the street still answer."""
    return [n for n, turn in enumerate(course.turns) if turn.all_in and _acts_behind(course, n) >= 2]


def _all_in_thrown_away(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn, other = hand.course.turns[place : place + 2]
    yield from hand.acts(turn)
    yield from hand.acts(other)
    hand.wait(1.0)
    yield from hand.throw_in(turn.player)


def _bets_into_others(course: Course) -> Sequence[int]:
    wagers = ("bet", "raise")
    return [
        n
        for n, turn in enumerate(course.turns)
        if turn.action in wagers and not turn.all_in and _acts_behind(course, n) >= 1
    ]


def _better_thrown_away(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    yield from hand.acts(turn)
    hand.wait(SETTLED_S)
    yield from hand.throw_in(turn.player)


def _expect_discard(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    if "showdown.premature_discard" not in book.kinds:
        return None
    return Expected(kind="showdown.premature_discard", seats=seat_of(hand, place))


# The showdown ----------------------------------------------------------------------------------------


def _known(course: Course) -> bool:
    """Whether the cards of every hand in the showdown are known, and one of two won the only pot."""
    live = course.live
    known = len(live) == 2 and all(card in DECK for player in live for card in course.holes[player])
    return known and len(course.board) == 5 and len(course.shares) == 1 and len(course.shares[0]) == 1


def _winner(course: Course) -> int:
    return next(iter(course.shares[0]))


def _loser(course: Course) -> int:
    return next(player for player in course.live if player != _winner(course))


def _at_the_river(course: Course) -> Sequence[int]:
    bet_on = any(turn.street == "river" for turn in course.turns)
    all_in = any(turn.all_in for turn in course.turns)
    return [0] if bet_on and _known(course) and not all_in else []


def _all_in_showdown(course: Course) -> Sequence[int]:
    return [0] if _known(course) and any(turn.all_in for turn in course.turns) else []


def _winner_thrown_away(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    for player in (_winner(hand.course), _loser(hand.course)):
        yield from hand.show(player)
    hand.wait(1.0)
    yield from hand.throw_in(_winner(hand.course))


def _expect_killed(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
    seat = hand.seats[_winner(hand.course)]
    return Expected(kind="showdown.winner_killed", seats=(seat,), cases=("mucked",))


def _face_down(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    yield from hand.show(_winner(hand.course))
    hand.wait(1.0)
    yield from hand.throw_in(_loser(hand.course))


def _expect_face_down(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
    return Expected(kind="showdown.not_tabled", seats=(hand.seats[_loser(hand.course)],))


def _paid_half_tabled(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    """The pot goes to a hand of which one card lies face up, while another is still in."""
    winner = _winner(hand.course)
    yield from hand.show(winner, cards=1)
    yield hand.award(winner, sum(hand.course.shares[0].values()))


def _expect_half_tabled(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
    winner, board = _winner(hand.course), "".join(hand.course.board)
    shown = StandardHighHand.from_game(hand.holes[winner][0], board)
    cases = ("play_board",) if shown == StandardHighHand.from_game("", board) else ()
    return Expected(kind="showdown.partly_tabled", seats=(hand.seats[winner],), cases=cases)


def _paid_wrong(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    """The pot goes to the hand that lost."""
    yield hand.award(_loser(hand.course), sum(hand.course.shares[0].values()))


def _expect_paid_wrong(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
    winner, loser = hand.seats[_winner(hand.course)], hand.seats[_loser(hand.course)]
    if book.rule("showdown.winner_killed", "passed_over") is not None:
        return Expected(kind="showdown.winner_killed", seats=(winner,), cases=("passed_over",))
    return Expected(kind="pot.award_wrong", seats=(loser,), cases=("winner",))


def _both_tabled(course: Course) -> Sequence[int]:
    down = {shown.player for shown in course.shown if not shown.cards}
    return [0] if _known(course) and not down and not course.returned else []


def _paid_half(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    """The dealer keeps a third of the pot."""
    pot = sum(hand.course.shares[0].values())
    yield hand.award(_winner(hand.course), pot - _kept(hand, pot))


def _kept(hand: FaultyHand, pot: int) -> int:
    """Return about a third of the pot, that no chip, however often it was matched, comes to."""
    explained = {chip * seats for chip in hand.denominations for seats in range(1, 11)}
    unit = hand.denominations[0]
    third = pot // 3 // unit * unit
    return next((kept for kept in range(third, pot, unit) if kept not in explained), third)


def _expect_paid_half(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
    seats = (hand.seats[_winner(hand.course)],)
    return Expected(kind="pot.award_wrong", seats=seats, cases=("split",))


SHOWDOWN_FAULTS: Final = (
    turn_fault("hand shown before the end", _faces_something, _shows, _expect_shown),
    Fault(
        name="all-in hand mucked",
        at="turn",
        places=_all_in_with_more,
        make=_all_in_thrown_away,
        expect=always("hand.mucked_live"),
    ),
    Fault(
        name="bettor mucks too soon",
        at="turn",
        places=_bets_into_others,
        make=_better_thrown_away,
        expect=_expect_discard,
    ),
    Fault(
        name="winner mucked",
        at="showdown",
        places=_at_the_river,
        make=_winner_thrown_away,
        expect=_expect_killed,
    ),
    Fault(
        name="all-in hand not tabled",
        at="showdown",
        places=_all_in_showdown,
        make=_face_down,
        expect=_expect_face_down,
    ),
    Fault(
        name="half a hand paid",
        at="showdown",
        places=_at_the_river,
        make=_paid_half_tabled,
        expect=_expect_half_tabled,
    ),
    Fault(
        name="pot to the loser", at="end", places=_both_tabled, make=_paid_wrong, expect=_expect_paid_wrong
    ),
    Fault(name="pot paid short", at="end", places=_both_tabled, make=_paid_half, expect=_expect_paid_half),
)
