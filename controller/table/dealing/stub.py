"""Follows the stub: it fell, or it was shuffled in the middle of a hand."""

from __future__ import annotations

from controller.table.deal.draw import seat_of
from controller.table.dealing.dealing import Dealing
from controller.table.events import StubDisturbed


def disturbed(dealing: Dealing, event: StubDisturbed, line: int) -> None:
    """The stub fell, or was shuffled: what no antenna sees any more is in it."""
    hand = dealing.hand
    if event.state == "dropped":
        dealing.mixing.dropped(line)
        return
    dealing.mixing.shuffled()
    for tag in [*hand.tracker.gone_at]:
        if seat_of(hand.tracker.place.get(tag)) is None:
            back_in_stub(dealing, tag)
            hand.deck.back_in_stub(tag)


def back_in_stub(dealing: Dealing, tag: str) -> bool:
    """Take a card that no antenna sees any more out of the picture: it went back into the stub.

    Return whether it did: a card that lies where it lay is drawn twice.
    """
    tracker = dealing.hand.tracker
    place = tracker.place.get(tag)
    loose = dealing.mixing.fell and place in ("muck", "burn")
    if place is None or not (loose or tag in tracker.gone_at):
        return place is None
    if place == "board":
        dealing.hand.board.left(tag)
    elif place == "burn" and not loose:
        dealing.hand.board.burn_left()
    dealing.by_tag.pop(tag, None)
    tracker.forget(tag)
    return True
