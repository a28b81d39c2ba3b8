"""More of the players' irregularities: posts, chips against words, old chips, words nobody may say yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from controller.table import events as ev
from controller.table.chips import Chips
from controller.table.rulebook import Rulebook
from tests.noise.fault import Expected, Fault, FaultyHand
from tests.noise.faults_of_players import (
    SETTLED_S,
    always,
    before,
    calls_short,
    can_be_short,
    expect_undercall,
    faces_a_wager,
    fresh,
    has,
    seat_of,
    turn_fault,
    turns,
)
from tests.real_hands.course import Course, Turn

CLOCK_S: Final = 20.0
COUNTDOWN_S: Final = 5.0


# Posts and the button --------------------------------------------------------------------------------


def _big_blind(course: Course) -> Sequence[int]:
    history = course.history
    rich = history.players > 2 and history.stacks[history.blinds.index(history.big)] > 2 * history.big
    return [history.blinds.index(history.big)] if rich else []


def _posts_short(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    history = hand.course.history
    yield ev.HandStarted(t=hand.wait(4.0), button=hand.seats[-1])
    small = history.blinds.index(history.small)
    ante = history.antes[player]
    yield hand.push(small, hand.chips(history.small + history.antes[small]), 0.4)
    yield hand.push(player, hand.chips(_half(hand, history.big) + ante), 0.4)
    yield from hand.fair_deal()


def _half(hand: FaultyHand, amount: int) -> int:
    unit = hand.denominations[0]
    return max(unit, amount // unit // 2 * unit)


def _expect_short_post(hand: FaultyHand, player: int, book: Rulebook) -> Expected | None:
    if _half(hand, hand.course.history.big) >= hand.course.history.big:
        return None
    return Expected(kind="blind.missing", seats=(hand.seats[player],))


def _three_or_more(course: Course) -> Sequence[int]:
    return [0] if course.history.players > 2 else []


def _button_strays(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    yield ev.ButtonMoved(t=hand.wait(0.5), seat=hand.seats[0])
    yield from hand.fair_deal()


def _expect_button(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="misdeal.button_position")


def _fourth_act(course: Course) -> Sequence[int]:
    """Return the fourth turn before the flop, where enough had chips in to pass any house's cut-off."""
    first = course.turns[:4]
    acted = len(first) == 4 and all(turn.street == "preflop" for turn in first)
    chips = any(turn.added for turn in first[:3])
    return [3] if acted and chips and course.history.players > 2 else []


