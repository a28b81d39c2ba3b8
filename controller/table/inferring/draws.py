"""Makes the draws that no shoe counts: a card is drawn when an antenna first sees it, and no more where a shoe is back."""

from __future__ import annotations

from typing import Final

from controller.table import events as ev
from controller.table.deal.draw import Draw, seat_of
from controller.table.hypotheses.hypotheses import Hypotheses
from controller.table.inferring.waiting import WaitingTable
from controller.table.kinds.sensors import kind_of
from controller.table.lasting import outlasted

TELLS_LATE_S: Final = 1.0
"""A shoe that is back tells within this time what it counted while it was away."""


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
    """Return a card's draw, in each play, that a shoe which was away tells only now; none where it is a new draw.

    One that the shoe did not read is, as it comes back, the first that it has not told yet.
    """
    if type(event) is not ev.CardDrawn or table.hypotheses is None:
        return []
    away = [play for play in table.hypotheses.plays if not play.hand.kit.shoe]
    if not away or (event.tag is None and not _just_back(table.hypotheses, event.t)):
        return []
    found = []
    for play in away:
        uncounted = (draw for draw in play.hand.draws if not draw.counted)
        draw = next(uncounted, None) if event.tag is None else play.dealing.by_tag.get(event.tag)
        if draw is not None and not draw.counted:
            found.append(draw)
    return found


def _just_back(hypotheses: Hypotheses, now: float) -> bool:
    """Whether a shoe has come back in this hand so lately that it may still be telling what it kept."""
    for _, event in reversed(hypotheses.events.entries):
        if type(event) is not ev.DeviceChanged or event.state != "up":
            continue
        if kind_of(event.kind or event.device) == "shoe":
            return not outlasted(event.t, TELLS_LATE_S, now)
    return False


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
