"""What chips are worth."""

from __future__ import annotations

from controller.table.events import Chips


def value_of(chips: Chips) -> int:
    """Return the worth of ``chips`` in chip units."""
    value = 0
    for denomination, count in chips.items():
        value += denomination * count
    return value
