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
            dealing.back_in_stub(tag)
            hand.deck.back_in_stub(tag)
