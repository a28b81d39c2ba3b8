"""Makes the draws that no shoe counts: a card is drawn when an antenna first sees it, and no more where a shoe is back."""

from __future__ import annotations

from controller.table import events as ev
from controller.table.deal.draw import Draw, seat_of
from controller.table.inferring.waiting import WaitingTable


def with_its_draw(table: WaitingTable, event: ev.AnyEvent) -> list[ev.AnyEvent]:
    """Return an event, before it the draw that no shoe counted; nothing where a shoe that was away tells a draw late."""
    if late := told_late(table, event):
        for draw in late:
            draw.counted = True
        return []
    kit = table.kit if table.play is None else table.play.hand.kit
    made = None if kit.shoe else _draw_before(table, event)
    return [event] if made is None else [made, event]


def told_late(table: WaitingTable, event: ev.AnyEvent) -> list[Draw]:
    """Return a card's draw, in each play, that a shoe which was away tells only now; none where it is a new draw."""
    if type(event) is not ev.CardDrawn or event.tag is None or table.hypotheses is None:
        return []
    found = [play.dealing.by_tag.get(event.tag) for play in table.hypotheses.plays if not play.hand.kit.shoe]
    return [draw for draw in found if draw is not None and not draw.counted]


def _draw_before(table: WaitingTable, event: ev.AnyEvent) -> ev.CardDrawn | None:
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
        new = event.tag not in play.dealing.by_tag and not play.dealing.unread(event.zone)
        new = new and (bool(play.hand.draws) or seat_of(event.zone) is not None)
    return ev.CardDrawn(t=event.t, tag=event.tag) if new else None
