"""Amounts as they were said, made into what they stand for."""

from __future__ import annotations

import msgspec

from controller.table.claims import Claim
from controller.table.events import Declared
from controller.table.wagers.acting import Acting
from controller.table.wagers.small_chips import rounded, smallest
from controller.table.wagers.turn import Turn
from controller.table.wagers.words import meaning


def made_clear(wagering: Acting, turn: Turn, event: Declared, line: int) -> Declared:
    """A number that may mean several amounts stands for what the house's rule makes of it."""
    assert event.amount is not None
    pot = wagering.hand.betting.carried + sum(player.put_in for player in wagering.hand.players.values())
    to = meaning(event.amount, wagering.spot(turn.seat), pot, wagering.hand.unit)
    if not turn.told:
        turn.told = True
        facts = {"said": event.amount, "to": to}
        turn.finding = wagering.hand.tell(Claim("bet.unclear_amount", turn.seat, facts=facts, lines=[line]))
    return msgspec.structs.replace(event, amount=to)


def made_of_chips(wagering: Acting, turn: Turn, event: Declared, said: int, line: int) -> Declared:
    """An amount that no chip in play makes is the nearest that one does, but for the last chips."""
    to = rounded(said, wagering.hand)
    if to == said or said >= wagering.spot(turn.seat).cap:
        return event
    if not turn.told:
        turn.told = True
        facts = wagering.spot(turn.seat).figures(said) | {"to": to, "smallest": smallest(wagering.hand)}
        turn.finding = wagering.hand.tell(Claim("bet.underbet", turn.seat, ("rounding",), facts, [line]))
    return msgspec.structs.replace(event, amount=to)
