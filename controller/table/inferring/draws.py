"""Makes the draws that no shoe counts: a card is drawn when an antenna first sees it."""

from __future__ import annotations

from controller.table import events as ev
from controller.table.deal.draw import seat_of
from controller.table.state import Table


def draw_before(table: Table, event: ev.AnyEvent) -> ev.CardDrawn | None:
    """Return the draw of a card that comes to a seat, the burns or the board and was not seen in this hand before."""
    if type(event) is not ev.CardSeen or (
        seat_of(event.zone) is None and event.zone not in ("board", "burn")
    ):
        return None
    play = table.play
    if play is None or table.over:
        lies = None if play is None else play.hand.tracker.place.get(event.tag)
        new = seat_of(event.zone) is not None and event.face != "up" and lies != event.zone
    else:
        new = event.tag not in play.dealing.by_tag
        new = new and (bool(play.hand.draws) or seat_of(event.zone) is not None)
    return ev.CardDrawn(t=event.t, tag=event.tag) if new else None
