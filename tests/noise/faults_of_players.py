"""The players' irregularities: chips and words that do not fit what is faced, and acts before one's turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from controller.table import events as ev
from controller.table.chips import Chips, value_of
from controller.table.rulebook import Rulebook
from tests.noise.fault import Expected, Fault, FaultyHand
from tests.real_hands.course import Course, Turn

SECOND_MOTION_S: Final = 1.2
SETTLED_S: Final = 2.2
"""A silent wager before is settled after this time."""


# What a turn faced ---------------------------------------------------------------------------------


def before(course: Course, turn: Turn) -> list[Turn]:
    """Return the turns on the same street before this one."""
    place = next(n for n, other in enumerate(course.turns) if other is turn)
    return [other for other in course.turns[:place] if other.street == turn.street]


def _full_raise(course: Course, turn: Turn) -> int:
    """Return the largest full bet or raise so far on the street, the big blind at least."""
    largest = course.history.big
    for earlier in before(course, turn):
        largest = max(largest, earlier.to - earlier.faced)
    return largest


def fresh(course: Course, turn: Turn) -> bool:
    """Whether the player has no chips in on the street and has not acted on it."""
    return not turn.in_front and all(other.player != turn.player for other in before(course, turn))


def has(course: Course, turn: Turn, amount: int) -> bool:
    """Whether the player has more than ``amount`` left."""
    put_in = course.history.antes[turn.player] + course.history.blinds[turn.player]
    for other in course.turns:
        if other is turn:
            break
        if other.player == turn.player:
            put_in += other.added
    return course.history.stacks[turn.player] - put_in > amount


def turns(fits: Callable[[Course, Turn], bool]) -> Callable[[Course], Sequence[int]]:
    """Return the places where a turn fits."""

    def places(course: Course) -> Sequence[int]:
        return [n for n, turn in enumerate(course.turns) if fits(course, turn)]

    return places


def seat_of(hand: FaultyHand, place: int) -> tuple[int]:
    return (hand.seats[hand.course.turns[place].player],)


def always(kind: str, *cases: str, unless_floor: str | None = None) -> Callable[..., Expected]:
    """Return an expectation that is the same wherever it happens: the seat of the turn."""

    def expect(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
        return Expected(kind=kind, seats=seat_of(hand, place), cases=cases, unless_floor=unless_floor)

    return expect


# Chips ---------------------------------------------------------------------------------------------


def _raises_afresh(course: Course, turn: Turn) -> bool:
    return turn.action == "raise" and fresh(course, turn) and not turn.all_in


def _string(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    hand.wait(SETTLED_S)
    yield hand.push(turn.player, hand.chips(turn.faced), 0.6)
    yield hand.push(turn.player, hand.chips(turn.added - turn.faced), SECOND_MOTION_S)


def faces_a_wager(course: Course, turn: Turn) -> bool:
    """Whether the turn faced a bet or raise, not the blinds alone, with room to call it short."""
    wager = turn.street != "preflop" or turn.faced > course.history.big
    return wager and turn.action == "call" and fresh(course, turn) and not turn.all_in


def _short_chips(hand: FaultyHand, turn: Turn) -> Chips:
    """Return the call without its smallest chip; half of it where it is one chip."""
    chips = dict(hand.chips(turn.added))
    if sum(chips.values()) == 1:
        return hand.chips(turn.added // hand.denominations[0] // 2 * hand.denominations[0])
    smallest = min(chips)
    chips[smallest] -= 1
    return {chip: count for chip, count in chips.items() if count}


def calls_short(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    hand.wait(SETTLED_S)
    yield hand.push(turn.player, _short_chips(hand, turn), 0.6)


def can_be_short(course: Course, turn: Turn) -> bool:
    return faces_a_wager(course, turn) and turn.added >= 2 * course.history.big


def expect_undercall(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
    course, turn = hand.course, hand.course.turns[place]
    folded = sum(other.action == "fold" for other in course.turns[:place])
    heads_up = ("heads_up",) if course.history.players - folded == 2 else ()
    wagers = sum(other.action in ("bet", "raise") for other in before(course, turn))
    opening = ("opening_bet",) if wagers == 1 and turn.street != "preflop" else ()
    tiny = value_of(_short_chips(hand, turn)) * 100 <= turn.added * book.bets.tiny_percent
    if tiny and "bet.tiny_chip" in book.kinds:
        return Expected(kind="bet.tiny_chip", seats=seat_of(hand, place))
    return Expected(kind="bet.undercall", seats=seat_of(hand, place), cases=heads_up + opening)


def _smallest_chip(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    hand.wait(SETTLED_S)
    yield hand.push(turn.player, {hand.denominations[0]: 1}, 0.6)


def _expect_tiny(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    turn = hand.course.turns[place]
    if hand.denominations[0] * 100 > turn.added * book.bets.tiny_percent or "bet.tiny_chip" not in book.kinds:
        return None
    return Expected(kind="bet.tiny_chip", seats=seat_of(hand, place))


def _one_large_chip(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    hand.wait(SETTLED_S)
    larger = [chip for chip in hand.denominations if turn.added < chip < hand.behind(turn)]
    yield hand.push(turn.player, {larger[0] if larger else hand.denominations[-1]: 1}, 0.6)


def _expect_overchip(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    turn = hand.course.turns[place]
    if not any(turn.added < chip < hand.behind(turn) for chip in hand.denominations):
        return None
    return Expected(kind="bet.overchip", seats=seat_of(hand, place))


# Words ---------------------------------------------------------------------------------------------


def _could_raise(course: Course, turn: Turn) -> bool:
    """Whether the player, fresh on the street, faces something and has enough for any house's raise."""
    enough = 3 * turn.faced + _full_raise(course, turn)
    return bool(turn.faced) and fresh(course, turn) and has(course, turn, enough)


