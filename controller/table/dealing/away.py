"""Kills the hands of players who are away when the last card of the deal is out."""

from __future__ import annotations

from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.wagers.acting import Acting


def kill_absent(hand: Hand, acting: Acting) -> None:
    """The last card of the deal is out: seats on penalty or away are dead, where the house says so."""
    rules = hand.book.absence
    for player in hand.players.values():
        if player.state not in ("penalty", "absent") or player.dead:
            continue
        if player.state == "absent" and (rules is None or rules.killed != "last_card"):
            continue
        kind = "seat.penalty_hand" if player.state == "penalty" else "hand.absent"
        back = player.state == "absent" and player.came_back
        cases, facts = (("redeal",), {"redeal": True}) if back else ((), {})
        found = hand.tell(Irregularity(kind, player.seat, cases, facts, [hand.draws[-1].line]))
        if found.remedy == "kill_hand":
            acting.kill(player.seat, found.cites)
        else:
            hand.seat(player.seat, state="in")
