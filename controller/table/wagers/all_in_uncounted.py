"""Asks how much an all-in is of a seat whose stack nobody knows, and knows whether one waits to be counted."""

from __future__ import annotations

from typing import Final

from controller.table.betting.act import Act
from controller.table.betting.turn import Turn
from controller.table.figures import Look
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.lasting import lasted
from controller.table.players.player import Player
from controller.table.wagers.standing import Standing

CHIPS_COME_S: Final = 5.0
"""How long chips that a camera would see are waited for after "all-in", before the dealer is asked for them."""


def uncounted_all_in(act: Act, player: Player) -> bool:
    """Whether "all-in" was said for a stack that nobody knows, and no chips of it were put out."""
    return player.stack is None and not act.pushes and any(word.verb == "all_in" for word in act.words)


def all_in_uncounted(standing: Standing) -> bool:
    """Whether nobody knows how much a wager of this street is: an all-in that nobody counted, or chips not told."""
    turn, hand = standing.pending, standing.hand
    if hand.counts_wait():
        return True
    if turn is None or hand.round is None:
        return False
    untold = turn.act.untold and standing.ruling(turn, settled=True).open
    return untold or uncounted_all_in(turn.act, hand.players[turn.seat])


def may_be_a_call(standing: Standing) -> bool:
    """Whether an all-in that nobody counted may be no more than what it faced, so that nobody is to act any more."""
    hand, turn = standing.hand, standing.pending
    if hand.counts_wait() and hand.met is not None:
        betting, (first, *behind) = hand.met, hand.behind
        acts = [(act.seat, act.action) for act in behind]
        if turn is not None:
            acts.append((turn.seat, standing.ruling(turn, settled=True).action))
        seat, maybe = first.seat, hand.players[first.seat].maybe_all_in
    elif turn is not None and hand.round is not None:
        betting, acts, seat = hand.betting, [], turn.seat
        maybe = uncounted_all_in(turn.act, hand.players[seat])
    else:
        return False
    if not maybe or not betting.facing(seat).facing or any(act not in ("call", "fold") for _, act in acts):
        return False
    for player, action in ((seat, "call"), *acts):
        spot = betting.facing(player)
        betting = betting.after(player, action, spot.capped(spot.to_match) if action == "call" else spot.bet)
    return betting.due() is None


def ask_how_much(hand: Hand, turn: Turn) -> None:
    """Ask how much an all-in is whose stack nobody knows, where no chips have come."""
    waits = uncounted_all_in(turn.act, hand.players[turn.seat])
    if waits and (not hand.kit.camera or lasted(turn.act.last_t, CHIPS_COME_S, hand.t)):
        turn.doubted = True
        seen = Look(look=f"bet:{turn.seat}", about="chips")
        hand.tell(Irregularity("sensing.gap", turn.seat, facts=seen, lines=turn.lines, remedy="look"))
