"""Carries out what the floor ruled: a decision changes the hand's state and is never questioned."""

from __future__ import annotations

from typing import Final

from controller.table.deal.board import NOT_PLAYED
from controller.table.dealing.replacing import replace_card
from controller.table.earlier import Earlier
from controller.table.events import Ruled
from controller.table.figures import ChipsBehind
from controller.table.hand import Hand
from controller.table.outputs import Finding
from controller.table.wagers.correcting import button_ruled, correct_level
from controller.table.wagers.decided import bet, decide, restore, withdraw
from controller.table.wagers.gone import killed_by_mistake
from controller.table.wagers.hidden_chips import accepted
from controller.table.wagers.wagering import Wagering

VOID: Final = frozenset({"misdeal", "redeal", "void_hand"})
REPLACES: Final = frozenset({"replace_card", "replace_with_burn"})
RESTORES: Final = frozenset({"restore", "retrieve_if_identifiable"})
PLAY_GOES_ON: Final = frozenset({"play_on", "no_action"})
PLAYED_SO: Final = REPLACES | {"kill_hand", "correct_button"}
"""What else than a misdeal may be ruled of what makes one: the hand is played."""
BY_MISTAKE: Final = frozenset({"hand.mucked_live", "showdown.premature_discard"})
"""Findings of a hand that lies in the muck and was not folded."""


def carry_out(hand: Hand, wagering: Wagering, event: Ruled, earlier: Earlier) -> None:
    """Apply a ruling. ``seat`` is that of the ruling, or of the finding that it answers.

    One on a finding of an earlier hand comes too late to be carried out: it is a record of that hand alone.
    """
    if earlier.is_on(event, hand.n):
        return
    found = next((f for f in hand.judge.findings if f.id == event.finding), None)
    seat = event.seat if event.seat is not None else (found.seat if found is not None else None)
    if found is not None and event.decision in PLAYED_SO:
        hand.judge.settle_misdeal(found.id)
    if event.decision == "impound":
        hand.held = event.amount or 0
    elif event.decision in VOID:
        hand.void, hand.void_by = True, (event.finding, event.call)
    elif event.decision == "post_blind" and hand.due_level is not None:
        if not hand.judge.cutoff.passed:
            wagering.finish()
            correct_level(hand)
    elif event.decision in PLAY_GOES_ON:
        hand.judge.settle_misdeal(event.finding)
        hand.void = hand.void and hand.void_by != (event.finding, event.call)
    elif event.decision in REPLACES:
        if found is not None:
            replace_card(hand, found, event.decision)
    elif event.decision in NOT_PLAYED:
        _not_played(hand, event.decision, found)
    elif event.decision == "correct_button":
        button_ruled(hand, wagering.finish)
    elif seat is not None and seat in hand.players:
        _about_seat(hand, wagering, event, seat, found)


def _not_played(hand: Hand, decision: str, found: Finding | None) -> None:
    """A street that came early does not play, unless play went on over it."""
    names = hand.board.names
    if found is not None and found.kind == "board.premature" and found.street == names[hand.street]:
        hand.board.not_played(hand.street + 1, decision)


def _on_a_fold(found: Finding | None) -> bool:
    return found is not None and found.kind == "turn.out_of_turn_fold"


def _about_seat(hand: Hand, wagering: Wagering, event: Ruled, seat: int, found: Finding | None) -> None:
    cites = list(found.cites) if found is not None else []
    if event.decision == "kill_hand":
        wagering.acting.early.forgets(seat)
        by_mistake = found is not None and found.kind in BY_MISTAKE
        if by_mistake and hand.book.about("hand.killed_by_mistake"):
            killed_by_mistake(wagering.acting, seat, cites)
        else:
            wagering.acting.kill(seat, cites)
    elif event.decision == "hold_chips":
        hand.held_back.add(seat)
    elif event.decision in RESTORES or (event.decision == "not_binding" and _on_a_fold(found)):
        restore(wagering, seat)
        hand.judge.restored |= {told.id for told in hand.judge.findings if told.seat == seat}
        if found is not None and found.kind == "turn.skipped":
            wagering.back_up_to(seat, None)
    elif event.decision == "no_raise":
        wagering.back_up_to(seat, cites)
    elif event.decision == "withdraw":
        withdraw(wagering, seat, cites, event.amount)
    elif event.decision == "bet":
        if event.amount is not None:
            bet(wagering, seat, event.amount, found)
    elif event.decision == "accepted_action":
        behind = None if found is None else hand.judge.figures(found, ChipsBehind)
        if behind is not None:
            accepted(hand, seat, behind.found)
    else:
        decide(wagering, event.decision, seat, found)
