"""Says where a card lies that two antennas read as it comes: where it is due, if one of them sees it there."""

from __future__ import annotations

from controller.table.deal.draw import Draw
from controller.table.hand import Hand


def lay_where_due(hand: Hand, draw: Draw, seat: int | None) -> None:
    """Lay a draw that is to be placed where it is due; ``seat`` is that of the deal."""
    if draw.tag is None or draw.zone is None:
        return
    zones = hand.tracker.read_at(draw.tag)
    next_street = "burn" if hand.board.burn_due() else "board"
    due = next_street if seat is None else f"seat:{seat}"
    if len(zones) > 1 and due in zones and draw.zone in zones:
        draw.zone = due
        hand.tracker.lies(draw.tag, due)