def _says_too_little(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    amount = turn.faced + hand.denominations[0]
    yield hand.say(turn.player, "raise", amount, SETTLED_S)
    yield hand.push(turn.player, hand.chips(amount), 1.0)


def _expect_short_raise(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    if hand.denominations[0] >= _full_raise(hand.course, hand.course.turns[place]):
        return None
    return Expected(
        kind="bet.short_raise",
        seats=seat_of(hand, place),
        cases=("raise_said", "raised_up"),
        unless_floor="min_raise",
    )


def _opens(course: Course, turn: Turn) -> bool:
    return not turn.faced and has(course, turn, 2 * course.history.big)


def _opens_too_low(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    player = hand.course.turns[place].player
    yield hand.say(player, "bet", hand.denominations[0], SETTLED_S)
    yield hand.push(player, {hand.denominations[0]: 1}, 1.0)


def _expect_underbet(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    if hand.denominations[0] >= hand.course.history.big:
        return None
    return Expected(kind="bet.underbet", seats=seat_of(hand, place))


def _says(verb: ev.Verb) -> Callable[[FaultyHand, int], Iterator[ev.Event]]:
    """Return what happens where the player of the turn says this instead."""

    def make(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
        player = hand.course.turns[place].player
        yield hand.say(player, verb, None, SETTLED_S)
        if verb == "fold":
            yield from hand.throw_in(player)

    return make


def _checks(course: Course, turn: Turn) -> bool:
    return turn.action == "check"


def _faces(course: Course, turn: Turn) -> bool:
    return turn.faced > turn.in_front


def _could_say_pot(course: Course, turn: Turn) -> bool:
    return _could_raise(course, turn)


def _raise_is_barred(course: Course, turn: Turn) -> bool:
    """Whether only short all-ins have come since the player's last act on the street."""
    earlier = before(course, turn)
    mine = [n for n, other in enumerate(earlier) if other.player == turn.player]
    if not mine or turn.action not in ("call", "fold"):
        return False
    since = earlier[mine[-1] + 1 :]
    acted_at = earlier[mine[-1]].to
    short = [other for other in since if other.action == "raise"]
    full = _full_raise(course, turn)
    all_short = bool(short) and all(other.all_in and other.to - other.faced < full for other in short)
    return all_short and turn.faced - acted_at < full and has(course, turn, 3 * turn.faced + full)


def _raises_all_the_same(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    yield hand.say(turn.player, "raise", 2 * turn.faced + _full_raise(hand.course, turn), SETTLED_S)


# Turns ---------------------------------------------------------------------------------------------


def _next(course: Course, turn: Turn) -> Turn | None:
    """Return the turn after this one on the street, of a player who has not acted on it before."""
    place = next(n for n, other in enumerate(course.turns) if other is turn)
    later = course.turns[place + 1 : place + 2]
    if not later or later[0].street != turn.street or turn.action == "fold":
        return None
    return later[0] if later[0].player != turn.player and fresh(course, later[0]) else None


def _jumps(wanted: Callable[[Course, Turn, Turn], bool]) -> Callable[[Course], Sequence[int]]:
    def fits(course: Course, turn: Turn) -> bool:
        early = _next(course, turn)
        return early is not None and wanted(course, turn, early)

    return turns(fits)


def _may_check(course: Course, turn: Turn, early: Turn) -> bool:
    return not turn.faced


def _may_call(course: Course, turn: Turn, early: Turn) -> bool:
    return turn.faced > 0 and not early.all_in


def _may_bet(course: Course, turn: Turn, early: Turn) -> bool:
    return has(course, early, 4 * turn.faced + 4 * course.history.big + _full_raise(course, turn))


def _acts_early(verb: ev.Verb) -> Callable[[FaultyHand, int], Iterator[ev.Event]]:
    """Return what happens where the next player acts at this turn."""

    def make(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
        turn, early = hand.course.turns[place : place + 2]
        hand.wait(SETTLED_S)
        if verb == "check":
            yield ev.Tapped(t=hand.wait(0.5), seat=hand.seats[early.player])
        elif verb == "raise":
            amount = 2 * turn.faced + 2 * _full_raise(hand.course, turn)
            yield hand.say(early.player, "raise" if turn.faced else "bet", amount)
        else:
            yield hand.say(early.player, verb)
        if verb == "fold":
            yield from hand.throw_in(early.player)

    return make


def _expect_early(verb: ev.Verb) -> Callable[[FaultyHand, int, Rulebook], Expected]:
    def expect(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
        seats = (hand.seats[hand.course.turns[place + 1].player],)
        if verb == "fold":
            facing = ("facing_bet",) if hand.course.turns[place].faced else ()
            return Expected(kind="turn.out_of_turn_fold", seats=seats, cases=("declared", *facing))
        cut = verb == "raise" and book.turns.wager_cut_to_minimum
        case = "wager" if verb == "raise" else verb
        remedy = "house_minimum" if cut else "back_up"
        return Expected(kind="turn.out_of_turn", seats=seats, cases=(case,), unless_floor=remedy)

    return expect


def _early(verb: ev.Verb, wanted: Callable[[Course, Turn, Turn], bool]) -> Fault:
    return Fault(
        name=f"{verb} out of turn",
        at="turn",
        places=_jumps(wanted),
        make=_acts_early(verb),
        expect=_expect_early(verb),
    )


def turn_fault(
    name: str,
    fits: Callable[[Course, Turn], bool],
    make: Callable[[FaultyHand, int], Iterator[ev.Event]],
    expect: Callable[[FaultyHand, int, Rulebook], Expected | None],
) -> Fault:
    return Fault(name=name, at="turn", places=turns(fits), make=make, expect=expect)


def _expect_pot(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
    return Expected(
        kind="bet.pot_declared", seats=seat_of(hand, place), cases=("facing_bet",), unless_floor="min_raise"
    )


PLAYER_FAULTS: Final = (
    turn_fault("string bet", _raises_afresh, _string, always("bet.string")),
    turn_fault("undercall", can_be_short, calls_short, expect_undercall),
    turn_fault("tiny chip", faces_a_wager, _smallest_chip, _expect_tiny),
    turn_fault("one large chip", faces_a_wager, _one_large_chip, _expect_overchip),
    turn_fault("raise too small", _could_raise, _says_too_little, _expect_short_raise),
    turn_fault("bet too small", _opens, _opens_too_low, _expect_underbet),
    turn_fault(
        "raise not reopened",
        _raise_is_barred,
        _raises_all_the_same,
        always("bet.not_reopened", unless_floor="call_or_fold"),
    ),
    turn_fault("pot at no-limit", _could_say_pot, _says("pot"), _expect_pot),
    turn_fault(
        "call without a bet", _checks, _says("call"), always("bet.invalid_declaration", "call_no_bet")
    ),
    turn_fault(
        "check facing a bet", _faces, _says("check"), always("bet.invalid_declaration", "check_facing_bet")
    ),
    turn_fault("fold without a bet", _checks, _says("fold"), always("turn.nonstandard_fold")),
    _early("check", _may_check),
    _early("call", _may_call),
    _early("raise", _may_bet),
    _early("fold", _may_call),
)
