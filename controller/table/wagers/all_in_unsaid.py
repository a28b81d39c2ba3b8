"""Bounds what seats put in that play goes past and whose stack nobody knows: it may have been all of it."""

from __future__ import annotations

from controller.table.wagers.standing import Standing


def passed_over(standing: Standing, until: int | None = None) -> bool:
    """Play goes on past the seats that are due, up to ``until``: who may have put in everything has.

    Return whether it may. Where it waits for another seat before ``until`` nothing is taken to be so.
    """
    hand, before = standing.hand, standing.hand.betting
    taken = False
    due = standing.due()
    while due is not None and due != until and _may_be_done(standing, due, bounded=until is not None):
        player = hand.players[due]
        hand.betting = hand.betting.seated(player.all_there(player.put_in, maybe=True))
        taken = True
        due = standing.due()
    if due == until:
        return taken
    hand.betting = before
    return until is None and _all_in_before(standing)


def _all_in_before(standing: Standing) -> bool:
    """Nobody has acted on this street, and another card comes: those who may have put in everything before have."""
    hand, before = standing.hand, standing.hand.betting
    if not hand.street or hand.round is None or hand.round.acted or standing.pending is not None:
        return False
    for seat, player in hand.players.items():
        if player.can_act and _may_be_done(standing, seat, bounded=False):
            hand.betting = hand.betting.seated(player.all_there(player.put_in, maybe=True))
    if standing.due() is None:
        return True
    hand.betting = before
    return False


def _may_be_done(standing: Standing, seat: int, *, bounded: bool) -> bool:
    """Whether a seat whose stack nobody knows may have put in all of it; ``bounded``: only where it had a limit."""
    player = standing.hand.players[seat]
    wagered = any(act.seat == seat for act in standing.hand.wagered())
    return player.may_be_all_in and wagered and (player.most is not None or not bounded)
