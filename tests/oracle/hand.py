"""A hand played to its end through PokerKit, by chance, with what was allowed at every turn of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from controller.histories.read_phh import History
from controller.table.rulebook import Rulebook
from tests.oracle.dealt import Dealt, deal
from tests.oracle.kit import BOARD_AT, STREETS, Decision, Kit, Result
from tests.oracle.why import Allowed, allowed
from tests.real_hands.course import Course, Turn


@dataclass(slots=True)
class Played:
    """One hand: how it was dealt, its turns with what was allowed at each, and how it ended."""

    dealt: Dealt
    course: Course
    result: Result
    allowed: list[Allowed] = field(default_factory=list)
    """What was allowed at each of the course's turns."""
    short: list[bool] = field(default_factory=list)
    """Whether each turn is an all-in that is more than the call and less than a full bet or raise."""

    @property
    def why(self) -> set[str]:
        """Return the differences from PokerKit that this hand has."""
        return {reason for each in self.allowed for reason in each.why}


@dataclass(frozen=True, slots=True)
class Temper:
    """How a table plays: shares, 0 to 1."""

    folds: float
    raises: float
    shoves: float


TEMPERS = (
    Temper(0.15, 0.2, 0.05),
    Temper(0.3, 0.25, 0.1),
    Temper(0.05, 0.3, 0.3),
    Temper(0.1, 0.15, 0.5),
    Temper(0.02, 0.05, 0.02),
    Temper(0.05, 0.6, 0.05),
)


def play(seed: int, book: Rulebook) -> Played:
    """Return hand number ``seed`` at a table of ``book``'s house; the same seed plays the same hand."""
    dealt = deal(seed, book)
    rng = Random(f"{dealt.name} acts")
    temper = rng.choice(TEMPERS)
    kit = Kit(dealt)
    played = Played(dealt, _course(dealt), kit.result)
    while (decision := kit.decision()) is not None:
        may = allowed(decision, book)
        played.allowed.append(may)
        to = _choose(decision, may, dealt, temper, rng)
        _take_turn(kit, decision, to, played.course)
        least = may.min_to or decision.cap
        floor = _full_to(decision, book)
        played.short.append(
            to is not None and decision.to_call < to == decision.cap and to < max(least, floor)
        )
    _finish(played, kit)
    return played


def _full_to(decision: Decision, book: Rulebook) -> int:
    """Return the least full bet or raise, whatever the stack."""
    if decision.limit is not None:
        return decision.limit.full_to + decision.limit.bet
    if decision.faced and book.bets.min_raise == "double":
        return max(2 * decision.faced, decision.faced + decision.big)
    return decision.faced + decision.full


def _choose(decision: Decision, may: Allowed, dealt: Dealt, temper: Temper, rng: Random) -> int | None:
    """Return the bet to be made; None is a fold."""
    can_raise = decision.min_to is not None and may.min_to is not None
    if decision.limit is not None and decision.min_to != may.min_to:
        can_raise = False
    chance = rng.random()
    if can_raise and chance < temper.shoves * 0.5:
        return _most(decision, may)
    if can_raise and chance < temper.raises + temper.shoves * 0.5:
        return _raise(decision, may, dealt, rng)
    facing = decision.to_call > decision.in_front
    return None if facing and rng.random() < temper.folds else decision.to_call


def _most(decision: Decision, may: Allowed) -> int:
    assert decision.max_to is not None
    assert may.max_to is not None
    return min(decision.max_to, may.max_to)


def _raise(decision: Decision, may: Allowed, dealt: Dealt, rng: Random) -> int:
    assert may.min_to is not None
    most = _most(decision, may)
    sizes = [0, 0, dealt.unit, dealt.big, decision.faced, rng.randint(0, 3 * decision.faced + 3 * dealt.big)]
    to = may.min_to + rng.choice(sizes) // dealt.unit * dealt.unit
    return min(to, most)


def _take_turn(kit: Kit, decision: Decision, to: int | None, course: Course) -> None:
    player, before = decision.player, decision.in_front
    if to is None:
        kit.fold()
        course.folded.add(player)
        action = "fold"
    elif to <= decision.faced:
        kit.check_or_call()
        action = "call" if to > before else "check"
    else:
        kit.raise_to(to)
        action = "raise" if decision.faced else "bet"
    bet = before if to is None else to
    course.put_in[player] += bet - before
    course.turns.append(
        Turn(
            street=decision.street,
            player=player,
            action=action,
            to=bet,
            added=bet - before,
            faced=decision.faced,
            in_front=before,
            all_in=before < bet == decision.cap,
        )
    )


def _course(dealt: Dealt) -> Course:
    history = History(
        name=dealt.name,
        event="",
        antes=dealt.antes,
        blinds=dealt.blinds,
        stacks=dealt.stacks,
        steps=[],
        finishing=None,
    )
    course = Course(history=history, holes=dealt.holes)
    course.put_in = [ante + blind for ante, blind in zip(dealt.antes, dealt.posted, strict=True)]
    course.streets = [("preflop", ())]
    return course


def _finish(played: Played, kit: Kit) -> None:
    """The hand is over: the streets that came, and who won what."""
    course = played.course
    for street in range(1, kit.street + 1):
        cards = played.dealt.board[BOARD_AT[street - 1] : BOARD_AT[street]]
        course.streets.append((STREETS[street], cards))
    course.returned, course.pots, course.shares = kit.result.returned, kit.result.pots, kit.result.shares
