"""Follows play where it goes on past a check that no sensor told, though the table senses checks.

A card that comes while somebody has still to check is told as too early, and who acts behind a seat that has not
acted is told as out of turn. Where play then goes on as if that seat had checked, it had: a knock was not heard.
"""

from __future__ import annotations

from controller.table.deal.board import CARDS_AT
from controller.table.players.players import clockwise
from controller.table.wagers.acting import Acting


def skipped_has_checked(acting: Acting) -> None:
    """A card comes: a seat that was told as passed over, and has nothing to call, has checked; the floor knows of it."""
    reported = acting.early.skipped.reported
    while (due := acting.standing.due()) is not None and reported.get(due):
        if acting.standing.facing(due).facing:
            return
        acting.check_for(due, [])


def street_is_played(acting: Acting, seat: int) -> bool:
    """Whether ``seat`` acts first on a street that came early and lies there whole: who had only to check before has."""
    hand, standing = acting.hand, acting.standing
    due, board = standing.due(), hand.board
    if due is None or hand.form.stud or seat == due or hand.street == 3 or standing.facing(due).facing:
        return False
    players = standing.after().players
    first = next((one for one in hand.order if players[one].can_act), None)
    if seat != first or len(board.cards) + len(board.early) < CARDS_AT[hand.street + 1]:
        return False
    while (due := standing.due()) is not None:
        acting.check_for(due, [])
    return True


def checked_on_this_street(acting: Acting, seat: int) -> None:
    """Play goes on behind the check of a seat that was both the last to act and the first on the street that lay there.

    The street had come early, as it seemed: it was the check before that was not heard, and this one is the street's.
    """
    hand = acting.hand
    due, last = hand.due(), hand.actions[-1]
    if due in (None, seat) or hand.form.stud or hand.round is None or hand.round.acted:
        return
    checked = (last.seat, last.action) == (due, "check") and last.street != hand.street_name
    if not checked or last.t <= hand.board.cards[-1].t:
        return
    behind = (one for one in clockwise(hand.players, due) if one != due and hand.players[one].can_act)
    if next(behind, None) == seat:
        acting.check_for(due, [])
