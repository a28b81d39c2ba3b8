"""Makes the draws that no shoe counts: a card is drawn when an antenna first sees it."""

from __future__ import annotations

from controller.table import events as ev
from controller.table.deal.draw import seat_of
from controller.table.inferring.waiting import WaitingTable


def draw_before(table: WaitingTable, event: ev.AnyEvent) -> ev.CardDrawn | None:
    """Return the draw of a card that comes to a seat, the burns or the board and was not seen in this hand before.

    None for a card that a shoe which is back has counted, whether its draw is taken or still waits for its hand.
    """
    if type(event) is not ev.CardSeen or (
        seat_of(event.zone) is None and event.zone not in ("board", "burn")
    ):
        return None
    if table.unopened.holds_draw_of(event.tag):
        return None
    play = table.play
    if play is None or table.over:
        lies = None if play is None else play.hand.tracker.place.get(event.tag)
        new = seat_of(event.zone) is not None and event.face != "up" and lies != event.zone
    else:
        new = event.tag not in play.dealing.by_tag
        new = new and (bool(play.hand.draws) or seat_of(event.zone) is not None)
    return ev.CardDrawn(t=event.t, tag=event.tag) if new else None
