"""Lists the kinds of device, their number on the wire, and which events each may send.

The same table stands in ``PROTOCOL.md``. The link carries any event; whoever owns the link checks an
event's type against ``MAY_SEND`` and names the device that oversteps.
"""

from __future__ import annotations

from typing import Final

KINDS: Final[dict[str, int]] = {"shoe": 1, "antennas": 2, "chips": 3, "panel": 4}
"""Kind's name to the ``dev`` byte of every frame of such a device."""

KIND_NAMES: Final[dict[int, str]] = {number: name for name, number in KINDS.items()}

MAY_SEND: Final[dict[str, frozenset[str]]] = {
    "shoe": frozenset({"card.draw", "deck", "hand.start", "stub"}),
    "antennas": frozenset({"button.moved", "card.gone", "card.seen", "tap"}),
    "chips": frozenset(
        {
            "card.face",
            "chips.award",
            "chips.bet",
            "chips.change",
            "chips.found",
            "chips.pull",
            "chips.push",
            "chips.stack",
            "chips.swept",
        }
    ),
    "panel": frozenset(
        {
            "button.moved",
            "card.face",
            "chips.award",
            "chips.bet",
            "chips.change",
            "chips.found",
            "chips.stack",
            "chips.swept",
            "clock.call",
            "clock.cancel",
            "deal.end",
            "deck",
            "declare",
            "declare.cancel",
            "floor.call",
            "hand.end",
            "hand.start",
            "level",
            "pot.quoted",
            "request",
            "ruling",
            "seat",
            "seat.speaks",
            "chips.splash",
            "chips.strange",
            "clock.ask",
            "stub",
            "table",
            "tap",
        }
    ),
}
"""Kind's name to the types of sensor-log event that it may send."""

COMMANDS: Final[dict[str, frozenset[str]]] = {
    "lamp": frozenset({"on", "blink_ms"}),
    "buzzer": frozenset({"ms", "times"}),
}
"""What a host may ask a device to ``do``, and the fields that go with it."""


def kind_name(number: int) -> str:
    """Return the kind's name for a ``dev`` byte, ``kind 9`` for one that is not in the table."""
    return KIND_NAMES.get(number, f"kind {number}")
