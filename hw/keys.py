"""Lists the panel's keys and the pins they hang on.

One pin a key, each switch to ground with the Pi's own pull-up: any two keys may be down together
without a ghost of a third, and a press is an interrupt, not a scan. With lamp and buzzer the whole panel takes 25 of the
header's 26 pins (BCM numbers); a house that keys numbers on the display leaves the digits out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from hw import BadPins

FIRST_PIN: Final = 2
LAST_PIN: Final = 27


class Key(StrEnum):
    """A key by its name, as a configuration writes it."""

    CHECK = "check"
    BET = "bet"
    RAISE = "raise"
    CALL = "call"
    FOLD = "fold"
    ALL_IN = "all_in"
    AMOUNT = "amount"
    CLOCK = "clock"
    FLOOR = "floor"
    SEAT = "seat"
    ENTER = "enter"
    CANCEL = "cancel"
    DOUBLE_ZERO = "00"
    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"


KEY_PINS: Final[Mapping[Key, int]] = MappingProxyType(
    {
        Key.CHECK: 4,
        Key.BET: 17,
        Key.RAISE: 27,
        Key.CALL: 22,
        Key.FOLD: 10,
        Key.ALL_IN: 9,
        Key.AMOUNT: 11,
        Key.CLOCK: 5,
        Key.FLOOR: 6,
        Key.SEAT: 13,
        Key.ENTER: 19,
        Key.CANCEL: 26,
        Key.DOUBLE_ZERO: 21,
        Key.ZERO: 20,
        Key.ONE: 14,
        Key.TWO: 15,
        Key.THREE: 23,
        Key.FOUR: 24,
        Key.FIVE: 25,
        Key.SIX: 8,
        Key.SEVEN: 7,
        Key.EIGHT: 16,
        Key.NINE: 2,
    }
)
"""BCM pin of each key. 14 and 15 are the serial console's: it is off where the panel is on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Which pin carries what. Raises BadPins where a pin is not on the header or carries two things."""

    keys: Mapping[Key, int] = field(default_factory=lambda: KEY_PINS)
    lamp: int | None = 12
    buzzer: int | None = 18

    def __post_init__(self) -> None:
        carried: dict[int, str] = {}
        wires = [(str(key), pin) for key, pin in self.keys.items()]
        wires += [
            (name, pin) for name, pin in (("lamp", self.lamp), ("buzzer", self.buzzer)) if pin is not None
        ]
        for name, pin in wires:
            if not FIRST_PIN <= pin <= LAST_PIN:
                raise BadPins(
                    f"{name}: pin {pin} is not on the header; BCM pins {FIRST_PIN} to {LAST_PIN} are"
                )
            if pin in carried:
                raise BadPins(f"{name}: pin {pin} already carries {carried[pin]}")
            carried[pin] = name


def layout_from(pins: Mapping[str, int]) -> Layout:
    """Return the layout that a configuration names; nothing named is the whole panel as built.

    Raises BadPins, with the names that would do, for a name that is no part of the panel.
    """
    if not pins:
        return Layout()
    known = {str(key) for key in Key} | {"lamp", "buzzer"}
    for name in pins:
        if name not in known:
            raise BadPins(f"{name}: no such key; the panel has {', '.join(sorted(known))}")
    keys = {key: pins[key] for key in Key if key in pins}
    return Layout(keys=keys, lamp=pins.get("lamp"), buzzer=pins.get("buzzer"))
