"""Follows the stub: it fell, or was shuffled in the middle of a hand, and a card that was out comes from it again."""

from __future__ import annotations

from controller.table.deal.draw import seat_of
from controller.table.dealing.dealing import Dealing
from controller.table.dealing.uncounted import SEEN_EARLY_S, awaits_count
from controller.table.events import StubDisturbed
from controller.table.lasting import lasted


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


def still_out(dealing: Dealing, tag: str) -> bool:
    """Whether a card that is drawn lies on the table already: it is drawn twice."""
    return not (
        awaits_count(dealing.by_tag.get(tag), dealing.hand.t)
        or _seen_early(dealing, tag)
        or back_in_stub(dealing, tag)
    )


def _seen_early(dealing: Dealing, tag: str) -> bool:
    """Whether an antenna saw a card just before the shoe counted it: where it was seen is where its draw went."""
    tracker = dealing.hand.tracker
    move = None if tag in dealing.by_tag else tracker.moved.get(tag)
    if move is None or lasted(move.t, SEEN_EARLY_S, dealing.hand.t):
        return False
    if move.zone == "burn":
        dealing.hand.board.burn_left()
    dealing.mixing.fallen = [fallen for fallen in dealing.mixing.fallen if fallen.tag != tag]
    tracker.forget(tag)
    tracker.seen(tag, move.zone, move.t, move.line)
    return True


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
