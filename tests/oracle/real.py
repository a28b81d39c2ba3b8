"""Real hands through PokerKit: what was allowed at each of their turns, and whether the table allowed the same."""

from __future__ import annotations

from controller.table.rulebook import Rulebook
from tests.oracle.compare import Table, Tally, acts
from tests.oracle.dealt import DECK, Dealt
from tests.oracle.kit import Kit
from tests.oracle.told import MarkedSensor
from tests.oracle.why import Allowed, allowed
from tests.real_hands.course import Course


def dealt_as(course: Course) -> Dealt:
    """Return how a real hand was dealt; cards that nobody saw are any that nobody else has."""
    history = course.history
    known = {card for hole in course.holes for card in hole} | set(course.board)
    rest = [card for card in DECK if card not in known]
    return Dealt(
        name=history.name,
        game="nlhe",
        chips=(1,),
        small=history.small,
        big=history.big,
        ante=history.ante,
        table_ante=history.big_blind_ante,
        stacks=history.stacks,
        holes=[tuple(card if card in DECK else rest.pop() for card in hole) for hole in course.holes],
        board=tuple((course.board + rest)[:5]),
    )


def turns_allowed(course: Course, book: Rulebook) -> list[Allowed] | None:
    """Return what was allowed at each turn; None where a raise of the hand is too small for this house."""
    kit = Kit(dealt_as(course))
    found = []
    for turn in course.turns:
        decision = kit.decision()
        assert decision is not None, f"{course.history.name}: PokerKit ends the hand before {turn}"
        assert decision.player == turn.player, f"{course.history.name}: PokerKit has {decision} act at {turn}"
        may = allowed(decision, book)
        if turn.action in ("bet", "raise") and (may.min_to is None or turn.to < may.min_to):
            return None
        found.append(may)
        if turn.action == "fold":
            kit.fold()
        elif turn.action in ("check", "call"):
            kit.check_or_call()
        else:
            kit.raise_to(turn.to)
    return found


def compare_real(course: Course, book: Rulebook, tally: Tally) -> None:
    """Tell a real hand to the table and hold every decision of it against PokerKit."""
    may = turns_allowed(course, book)
    if may is None:
        tally.hands[f"{book.id}, a raise too small for the house"] += 1
        return
    tally.hands[f"{book.id} nlhe"] += 1
    sensor = MarkedSensor(course)
    table = Table(book, "nlhe")
    table.follow(sensor.told(), course, may, sensor.seats)
    tally.decisions += len(may)
    tally.why.update(reason for each in may for reason in each.why)
    wrong = [*table.wrong, *acts(course, table.out, sensor.seats)]
    tally.wrong += [f"{book.id} {course.history.name}: {each}" for each in wrong]
