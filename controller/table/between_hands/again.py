"""Gives back what was bet in a hand that is dealt again: whoever said so, and whether or not it has ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.table.play import Play
    from controller.table.players.players import Seat
    from controller.table.seating.positions import LastHand


def dealt_again(plays: Iterable[Play], last: LastHand | None, seats: Mapping[int, Seat]) -> None:
    """The last hand is dealt again, so it was void: the one in ``plays``, or ``last`` where it has ended."""
    in_hand = False
    for play in plays:
        in_hand, play.hand.void = True, play.hand.void or not play.hand.awards
    if not in_hand and last is not None and last.unpaid:
        for seat, stack in last.stacks.items():
            seats[seat].holds(stack)
