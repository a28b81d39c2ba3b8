"""Ends a hand that a mishap has turned away from how it was played: quickly, and by the book."""

from __future__ import annotations

from collections.abc import Sequence

from controller.demo.hands import Hand
from controller.demo.reading import cards, chips_for, deal, drawn, move, push, unused
from controller.demo.rehearsal import House, Rehearsal
from controller.demo.steps import Sense, Step

MOST_STEPS = 120
SETTLES_S = 1.0
"""Before the table is looked at again: a board card may flicker, so the street turns a moment later."""
_BOARD = {"preflop": 3, "flop": 1, "turn": 1}


def fold_around(hand: Hand, steps: Sequence[Step], house: House) -> list[Sense] | None:
    """Return what ends the hand after ``steps``: who owes folds, the first to act on a street bets.

    None where it would come to a showdown, or where the chips in play cannot make the bet.
    """
    table = Rehearsal(hand, house)
    for step in steps:
        table.play(step)
    lying = {card.tag: card.zone for card in cards(steps)}
    gone = {step.event["tag"] for step in steps if isinstance(step, Sense) and step.type == "card.gone"}
    held = {tag: zone for tag, zone in lying.items() if zone.startswith("seat:") and tag not in gone}
    stub = [tag for tag in (*drawn(hand.steps), *unused(hand.steps)) if tag not in lying]

    ending: list[Sense] = []
    while len(ending) < MOST_STEPS:
        more = _next(table, held, stub, hand.denominations)
        if more is None:
            return None
        for step in more:
            table.play(step)
        table.let_pass(SETTLES_S)
        ending += more
        if more[-1].type == "hand.end":
            return ending
    return None


def _next(
    table: Rehearsal, held: dict[str, str], stub: list[str], denominations: Sequence[int]
) -> list[Sense] | None:
    view = table.view
    live = [seat for seat in view.seats if seat.in_hand and seat.mark not in ("folded", "dead")]
    if len(live) <= 1:
        return [Sense(wait_s=2.5, event={"type": "hand.end"})]
    if view.to_act is None:
        return _next_street(view.street, stub, bets_lie=any(seat.bet for seat in view.seats))
    if view.owes > 0:
        return _fold(view.to_act, held)
    if view.street == "preflop" or view.min_to is None:
        return [Sense(wait_s=1.5, event={"type": "tap", "seat": view.to_act})]
    chips = chips_for(view.min_to, denominations)
    return None if chips is None else [push(2.0, view.to_act, chips)]


def _fold(seat: int, held: dict[str, str]) -> list[Sense]:
    thrown = [tag for tag, zone in held.items() if zone == f"seat:{seat}"]
    steps = [Sense(wait_s=1.5, event={"type": "declare", "seat": seat, "action": "fold"})]
    for tag in thrown:
        del held[tag]
        steps += move(0.3, tag, f"seat:{seat}", "muck")
    return steps


def _next_street(street: str, stub: list[str], *, bets_lie: bool) -> list[Sense] | None:
    if street not in _BOARD:
        return None
    steps = [Sense(wait_s=1.0, event={"type": "chips.swept"})] if bets_lie else []
    steps += deal(1.0, stub.pop(0), "burn")
    for _ in range(_BOARD[street]):
        steps += deal(0.4, stub.pop(0), "board", face="up")
    return steps