def _button_strays_late(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    yield from hand.acts(hand.course.turns[place])
    yield ev.ButtonMoved(t=hand.wait(0.5), seat=hand.seats[0])


def _expect_button_late(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
    moment = "before_cutoff" if book.cutoff.test == "none" else "past_cutoff"
    rule = book.rule("misdeal.button_position", moment)
    floor = book.cutoff.test == "none" and rule is not None and rule.remedy == "redeal"
    return Expected(kind="misdeal.button_position", moment=moment, unless_floor="floor" if floor else None)


def _shown_and_played(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    yield from hand.deal(hand.seats * 2, shown=(1,))
    hand.wait(SETTLED_S)
    for turn in hand.course.turns[:4]:  # cards thrown in while a misdeal is open are no folds: they say so
        verb = turn.action if turn.action in ("fold", "call", "raise", "check") else "raise"
        yield hand.say(turn.player, verb, turn.to if verb == "raise" else None)  # type: ignore[arg-type]


def _first_player(course: Course) -> Sequence[int]:
    return [0] if _fourth_act(course) else []


def _expect_barred(hand: FaultyHand, player: int, book: Rulebook) -> Expected | None:
    rule = book.rule("misdeal.exposed", "before_cutoff", "first")
    if rule is None or rule.remedy != "redeal" or book.cutoff.test == "none":
        return None
    return Expected(kind="misdeal.barred", seats=(hand.seats[0],), unless_floor="play_on")


# Chips -----------------------------------------------------------------------------------------------


def _needed_chips(hand: FaultyHand, turn: Turn) -> Chips | None:
    """Return chips over the call of which none can be spared."""
    for chip in hand.denominations:
        count = -(-turn.added // chip)
        if count > 1 and turn.added % chip and count * chip < hand.behind(turn):
            return {chip: count}
    return None


def _several_chips(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    hand.wait(SETTLED_S)
    yield hand.push(turn.player, _needed_chips(hand, turn) or hand.chips(turn.added), 0.6)


def _expect_multichip(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    if book.bets.several_chips != "spare_chip" or _needed_chips(hand, hand.course.turns[place]) is None:
        return None
    return Expected(kind="bet.multichip", seats=seat_of(hand, place))


def _wagers_fresh(course: Course, turn: Turn) -> bool:
    wager = turn.action in ("bet", "raise")
    return wager and fresh(course, turn) and has(course, turn, 2 * turn.added)


def _other_chips(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    yield hand.say(turn.player, "raise" if turn.faced else "bet", turn.to, SETTLED_S)
    twice = {chip: 2 * count for chip, count in hand.chips(turn.added).items()}
    yield hand.push(turn.player, twice, 1.5)


def _unclear(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    seat = seat_of(hand, place)[0]
    yield ev.Declared(t=hand.wait(SETTLED_S), seat=seat, action="amount", amount=5, unclear=True)


def _opens(course: Course, turn: Turn) -> bool:
    return turn.action == "bet" and has(course, turn, 4 * turn.added)


def _old_chips(course: Course, turn: Turn) -> bool:
    """Whether the player bet or called before on the street, was raised, and calls."""
    return turn.action == "call" and turn.street != "preflop" and bool(turn.in_front) and not turn.all_in


def _chip_on_top(hand: FaultyHand, turn: Turn) -> int | None:
    larger = [chip for chip in hand.denominations if turn.added < chip < hand.behind(turn)]
    return larger[0] if larger else None


def _one_chip_on_top(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    hand.wait(SETTLED_S)
    yield hand.push(turn.player, {_chip_on_top(hand, turn) or hand.denominations[0]: 1}, 0.6)


def _expect_on_top(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    if "bet.prior_chips" not in book.kinds or _chip_on_top(hand, hand.course.turns[place]) is None:
        return None
    seats = seat_of(hand, place)
    return Expected(kind="bet.prior_chips", seats=seats, cases=("overchip",), unless_floor="call")


def _pulls_and_folds(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn = hand.course.turns[place]
    seat = hand.seats[turn.player]
    yield ev.ChipsPulled(t=hand.wait(SETTLED_S), seat=seat, chips=dict(+hand.zones[turn.player]))
    yield hand.say(turn.player, "fold")


def _expect_pulled(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    if "bet.pulled_back" not in book.kinds:
        return None
    return Expected(kind="bet.pulled_back", seats=seat_of(hand, place))


def _two_short(course: Course) -> Sequence[int]:
    """Return calls that another one follows, by a player who is new on the street."""
    both = []
    for n, (first, second) in enumerate(zip(course.turns, course.turns[1:], strict=False)):
        same = first.street == second.street and first.player != second.player
        if same and can_be_short(course, first) and can_be_short(course, second):
            both.append(n)
    return both


def _both_call_short(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    yield from calls_short(hand, place)
    yield from calls_short(hand, place + 1)


def _expect_sequence(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    kinds = [expect_undercall(hand, n, book).kind for n in (place, place + 1)]
    if "bet.undercall_sequence" not in book.kinds or "bet.tiny_chip" in kinds:
        return None
    return Expected(kind="bet.undercall_sequence", seats=seat_of(hand, place))


# Words -----------------------------------------------------------------------------------------------


def _called_at_once(course: Course) -> Sequence[int]:
    """Return raises that a player new on the street answers."""
    places = turns(lambda course, turn: turn.action == "raise" and not turn.all_in)(course)
    answered = []
    for n in places:
        later = course.turns[n + 1 : n + 2]
        if later and later[0].street == course.turns[n].street and fresh(course, later[0]):
            answered.append(n)
    return answered


def _calls_too_soon(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    turn, other = hand.course.turns[place : place + 2]
    yield hand.say(turn.player, "raise", None, SETTLED_S)
    yield hand.say(other.player, "call", None, 0.8)


def _expect_too_soon(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    if "bet.premature_call" not in book.kinds:
        return None
    return Expected(kind="bet.premature_call", seats=seat_of(hand, place + 1))


def _if_then(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    seat = seat_of(hand, place)[0]
    yield ev.Declared(t=hand.wait(SETTLED_S), seat=seat, action="fold", conditional=True)


def _any_turn(course: Course, turn: Turn) -> bool:
    return bool(before(course, turn))


# Time ------------------------------------------------------------------------------------------------


def _waits(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    seat = seat_of(hand, place)[0]
    hand.wait(SETTLED_S)
    yield ev.ClockCalled(t=hand.wait(30.0), seat=seat, seconds=CLOCK_S, countdown=COUNTDOWN_S)
    yield ev.Tick(t=hand.wait(CLOCK_S))
    yield ev.Tick(t=hand.wait(COUNTDOWN_S + 1.0))


def _expect_expired(hand: FaultyHand, place: int, book: Rulebook) -> Expected:
    turn = hand.course.turns[place]
    case = "facing_bet" if turn.faced > turn.in_front else "no_bet"
    return Expected(kind="clock.expired", seats=seat_of(hand, place), cases=(case,))


def _first_turn(course: Course) -> Sequence[int]:
    return [0] if course.history.players > 2 else []


def _is_away(hand: FaultyHand, place: int) -> Iterator[ev.Event]:
    yield ev.Tick(t=hand.wait(70.0))
    yield ev.Tick(t=hand.wait(1.0))


def _expect_away(hand: FaultyHand, place: int, book: Rulebook) -> Expected | None:
    if book.absence is None:
        return None
    return Expected(kind="hand.absent", seats=seat_of(hand, place))


def _is_dealt(hand: FaultyHand, player: int) -> Iterator[ev.Event]:
    return hand.fair_deal()


def _expect_penalty(hand: FaultyHand, player: int, book: Rulebook) -> Expected:
    return Expected(kind="seat.penalty_hand", seats=(hand.seats[player],))


WAGER_FAULTS: Final = (
    Fault(name="blind short", at="posts", places=_big_blind, make=_posts_short, expect=_expect_short_post),
    Fault(name="button astray", at="deal", places=_three_or_more, make=_button_strays, expect=_expect_button),
    Fault(
        name="button astray, late",
        at="turn",
        places=_fourth_act,
        make=_button_strays_late,
        expect=_expect_button_late,
    ),
    Fault(
        name="misdeal played on",
        at="deal",
        places=_first_player,
        make=_shown_and_played,
        expect=_expect_barred,
    ),
    turn_fault("several chips, all needed", faces_a_wager, _several_chips, _expect_multichip),
    turn_fault(
        "other chips than said",
        _wagers_fresh,
        _other_chips,
        always("bet.verbal_vs_chips", "words_first", unless_floor="verbal_stands"),
    ),
    turn_fault("unclear amount", _opens, _unclear, always("bet.unclear_amount")),
    turn_fault("a chip on old chips", _old_chips, _one_chip_on_top, _expect_on_top),
    turn_fault("old chips pulled, fold", _old_chips, _pulls_and_folds, _expect_pulled),
    Fault(
        name="two undercalls", at="turn", places=_two_short, make=_both_call_short, expect=_expect_sequence
    ),
    Fault(
        name="call too soon", at="turn", places=_called_at_once, make=_calls_too_soon, expect=_expect_too_soon
    ),
    turn_fault("if-then words", _any_turn, _if_then, always("bet.conditional")),
    turn_fault("clock runs out", _any_turn, _waits, _expect_expired),
    Fault(
        name="player away",
        at="turn",
        places=_first_turn,
        make=_is_away,
        expect=_expect_away,
        state="absent",
    ),
    Fault(
        name="penalty hand",
        at="deal",
        places=_three_or_more,
        make=_is_dealt,
        expect=_expect_penalty,
        state="penalty",
    ),
)
