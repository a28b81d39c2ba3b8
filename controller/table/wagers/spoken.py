"""Amounts as they were said, made into what they stand for."""

from __future__ import annotations

import msgspec

from controller.table.claims import Claim
from controller.table.events import Declared
from controller.table.wagers.act import Act
from controller.table.wagers.acting import Acting
from controller.table.wagers.small_chips import rounded, smallest
from controller.table.wagers.words import meaning


def made_clear(betting: Acting, act: Act, event: Declared, line: int) -> Declared:
    """A number that may mean several amounts stands for what the house's rule makes of it."""
    assert event.amount is not None
    pot = betting.hand.carried + sum(player.put_in for player in betting.hand.players.values())
    to = meaning(event.amount, betting.spot(act.seat), pot, betting.hand.unit)
    if not act.told:
        act.told = True
        facts = {"said": event.amount, "to": to}
        act.finding = betting.hand.tell(Claim("bet.unclear_amount", act.seat, facts=facts, lines=[line]))
    return msgspec.structs.replace(event, amount=to)


def made_of_chips(betting: Acting, act: Act, event: Declared, said: int, line: int) -> Declared:
    """An amount that no chip in play makes is the nearest that one does, but for the last chips."""
    to = rounded(said, betting.hand)
    if to == said or said >= betting.spot(act.seat).cap:
        return event
    if not act.told:
        act.told = True
        facts = betting.spot(act.seat).figures(said) | {"to": to, "smallest": smallest(betting.hand)}
        act.finding = betting.hand.tell(Claim("bet.underbet", act.seat, ("rounding",), facts, [line]))
    return msgspec.structs.replace(event, amount=to)
