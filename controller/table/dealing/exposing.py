"""Finds which draw a card is that the dealer shows, in the deal or of the stub when the hand is over, and what the house does with it."""

from __future__ import annotations

from typing import Protocol

from controller.table.deal.draw import Draw
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity


class Dealt(Protocol):
    """The cards of a hand by their draws, as they are placed."""

    hand: Hand
    by_tag: dict[str, Draw]

    def due_seat(self, draw: Draw) -> int | None:
        """Return the seat that the order of the deal gives to a draw that is not placed yet."""


def expose(dealing: Dealt, seat: int, tag: str | None, line: int) -> None:
    """The dealer showed a card at ``seat``: tell it, and take it out of the hand where the house replaces it."""
    draw = _shown(dealing, seat, tag)
    if draw is None or draw.boxed:
        return
    irregularity = dealing.hand.deal.exposed_card(draw, seat, line)
    if irregularity is None:
        return
    dealing.hand.tell(irregularity)
    if draw.n in dealing.hand.deal.taken_back and tag is not None:
        dealing.hand.takes_away(seat, tag)


def fell_unread(dealing: Dealt, seat: int) -> str | None:
    """Return the newest card that the order gives to ``seat``, where no antenna has seen it anywhere."""
    tracker, zone = dealing.hand.tracker, f"seat:{seat}"
    seen = dealing.by_tag.get(tracker.last_into.get(zone, ""))
    for draw in reversed(dealing.hand.draws):
        if draw is seen:
            return None
        its_own = draw.taken_at == zone or dealing.due_seat(draw) == seat
        if its_own and draw.tag is not None and not tracker.was_seen(draw.tag):
            return draw.tag
    return None


def _shown(dealing: Dealt, seat: int, tag: str | None) -> Draw | None:
    """Return the draw that was shown at a seat: by its tag, else the newest that is not seen elsewhere."""
    lying = [d for d in dealing.hand.draws if d.zone in (None, f"seat:{seat}")]
    return dealing.by_tag.get(tag or "") or (lying[-1] if lying else None)


def turn_board(down: set[str], face: str, tag: str | None) -> None:
    """Note in ``down``, the board's cards that lie face down, that one was turned; ``tag`` None: nobody knows which."""
    if face == "down" and tag is not None:
        down.add(tag)
    elif face == "up":
        down.difference_update([tag] if tag is not None else [*down])


def shown_after_hand(hand: Hand, draw: Draw) -> None:
    """A card left the shoe when the hand was over: it is no board and no burn, and is not to be shown."""
    if draw.zone == "board":
        hand.board.after += 1
        if hand.board.after == 1:
            hand.advise(Irregularity("board.rabbit_hunt", lines=draw.lines))
