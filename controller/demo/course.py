"""Teaches each kind of card that can come at a table of this house, once, by a short hand of its own.

A lesson is a recorded log in ``lessons/``, named by the kind that it brings (``bet.string.jsonl``, a second one
``bet.string-2.jsonl``). What it brings depends on the house: it is rehearsed under its book, and the dealer is
asked for every card in it, but for those that have to stay open. Pure: no device, no clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Final

from controller.decisions import OF_A_SEAT, WITH_AMOUNT
from controller.demo.hands import Hand, hands_in
from controller.demo.mishaps import MISHAPS
from controller.demo.programme import find
from controller.demo.rehearsal import WATCHED_S, House, Rehearsal
from controller.demo.steps import ENDED, DealerMends, FloorRules, Step, Story
from controller.table.events import Game
from controller.table.kinds import KINDS
from controller.table.outputs import Finding

MOST_CARDS: Final = 4
"""Of one lesson: more would ask for what is not its own."""
FIRST_GAME: Final[Game] = "nlhe"
"""What the table plays at first; for another one it starts anew."""
NEUTRAL: Final = "no_action"
LEFT_OPEN: Final = frozenset({"misdeal.barred"})
"""Kinds that come where nobody ruled in time: what comes before them in their lesson is answered by nobody."""

Lesson = tuple[str, Story, Hand]
"""What it is called, and the hand as it is played."""


def course(
    house: House, hands: Sequence[Hand], *, speed: float = 1.0, only: Sequence[str] = ()
) -> list[Lesson]:
    """Return a lesson for every kind that this house makes a card of, in the order of a hand; those of other games last.

    ``hands`` are real ones, for kinds that a mishap of the demo brings and no lesson does; ``only`` names the
    kinds that are wanted, all where it is empty.
    """
    found: dict[str, Lesson] = {}
    for hand in lessons():
        kind = kind_of(hand)
        if kind not in found and (story := lesson_of(hand, kind, house, speed=speed)) is not None:
            found[kind] = (kind, story, hand)
    for name in MISHAPS:
        mishap = find(name, hands, house, 0)
        if mishap is not None and mishap[0].kinds[-1] not in found:
            found[mishap[0].kinds[-1]] = (mishap[0].kinds[-1], *mishap)
    wanted = [found[kind] for kind in only or KINDS if kind in found]
    return sorted(wanted, key=lambda lesson: lesson[2].game != FIRST_GAME)


@cache
def lessons() -> tuple[Hand, ...]:
    """Return the lessons that ship with the project."""
    return tuple(hands_in(resources.files("controller.demo") / "lessons"))


def kind_of(lesson: Hand) -> str:
    """Return the kind that a lesson is about."""
    return lesson.name.partition("-")[0]


def lesson_of(hand: Hand, kind: str, house: House, *, speed: float = 1.0) -> Story | None:
    """Return the hand up to the card of ``kind``, with a place for the answer to each card.

    None where this house makes no card of it, calls for more than that, or does not deal the game.
    """
    if hand.game not in house.book.games:
        return None
    table, steps, cards = Rehearsal(hand, house, speed=speed), list[Step](), list[Finding]()
    for step in (*hand.steps, None):
        if step is not None:
            table.play(step)
            steps.append(step)
        else:
            table.let_pass(WATCHED_S)
        for answer in _answers(table, cards, kind):
            table.play(answer)
            steps.append(answer)
        if len(cards) > MOST_CARDS:
            return None
        if cards and cards[-1].kind == kind:
            return _ended(hand, table, steps, cards)
    return None


def _answers(table: Rehearsal, cards: list[Finding], kind: str) -> Iterator[Step]:
    """Yield what is answered to the cards that have come, in a lesson on ``kind``; ``cards`` gets them."""
    for finding in table.findings[len(cards) :]:
        cards.append(finding)
        if kind in LEFT_OPEN and finding.kind != kind:
            continue
        if finding.level == "floor":
            yield FloorRules(kind=finding.kind, decision=_decision(finding))
        else:
            yield DealerMends(kind=finding.kind)


def _decision(finding: Finding) -> str:
    """Return what the played floor rules: what the book has, where that needs no amount and no seat.

    Acts that bind bring cards of their own, so that they do is what it chooses last.
    """
    offered = finding.facts.get("options")
    has = [finding.remedy, *(offered if isinstance(offered, list) else ())]
    plain = [one for one in has if one != "floor" and one not in (*WITH_AMOUNT, *OF_A_SEAT)]
    return min(plain, key=lambda one: one == "binding", default=NEUTRAL)


def _ended(hand: Hand, table: Rehearsal, steps: list[Step], cards: list[Finding]) -> Story | None:
    """Return the lesson with its hand ended, None where that would bring one more card."""
    table.play(ENDED)
    table.let_pass(WATCHED_S)
    if len(table.findings) != len(cards):
        return None
    return Story(
        hand=hand.name,
        tells=cards[-1].kind,
        steps=(*steps, ENDED),
        kinds=tuple(finding.kind for finding in cards),
        remedy=cards[-1].remedy,
    )
