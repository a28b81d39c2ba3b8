"""Makes mishaps of the players' hands: chips in two motions, too few chips, chips before one's turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from controller.demo.ending import fold_around
from controller.demo.hands import Hand
from controller.demo.reading import Turn, chips_for, push, turns, worth
from controller.demo.rehearsal import House, views_before
from controller.demo.steps import DealerMends, FloorRules, Sense, Step, Story
from controller.table.view import TableView

SECOND_MOTION_S = 1.2
"""From the first motion to the second, in a string bet: the hand has gone back to the stack."""


def undercall(hand: Hand, house: House) -> Iterator[Story]:
    """A seat calls one chip short without a word, and makes it good when told."""
    for turn, view in _silent_pushes(hand, house):
        chips = hand.steps[turn.start].event["chips"]
        smallest = min(chips, key=int)
        if worth(chips) != view.owes or sum(chips.values()) < 2:
            continue
        short = {d: count - (d == smallest) for d, count in chips.items() if d != smallest or count > 1}
        silent_push = hand.steps[turn.start]
        before, after = hand.steps[: turn.start], hand.steps[turn.stop :]
        mended = DealerMends(kind="bet.undercall")
        ruled = FloorRules(kind="bet.undercall", decision="full_call")
        for remedy, answer in (("full_call", mended), ("correct_amount", mended), ("floor", ruled)):
            yield Story(
                hand=hand.name,
                tells=f"seat {turn.seat} owes {view.owes:,} and pushes {worth(short):,}",
                steps=(
                    *before,
                    push(silent_push.wait_s, turn.seat, short),
                    answer,
                    push(1.0, turn.seat, {smallest: 1}),
                    *after,
                ),
                kinds=("bet.undercall",),
                remedy=remedy,
            )


def string_bet(hand: Hand, house: House) -> Iterator[Story]:
    """A seat puts out the call, goes back to its stack and adds the raise; the raise goes back."""
    for turn, view in _silent_pushes(hand, house):
        all_chips = worth(hand.steps[turn.start].event["chips"])
        first = chips_for(view.owes, hand.denominations)
        added = chips_for(all_chips - view.owes, hand.denominations) if all_chips > view.owes else None
        if not first or not added:
            continue
        steps: list[Step] = [
            *hand.steps[: turn.start],
            push(hand.steps[turn.start].wait_s, turn.seat, first),
            push(SECOND_MOTION_S, turn.seat, added, exact=True),
            DealerMends(kind="bet.string"),
            Sense(wait_s=1.5, event={"type": "chips.pull", "seat": turn.seat, "chips": added}),
        ]
        ending = fold_around(hand, steps, house)
        if ending is not None:
            yield Story(
                hand=hand.name,
                tells=f"seat {turn.seat} puts out {view.owes:,}, then {worth(added):,} more",
                steps=(*steps, *ending),
                kinds=("bet.string",),
                remedy="first_motion_stands",
            )


def call_out_of_turn(hand: Hand, house: House) -> Iterator[Story]:
    """A seat calls while the seat before it is still thinking, which then folds or calls itself."""
    found = turns(hand.steps)
    views = views_before(hand, house, {turn.start for turn in found})
    for due, early in pairwise(found):
        view, then = views[due.start], views[early.start]
        chips = [step for step in hand.steps[early.start : early.stop] if step.type == "chips.push"]
        is_call = len(chips) == 1 and worth(chips[0].event["chips"]) == then.owes
        if due.stop != early.start or view.to_act != due.seat or then.to_act != early.seat or not is_call:
            continue
        if view.to_call != then.to_call or view.owes == 0:
            continue
        before, after = hand.steps[: due.start], hand.steps[early.stop :]
        thinking = replace(hand.steps[due.start], wait_s=1.5)
        yield Story(
            hand=hand.name,
            tells=f"seat {early.seat} calls before seat {due.seat} has acted",
            steps=(
                *before,
                *hand.steps[early.start : early.stop],
                DealerMends(kind="turn.out_of_turn"),
                thinking,
                *hand.steps[due.start + 1 : due.stop],
                *after,
            ),
            kinds=("turn.out_of_turn", "turn.out_of_turn"),
            remedy="binding",
        )


def _silent_pushes(hand: Hand, house: House) -> Iterator[tuple[Turn, TableView]]:
    """Yield the turns that were one push without a word while facing a bet, and the table before each.

    Where nobody keys what players say, no push is known to be silent: there are none.
    """
    if "words" not in house.equipment:
        return
    found = [turn for turn in turns(hand.steps) if _is_one_push(hand, turn)]
    views = views_before(hand, house, {turn.start for turn in found})
    for turn in found:
        view = views[turn.start]
        if view.to_act == turn.seat and view.owes > 0:
            yield turn, view


def _is_one_push(hand: Hand, turn: Turn) -> bool:
    return turn.stop == turn.start + 1 and hand.steps[turn.start].type == "chips.push"
