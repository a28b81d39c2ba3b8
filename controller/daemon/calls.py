"""Makes the dealer's own call an alert like any other, with what the table looked like at that moment."""

from __future__ import annotations

from controller.table.outputs import Finding, Street
from controller.table.view import TableView
from controller.table_api import FLOOR_CALL


def name_of(line: int) -> str:
    """Return the name of the call on ``line`` of the log."""
    return f"call:{line}"


def call_of(view: TableView, line: int, t: float) -> Finding:
    """Return the call on ``line`` of the log, with what everybody could see at the table then."""
    facts = {
        "board": view.board,
        "bets": {str(seat.seat): seat.bet for seat in view.seats if seat.bet},
        "live": [seat.seat for seat in view.seats if seat.in_hand],
        "to_act": view.to_act,
    }
    street: Street
    street = ("showdown" if view.hand else "deal") if view.street == "between" else view.street
    return Finding(
        id=name_of(line), t=t, hand=view.hand, street=street, kind=FLOOR_CALL, seat=None, level="floor",
        remedy="floor", cites=[], facts=facts, evidence=[line],
    )  # fmt: skip
