"""Follows a hand also as if a blind or ante that no camera saw put out lay there all the same.

The dealer is told that it is missing, and has it put out where it was. Where a push was only not seen nothing more
comes of it: what the seat adds to it is the call then, and no call of less.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.table.copying import clone
from controller.table.hand import Hand
from controller.table.play import Play


def put_out_unseen(plays: Sequence[Play]) -> list[Play]:
    """Return the hypotheses beside ``plays`` in which what was just told as missing lies there, of each seat and of several."""
    held = [*plays]
    for play in held:  # and those that come to it meanwhile
        for seat in _told_short(play.hand):
            lying = _lying(play.hand) | {seat}
            if all(_lying(other.hand) != lying for other in held):
                held.append(_with_its_post(play, seat))
    return held[len(plays) :]


def _with_its_post(play: Play, seat: int) -> Play:
    other, player = clone(play, play.hand.book), play.hand.players[seat]
    other.hand.betting = other.hand.betting.seated(player.post_late(player.owes))
    return other


def _told_short(hand: Hand) -> list[int]:
    """Return the seats of which it is about to be said that their post is missing, and no camera counted so."""
    judge = hand.judge
    told = [f.seat for f in judge.findings[judge.given :] if f.kind == "blind.missing"]
    return [s for s in told if s is not None and hand.players[s].owes and not hand.players[s].posts_counted]


def _lying(hand: Hand) -> set[int]:
    """Return the seats that were told to lack a post which lies there in this hypothesis."""
    told = {f.seat for f in hand.judge.findings if f.kind == "blind.missing"}
    return {seat for seat, player in hand.players.items() if seat in told and not player.owes}
