"""Sends pots that nobody was seen to push where they were due."""

from __future__ import annotations

from typing import Final

from controller.table import events as ev
from controller.table.between_hands.due import pots_due
from controller.table.copying import clone
from controller.table.inferring.hands import ends
from controller.table.inferring.waiting import WaitingTable
from controller.table.play import Play

_CLOSING: Final = (ev.HandEnded, ev.HandStarted)


def goes_as_due(table: WaitingTable, event: ev.AnyEvent) -> tuple[ev.AnyEvent, str] | None:
    """The hand ends here, and a pot that one hand has by the cards, or is left for, was not pushed yet."""
    play = table.play
    if play is None or not (isinstance(event, _CLOSING) or (not table.kit.hands and ends(table, event))):
        return None
    for pot in reversed(pots_due(_settled(play, event.t))):
        for seat, share in (pot.shares or {}).items():
            last = len(pot.seats) == 1
            why = (
                "the last hand left has the pot" if last else "by the hands that were tabled it wins the pot"
            )
            award = ev.PotAwarded(t=event.t, seat=seat, amount=share, pot=pot.pot, by="table")
            return award, f"{why}, and nobody was seen to push it"
    return None


def _settled(play: Play, t: float) -> Play:
    """Return a copy of the hand as an award at ``t`` finds it: every read counts, and the last act is final."""
    copied = clone(play, play.hand.book)
    copied.hand.t = t  # a board card that came right before has lasted by now
    copied.dealing.settle(t, now=True)
    if copied.hand.round is not None:
        copied.wagering.finish()
    return copied


def not_pushed(table: WaitingTable, event: ev.AnyEvent) -> bool:
    """Whether an award on record as the table's own is none that somebody pushed or keyed meanwhile."""
    play = table.play
    return play is not None and all(award.assumed for award in play.hand.awards)
