"""Makes of what lies in a place for cards at rest the events of the sensor log. No I/O."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from vision.cards.reading import Lying
from vision.motion.zone import Whose

Kind = Literal["card.face"]
_BY: Final = {Whose.OWN: "player", Whose.DEALER: "dealer"}
ROUNDED: Final = 3


@dataclass(frozen=True)
class CardsTurned:
    """Cards of ``zone`` were turned: ``count`` of them now lie with this face, ``by`` whose hand, where that was seen."""

    t: float
    zone: str
    face: Literal["up", "down"]
    count: int
    by: Literal["player", "dealer", "unknown"] = "unknown"
    kind: Kind = "card.face"

    def fields(self) -> dict[str, Any]:
        """Return the event as the log has it, without its time."""
        return {"type": self.kind, "zone": self.zone, "face": self.face, "by": self.by, "count": self.count}

    def as_json(self) -> dict[str, Any]:
        """Return the event as ``floorcall chips --json`` prints it."""
        return {"t": round(self.t, ROUNDED), **self.fields()}


class PlaceAccount:
    """What is known to lie in one place, and what is told of each change."""

    def __init__(self, zone: str) -> None:
        self._zone = zone
        self._up, self._down = 0, 0

    def same(self, lying: Lying) -> bool:
        """Whether ``lying`` tells nothing new."""
        return (lying.up, lying.down) == (self._up, self._down)

    def told(self, lying: Lying, whose: Whose | None, t: float) -> list[CardsTurned]:
        """Return what cards that lie at rest tell; nothing where it cannot be told what lies there.

        Faces are told when there are more of them than before, and backs when as many cards were turned over again.
        Cards that come or go face down turn nothing.
        """
        if lying.up is None or lying.down is None:
            return []
        up, down = self._up, self._down
        self._up, self._down = lying.up, lying.down
        by: Any = "unknown" if whose is None else _BY.get(whose, "unknown")
        if lying.up > up:
            return [CardsTurned(t, self._zone, "up", min(lying.up, MOST_TOLD), by)]
        if lying.up < up and lying.down > down:
            return [CardsTurned(t, self._zone, "down", min(lying.down - down, MOST_TOLD), by)]
        return []


MOST_TOLD: Final = 10
