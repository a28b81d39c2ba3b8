"""Says who tells the table what happens, by its equipment: a sensor, the dealer's touch, or nobody.

A hand's steps say what happens at the felt. With hands free most of what a dealer hears is never keyed: the
table works out what it needs from cards and chips.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final, Literal

from controller.table.events import Equipment

Teller = Literal["shoe", "antennas", "camera", "dealer", "cable"]

EQUIPMENT: Final[tuple[Equipment, ...]] = ("shoe", "antennas", "camera", "faces", "taps")
"""What the virtual table has."""

_BY_TYPE: Final[dict[str, Teller]] = {
    "card.draw": "shoe",
    "card.seen": "antennas",
    "card.gone": "antennas",
    "chips.push": "camera",
    "chips.pull": "camera",
    "chips.change": "camera",
    "chips.swept": "camera",
    "tap": "antennas",
    "device": "cable",
    "table": "dealer",
    "level": "dealer",
    "stub": "dealer",
    "chips.award": "dealer",
}
_KEYED: Final[dict[str, Equipment]] = {
    "hand.start": "hands",
    "hand.end": "hands",
    "deal.end": "hands",
    "declare": "words",
}
"""What only a dealer can tell, and does where the house has it keyed every time."""


class Awards:
    """Which pots the dealer touches: all of a hand whose first is shown as still to be pushed.

    A pot that the table knows how to push by itself needs no touch, and where awards are keyed all are.
    """

    def __init__(self, equipment: Collection[Equipment]) -> None:
        self._all = "awards" in equipment
        self._touched = False

    def told(self, event: dict[str, Any], shown: Callable[[], Collection[object]]) -> bool:
        """Whether anybody tells of the event; ``shown`` are the pots that the display has as still to be pushed."""
        if event["type"] == "card.draw":
            self._touched = False
        if event["type"] != "chips.award" or self._all:
            return True
        self._touched = self._touched or bool(shown())
        return self._touched


class Faces:
    """Counts the cards of a hand that lie face up before each seat: a camera knows how many there are, not which."""

    def __init__(self) -> None:
        self._up: dict[str, set[str]] = {}

    def as_seen(self, event: dict[str, Any]) -> dict[str, Any]:
        """Return what is told of ``event``: of a card that is turned at its seat, how many lie face up there now."""
        tag = event.get("tag")
        if tag is None:
            return event
        if event["type"] != "card.face":
            for lying in self._up.values():
                lying.discard(tag)
            return event
        up = self._up.setdefault(event["zone"], set())
        up.add(tag)
        return {"type": "card.face", "zone": event["zone"], "face": "up", "count": len(up)}


def told(
    event: dict[str, Any], equipment: Collection[Equipment], *, kept: bool = False
) -> tuple[Teller, dict[str, Any]] | None:
    """Return who tells the table of what happens, and as which event; None where nobody does.

    ``kept``: of a fold that is said the cards stay, and no antenna tells of it.
    """
    kind = event["type"]
    if kind == "tick":
        return None
    if kind == "declare" and event["action"] == "check":
        return told({"type": "tap", "seat": event["seat"]}, equipment)
    if kind == "declare" and event["action"] == "fold" and not kept:
        return None  # the cards go to the muck, which the antennas tell
    if kind == "card.seen" and "face" in event:
        return _turned(event, equipment)
    if kind == "hand.start" and "hands" not in equipment:
        moved = {"type": "button.moved", "seat": event["button"]}
        return None if event.get("redeal") else ("antennas", moved)
    if kind == "tap" and "taps" not in equipment:
        return None
    if kind in _KEYED:
        return ("dealer", event) if _KEYED[kind] in equipment else None
    return _BY_TYPE.get(kind, "dealer"), event


def _turned(event: dict[str, Any], equipment: Collection[Equipment]) -> tuple[Teller, dict[str, Any]] | None:
    """A card laid on the board is seen by its antenna; one turned at its seat only by who looks at faces."""
    zone = event["zone"]
    if not zone.startswith("seat:"):
        return "antennas", {name: value for name, value in event.items() if name != "face"}
    turned = {"type": "card.face", "zone": zone, "face": event["face"], "tag": event["tag"]}
    return ("camera", turned) if "faces" in equipment else None
