"""Says what can be keyed of a seat as it stands, and keeps what has to wait for the end of the hand.

A whole table, and a player's move to another seat, wait while a hand is on; they are kept in the journal and
take place as soon as it is over, at the latest before the next one is on record.
"""

from __future__ import annotations

from typing import Any

from controller.daemon.intake import Unfit, keyed
from controller.daemon.live import LiveTable
from controller.table import events as ev
from controller.table.screen.seating import SeatingView
from controller.table_api import BadKey, WaitingView

Seats = dict[int, tuple[ev.SeatState, int | None]]
"""How each seat stands, and its chips; None where nobody knows them."""
NOTED = ("rebuy", "rebuy_paid", "missed_hands", "hold_chips")


class SeatChanges:
    """The seats of one table, and the changes that wait."""

    def __init__(self, live: LiveTable, waiting: list[dict[str, Any]]) -> None:
        """``waiting`` is what waited before a restart, as ``state`` gave it."""
        self._live = live
        self._waiting = list(waiting)

    def state(self) -> list[dict[str, Any]]:
        """Return what waits, as plain values."""
        return [*self._waiting]

    def views(self) -> list[WaitingView]:
        """Return what waits, as the pages show it."""
        return [
            WaitingView(
                what=change["what"],
                seat=change.get("seat"),
                to=change.get("to"),
                seats=_taken(change["fields"]["seats"]) if change["what"] == "table" else None,
            )
            for change in self._waiting
        ]

    @property
    def due(self) -> bool:
        """Whether something waits whose time has come: no hand is on, and nothing is still to be put in order."""
        return bool(self._waiting) and self._live.hand_over and self._live.next_due() is None

    def hold(self, change: dict[str, Any]) -> None:
        """Let a change wait. A whole table takes the place of everything that waited."""
        self._waiting = [*(self._waiting if change["what"] == "move" else []), change]

    def drop(self) -> None:
        """Forget what waits: somebody thought better of it."""
        self._waiting = []

    def take(self) -> list[dict[str, Any]]:
        """Return the events that what waits makes now, in order; nothing waits any more."""
        changes, self._waiting = self._waiting, []
        seats = self._seats()
        return [event for change in changes for event in _made(change, seats)]

    def _seats(self) -> Seats:
        return {seat.seat: (seat.state, seat.stack) for seat in self._live.seating()}

    def move(self, here: int, there: int) -> dict[str, Any]:
        """Return a player's move as a change. Raise BadKey where nobody will sit here then, or somebody there."""
        seats = self._seats()
        for change in self._waiting:
            _made(change, seats)
        for name, number in (("seat", here), ("to", there)):
            if number not in seats:
                raise BadKey(f"{name}: a seat from 1 to {len(seats)} is meant, not {number}")
        if seats[here][0] == "empty":
            raise BadKey.because("seat", "nobody_sits", n=here)
        if seats[there][0] != "empty":
            raise BadKey.because("to", "seat_taken", n=there)
        return {"what": "move", "seat": here, "to": there}

    def check(self, fields: dict[str, Any]) -> None:
        """Raise BadKey for a key that does not fit the seats as they are."""
        try:
            event = keyed(fields, 0.0).event
        except Unfit as unfit:
            raise BadKey(str(unfit)) from unfit
        seats = {seat.seat: seat for seat in self._live.seating()}
        if isinstance(event, ev.SeatChanged):
            _check_seat(event, seats[event.seat])
            if seats[event.seat].state == "empty" and self._is_kept(event.seat):
                raise BadKey.because("seat", "seat_taken", n=event.seat)
        elif isinstance(event, ev.StackCounted) or (isinstance(event, ev.Ruled) and event.decision in NOTED):
            if event.seat is not None and seats[event.seat].state == "empty":
                raise BadKey.because("seat", "nobody_sits", n=event.seat)
        elif isinstance(event, ev.HandStarted) and isinstance(event.button, int):
            self._check_button("button", event.button, seats)
        elif isinstance(event, ev.ButtonMoved):
            self._check_button("seat", event.seat, seats)

    def _is_kept(self, seat: int) -> bool:
        """Whether a player moves to that seat once the hand is over."""
        return any(change["what"] == "move" and change["to"] == seat for change in self._waiting)

    def _check_button(self, name: str, seat: int, seats: dict[int, SeatingView]) -> None:
        """A dead button may lie at an empty seat, where the house's rule puts it; nowhere else."""
        view = self._live.view()
        if seats[seat].state != "empty" or (view.street == "between" and view.button == seat):
            return
        if view.button is None:
            raise BadKey.because(name, "no_button_there", n=seat)
        raise BadKey.because(name, "button_belongs", n=seat, at=view.button)


def _check_seat(event: ev.SeatChanged, seat: SeatingView) -> None:
    if seat.state == "empty":
        comes = event.state == "in" or (event.state not in (None, "empty") and event.stack is not None)
        if not comes:
            raise BadKey.because("seat", "nobody_sits", n=event.seat)
    elif event.state == "in" and event.stack is not None:
        raise BadKey.because("seat", "leave_first", n=event.seat)


def _made(change: dict[str, Any], seats: Seats) -> list[dict[str, Any]]:
    """Return the events that a change makes of ``seats``, none where it does not fit them any more; change these too."""
    if change["what"] == "table":
        given = change["fields"]["seats"]
        told = {seat: given.get(str(seat), {"state": "empty", "stack": None}) for seat in seats}
        seats.update({seat: (one["state"], one["stack"]) for seat, one in told.items()})
        return [change["fields"]]
    here, there = change["seat"], change["to"]
    if seats[here][0] == "empty" or seats[there][0] != "empty":
        return []
    seats[here], seats[there] = seats[there], seats[here]
    return _move(here, there, *seats[there])


def _move(here: int, there: int, state: ev.SeatState, stack: int | None) -> list[dict[str, Any]]:
    arrives: dict[str, Any] = {"type": "seat", "seat": there, "state": state}
    if stack is not None:
        arrives["stack"] = stack
    return [{"type": "seat", "seat": here, "state": "empty", "to": there}, arrives]


def _taken(seats: dict[str, Any]) -> int:
    return sum(seat["state"] != "empty" for seat in seats.values())
