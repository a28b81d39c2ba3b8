"""Makes of what the dealer keyed the events of the sensor log. Sans-IO: presses and times come in.

SEAT and a digit (0 is seat 10) name the seat that spoke; without them the words are those of the seat
whose turn it is, and the event has no ``seat``: whoever follows the hand fills it in. A word goes out at
once, so that the table knows whether words or chips came first. BET, RAISE and AMOUNT then take digits,
and ENTER sends them as an ``amount``. CANCEL clears what is half keyed; with nothing half keyed it takes
back the last word.
"""

from __future__ import annotations

from typing import Any, Final

from hw.keys import Key

Entry = dict[str, Any]

FORGET_S: Final = 10.0
"""Seconds without a key after which something half keyed is dropped: the dealer was called away."""

MOST_DIGITS: Final = 9

_WORDS: Final = {Key.CHECK, Key.BET, Key.RAISE, Key.CALL, Key.FOLD, Key.ALL_IN}
_TAKE_AN_AMOUNT: Final = {Key.BET, Key.RAISE}
_DIGITS: Final = {Key.DOUBLE_ZERO, *(key for key in Key if len(key) == 1)}


class PanelEntry:
    """Turns presses into events; ``press`` returns those that the press completes."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._picking_seat = False
        self._digits: str | None = None
        self._last_t = 0.0

    def press(self, key: Key, t: float) -> list[Entry]:
        """Take a press of ``key`` at ``t`` seconds."""
        if t - self._last_t > FORGET_S:
            self._clear()
        self._last_t = t
        if key is Key.SEAT:
            self._clear()
            self._picking_seat = True
            return []
        if key in _DIGITS:
            return self._digit(key)
        if key is Key.CANCEL:
            return self._cancel()
        if key is Key.ENTER:
            return self._enter()
        return self._word(key)

    def _word(self, key: Key) -> list[Entry]:
        """Send a word; BET, RAISE and AMOUNT leave the seat picked for the digits that follow."""
        seat = self._seat
        self._clear()
        if key is Key.FLOOR:
            return [{"type": "floor.call", "by": "panel"}]
        if key is Key.AMOUNT or key in _TAKE_AN_AMOUNT:
            self._seat = seat
            self._digits = ""
        if key in _WORDS:
            return [_with_seat({"type": "declare", "action": str(key)}, seat)]
        return [_with_seat({"type": "clock.call", "by": "panel"}, seat)] if key is Key.CLOCK else []

    def _digit(self, key: Key) -> list[Entry]:
        if self._picking_seat:
            if key is not Key.DOUBLE_ZERO:
                self._seat = int(key) or 10
                self._picking_seat = False
        elif self._digits is not None and len(self._digits + key) <= MOST_DIGITS:
            self._digits += key
        return []

    def _enter(self) -> list[Entry]:
        digits, seat = self._digits, self._seat
        self._clear()
        if not digits:
            return []
        return [_with_seat({"type": "declare", "action": "amount", "amount": int(digits)}, seat)]

    def _cancel(self) -> list[Entry]:
        half_keyed = self._picking_seat or bool(self._digits)
        seat = self._seat
        self._clear()
        return [] if half_keyed else [_with_seat({"type": "declare.cancel"}, seat)]

    def _clear(self) -> None:
        self._seat, self._picking_seat, self._digits = None, False, None


def _with_seat(entry: Entry, seat: int | None) -> Entry:
    return entry if seat is None else {**entry, "seat": seat}
