"""From zones at rest, and what was counted in them, to the events of the sensor log. No I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from vision.motion.zone import Rest, Whose

Chips = Mapping[int, int]
"""Denomination to number; none of it is 0."""

Kind = Literal["chips.push", "chips.pull", "chips.bet", "chips.change", "chips.swept"]
ROUNDED: Final = 3


@dataclass(frozen=True)
class Counted:
    """What lies in a zone; ``confidence`` from 0 to 1."""

    chips: Chips
    confidence: float


@dataclass(frozen=True)
class Event:
    """An event of the sensor log. ``chips`` is None where they could not be told."""

    t: float
    kind: Kind
    seat: int
    chips: Chips | None = None
    started: float | None = None
    confidence: float | None = None

    def fields(self) -> dict[str, Any]:
        """Return the event as the log has it, without its times."""
        if self.kind == "chips.swept":
            return {"type": self.kind, "seats": [self.seat]}
        chips = None if self.chips is None else {str(d): self.chips[d] for d in sorted(self.chips)}
        fields: dict[str, Any] = {"type": self.kind, "seat": self.seat, "chips": chips}
        if self.confidence is not None:
            fields["confidence"] = round(self.confidence, ROUNDED)
        return fields

    def as_json(self) -> dict[str, Any]:
        """Return the event as ``floorcall chips --json`` prints it."""
        fields = {"t": round(self.t, ROUNDED), **self.fields()}
        return fields if self.started is None else {**fields, "started": round(self.started, ROUNDED)}


class ZoneAccount:
    """What is known to lie in one zone, and what is told of each change."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._known: Chips | None = None

    def told(self, rest: Rest, counted: Counted | None) -> list[Event]:
        """Return what a rest tells; ``counted`` is None where what lies there cannot be told."""
        if counted is None or self._contradicts(rest, counted):
            return self._untold(rest)
        before, self._known = self._known, counted.chips
        looked = rest.stills[-1] if rest.stills else rest.motion.ended if rest.motion else 0.0
        count = Event(looked, "chips.bet", self._seat, counted.chips, confidence=counted.confidence)
        if before is None:
            if rest.differs and not rest.less and self._is_players(rest):
                return [self._push(rest, None), count]
            return [count] if counted.chips or not rest.fresh else []
        added, taken = _less(counted.chips, before), _less(before, counted.chips)
        if not added and not taken:
            return []
        return self._moved(rest, added, taken, count)

    def _contradicts(self, rest: Rest, counted: Counted) -> bool:
        """Whether the picture shows that chips came, and the count shows none: one of the two is wrong."""
        return rest.more and self._known is not None and not _less(counted.chips, self._known)

    def _moved(self, rest: Rest, added: Chips, taken: Chips, count: Event) -> list[Event]:
        motion = rest.motion
        if motion is None:
            return [count]
        if motion.whose is Whose.DEALER:
            if not count.chips:
                return [Event(motion.ended, "chips.swept", self._seat)]
            return [Event(motion.ended, "chips.change", self._seat, count.chips), count]
        events = []
        if added and self._is_players(rest):
            events.append(self._push(rest, added))
        if taken and motion.whose is Whose.OWN:
            events.append(Event(motion.ended, "chips.pull", self._seat, taken))
        return [*events, count]

    def _untold(self, rest: Rest) -> list[Event]:
        if rest.motion is None or not rest.differs:
            if rest.differs or rest.fresh:
                self._known = None
            return []
        if rest.motion.stays:
            return []
        self._known = None
        return [self._push(rest, None)] if self._is_players(rest) and not rest.less else []

    def _push(self, rest: Rest, chips: Chips | None) -> Event:
        assert rest.motion is not None
        return Event(rest.motion.ended, "chips.push", self._seat, chips, started=rest.motion.started)

    def _is_players(self, rest: Rest) -> bool:
        """Whether the player moved; chips that fly in without a hand are the player's as well."""
        return rest.motion is not None and rest.motion.whose in (Whose.OWN, None)


def _less(chips: Chips, others: Chips) -> Chips:
    return dict(Counter(chips) - Counter(others))
