"""Shows who sits where, with which chips. No card, and no figure that a pot follows from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from controller.table.events import SeatState

if TYPE_CHECKING:
    from controller.table.state import Table


class SeatingView(Struct, frozen=True, kw_only=True):
    """One seat between hands, or beside the hand in play.

    ``stack`` is what it has, while it plays a hand what it had when that began; None where nobody knows it.
    ``changes``: it will be ``then`` once the hand is over. ``coming`` are chips of a rebuy that play from the
    next hand on, ``owed`` those still to be bought. ``waits``: a newcomer whom the next hand deals no cards.
    """

    seat: int
    state: SeatState
    stack: int | None = None
    playing: bool = False
    changes: bool = False
    then: int | None = None
    coming: int = 0
    owed: int = 0
    to_miss: int = 0
    waits: bool = False


def seating(table: Table) -> list[SeatingView]:
    """Return every seat of the table."""
    players = {} if table.hand is None else table.hand.players
    notebook, waiting = table.notebook, table.waiting
    seats = []
    for number, seat in table.seats.items():
        player = players.get(number)
        penalty = notebook.penalties.serving.get(number)
        seats.append(
            SeatingView(
                seat=number,
                state=seat.state,
                stack=seat.stack if player is None else player.stack,
                playing=player is not None,
                changes=number in table.after_hand,
                then=table.after_hand.get(number),
                coming=notebook.rebuys.coming.get(number, 0),
                owed=notebook.rebuys.owed.get(number, 0),
                to_miss=0 if penalty is None else penalty.hands - penalty.served,
                waits=number in waiting,
            )
        )
    return seats
