"""Carries out what the floor ruled: a decision changes the hand's state and is never questioned."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.table.earlier import Earlier
from controller.table.events import Ruled
from controller.table.hand import Hand
from controller.table.outputs import Finding
from controller.table.wagers.correcting import correct_level
from controller.table.wagers.gone import killed_by_mistake
from controller.table.wagers.wagering import Wagering

VOID: Final = frozenset({"misdeal", "redeal", "void_hand"})
PLAY_GOES_ON: Final = frozenset({"play_on", "no_action"})
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
    if event.decision == "impound":
        hand.held = event.amount or 0
    elif event.decision in VOID:
        hand.void = True
    elif event.decision == "post_blind" and hand.due_level is not None:
        if not hand.judge.cutoff.passed:
            wagering.finish()
            correct_level(hand)
    elif event.decision in PLAY_GOES_ON:
        hand.judge.settle_misdeal(event.finding)
    elif seat is not None and seat in hand.players:
        _about_seat(hand, wagering, event, seat, found)


def _about_seat(hand: Hand, wagering: Wagering, event: Ruled, seat: int, found: Finding | None) -> None:
    cites = list(found.cites) if found is not None else []
    if event.decision == "kill_hand":
        by_mistake = found is not None and found.kind in BY_MISTAKE
        if by_mistake and hand.book.about("hand.killed_by_mistake"):
            killed_by_mistake(wagering.acting, seat, cites)
        else:
            wagering.acting.kill(seat, cites)
    elif event.decision == "hold_chips":
        hand.held_back.add(seat)
    elif event.decision == "restore":
        hand.seat(seat, dead=False, folded=False)
        hand.mucked.discard(seat)
        if found is not None and found.kind == "turn.skipped":
            wagering.back_up_to(seat, None)
    elif event.decision == "no_raise":
        wagering.back_up_to(seat, cites)
    elif event.decision == "withdraw":
        _withdraw(hand, wagering, seat, cites)
    elif event.decision == "full_call" and hand.round is not None:
        _make_it(hand, wagering, seat, hand.round.to_match)
    elif event.decision == "bet" and event.amount is not None:
        _make_it(hand, wagering, seat, event.amount)


def _make_it(hand: Hand, wagering: Wagering, seat: int, to: int) -> None:
    """The floor fixed the amount that ``seat`` has in on this street."""
    player, figures = hand.players[seat], hand.round
    if figures is None or not player.live:
        return
    if wagering.standing.pending is not None and wagering.standing.pending.seat == seat:
        wagering.standing.pending.ruled(to)
        wagering.standing.pending.good_to = to
        return
    to = min(to, figures.bet(seat) + player.behind)
    hand.betting = hand.betting.paid(seat, to)
    hand.now_is(round=replace(figures.make_good(seat, to), to_match=max(to, figures.to_match)))


def _withdraw(hand: Hand, wagering: Wagering, seat: int, cites: list[str]) -> None:
    """The floor let a seat forfeit what lies there and fold."""
    turn = wagering.standing.pending
    if turn is not None and turn.seat == seat:
        turn.ruled(wagering.standing.spot(seat).bet + turn.act.pushed, fold=True)
        return
    if hand.round is not None and hand.players[seat].live:
        wagering.acting.apply(seat, "fold", hand.round.bet(seat), hand.t, cites)
