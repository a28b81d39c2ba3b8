"""Carries out what the floor ruled: a decision changes the hand's state and is never questioned."""

from __future__ import annotations

from typing import Final

from controller.table.events import Ruled
from controller.table.hand import Hand
from controller.table.outputs import Finding
from controller.table.wagers.betting import Betting
from controller.table.wagers.correcting import correct_level

VOID: Final = frozenset({"misdeal", "redeal", "void_hand"})
PLAY_GOES_ON: Final = frozenset({"play_on", "no_action"})
BY_MISTAKE: Final = frozenset({"hand.mucked_live", "showdown.premature_discard"})
"""Findings of a hand that lies in the muck and was not folded."""


def carry_out(hand: Hand, betting: Betting, event: Ruled) -> None:
    """Apply a ruling. ``seat`` is that of the ruling, or of the finding that it answers."""
    found = next((f for f in hand.judge.findings if f.id == event.finding), None)
    seat = event.seat if event.seat is not None else (found.seat if found is not None else None)
    if event.decision == "impound":
        hand.held = event.amount or 0
    elif event.decision in VOID:
        hand.void = True
    elif event.decision == "post_blind" and hand.due_level is not None:
        if not hand.judge.cutoff.passed:
            betting.finish()
            correct_level(hand)
    elif event.decision in PLAY_GOES_ON:
        hand.judge.settle_misdeal(event.finding)
    elif seat is not None and seat in hand.players:
        _about_seat(hand, betting, event, seat, found)


def _about_seat(hand: Hand, betting: Betting, event: Ruled, seat: int, found: Finding | None) -> None:
    cites = list(found.cites) if found is not None else []
    hand.changes += 1
    if event.decision == "kill_hand":
        by_mistake = found is not None and found.kind in BY_MISTAKE
        if by_mistake and hand.book.about("hand.killed_by_mistake"):
            betting.killed_by_mistake(seat, cites)
        else:
            betting.kill(seat, cites)
    elif event.decision == "hold_chips":
        hand.held_back.add(seat)
    elif event.decision == "restore":
        player = hand.players[seat]
        player.dead = player.folded = False
        hand.mucked.discard(seat)
        if found is not None and found.kind == "turn.skipped":
            betting.back_up_to(seat, None)
    elif event.decision == "no_raise":
        betting.back_up_to(seat, cites)
    elif event.decision == "withdraw":
        _withdraw(hand, betting, seat, cites)
    elif event.decision == "full_call" and hand.round is not None:
        _make_it(hand, betting, seat, hand.round.to_match)
    elif event.decision == "bet" and event.amount is not None:
        _make_it(hand, betting, seat, event.amount)


def _make_it(hand: Hand, betting: Betting, seat: int, to: int) -> None:
    """The floor fixed the amount that ``seat`` has in on this street."""
    player, figures = hand.players[seat], hand.round
    if figures is None or not player.live:
        return
    if betting.pending is not None and betting.pending.seat == seat:
        betting.pending.ruled_to = betting.pending.good_to = to
        return
    to = min(to, figures.bet(seat) + player.behind)
    player.put_in += to - figures.bet(seat)
    figures.bets[seat] = to
    figures.to_match = max(to, figures.to_match)


def _withdraw(hand: Hand, betting: Betting, seat: int, cites: list[str]) -> None:
    """The floor let a seat forfeit what lies there and fold."""
    act = betting.pending
    if act is not None and act.seat == seat:
        act.ruled_to, act.fold = betting.spot(seat).bet + act.pushed, True
        return
    if hand.round is not None and hand.players[seat].live:
        betting.apply(seat, "fold", hand.round.bet(seat), hand.t, cites)
