"""Names what can happen next at the virtual table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

SHORTEST_S: Final = 0.12
"""No wait gets shorter than this, however fast the demo runs: the devices are processes with clocks of
their own, and on a busy machine what is told to one may come tens of milliseconds later than to another."""
THINKING_S: Final = 0.5
"""A wait from here on is a person's, who needs at least ``QUICKEST_S`` to see a card and to act."""
QUICKEST_S: Final = 0.35
KNOCKS_S: Final = 0.5
"""From one check to the next: a neighbour's piezo is deaf for a third of a second after a knock beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sense:
    """A device senses ``event`` (a sensor-log event without ``t``) after ``wait_s`` seconds.

    ``exact``: a rule measures this wait, so that it does not shrink with the demo's speed.
    ``began_s`` is how long before the event a chip motion began, None where nobody saw that. ``kept``: of a fold that
    is said the cards stay where they lie, so that the words alone tell of it.
    """

    wait_s: float
    event: dict[str, Any]
    exact: bool = False
    began_s: float | None = None
    kept: bool = False

    @property
    def type(self) -> str:
        """The event's type."""
        return str(self.event["type"])

    @property
    def seat(self) -> int | None:
        """The seat that acts, speaks or moves chips in the event; None for cards and for the dealer."""
        return self.event.get("seat")

    def paced(self, speed: float) -> float:
        """Return how long to wait when the demo runs ``speed`` times as fast as the hand was played."""
        if self.exact:
            return self.wait_s
        shortest = QUICKEST_S if self.wait_s >= THINKING_S else min(self.wait_s, SHORTEST_S)
        if self.type == "tap" or self.event.get("action") == "check":
            shortest = KNOCKS_S
        return max(shortest, self.wait_s / speed)


ENDED: Final = Sense(wait_s=1.0, event={"type": "hand.end"})
"""The dealer ends the hand where it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorRules:
    """The floor comes for a finding of ``kind`` and rules ``decision``; a person at the page may be first."""

    kind: str
    decision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerMends:
    """The dealer reads the card of a finding of ``kind``, does what it says and touches Done."""

    kind: str


Step = Sense | FloorRules | DealerMends


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A hand as the demo plays it. ``tells`` is what a watcher is told.

    ``kinds`` are the findings due, in order; ``remedy`` is the one that the story's people carry out.
    """

    hand: str
    tells: str
    steps: tuple[Step, ...]
    kinds: tuple[str, ...] = ()
    remedy: str = ""
