"""Seats that play goes past and whose stack nobody knows: what they put in may have been all of it."""

from __future__ import annotations

from controller.table.wagers.standing import Standing


def passed_over(betting: Standing, until: int | None = None) -> bool:
    """Play goes on past the seats that are due, up to ``until``: who may have put in everything has.

    Return whether it may. Where it waits for another seat before ``until`` nothing is taken to be so.
    """
    taken = []
    due = betting.due()
    while due is not None and due != until and _may_be_done(betting, due, bounded=until is not None):
        player = betting.hand.players[due]
        player.all_there(player.put_in, maybe=True)
        betting.hand.changes += 1
        taken.append(player)
        due = betting.due()
    if due != until:
        for player in taken:
            player.stack, player.maybe_all_in = None, False
            betting.hand.changes += 1
        return False
    return bool(taken)


def _may_be_done(betting: Standing, seat: int, *, bounded: bool) -> bool:
    """Whether a seat whose stack nobody knows may have put in all of it; ``bounded``: only where it had a limit."""
    player = betting.hand.players[seat]
    wagered = any(act.seat == seat and act.action in ("call", "bet", "raise") for act in betting.hand.actions)
    return player.may_be_all_in and wagered and (player.most is not None or not bounded)
